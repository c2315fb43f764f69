import { describe, expect, it } from 'vitest';
import { isSpellingVariant } from '../../../server/language/edit-distance.ts';

describe('isSpellingVariant', () => {
  it.each([
    ['geegen', 'gegeen'],
    ['colour', 'color'],
    ['septicemia', 'septicem'],
    ['cyanobacteria', 'cyanobacterium'],
  ])('takes %s and %s for one word', (one, other) => {
    expect(isSpellingVariant(one, other)).toBe(true);
  });

  it.each([
    ['port', 'part'],
    ['berlin', 'merlin'],
    ['genghis', 'england'],
    ['tokens1', 'tokens2'],
    ['京都大学', '京都大坂'],
  ])('keeps %s and %s apart', (one, other) => {
    expect(isSpellingVariant(one, other)).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { isSpellingVariant } from '../../../server/language/edit-distance.ts';

describe('isSpellingVariant', () => {
  it.each([
    ['geegen', 'gegeen'],
    ['colour', 'color'],
    ['septicemia', 'septicem'],
    ['cyanobacteria', 'cyanobacterium'],
  ])('treats %s and %s as one word', (one, other) => {
    expect(isSpellingVariant(one, other)).toBe(true);
  });

  it.each([
    ['port', 'part'],
    ['berlin', 'merlin'],
    ['genghis', 'england'],
    ['tokens1', 'tokens2'],
    ['京都大学', '京都大坂'],
  ])('treats %s and %s as different words', (one, other) => {
    expect(isSpellingVariant(one, other)).toBe(false);
  });
});

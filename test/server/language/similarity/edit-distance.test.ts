import { describe, expect, it } from 'vitest';
import { distanceToBeginning, isSpellingVariant } from '../../../../server/language/similarity/edit-distance.ts';

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

describe('distanceToBeginning', () => {
  it.each([
    ['configur', 'configuration', 0],
    ['confgiur', 'configuration', 1],
    ['instal', 'isntallation', 1],
    ['isntal', 'installation', 1],
    ['widgt', 'widget', 1],
    ['wdgt', 'widget', 2],
  ])('is the same for %s and %s however few edits are asked for, if it is within them', (one, other, edits) => {
    for (let most = edits; most <= 3; most += 1) expect(distanceToBeginning(one, other, most), `${most}`).toBe(edits);
  });

  it('is more than was asked for where the texts differ by more', () => {
    for (const most of [0, 1, 2]) expect(distanceToBeginning('garden', 'widget', most)).toBeGreaterThan(most);
  });
});

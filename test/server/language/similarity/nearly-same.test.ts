import { describe, expect, it } from 'vitest';
import { areNearlySame, wordsOf } from '../../../../server/language/similarity/nearly-same.ts';
import { hashOf } from '../../../../server/platform/text/hash-text.ts';

const nearlySame = (one: string, other: string) => areNearlySame(wordsOf(one), wordsOf(other));

describe('texts that are nearly the same', () => {
  it('differ in numbers or in a name', () => {
    expect(nearlySame('Version 1.2 fixes three bugs.', 'Version 2.14 fixes three bugs.')).toBe(true);
    expect(
      nearlySame(
        'The class Door opens a door and throws an error if it is locked.',
        'The class Gate opens a gate and throws an error if it is locked.',
      ),
    ).toBe(true);
    expect(nearlySame('Версия 1 исправляет ошибки', 'Версия 2 исправляет ошибки')).toBe(true);
  });

  it('are not those that share common words alone, nor a sentence and the page around it', () => {
    expect(nearlySame('The museum opens at nine.', 'The library of the town closes at noon.')).toBe(false);
    expect(
      nearlySame('The museum opens at nine.', 'The museum opens at nine. Tours begin in the hall behind the café.'),
    ).toBe(false);
    expect(nearlySame('', '12 30')).toBe(true);
  });

  it('are told apart by runs of letters in lower case, each once', () => {
    const hashes = (...words: string[]) => Uint32Array.from(words, hashOf).sort();
    expect(wordsOf('The Door_2[of]THE^`house`@{door}')).toEqual(hashes('the', 'door', 'of', 'house'));
    expect(wordsOf('Das Café, das CAFÉ')).toEqual(hashes('das', 'café'));
    expect(wordsOf(' 12\t')).toEqual(hashes());
  });
});

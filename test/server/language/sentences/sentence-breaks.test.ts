import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sentenceBreaks } from '../../../../server/language/sentences/sentence-breaks.ts';
import { fc } from '../../../helpers/input/fast-check.ts';
import { inputsFolder } from '../../../inputs/folder.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const byUnicode = (text: string) =>
  Array.from(segmenter.segment(text), ({ index }) => index).filter((index) => index > 0);

const KNOWN = Array.from({ length: 0x2100 }, (_, unit) => String.fromCharCode(unit)).filter((character) =>
  sentenceBreaks(character),
);
/** The characters that the rules depend on, far more frequent than in a text. */
const TURNING = ['.', '.', '!', '?', ' ', ' ', 'a', 'B', '5', ')', '“', ',', ';', '\u00a0'];

describe('sentence breaks', () => {
  it('cover ASCII, the letters of European languages and their punctuation', () => {
    for (const text of ['Plain text, (really)?', 'Größe. „Łódź“ – çà et là…', '“Quoted.” She said; 3.5 km!'])
      expect(sentenceBreaks(text)).toEqual(byUnicode(text));
    for (const text of ['Привет. Мир.', '終わり。', 'A line.\nAnother.', 'soft\u00adhyphen.', '😀. Yes.'])
      expect(sentenceBreaks(text)).toBeNull();
  });

  it("match Unicode's rules, whatever the sequence of characters", () => {
    const character = fc.oneof(fc.constantFrom(...TURNING), fc.constantFrom(...KNOWN));
    const text = fc.array(character, { maxLength: 12 }).map((characters) => characters.join(''));
    fc.assert(
      fc.property(text, (line) => {
        expect(sentenceBreaks(line)).toEqual(byUnicode(line));
      }),
      { numRuns: 3_000 },
    );
  });

  const inputs = inputsFolder();
  it.skipIf(!inputs)('match the rules of Unicode in real texts', () => {
    const folders = ['markdown', 'text', 'encodings'].map((name) => join(inputs ?? '', name));
    const files = folders.flatMap((folder) =>
      readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    );
    let compared = 0;
    for (const line of files.flatMap((file) => readFileSync(file, 'utf8').split('\n'))) {
      const breaks = sentenceBreaks(line);
      if (breaks === null || line.length > 20_000) continue;
      expect(breaks, line).toEqual(byUnicode(line));
      compared += breaks.length;
    }
    expect(compared).toBeGreaterThan(500);
  });
});

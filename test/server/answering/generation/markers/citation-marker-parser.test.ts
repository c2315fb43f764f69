import { describe, expect, it } from 'vitest';
import {
  type AnswerToken,
  createCitationMarkerParser,
} from '../../../../../server/answering/generation/markers/citation-marker-parser.ts';
import { fc } from '../../../../helpers/input/fast-check.ts';
import { expectLinear } from '../../../../helpers/timing/growth.ts';

function read(chunks: string[]): AnswerToken[] {
  const reader = createCitationMarkerParser();
  return [...chunks.flatMap((chunk) => reader.parse(chunk)), ...reader.end()];
}

/** The tokens in short: text as it is, a marker as ‹1,2›, code as ‹code›, code that must be escaped as ‹code?›. */
function inShort(pieces: AnswerToken[]): string {
  return pieces
    .map((piece) => {
      if (piece.type === 'marker') return `‹${piece.numbers}›`;
      if (piece.type === 'text') return piece.address === undefined ? piece.text : `‹${piece.text}→${piece.address}›`;
      if (piece.type === 'no-answer') return '‹no answer›';
      if (piece.type === 'lead') return `‹lead ${piece.numbers}›`;
      return `‹${piece.text}${piece.escape ? '?' : ''}›`;
    })
    .join('');
}

/** Fenced code comes character by character; joined here to be readable. */
const joined = (text: string) => {
  const pieces: AnswerToken[] = [];
  for (const piece of read([text])) {
    const last = pieces.at(-1);
    if (piece.type === 'code' && last?.type === 'code' && last.escape === piece.escape && last.text.includes('\n'))
      pieces[pieces.length - 1] = { ...last, text: last.text + piece.text };
    else pieces.push(piece);
  }
  return inShort(pieces);
};

describe('the citation marker parser', () => {
  it.each([
    ['one', 'It opens at nine [1].', 'It opens at nine ‹1›.'],
    ['two in a row', 'At nine. [1][2]', 'At nine. ‹1›‹2›'],
    ['a list', 'At nine [1, 2;3].', 'At nine ‹1,2,3›.'],
    ['nested', 'At nine [[1]] or [[2]].', 'At nine ‹1› or ‹2›.'],
    ['a footnote', 'At nine [^1].', 'At nine ‹1›.'],
    ['another convention', 'At nine 【1】, 【2†source】.', 'At nine ‹1›, ‹2›.'],
    ['large numbers that name no passage', 'See [2024] [99].', 'See ‹2024› ‹99›.'],
    ['what is none', 'a[i] [x] [1a] [ 1 ] [1.5] [] [', 'a[i] [x] [1a] [ 1 ] [1.5] [] ['],
    ['one inside another thing', '[see [1]]', '[see ‹1›]'],
    ['one that is never closed', 'See [1', 'See [1'],
    ['one that is broken by a line', 'See [1\n]', 'See [1\n]'],
    ['the text of a link', 'See [1](http://evil.example/?q).', 'See ‹1›.'],
    ['a remark after one', 'See [1](and more).', 'See ‹1›(and more).'],
    ['none in code', 'Use `list[1]` [1].', 'Use ‹`list[1]`› ‹1›.'],
    ['none in code of two backticks', 'Use ``a`[1]`` [1].', 'Use ‹``a`[1]``› ‹1›.'],
    ['some after a single backtick', 'The ` key [1].', 'The ` key ‹1›.'],
    ['some after an escaped backtick', 'A \\`[1]` [2]', 'A \\`‹1›` ‹2›'],
    ['no longer once a backtick is left over', 'a `b\n`[1]` c\n\n`[2]`', 'a `b\n‹`[1]`?› c\n\n‹`[2]`›'],
    ['none in a code block', 'Run:\n```sh\na[1]\n```\nDone [1]', 'Run:\n‹```sh\na[1]\n```›\nDone ‹1›'],
    ['none in one of tildes', '~~~\na[1]\n```\n~~~\n[1]', '‹~~~\na[1]\n```\n~~~›\n‹1›'],
    ['none in a longer fence', '````\n```\n[1]\n````\n[1]', '‹````\n```\n[1]\n````›\n‹1›'],
    ['a code block without an end', '```\n[1]', '‹```\n[1]›'],
    ['a block in a list, whose end is ambiguous', '- ```\n  [1]\n```\n[1]', '- ‹```\n  [1]\n```?›\n‹1›'],
    ['a cell of a table, which ends where code does not', '| `a | b` |', '| ‹`a | b`?› |'],
    ['a strike, which is no fence', '~~old~~ [1]', '~~old~~ ‹1›'],
  ])('finds %s', (_, text, expected) => expect(joined(text)).toBe(expected));

  const fragment = fc.oneof(
    fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      '`',
      '``',
      '```',
      '~~~',
      '\n',
      '\n\n',
      '\\',
      ' ',
      '1',
      '2',
      ',',
      '[1]',
      '[2](x:y)',
    ),
    fc.constantFrom('word', '【1】', '[[1]]', '^', '|', '- ', '> ', '!', '<a', '.'),
    fc.string({ maxLength: 4 }),
  );
  const text = fc.array(fragment, { maxLength: 40 }).map((all) => all.join(''));

  it('finds the same tokens wherever the text is split', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(200), { maxLength: 12 }), (whole, cuts) => {
        const places = [0, ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length];
        const chunks = places.slice(1).map((place, at) => whole.slice(places[at], place));
        expect(read(chunks)).toEqual(read([whole]));
        expect(read([...whole].map(String))).toEqual(read([whole]));
      }),
      { numRuns: 400 },
    );
  });

  it('loses nothing but markers and the addresses after them', () => {
    fc.assert(
      fc.property(text, (whole) => {
        const kept = read([whole]).map((piece) => ('text' in piece ? piece.text : ''));
        let at = 0;
        for (const piece of kept) {
          at = whole.indexOf(piece, at);
          expect(at).not.toBe(-1);
          at += piece.length;
        }
        if (!/[[【^⁰¹²³⁴-⁹(]/.test(whole)) expect(kept.join('')).toBe(whole);
      }),
      { numRuns: 400 },
    );
  });

  it.each(['[', '`', '```', '(', '[1', '[[', '【1†', '~', '\\`'])('parses any number of %s in linear time', (flood) =>
    expectLinear(20_000, (length) => read([flood.repeat(length / flood.length)])),
  );
});

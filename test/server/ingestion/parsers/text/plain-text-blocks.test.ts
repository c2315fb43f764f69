import { describe, expect, it } from 'vitest';
import { parseText } from '../../../../../server/ingestion/parsers/text/parse-text.ts';
import { expectLinear } from '../../../../helpers/timing/growth.ts';
import { bytesOf } from '../../make-files.ts';
import { blocksOf, expectSound } from '../../parse/invariants.ts';

const outline = (source: string) => {
  const document = parseText(bytesOf(source));
  expectSound(document);
  return blocksOf(document).map((block) => {
    const { kind, text, level, depth, ordered, language } = block;
    return [kind === 'heading' ? `h${level}` : kind, depth, ordered && 'ordered', language, text]
      .filter((part) => part)
      .join(' | ');
  });
};
/** A list that nests as deep as it is long. */
const steps = (many: number) => Array.from({ length: many }, (_, index) => `${' '.repeat(index)}- a`).join('\n');

const MANUAL = `LS(1)                            User Commands                           LS(1)

N\bNA\bAM\bME\bE
       ls - list directory contents

SYNOPSIS
       ls [OPTION]... [FILE]...

DESCRIPTION
       List information about the files, which are those of the current
       directory by default.

       -a, --all
              do not ignore entries that
              start with .
       -l     use a long listing format

   Exit status
       0      if OK,

SEE ALSO
       dir(1)
`;

describe('parseText', () => {
  it.each<[what: string, source: string, blocks: string[]]>([
    [
      'underlined lines',
      'Guide\n=====\n\nText\n\nUse\n---\nMore',
      ['h1 | Guide', 'paragraph | Text', 'h2 | Use', 'paragraph | More'],
    ],
    ['framed lines', '=====\nGuide\n=====\n\nText', ['h1 | Guide', 'paragraph | Text']],
    ['capitals alone', 'OPENING HOURS\n\nWe open at nine.', ['h1 | OPENING HOURS', 'paragraph | We open at nine.']],
    [
      'numbers',
      '1. Scope\n\nText\n\n1.1 Terms\n\nText\n\n1.2 Use of it\n\nText',
      [
        'h1 | 1. Scope',
        'paragraph | Text',
        'h2 | 1.1 Terms',
        'paragraph | Text',
        'h2 | 1.2 Use of it',
        'paragraph | Text',
      ],
    ],
  ])('finds headings: %s', (_, source, blocks) => {
    expect(outline(source)).toEqual(blocks);
  });

  it.each<[what: string, source: string]>([
    ['a table with a rule', 'Name  Price\n-----------\nTea  2'],
    ['a signature', 'See you\n\n-- \nAnna'],
    ['a rule', 'Some words that go on for long, and then a rule.\n---\n\nMore'],
    ['a warning in capitals', 'WARNING\n\nDo not open it.'],
    ['a sentence in capitals', 'DO NOT OPEN IT.\n\nIt is hot.'],
    ['a text in capitals', 'OPENING HOURS\n\nWE OPEN AT NINE'],
    ['capitals at the end', 'See you soon.\n\nANNA SMITH'],
    ['an abbreviation', 'ISO\n\nIt is a body.'],
    ['a quantity', '3.5 Litres\n\nThat is enough for all.'],
    ['a table of contents', '1.1 Terms ..... 3\n\n1.2 Use   4\n\nText'],
    ['numbered steps', '1. Open it\n\nTake care.\n\n2. Close it\n\nDone.'],
  ])('takes no heading for one: %s', (_, source) => {
    expect(outline(source).filter((line) => /^h\d/.test(line))).toEqual([]);
  });

  it('reads a manual page', () => {
    expect(outline(MANUAL)).toEqual([
      'h1 | NAME',
      'paragraph | ls - list directory contents',
      'h1 | SYNOPSIS',
      'paragraph | ls [OPTION]... [FILE]...',
      'h1 | DESCRIPTION',
      'paragraph | List information about the files, which are those of the current directory by default.',
      'paragraph | -a, --all\ndo not ignore entries that start with .',
      'paragraph | -l use a long listing format',
      'h2 | Exit status',
      'paragraph | 0 if OK,',
      'h1 | SEE ALSO',
      'paragraph | dir(1)',
    ]);
  });

  it('makes headings of the options of a manual page that are explained at length, and tells its running heads', () => {
    const source = `KILN(1)                                          KILN(1)

NAME
       kiln - fire what is in the oven

OPTIONS
       The options are:

       -r rate
\t      The degrees by which the oven gets hotter in an hour. A firing
\t      with a high rate is short, but pots with thick walls do not sur-
\t      vive it, and a well-known one may break.

\t      Use it twice for a second rate, which counts from the middle
\t      of the firing on.
       -w     Wait until the oven is cold. The well-
              known way to do so is to ask its sensor, which takes a while
              and needs the sensor to be plugged in.

       Options may stand in any order.

                                   May 2026                KILN(1)
`;
    expect(outline(source).slice(2)).toEqual([
      'h1 | OPTIONS',
      'paragraph | The options are:',
      'h2 | -r rate',
      'paragraph | The degrees by which the oven gets hotter in an hour. A firing with a high rate is short, but pots with thick walls do not survive it, and a well-known one may break.',
      'paragraph | Use it twice for a second rate, which counts from the middle of the firing on.',
      'h2 | -w',
      'paragraph | Wait until the oven is cold. The well-known way to do so is to ask its sensor, which takes a while and needs the sensor to be plugged in.',
      'paragraph | Options may stand in any order.',
    ]);
    expect(parseText(bytesOf(source)).leftOut?.[0]).toMatchObject({
      kind: 'header',
      text: expect.stringMatching(/^KILN\(1\)/),
    });
  });

  it.each([
    ['without text behind the margin', 'NAME\nkiln\nOPTIONS\n-r\nfire it'],
    ['with a name alone', 'NAME\n     kiln\n\nUSAGE\n     fire it'],
  ])('takes no text %s for a manual page', (_, source) => {
    expect(outline(source).join()).not.toContain('h1 | NAME');
  });

  it.each<[what: string, source: string, blocks: string[]]>([
    [
      'nested lists, with lines that continue an item',
      'To do:\n- One\n  goes on\n  * Two\n- Three',
      ['paragraph | To do:', 'list-item | 1 | - One goes on', 'list-item | 2 | * Two', 'list-item | 1 | - Three'],
    ],
    [
      'numbered lists',
      '1. One\n2) Two\n\n3. Three',
      ['list-item | 1 | ordered | 1. One', 'list-item | 1 | ordered | 2) Two', 'list-item | 1 | ordered | 3. Three'],
    ],
    ['no list in a line of prose', 'One and\n- two', ['paragraph | One and\n- two']],
    [
      'fenced code',
      'Run:\n```sh\nnpm i\n\n  -D\n```\nDone',
      ['paragraph | Run:', 'code | sh | npm i\n\n  -D', 'paragraph | Done'],
    ],
    ['a fence without an end', '```js\na', ['paragraph | ```js\na']],
    [
      'indented code',
      'Run:\n\n    npm i\n      -D\n\n    $ ls\n\nDone',
      ['paragraph | Run:', 'code | npm i\n  -D', 'code | $ ls', 'paragraph | Done'],
    ],
    ['indented prose', 'He said:\n\n    It is what it is.', ['paragraph | He said:', 'paragraph | It is what it is.']],
  ])('reads %s', (_, source, blocks) => {
    expect(outline(source)).toEqual(blocks);
  });

  it.each([
    ['fences that never end', 400_000, (many) => '```js\n'.repeat(many)],
    ['lines of numbers', 80_000, (many) => '1.1 A\n\n'.repeat(many)],
    ['spaces on one line', 1_000_000, (many) => `A${' '.repeat(many)}(1)`],
    ['characters of lists that nest deeper and deeper', 2_000_000, (many) => steps(Math.sqrt(2 * many))],
  ] satisfies [string, number, (many: number) => string][])(
    'takes linear time for any number of %s, or is refused',
    (_, most, source) =>
      expectLinear(most, (many) => {
        try {
          parseText(bytesOf(source(many)));
        } catch (error) {
          expect(error).toHaveProperty('code');
        }
      }),
  );
});

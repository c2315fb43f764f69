import { describe, expect, it } from 'vitest';
import { parseText } from '../../../../../server/ingestion/parsers/plain-text/parse-text.ts';
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
    [
      'other underlines in their order',
      'Guide\n*****\n\nUse\n===\n\nText\n\nMore\n~~~~\n\nText',
      ['h1 | Guide', 'h2 | Use', 'paragraph | Text', 'h3 | More', 'paragraph | Text'],
    ],
    [
      'underlined numbers, which tell the level',
      'Guide\n=====\n\n1. Use\n------\n\nText\n\n1.1 More\n--------\n\nText',
      ['h1 | Guide', 'h2 | 1. Use', 'paragraph | Text', 'h3 | 1.1 More', 'paragraph | Text'],
    ],
    [
      'chapters above sections that count from 1 again',
      'Chapter 1. Start\n\n1.\u00a0Scope\n\nText\n\n1.1. Terms\n\nText\n\nChapter 2. Use\n\n1. Doors\n\n1.1. Open them\n\nText\n\nAppendix A. Words\n\nEnd',
      [
        'h1 | Chapter 1. Start',
        'h2 | 1. Scope',
        'paragraph | Text',
        'h3 | 1.1. Terms',
        'paragraph | Text',
        'h1 | Chapter 2. Use',
        'h2 | 1. Doors',
        'h3 | 1.1. Open them',
        'paragraph | Text',
        'h1 | Appendix A. Words',
        'paragraph | End',
      ],
    ],
    [
      'parts above chapters whose sections bear their number',
      'Part I\n\nChapter 1: Start\n\n1.1 Doors\n\nText\n\n1.2 What is a key?\n\nText\n\nChapter 2: Use\n\nText',
      [
        'h1 | Part I',
        'h2 | Chapter 1: Start',
        'h3 | 1.1 Doors',
        'paragraph | Text',
        'h3 | 1.2 What is a key?',
        'paragraph | Text',
        'h2 | Chapter 2: Use',
        'paragraph | Text',
      ],
    ],
    [
      'names in small letters and capitals where the count leads to them',
      '1. Settings\n\n1.1 Doors\n\n1.1.1 open_at\n\nText\n\n1.1.2 close_at\n\nText\n\n1.2 Walls\n\n2.5 litres\n\nHEIGHT\n\nText',
      [
        'h1 | 1. Settings',
        'h2 | 1.1 Doors',
        'h3 | 1.1.1 open_at',
        'paragraph | Text',
        'h3 | 1.1.2 close_at',
        'paragraph | Text',
        'h2 | 1.2 Walls',
        'paragraph | 2.5 litres',
        'h3 | HEIGHT',
        'paragraph | Text',
      ],
    ],
    [
      'lines before the margin',
      'Abstract\n\n   This text is long.\n   It has lines.\n\n   And more.\n\nThanks\n\n   To all.\n\n   Of you.\n\n   And you.\n\n   Too.',
      [
        'h1 | Abstract',
        'paragraph | This text is long.\nIt has lines.',
        'paragraph | And more.',
        'h1 | Thanks',
        'paragraph | To all.',
        'paragraph | Of you.',
        'paragraph | And you.',
        'paragraph | Too.',
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
    ['code that a page indents', '\u00a0\u00a01.\u00a0A\n\nText'],
    ['a remark that begins like a chapter', 'Part 2 is missing\n\nText'],
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

  /** A paragraph that is wrapped at forty characters, so that the width of the text is known. */
  const wrapped =
    'Each of these words stands in lines that\nare wrapped at a width that the text has\nfrom its beginning to its end.';
  const width = Array.from({ length: 6 }, () => wrapped).join('\n\n');
  const withWidth = (source: string) => outline(`${width}\n\n${source}`).slice(6);

  it.each<[what: string, source: string, blocks: string[]]>([
    [
      'commands of the same length, each on its line',
      'set color=green;black\nunset color;all=green\nset color=white;grey',
      ['paragraph | set color=green;black\nunset color;all=green\nset color=white;grey'],
    ],
    [
      'a paragraph with a line that a long word ends early',
      'These words stand in lines, as does an\naddress:\nhttps://www.example.org/a-long-one-too\nwhich is too long for the line before.',
      [
        'paragraph | These words stand in lines, as does an address: https://www.example.org/a-long-one-too which is too long for the line before.',
      ],
    ],
    [
      'entries whose further lines are indented',
      '250 The message was taken, and will be\n  sent to all who shall have it, in turn\n252 This may be the name of a user here,\n  but that is not told',
      [
        'paragraph | 250 The message was taken, and will be sent to all who shall have it, in turn\n252 This may be the name of a user here, but that is not told',
      ],
    ],
  ])('joins lines only where the next word had no room: %s', (_, source, blocks) => {
    expect(withWidth(source)).toEqual(blocks);
  });

  it('keeps the hyphen of a word that has one elsewhere', () => {
    const source =
      'A well-known path leads here, and the well-\nknown door is beside the one that is for re-\nturning. Returning takes a while.';
    expect(outline(source)[0]).toBe(
      'paragraph | A well-known path leads here, and the well-known door is beside the one that is for returning. Returning takes a while.',
    );
  });

  it('keeps every hyphen at the end of a line where a text breaks lines at hyphens only', () => {
    const known = 'A well-known path leads to this, and a well-\nknown door is beside one that is half-\nopen now.';
    expect(outline(`${known}\n\nEnd.`)[0]).toContain('one that is half-open now.');
    const broken = 'The sister of this one stands here, a sis-\nter like it.';
    expect(outline(`${known}\n\n${broken}\n\nEnd.`)[0]).toContain('one that is halfopen now.');
  });

  it('continues a sentence on the next page that a capital begins there', () => {
    const page = (text: string) => `KILN   HANDBOOK\n\n${text}`;
    const long = '   The kiln is opened when it is quite cold, for which see';
    const source = [
      long,
      '   Section 5 and what follows\n   it.\n\n   One more is opened as it is told in the book by',
      '1. Names',
    ];
    expect(outline([...source.map(page), page('End')].join('\n\f'))).toEqual([
      'paragraph | The kiln is opened when it is quite cold, for which see\nSection 5 and what follows\nit.',
      'paragraph | One more is opened as it is told in the book by',
      'list-item | 1 | ordered | 1. Names',
      'paragraph | End',
    ]);
  });

  it('puts a term and the description that is indented below it into one paragraph', () => {
    const source =
      'Keys\n\n<edit> (default: e)\n\n  Opens it in an editor.\n\n  Then it is sent.\n\nRun it:\n\n    $ edit\n\nDone.';
    expect(outline(source)).toEqual([
      'paragraph | Keys',
      'paragraph | <edit> (default: e)\nOpens it in an editor.',
      'paragraph | Then it is sent.',
      'paragraph | Run it:',
      'code | $ edit',
      'paragraph | Done.',
    ]);
  });

  it('leaves out tables of contents, wherever they stand, and lines that are drawn', () => {
    const source = `Kiln

Table of Contents

1. Start
    1.1 Doors
    1.2 Walls and all that
        stands before them
2. Use
3. Words
    3.1 Short ones
    3.2 Others

=======

1. Start

1.1 Doors

They open.

1.2 Walls and all that stands before them

Doors ............... 1
Walls ............... 2
Use ................. 3
Words .............. 14

2. Use

Fire it.

3. Words

3.1 Short ones

3.2 Others

No more.`;
    expect(outline(source)).toEqual([
      'paragraph | Kiln',
      'h1 | 1. Start',
      'h2 | 1.1 Doors',
      'paragraph | They open.',
      'h2 | 1.2 Walls and all that stands before them',
      'h1 | 2. Use',
      'paragraph | Fire it.',
      'h1 | 3. Words',
      'h2 | 3.1 Short ones',
      'h2 | 3.2 Others',
      'paragraph | No more.',
    ]);
    expect(parseText(bytesOf(source)).leftOut).toMatchObject([
      { kind: 'navigation', text: expect.stringMatching(/^Table of Contents 1\. Start/) },
    ]);
  });

  it('keeps a list whose entries stand nowhere else', () => {
    const source = 'Bring:\n\nClay\nWater\nSalt\nSand\n\nSalt\n\nIt is white.';
    expect(outline(source)[1]).toBe('paragraph | Clay\nWater\nSalt\nSand');
  });

  it.each([
    ['form feeds', '\n\f\n', ''],
    ['form feeds before the next page', '\n\f', ''],
    ['numbers at their feet', '\n\n', ' '],
  ])('takes the pages of a printed text together: %s', (_, feed, space) => {
    const page = (number: number, text: string) =>
      `RFC 5   KILN   May 2026\n\n${text}\n\nSmith${' '.repeat(9 - number)}[Page ${number}]${space}`;
    const pages = [
      '   A kiln is hot. Wait until it is',
      '   cold, and open it.\n\n   o  one\n      pot',
      '   o  two\n\n   The end.',
    ];
    const source = pages.map((text, at) => page(at + 1, text)).join(feed);
    expect(outline(source)).toEqual([
      'paragraph | A kiln is hot. Wait until it is\ncold, and open it.',
      'list-item | 1 | - one pot',
      'list-item | 1 | - two',
      'paragraph | The end.',
    ]);
    expect(parseText(bytesOf(source)).leftOut).toMatchObject([
      { kind: 'header', text: expect.stringMatching(/^RFC 5 KILN/) },
      { kind: 'footer', text: 'Smith [Page 1] Smith [Page 2] Smith [Page 3]' },
    ]);
  });

  it('keeps the titles that begin pages and differ by their numbers', () => {
    const source = ['Chapter 1', 'Chapter 2', 'Chapter 3'].map((title) => `${title}\n\nText\n\n  - 5 -`).join('\n\f\n');
    expect(outline(source)).toEqual(
      ['Chapter 1', 'Chapter 2', 'Chapter 3'].flatMap((title) => [`h1 | ${title}`, 'paragraph | Text']),
    );
  });

  it('keeps what stands at the edges of pages once', () => {
    expect(outline('FIRST\n\nText\n\f\nTwo more\n\nText\n\f\nThree more\n\nEnd')).toEqual([
      'h1 | FIRST',
      'paragraph | Text',
      'paragraph | Two more',
      'paragraph | Text',
      'paragraph | Three more',
      'paragraph | End',
    ]);
  });

  const rows = ['table-row | Key | Use', 'table-row | q | end it now', 'table-row | x | none'];
  it.each<[what: string, source: string, blocks: string[]]>([
    [
      'boxes',
      '┌───┬────────┐\n│Key│  Use   │\n├───┼────────┤\n│q  │end it  │\n│   │now     │\n├───┼────────┤\n│x  │none    │\n└───┴────────┘',
      rows,
    ],
    [
      'signs, without lines between the rows',
      '  +-----+------------+\n  | Key | Use        |\n  +-----+------------+\n  | q   | end it now |\n  | x   | none       |\n  +-----+------------+',
      rows,
    ],
    [
      'lines of many widths',
      '+---+------+\n|Key|Use|\n+---+------+\n|q|end it now|\n+---+------+\n|x|none|\n+---+------+',
      rows,
    ],
    [
      'without names of columns',
      '+---+------+\n| % | all  |\n+---+------+\n| ! | none |\n+---+------+\n| ? | some |\n+---+------+',
      ['table-row | % | all', 'table-row | ! | none', 'table-row | ? | some'],
    ],
    ['a single row', '+---+---+\n| a | b |\n+---+---+', ['table-row | a | b']],
    [
      'a drawing that is no table',
      '   +----+     +---+\n   |User|<--->| A |\n   +----+     +---+\n           file',
      ['code | +----+     +---+\n|User|<--->| A |\n+----+     +---+\n        file'],
    ],
    ['borders alone', '+---+\n+---+', ['code | +---+\n+---+']],
  ])('reads tables that are drawn: %s', (_, source, blocks) => {
    expect(outline(`Text\n\n${source}`).slice(1)).toEqual(blocks);
  });

  it.each([
    ['fences that never end', 400_000, (many) => '```js\n'.repeat(many)],
    ['lines of numbers', 80_000, (many) => '1.1 A\n\n'.repeat(many)],
    ['pages', 400_000, (many) => 'a\n\f\n'.repeat(many / 4)],
    ['dots on one line', 1_000_000, (many) => `A${'. '.repeat(many)}\n`],
    ['entries of contents', 80_000, (many) => '1.1 A .... 3\n'.repeat(many)],
    ['rows of a table', 40_000, (many) => `+---+\n${'|a b|\n+---+\n'.repeat(many)}`],
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

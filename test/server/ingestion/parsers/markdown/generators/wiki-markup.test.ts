import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../../../../../../server/ingestion/parsers/markdown/parse-markdown.ts';
import { expectLinear } from '../../../../../helpers/timing/growth.ts';
import { bytesOf } from '../../../make-files.ts';
import { blocksOf, expectSound } from '../../../parse/invariants.ts';

const parse = (source: string, fileName?: string) => {
  const document = parseMarkdown(bytesOf(source), fileName);
  expectSound(document);
  return document;
};
const textOf = (source: string) => parse(source).text;
/** Blocks as lines: the callout they stand in, and their text. */
const outline = (source: string) =>
  blocksOf(parse(source)).map((block) => {
    const { callout, text } = block as { callout?: string; text: string };
    return callout ? `${callout} | ${text}` : text;
  });

describe('the Markdown of wikis', () => {
  it.each<[what: string, source: string, text: string]>([
    ['a link to a page', 'See [[Ferry times]] first.', 'See Ferry times first.'],
    ['a link with a text', 'See [[Ferry times|the timetable]].', 'See the timetable.'],
    ['markup in the text of a link', 'See [[Ferry|the **fast** `ferry`]].', 'See the fast ferry.'],
    ['a link to a heading of the page', 'See [[#Fares]].', 'See Fares.'],
    ['a link to a heading of a page', 'See [[Ferry#Fares]].', 'See Ferry > Fares.'],
    ['a link to a heading below a heading', 'See [[Ferry#Fares#Children]].', 'See Ferry > Fares > Children.'],
    ['a link to a heading with a text', 'See [[Ferry#Fares|what it costs]].', 'See what it costs.'],
    ['a link to a block', 'See [[Ferry#^f4a3b1]].', 'See Ferry.'],
    ['a link with the ending of a file', 'See [[harbour/Ferry.md]].', 'See harbour/Ferry.'],
    ['markup that is part of a name', 'See [[my_page_name]] and [[*]].', 'See my_page_name and [[*]].'],
    ['a name that would begin a list', '[[1. Ferry]]\n', '1. Ferry'],
    [
      'the name of a day, and of a note by its time',
      '[[2024-05-17]] and [[202405171230]]',
      '2024-05-17 and 202405171230',
    ],
    ['an end of a word behind a link', 'All [[ferry]]s and [[bus]]es', 'All ferrys and buses'],
    ['links side by side', '[[Ferry]][[Bus|bus]] ![[map.png]][[Taxi]]', 'Ferrybus Taxi'],
    ['names that would be markup', '[[- Ferry]]\n\n[[1. Bus]]\n\nC [[~a~ & *b*]]', '- Ferry\n\n1. Bus\n\nC ~a~ & *b*'],
    ['links in HTML', '<table>\n<tr><td>[[Ferry_1]]</td><td>[[Bus|the bus]]</td></tr>\n</table>', 'Ferry_1 | the bus'],
    ['a link without spaces around it', '请看[[渡轮|时刻表]]的说明。', '请看时刻表的说明。'],
    ['an address with a text', 'See [[the port|https://port.test/a]].', 'See the port.'],
    ['links in a heading', '## With [[Ferry|the ferry]]', 'With the ferry'],
    ['links in a table', '| a | b |\n|---|---|\n| [[Ferry\\|the ferry]] | [[Bus]] |', 'a | b\nthe ferry | Bus'],
    ['an embedded picture', 'Before ![[map.png]] after', 'Before after'],
    ['embedded pictures with a size', 'A\n\n![[a map.JPG|300]]\n\n![[b.svg|300x200]]\n\nB', 'A\n\nB'],
    ['an embedded picture with a text', 'A ![[map.png|a map of the port|300]]', 'A a map of the port'],
    ['an embedded recording', 'A\n\n![[call.mp3]]\n\nB', 'A\n\nB'],
    ['an embedded page', 'A\n\n![[Ferry#Fares]]\n\nB', 'A\n\nFerry > Fares\n\nB'],
    ['an embedded file', 'A\n\n![[prices.pdf#page=3]]', 'A\n\nprices.pdf'],
    ['highlighted text', 'Pull ==the lever **twice**== now, ==`a == b`==.', 'Pull the lever twice now, a == b.'],
    ['highlighted text over two lines', 'Pull ==the\nlever== now.', 'Pull the lever now.'],
    ['highlighted text between ideographs', '请==拉两次==手柄', '请拉两次手柄'],
    ['a comment', 'Pull %%TODO: which one?%% the lever.', 'Pull the lever.'],
    ['a comment over two lines', 'Pull %%which\none?%% the lever.', 'Pull the lever.'],
    ['a comment of several paragraphs', 'A\n\n%%\nB\n\n```\nC\n```\n%%\n\nD', 'A\n\nD'],
    ['a comment of paragraphs that begins with its text', 'A\n\n%% B\n\nC %%\nD', 'A\n\nD'],
    ['the id of a paragraph', 'Pull the lever. ^f4a3b1\n\nTurn it. ^the-second', 'Pull the lever.\n\nTurn it.'],
    ['the ids of items', '- one ^a1b2c3\n- two ^121212', '- one\n- two'],
    ['the id of what is embedded', 'A picture\n\n![[map.png]]^the-map\n\nAfter', 'A picture\n\nAfter'],
    ['an id on a line of its own', '| a |\n|---|\n| b |\n\n^t4b1e5\n\nAfter', 'a\nb\n\nAfter'],
  ])('reads %s', (_, source, text) => {
    expect(textOf(source)).toBe(text);
  });

  it.each<[what: string, source: string, blocks: string[]]>([
    ['a title', '> [!note] The lever\n> Pull it.', ['note | The lever', 'note | Pull it.']],
    ['a fold', '> [!warning]- Hot\n> - a\n> - b', ['warning | Hot', 'warning | - a', 'warning | - b']],
    ['a look', '> [!tip|wide right]\n> Pull it.', ['tip | Pull it.']],
    ['a kind of its own', '> [!my-kind] The lever\n> Pull it.', ['note | The lever', 'note | Pull it.']],
    ['a question', '> [!faq]+ Why [[lever|levers]]?\n> They hold.', ['note | Why levers?', 'note | They hold.']],
    [
      'a sentence in the place of a title',
      '> [!NOTE] Pull the lever of the old ferry twice before you turn the wheel\n> to the left.',
      ['note | Pull the lever of the old ferry twice before you turn the wheel to the left.'],
    ],
    [
      'another callout',
      '> [!info] One\n> A\n> > [!danger] Two\n> > B',
      ['note | One', 'note | A', 'warning | Two', 'warning | B'],
    ],
    ['an id', '> [!note]\n> Pull it.\n> ^f4a3b1\n\nAfter', ['note | Pull it.', 'After']],
  ])('reads callouts with %s', (_, source, blocks) => {
    expect(outline(source)).toEqual(blocks);
  });

  it.each(['See `[[Ferry|x]]`, `![[a.png]]`, `==a==`, `%%b%%`.', 'See ``a[[b]] ` ^f4a3b1``'])(
    'leaves inline code as it is: %s',
    (source) => {
      expect(textOf(source)).toBe(source.replaceAll(/`+(?=[^ ]|\.)|(?<=[^ ])`+/g, ''));
    },
  );

  it('leaves blocks of code as they are', () => {
    const code = '[[products]]\nname = "a" ^f4a3b1\n%%time\n==a== [[Ferry|x]] ![[a.png]]\n%% b %%';
    expect(textOf(`A\n\n\`\`\`toml\n${code}\n\`\`\`\n\nB`)).toBe(`A\n\n${code}\n\nB`);
    expect(textOf(`A\n\n${code.replace(/^/gm, '    ')}\n\nB`)).toBe(`A\n\n${code}\n\nB`);
  });

  it.each([
    ['a[[0]] and b[[i]][[j]] and x[["name"]] and f()[[1]]'],
    ['a matrix [[1, 2], [3, 4]], a row [[1, 2]], names [["a"]]'],
    ['if [[ -f a ]] && [[ $b == c ]] or [[:alpha:]]'],
    ['[[products]]\nname = "a"', '[[products]] name = "a"'],
    ['\\[[Ferry]], \\==a\\==', '[[Ferry]], ==a=='],
    ['as in [[1]](http://x.test) and [[a b]](http://x.test)', 'as in [1] and [a b]'],
    ['as in [[RFC 1]]\n\n[RFC 1]: http://x.test', 'as in [RFC 1]'],
    ['- [ ] open\n- [x] done'],
    ['[[gnu::cold]] and [[deprecated("old")]]'],
    ['a == b, x==1 or y==2, a ==b and c ==d, (==) or "==" and "=="'],
    ['100%% sure, 50%% not; for %%a in (x) do echo %%a'],
    ["replace %%VERSION%% and LIKE '%%a%%'"],
    ['10 ^3 and x ^2\n\n5 ^ 3', '10 ^3 and x ^2\n\n5 ^ 3'],
    ['Title\n=====\n\nA', 'Title\n\nA'],
    ['%% A\n\nB', '%% A\n\nB'],
  ])('does not harm %j', (source, text = source) => {
    expect(textOf(source)).toBe(text);
  });

  it('leaves out a table of contents of links', () => {
    expect(textOf('# Port\n\n- [[#Ferry]]\n- [[#Bus]]\n- [[#Taxi|Taxis]]\n\n## Ferry\n\nIt runs.')).toBe(
      'Port\n\nFerry\n\nIt runs.',
    );
  });

  it.each<[source: string, fileName: string, title: string | null]>([
    ['---\ntitle: Ferries\n---\nText', 'the_ferry.md', 'Ferries'],
    ['# Ferries\n\nText', 'the_ferry.md', 'Ferries'],
    ['## Fares\n\nText', 'Harbour_2-deck_ferry.md', 'Harbour 2-deck ferry'],
    ['Text', 'getting-started.markdown', 'getting started'],
    ['Text', 'Ferry times.mdx', 'Ferry times'],
    ['Text', '2024-05-17.md', '2024-05-17'],
    ['---\naliases: [The ferry, Boats]\n---\nText', 'Ferry.md', 'Ferry'],
    ['---\naliases: [The ferry, Boats]\n---\nText', '202405171230.md', 'The ferry'],
    ['---\naliases:\n  - "The ferry"\n  - Boats\n---\nText', '202405171230.md', 'The ferry'],
    ['---\nalias: The ferry\n---\nText', '202405171230.md', 'The ferry'],
    ['Text', 'Ferry times a834d55573614857a48a9ce9ec4194e3.md', 'Ferry times'],
    ['## Fares\n\nText\n\n# An example\n\nText', 'Ferry.md', 'Ferry'],
    ['## Fares\n\nText\n\n# The ferry\n\nText', 'Ferry.md', 'The ferry'],
    ['## Fares\n\nText\n\n# An example\n\nText', 'index.md', 'An example'],
    ['Text', 'index.md', null],
    ['Text', 'README.md', null],
    ['Text', 'docs.example.org', null],
    ['Text', '', null],
  ])('gives %j in %j the title %j', (source, fileName, title) => {
    expect(parse(source, fileName).title).toBe(title);
  });

  it.each([
    ['links without an end', (many: number) => '[[a|'.repeat(many)],
    ['brackets', (many: number) => '['.repeat(many)],
    ['links', (many: number) => '[[a]] '.repeat(many)],
    ['highlights without an end', (many: number) => ' ==a'.repeat(many)],
    ['comments without an end', (many: number) => '%%a\n\n'.repeat(many)],
    ['comments of several lines', (many: number) => '%%\na\n%%\n'.repeat(many)],
    ['comments within a paragraph', (many: number) => ' %%a'.repeat(many)],
    ['ids', (many: number) => ' ^a1'.repeat(many)],
    ['headers of TOML', (many: number) => '[[a]]\nb = 1\n'.repeat(many)],
  ])('takes time that grows with the length: %s', (_, source) => {
    return expectLinear(20_000, (many) => textOf(`A ${source(many)}`));
  });
});

describe('what Notion exports', () => {
  const LONG =
    'The ferry leaves from the second pier at every full hour, from six in the morning until eleven in the evening, and on Sundays from eight. In a storm it stays, and a bus drives around the bay instead of it.';
  /** Headings and texts, with the depth of items. */
  const sections = (source: string) =>
    blocksOf(parse(source)).map((block) => {
      const {
        kind,
        level = '',
        depth = '',
        text,
      } = block as { kind: string; level?: number; depth?: number; text: string };
      return `${kind}${level}${depth} ${text}`;
    });

  it('has sections below the labels of what opens', () => {
    const toggle = (label: string, text: string) => `- **${label}**\n    \n    ${text}\n    \n    - Item\n    \n`;
    expect(sections(`# Ferry\n\n${toggle('1. When does it leave?', LONG)}${toggle('Fares', LONG)}\nEnd.`)).toEqual([
      'heading1 Ferry',
      'heading2 1. When does it leave?',
      `paragraph ${LONG}`,
      'list-item1 - Item',
      'heading2 Fares',
      `paragraph ${LONG}`,
      'list-item1 - Item',
      'paragraph End.',
    ]);
  });

  it('has sections in sections', () => {
    const inner = `- Fares\n    \n    ${LONG}\n    \n- Tickets\n    \n    ${LONG}\n`;
    expect(sections(`# Ferry\n\n- All of it\n    \n    ${LONG}\n    \n${inner.replace(/^/gm, '    ')}`)).toEqual([
      'heading1 Ferry',
      'heading2 All of it',
      `paragraph ${LONG}`,
      'heading3 Fares',
      `paragraph ${LONG}`,
      'heading3 Tickets',
      `paragraph ${LONG}`,
    ]);
  });

  it('has sections that a paragraph announces', () => {
    const list = `How it works:\n\n- Fares\n    \n    ${LONG}\n    \n- Dogs\n    \n    ${LONG}\n`;
    expect(parse(list, `Ferry a8${'3'.repeat(30)}.md`).blocks.map(({ kind }) => kind)).toEqual([
      'paragraph',
      'heading',
      'paragraph',
      'heading',
      'paragraph',
    ]);
  });

  it('keeps an item without a text among sections as an item', () => {
    const toggles = `- Fares\n    \n    ${LONG}\n    \n- Tickets\n    \n    ${LONG}\n    \n- Dogs\n`;
    expect(sections(`# Ferry\n\n${toggles}`).slice(-2)).toEqual([`paragraph ${LONG}`, 'list-item1 - Dogs']);
  });

  it.each<[what: string, list: string]>([
    ['of short texts', '- Fares\n\n    Two euros.\n\n- Dogs\n\n    Free.'],
    ['of sentences', `- The ferry is free.\n\n    ${LONG}\n\n- Dogs are free.\n\n    ${LONG}`],
    ['of texts that are led to', `- Fares:\n\n    ${LONG}\n\n- Dogs:\n\n    ${LONG}`],
    ['that a paragraph announces', `Do one of these:\n\n- Fares\n\n    ${LONG}\n\n- Dogs\n\n    ${LONG}`],
    ['of nested lists', `- Fares\n    - ${LONG}\n- Dogs\n    - ${LONG}`],
    ['of steps', `1. Buy a ticket\n\n    ${LONG}\n\n2. Board\n\n    ${LONG}`],
    ['of tasks', `- [ ] Buy a ticket\n\n    ${LONG}\n\n- [ ] Board\n\n    ${LONG}`],
    ['with higher headings inside', `- Fares\n\n    # Adults\n\n    ${LONG}\n\n- Dogs\n\n    ${LONG}`],
    ['in a quotation', `> - Fares\n>\n>     ${LONG}\n>\n> - Dogs\n>\n>     ${LONG}`],
  ])('has no sections for a list %s', (_, list) => {
    expect(sections(`# Ferry\n\n${list}`).some((line) => /^heading. (?:Fares|Dogs|The ferry|Buy)/.test(line))).toBe(
      false,
    );
  });

  it('has callouts whose text is Markdown', () => {
    expect(outline('Text\n\n<aside>\n💡 **Dogs** are [free](a.md).\n\nCats too.\n\n</aside>\n\nEnd.')).toEqual([
      'Text',
      'note | 💡 Dogs are free.',
      'note | Cats too.',
      'End.',
    ]);
    expect(outline('<aside>\n<p>In **HTML**</p>\n</aside>\n\nEnd.')).toEqual(['In HTML', 'End.']);
  });

  it('has callouts in items, which end there', () => {
    expect(outline('- Cats\n    \n    <aside>\n    💡 Free.\n    \n    </aside>\n    \n- Dogs\n\nEnd.')).toEqual([
      '- Cats',
      'note | 💡 Free.',
      '- Dogs',
      'End.',
    ]);
  });

  it.each([
    ['at its text', '<aside>\nDogs are free.\n\n## Fares\n\nEnd.'],
    ['at an empty line', '<aside>\n\nDogs are free.\n\n## Fares\n\nEnd.'],
    ['with a closed one', '<aside>\nDogs are free.\n\n## Fares\n\n<aside>\nEnd.\n</aside>'],
  ])('has no callout that stays open: %s', (_, source) => {
    const blocks = blocksOf(parse(`Text\n\n${source}`));
    expect(blocks).toContainEqual({ kind: 'paragraph', text: 'Dogs are free.' });
    expect(blocks).toContainEqual({ kind: 'heading', text: 'Fares', level: 2 });
  });

  it('has a line for each field of a page of a database', () => {
    expect(parse('# Boat 7\n\nOwner: Ada\nStatus: In use\nTags: bay, [old](a.md)\n\nIt leaks.').text).toBe(
      'Boat 7\n\nOwner: Ada\nStatus: In use\nTags: bay, old\n\nIt leaks.',
    );
    expect(parse('# Boat 7\n\nOwner: [Ada][1]\\\nuse: yes  \nState: dry\n\n[1]: a.md').text).toBe(
      'Boat 7\n\nOwner: Ada\nuse: yes\nState: dry',
    );
  });

  it.each(['Note: the boat\nleaks.', 'There are two boats: those that carry\ncars, and the old one: this one.'])(
    'has no fields in running text: %j',
    (text) => {
      expect(parse(`# Boat 7\n\n${text}`).text).toBe(`Boat 7\n\n${text.replace('\n', ' ')}`);
    },
  );

  it.each([
    ['6**. Closing** of the pier', '6. Closing of the pier'],
    ['received ****100,000 euros', 'received 100,000 euros'],
    ['with ****honesty', 'with honesty'],
    ['the key ****a1b2', 'the key ****a1b2'],
    ['the card ****4242', 'the card ****4242'],
    ['takes int**, char** and void', 'takes int**, char** and void'],
    ['Adults**: 5 euros, children**: 3 euros', 'Adults**: 5 euros, children**: 3 euros'],
    ['x**-1, y**-2', 'x**-1, y**-2'],
    ['a ** b ** c', 'a ** b ** c'],
  ])('shows %j as %j', (source, text) => {
    expect(textOf(source)).toBe(text);
  });

  it.each([
    [
      'nested sections',
      (many: number) =>
        Array.from({ length: many }, (_, at) => `${'  '.repeat(at % 30)}- a\n\n${'  '.repeat((at % 30) + 1)}b\n`).join(
          '',
        ),
    ],
    ['fields', (many: number) => `# A\n\n${'a: b\n'.repeat(many)}`],
    ['loose marks', (many: number) => 'a**. b '.repeat(many)],
    ['callouts that stay open', (many: number) => '<aside>\na\n\n'.repeat(many)],
  ])('takes time that grows with the length: %s', (_, source) => {
    return expectLinear(2_000, (many) => textOf(source(many)));
  });
});

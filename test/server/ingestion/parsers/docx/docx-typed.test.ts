import { describe, expect, it } from 'vitest';
import {
  blocksOf,
  definition,
  documentOf,
  item,
  itemsOf,
  level,
  list,
  paragraph,
  run,
  style,
  styled,
} from './word-parts.ts';

const bare = (text: string) => `<w:p>${run(text)}</w:p>`;
const tabbed = (...cells: string[]) => `<w:p>${cells.map((cell) => run(cell)).join('<w:r><w:tab/></w:r>')}</w:p>`;
const numbering = definition(0, level(0, 'decimal', '%1.')) + list(1, 0);
const heading = style('H1', 'heading 1');

describe('what is typed in a Word document', () => {
  it('is a list where numbers or letters count on, within others too', async () => {
    const lines = [
      '(a) a lid',
      '(b) a lens of',
      '(i) glass or',
      '(ii) horn',
      '(c) a wick',
      '1. To light it,',
      '2. lift the lid.',
    ];
    expect(await itemsOf([bare('A lamp has:'), ...lines.map(bare)])).toEqual([
      'paragraph: A lamp has:',
      'list-item1: (a) a lid',
      'list-item1: (b) a lens of',
      'list-item2: (i) glass or',
      'list-item2: (ii) horn',
      'list-item1: (c) a wick',
      'list-item2: 1. To light it,',
      'list-item2: 2. lift the lid.',
    ]);
  });

  it('counts letters and Roman numbers, past one that was taken out and past a paragraph', async () => {
    const letters = ['g', 'h', 'i', 'j'].map((letter) => bare(`${letter}) part`));
    expect(await itemsOf([bare('f) part'), ...letters])).toEqual(Array(5).fill(expect.stringMatching(/^paragraph/)));
    const all = 'abcdefghij'.split('').map((letter) => bare(`${letter}) part ${letter}`));
    expect((await itemsOf(all)).every((one) => one.startsWith('list-item1'))).toBe(true);
    const upper = ['I. one', 'II. two', 'IV. four'].map(bare);
    expect(await itemsOf(upper)).toEqual(['list-item1: I. one', 'list-item1: II. two', 'list-item1: IV. four']);
    expect(await itemsOf([bare('(A) lid'), bare('Of tin.'), bare('(B) lens')])).toEqual([
      'list-item1: (A) lid',
      'paragraph: Of tin.',
      'list-item1: (B) lens',
    ]);
  });

  it.each([
    ['one alone', [bare('1. Only this.'), bare('And this.')]],
    ['a name', [bare('A. Smith came.'), bare('C. Jones went.'), bare('A. Miller stayed.')]],
    ['lines in bold letters', [paragraph('1. Scope', '', '<w:b/>'), paragraph('2. Terms', '', '<w:b/>')]],
    ['two with much between', [bare('(a) one'), ...Array(6).fill(bare('Text.')), bare('(b) two')]],
    ['an initial', [bare('(ic) what'), bare('(iic) that')]],
  ])('is no list: %s', async (_what, body) => {
    expect((await itemsOf(body)).filter((one) => !one.startsWith('paragraph'))).toEqual(
      _what === 'a name' ? ['list-item1: A. Smith came.', 'list-item1: C. Jones went.'] : [],
    );
  });

  it('does not count on after a heading, nor in what has numbers of its own', async () => {
    const body = [
      bare('(a) one'),
      styled('(b) Fees', 'H1'),
      bare('(b) two'),
      item('(c) three', 0),
      item('(d) four', 0),
    ];
    expect(await blocksOf(body, { styles: heading, numbering })).toEqual([
      'paragraph: (a) one',
      'heading1: (b) Fees',
      'paragraph: (b) two',
      'list-item: 1. (c) three',
      'list-item: 2. (d) four',
    ]);
  });

  it('is a table where columns are set with tabs', async () => {
    const rows = [tabbed('Hours', 'Rate'), bare(''), tabbed('0-100', '0'), tabbed('101-200', '', '20')];
    expect(await itemsOf([bare('What is paid:'), ...rows, bare('The rest is not.')])).toEqual([
      'paragraph: What is paid:',
      'table-row: Hours | Rate',
      'table-row: 0-100 | 0',
      'table-row: 101-200 | 20',
      'paragraph: The rest is not.',
    ]);
  });

  it.each([
    ['one line alone', [tabbed('Signature', 'Date'), bare('Text.')]],
    ['lines with other numbers of columns', [tabbed('a', 'b'), tabbed('a', 'b', 'c')]],
    ['items', [tabbed('(x)', 'one'), tabbed('(y)', 'two')]],
    ['sentences', [tabbed('Name', 'long '.repeat(20)), tabbed('Name', 'long '.repeat(20))]],
    [
      'lines with something struck out',
      [1, 2].map(() => `<w:p>${run('a')}<w:r><w:tab/></w:r>${run('b', '<w:strike/>')}${run('c')}</w:p>`),
    ],
    [
      'lines with a note',
      [1, 2].map(() => `<w:p>${run('a')}<w:r><w:tab/></w:r><w:hyperlink>${run('b')}</w:hyperlink></w:p>`),
    ],
    [
      'headings',
      [1, 2].map(() => `<w:p><w:pPr><w:pStyle w:val="H1"/></w:pPr>${run('1')}<w:r><w:tab/></w:r>${run('Fees')}</w:p>`),
    ],
  ])('is no table: %s', async (_what, body) => {
    expect((await itemsOf(body, { styles: heading })).filter((one) => one.startsWith('table-row'))).toEqual([]);
  });

  it('has paragraphs between empty lines, and items on lines of their own', async () => {
    const br = '<w:r><w:br/></w:r>';
    const text = `<w:r><w:t>One</w:t><w:br/><w:t>line.</w:t><w:br/><w:br/><w:t>Another:</w:t></w:r>${br}${run('(a) lid')}${br}${run(' ')}${br}${run('(b) lens')}${br}`;
    expect(await itemsOf([`<w:p><w:pPr><w:jc w:val="left"/></w:pPr>${text}</w:p>`])).toEqual([
      'paragraph: One\nline.',
      'paragraph: Another:',
      'list-item1: (a) lid',
      'list-item1: (b) lens',
    ]);
    const roman = ['I. lid,', 'II. lens,', 'III. wick', 'etc. and more'].map((line) => run(line));
    expect(await itemsOf([`<w:p>${roman.join(br)}</w:p>`])).toEqual([
      'list-item1: I. lid,',
      'list-item1: II. lens,',
      'list-item1: III. wick\netc. and more',
    ]);
    expect(
      await blocksOf([`<w:p><w:pPr><w:pStyle w:val="H1"/></w:pPr>${run('One')}${br}${br}${run('heading')}</w:p>`], {
        styles: heading,
      }),
    ).toEqual(['heading1: One heading']);
  });
});

it('keeps what is no text between line breaks', async () => {
  const [br, sign] = ['<w:r><w:br/></w:r>', '<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>'];
  const [block] = await itemsOf([`<w:p>${run('One')}${br}${sign}${br}${run('two')}</w:p>`]);
  expect(block).toMatch(/^paragraph: One\n\S+\ntwo$/);
});

describe('lines that are set in', () => {
  const setIn = (text: string, indent = '720') => paragraph(text, `<w:ind w:firstLine="${indent}"/>`);
  const days = ['Good Friday', 'Labor Day', 'Thanksgiving'];

  it('are a list, right below a text', async () => {
    const body = [bare('These are paid:'), bare(''), ...days.map((day) => setIn(day)), bare('No others are.')];
    expect(await itemsOf(body)).toEqual([
      'paragraph: These are paid:',
      ...days.map((day) => `list-item1: - ${day}`),
      'paragraph: No others are.',
    ]);
  });

  it.each([
    ['two lines', [bare('Text.'), setIn('Anna'), setIn('Hudson')]],
    ['lines without a text above', days.map((day) => setIn(day))],
    ['sentences', [bare('Text.'), ...days.map((day) => setIn(`${day}.`))]],
    ['lines with others between', [bare('Text.'), ...days.flatMap((day) => [setIn(day), bare('')])]],
    ['lines that are set in differently', [bare('Text.'), setIn('a', '100'), setIn('b', '200'), setIn('c', '300')]],
  ])('are no list: %s', async (_what, body) => {
    expect((await itemsOf(body)).filter((one) => !one.startsWith('paragraph'))).toEqual([]);
  });
});

describe('a table of contents', () => {
  const styles = style('TOC1', 'toc 1') + style('Fig', 'table of figures') + heading;

  it('is left out with its label, and told', async () => {
    const entries = [
      styled('Fees\t3', 'TOC1'),
      bare(''),
      styled('Terms\t9', 'TOC1'),
      styled('Figure 1 Lamp\t4', 'Fig'),
    ];
    const document = await documentOf(
      [bare('Table of Contents'), bare(''), ...entries, styled('Fees', 'H1'), bare('Contents')],
      { styles },
    );
    expect(document.text).toBe('Fees\n\nContents');
    expect(document.leftOut).toEqual(
      [
        {
          kind: 'navigation',
          characters: 50,
          text: 'Table of Contents Fees 3 Terms 9 Figure 1 Lamp 4'.replace(/ (?=\d+(?: [TF]|$))/g, '\t'),
        },
      ].map((one) => ({ ...one, characters: one.text.length })),
    );
  });

  it('is told by its control where its lines have no style of their own', async () => {
    const control = (gallery: string) =>
      `<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="${gallery}"/></w:docPartObj></w:sdtPr><w:sdtContent>${bare('Fees 3')}</w:sdtContent></w:sdt>`;
    expect(await blocksOf([control('Table of Contents'), control('Cover Pages'), bare('Text.')])).toEqual([
      'paragraph: Fees 3',
      'paragraph: Text.',
    ]);
  });
});

describe('the title of a Word document', () => {
  const styles = heading + style('T', 'Title');

  it.each<[what: string, body: string[], title: string, expected: string | null]>([
    ['in the style of titles', [styled('Fees', 'H1'), styled('The Lamp', 'T')], '', 'The Lamp'],
    ['the only heading of its level', [bare('Anna'), styled('The Lamp', 'H1')], '', 'The Lamp'],
    ['the heading above all', [styled('The Lamp', 'H1'), styled('Fees', 'H1')], '', 'The Lamp'],
    [
      'the heading right above another',
      [bare('Anna'), styled('The Lamp', 'H1'), styled('Fees', 'H1'), bare('None.')],
      '',
      'The Lamp',
    ],
    ['no chapter', [styled('1. Fees', 'H1'), styled('2. Terms', 'H1')], '', null],
    [
      'no chapter below a cover',
      [bare('The Lamp'), styled('Fees', 'H1'), bare('None.'), styled('Terms', 'H1')],
      '',
      null,
    ],
    [
      'its property, if it says so itself',
      [bare('The LAMP'), styled('Fees', 'H1'), bare('None.'), styled('Terms', 'H1')],
      'The Lamp',
      'The Lamp',
    ],
    [
      'no property of another document',
      [bare('The Lamp'), styled('Fees', 'H1'), bare('None.'), styled('Terms', 'H1')],
      'Invoice',
      null,
    ],
    ['no empty one', [styled(' ', 'T'), bare('Text.')], ' ', null],
  ])('is %s', async (_what, body, title, expected) => {
    expect((await documentOf(body, { styles, title })).title).toBe(expected);
  });
});

describe('changes that are tracked', () => {
  const deleted = '<w:rPr><w:del w:id="1"/></w:rPr>';
  const gone = (text: string) => `<w:del><w:r><w:delText>${text}</w:delText></w:r></w:del>`;
  const numbered = (properties: string, content: string) =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>${properties}</w:pPr>${content}</w:p>`;

  it('leave no number where a paragraph or a row was deleted', async () => {
    const row = `<w:tbl><w:tr><w:trPr><w:del w:id="2"/></w:trPr><w:tc>${item('Gone', 0)}</w:tc></w:tr></w:tbl>`;
    const moved = numbered('<w:rPr><w:moveFrom w:id="3"/></w:rPr>', `<w:moveFrom>${run('Moved')}</w:moveFrom>`);
    const body = [item('One', 0), numbered(deleted, gone('Gone')), row, moved, item('Two', 0)];
    expect(await blocksOf(body, { numbering })).toEqual(['list-item: 1. One', 'list-item: 2. Two']);
  });

  it('count a paragraph whose text alone was deleted, as Word does, and not the end of a section', async () => {
    const body = [item('One', 0), numbered('', gone('Gone')), numbered('<w:sectPr/>', ''), item('Three', 0)];
    expect(await blocksOf(body, { numbering })).toEqual(['list-item: 1. One', 'list-item: 3. Three']);
  });
});

describe('text boxes of a Word document', () => {
  const choice = (text: string) =>
    `<mc:Choice Requires="wps"><w:drawing><wps:txbx><w:txbxContent>${text}</w:txbxContent></wps:txbx></w:drawing></mc:Choice>`;
  const copy = (text: string) =>
    `<mc:Fallback><w:pict><v:oval><v:textbox><w:txbxContent>${text}</w:txbxContent></v:textbox></v:oval></w:pict></mc:Fallback>`;
  const names =
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml"';
  const shape = (content: string) =>
    `<w:p><w:r><mc:AlternateContent ${names}>${content}</mc:AlternateContent></w:r></w:p>`;

  it('are read once, with numbers that count once', async () => {
    const body = [item('One', 0), shape(choice(item('Two', 0)) + copy(item('Two', 0))), item('Three', 0)];
    expect(await blocksOf(body, { numbering })).toEqual([
      'list-item: 1. One',
      'list-item: 2. Two',
      'list-item: 3. Three',
    ]);
  });

  it('are read where old programs get a picture or nothing', async () => {
    const picture = '<mc:Fallback><w:pict/></mc:Fallback>';
    expect(await blocksOf([shape(choice(bare('In a box')) + picture), shape(choice(bare('In another')))])).toEqual([
      'paragraph: In a box',
      'paragraph: In another',
    ]);
  });
});

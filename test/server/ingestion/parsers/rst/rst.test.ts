import { describe, expect, it } from 'vitest';
import { parseRst } from '../../../../../server/ingestion/parsers/rst/parse-rst.ts';
import { bytesOf } from '../../make-files.ts';
import { blocksOf, expectSound } from '../../parse/invariants.ts';
import { paragraph } from '../expected-blocks.ts';

const read = (text: string) => {
  const document = parseRst(bytesOf(text));
  expectSound(document);
  return blocksOf(document);
};
const item = (text: string, more = {}) => ({ kind: 'list-item', text, depth: 1, ...more });

describe('parseRst', () => {
  it('gives titles their level by the order of their styles, and the page the first of them', () => {
    const text = '======\nManual\n======\n\nCare\n====\n\nOil\n---\n\nEvery month.\n\nStorage\n=======\n';
    expect(read(text)).toEqual([
      { kind: 'heading', text: 'Manual', level: 1 },
      { kind: 'heading', text: 'Care', level: 2 },
      { kind: 'heading', text: 'Oil', level: 3 },
      paragraph('Every month.'),
      { kind: 'heading', text: 'Storage', level: 2 },
    ]);
    expect(parseRst(bytesOf(text)).title).toBe('Manual');
  });

  it('takes a line of colons below text for a title, but not two colons', () => {
    expect(read('Edit a lamp\n:::::::::::\n\nText\n\nLamp\n::\n\n  code\n').slice(0, 3)).toEqual([
      { kind: 'heading', text: 'Edit a lamp', level: 1 },
      paragraph('Text'),
      paragraph('Lamp'),
    ]);
  });

  it('shows a reference to a label as the title below that, where it is in the page', () => {
    const text = `See :ref:\`kiln-Rates\`, :ref:\`hot_oven\`, :ref:\`other-page\` and :ref:\`this <kiln-rates>\`.

.. _kiln-rates:
.. _old-name:

Rates of a \`\`kiln\`\`
===================

Text, see :ref:\`old-name\`.

.. _hot_oven:

========
The oven
========

.. _no-title:

Text, see :ref:\`no-title\`.
`;
    expect(read(text).map(({ text }) => text)).toEqual([
      'See Rates of a kiln, The oven, other page and this.',
      'Rates of a kiln',
      'Text, see Rates of a kiln.',
      'The oven',
      'Text, see no title.',
    ]);
  });

  it('makes headings of terms and objects with long definitions, and goes on under the heading before', () => {
    const long = 'It says how the kiln is fired. '.repeat(8).trim();
    const text = `Kiln
====

Rates
-----

ramp : number
    ${long}

    | More.

hold
    Short.

peak
    ${long}

    .. option:: --peak DEGREES
                --top DEGREES

       ${long}

After all.
`;
    expect(read(text).map(({ kind, text, level, depth }) => [kind, level ?? depth ?? 0, text.slice(0, 40)])).toEqual([
      ['heading', 1, 'Kiln'],
      ['heading', 2, 'Rates'],
      ['heading', 3, 'ramp (number)'],
      ['paragraph', 0, long.slice(0, 40)],
      ['paragraph', 0, 'More.'],
      ['heading', 3, 'hold'],
      ['paragraph', 0, 'Short.'],
      ['heading', 3, 'peak'],
      ['paragraph', 0, long.slice(0, 40)],
      ['heading', 4, '--peak DEGREES, --top DEGREES'],
      ['paragraph', 0, long.slice(0, 40)],
      ['paragraph', 0, 'After all.'],
    ]);
    const last = parseRst(bytesOf(text)).blocks.at(-1);
    expect(last?.endsLevel).toBe(3);
  });

  it('keeps where names lead that are defined elsewhere', () => {
    const text = `Use \`Common\nCrawl\`_, Tor_, (\`x\`Kiln_), \`the guide\`_ and Oven_.

.. _common crawl: https://crawl.example/
.. _Tor: https://tor.example/a_b
.. _Kiln: https://kiln.example/
.. _the guide:
.. _Oven: Tor_
`;
    const [block] = read(text);
    expect(block?.text).toBe('Use Common Crawl, Tor, (xKiln), the guide and Oven.');
    expect(block?.links).toEqual([
      ['Common Crawl', 'https://crawl.example/'],
      ['Tor', 'https://tor.example/a_b'],
      ['Kiln', 'https://kiln.example/'],
    ]);
  });

  it('keeps where a reference leads', () => {
    const [block] = read(
      '`Our site <https://example.com/\nplans>`_, :doc:`the guide </guide>` and `A <guide.html>`__.',
    );
    expect(block?.links).toEqual([
      ['Our site', 'https://example.com/plans'],
      ['A', 'guide.html'],
    ]);
  });

  it.each([
    ['``a`` and :func:`~os.path.join` and :py:class:`!Lamp`', 'a and join and Lamp', ['a', 'join', 'Lamp']],
    ['**bold**, *em* and 2 * 3 * 4', 'bold, em and 2 * 3 * 4', undefined],
    [
      '`Site <https://example.com>`_ and `Guide`_ and Guide_ and snake_ and `x`__',
      'Site and Guide and Guide and snake_ and x',
      undefined,
    ],
    [
      ':ref:`the guide <guide>`, :doc:`/how/to-install`, :ref:`first-steps`',
      'the guide, to install, first steps',
      undefined,
    ],
    [':pep:`8`, :issue:`12`, :kbd:`Ctrl`', 'PEP 8, #12, Ctrl', ['Ctrl']],
    ['|name| in |unknown|', 'Lantern in unknown', undefined],
    ['A note [1]_ and [#]_ and [Knuth]_.', 'A note and and [Knuth].', undefined],
    ['re\\ ``Structured``\\ Text \\*', 'reStructuredText *', ['Structured']],
    ['an unclosed `word and ``literal and **strong', 'an unclosed `word and ``literal and **strong', undefined],
  ])('leaves no markup in %s', (text, shown, code) => {
    const [block] = read(`${text}\n\n.. _Guide: https://example.com\n.. |name| replace:: Lantern\n`);
    expect({ ...block, links: undefined }).toEqual(paragraph(shown, code && { code }));
  });

  it('reads a sentence that begins with thirty options', () => {
    const options = Array.from({ length: 30 }, (_, n) => `--option-${n} <value>`).join(', ');
    expect(read(`-a, ${options} and *all* others.\n`)).toEqual([paragraph(`-a, ${options} and all others.`)]);
  });

  it('reads lists with their nesting, definitions, options and fields', () => {
    const text = [
      '- one\n  goes on\n\n  1. first\n  2. second\n\n- two\n',
      'term : type\n    What it means.\n',
      '-v, --verbose  Says more.\n',
      ':param int size: The size.\n:returns: ``True``.\n',
    ];
    expect(read(text.join('\n'))).toEqual([
      item('- one goes on'),
      { kind: 'list-item', text: '1. first', depth: 2, ordered: true },
      { kind: 'list-item', text: '2. second', depth: 2, ordered: true },
      item('- two'),
      item('- term (type)'),
      paragraph('What it means.', { depth: 1 }),
      item('- -v, --verbose: Says more.', { code: ['-v, --verbose'] }),
      item('- size (int): The size.', { code: ['size'] }),
      item('- Returns: True.', { code: ['True'] }),
    ]);
  });

  it('keeps code whole, with its language', () => {
    const text = [
      'Run this::\n\n    a\n\n      b\n',
      '.. code-block:: python\n   :caption: app.py\n   :linenos:\n\n   def a():\n       pass\n',
      '.. highlight:: c\n\n::\n\n  int x;\n',
      '>>> 1 + 1\n2\n',
    ];
    expect(read(text.join('\n'))).toEqual([
      paragraph('Run this:'),
      { kind: 'code', text: 'a\n\n  b' },
      paragraph('app.py'),
      { kind: 'code', text: 'def a():\n    pass', language: 'python' },
      { kind: 'code', text: 'int x;', language: 'c' },
      { kind: 'code', text: '>>> 1 + 1\n2', language: 'python' },
    ]);
  });

  it('reads notes, versions and quotations apart from the text', () => {
    const text = [
      '.. warning:: Hot.\n   Do not touch.\n',
      '.. note::\n\n   Look.\n\n   - here\n',
      '.. versionadded:: 3.2\n   The lid.\n',
      '.. deprecated:: 4.0 Use the other.\n',
      'He said:\n\n  Light!\n',
    ];
    expect(read(text.join('\n'))).toEqual([
      paragraph('Hot. Do not touch.', { callout: 'warning' }),
      paragraph('Look.', { callout: 'note' }),
      item('- here', { callout: 'note' }),
      paragraph('Added in version 3.2: The lid.', { callout: 'note' }),
      paragraph('Deprecated since version 4.0: Use the other.', { callout: 'warning' }),
      paragraph('He said:'),
      paragraph('Light!', { callout: 'quote' }),
    ]);
  });

  it('reads a line in bold with indented lines below it as a term, and an indented list as a list', () => {
    const long = 'It says how the kiln is fired. '.repeat(8).trim();
    const short = [
      '**Cone**\n\n   A number.\n',
      '**Slip**:\n\n   Wet clay.\n\n   Thin.\n',
      'Such as\n\n   * one\n   * two\n',
    ];
    expect(read(short.join('\n'))).toEqual([
      item('- Cone'),
      paragraph('A number.', { depth: 1 }),
      item('- Slip:'),
      paragraph('Wet clay.', { depth: 1 }),
      paragraph('Thin.', { depth: 1 }),
      paragraph('Such as'),
      item('- one'),
      item('- two'),
    ]);
    const text = `Kiln\n====\n\n**Rates**\n\n   ${long}\n\n**No term**\n\nText.\n\n**Last**\n\n`;
    expect(read(text).slice(1)).toEqual([
      { kind: 'heading', text: 'Rates', level: 2, endsLevel: 2 },
      paragraph(long),
      paragraph('No term', { endsLevel: 2 }),
      paragraph('Text.'),
      paragraph('Last'),
    ]);
  });

  it.each([
    [
      'a grid',
      '+------+-------+\n| Name | Price |\n+======+=======+\n| Lamp | 12    |\n|      | each  |\n+------+-------+\n',
    ],
    ['columns', '====  =======\nName  Price\n====  =======\nLamp  12 each\n====  =======\n'],
    [
      'lists',
      '.. list-table::\n   :header-rows: 1\n   :widths: 1 2\n\n   * - Name\n     - Price\n   * - Lamp\n     - 12\n       each\n',
    ],
    ['commas', '.. csv-table::\n   :header: "Name", "Price"\n\n   "Lamp", "12 each"\n'],
  ])('reads a table of %s', (_what, text) => {
    expect(read(text)).toEqual([
      { kind: 'table-row', text: 'Name | Price', header: true },
      { kind: 'table-row', text: 'Lamp | 12 each' },
    ]);
  });

  it('reads what is described of a program under its signature', () => {
    const text =
      '.. py:function:: light(on=True)\n                 light()\n   :noindex:\n\n   Turns it on.\n\n   :param on: Or off.\n';
    expect(read(text)).toEqual([
      item('- light(on=True)', { code: ['light(on=True)'] }),
      item('- light()', { code: ['light()'] }),
      paragraph('Turns it on.', { depth: 1 }),
      { kind: 'list-item', text: '- on: Or off.', depth: 2, code: ['on'] },
    ]);
  });

  it('shows neither comments nor what belongs to the site, and the text of what it does not know', () => {
    const text = [
      ':orphan:\n',
      '.. a comment\n   over lines\n',
      '.. _target:\n\n.. toctree::\n   :maxdepth: 2\n\n   a\n   b\n',
      '.. only:: html\n\n   Shown.\n',
      '.. unknown-thing:: x\n   :a: b\n\n   Inside.\n',
      '----\n',
      '.. tab:: Linux\n\n   Use apt.\n',
    ];
    expect(read(text.join('\n')).map((block) => block.text)).toEqual(['Shown.', 'Inside.', 'Linux', 'Use apt.']);
  });

  it.each([
    ['html', true],
    ['not latex', true],
    ['latex', false],
    ['html and not draft', true],
    ['latex or (format_html and not epub)', true],
    ['not (html or latex)', false],
    ['html +', true],
    ['(', false],
    ['html html', true],
    ['', true],
    ['not '.repeat(60), true],
  ])('shows what is only for %j: %j', (expression, shown) => {
    const document = parseRst(bytesOf(`A\n\n.. only:: ${expression}\n\n   Kiln\n\n   .. include:: gone.rst\n`));
    const { leftOut = [] } = document;
    expect(blocksOf(document).map(({ text }) => text)).toEqual(shown ? ['A', 'Kiln'] : ['A']);
    expect(leftOut.map(({ kind, text }) => [kind, text])).toEqual(
      shown ? [['missing', 'gone.rst']] : [['hidden', 'Kiln']],
    );
  });

  it('puts in what HTML is written for, and breaks lines outside of tables', () => {
    const text = [
      '.. only:: html\n\n   .. |br| raw:: html\n\n      <br />\n\n   .. |nl| raw:: latex\n\n      \\newline\n\n.. |i| raw:: html\n\n   <i class="x">!</i>\n',
      'One |br| |nl| two |i|\n',
      '.. csv-table::\n   :header: "Tag", "Name"\n\n   "Year", "A |br| B"\n',
    ];
    expect(read(text.join('\n')).map((block) => block.text)).toEqual(['One\ntwo !', 'Tag | Name', 'Year | A B']);
  });

  it('tells what stands for pictures, and their captions', () => {
    const figure = '.. figure:: a.png\n   :alt: The button Export';
    expect(
      read(
        `Press it.\n\n${figure}\n\n${figure}\n\n   Where to *press*\n\n- One.\n\n  ${figure.replace('\n', '\n  ')}\n`,
      ),
    ).toEqual([
      paragraph('Press it.'),
      paragraph('The button Export', { picture: true }),
      paragraph('Where to press', { picture: true }),
      item('- One.'),
      paragraph('The button Export', { picture: true, depth: 1 }),
    ]);
  });

  it('reads titles of one character', () => {
    expect(read('Words\n=====\n\nA\n-\n\nAble.\n\nB\n--\n\n- Bold.\n').map(({ kind, text }) => [kind, text])).toEqual([
      ['heading', 'Words'],
      ['heading', 'A'],
      ['paragraph', 'Able.'],
      ['heading', 'B'],
      ['list-item', '- Bold.'],
    ]);
  });

  it('shows a picture in a sentence by its name, if nothing else is said of it and it is no badge', () => {
    const text = [
      '.. |icon-save| image:: images/save.png\n   :width: 1em\n',
      '.. |plus| image:: images/add.png\n   :alt: Add\n',
      '.. |coverage| image:: https://badges.example/coverage.svg\n',
      '.. |image0| image:: images/one.png\n',
      'Press |icon-save|, |image0| or |plus|. |coverage|\n',
    ];
    expect(read(text.join('\n')).map((block) => block.text)).toEqual(['Press icon save, or Add.']);
  });

  it('shows a label by the words of its title alone', () => {
    const text =
      ':index:`Firing <kiln; fire>` at `home <x>`__\n=====\n\n.. _a:\n\n:index:`Rates <kiln; rates>`\n-----------\n\nSee :ref:`a`.\n';
    expect(read(text).at(-1)).toEqual(paragraph('See Rates.'));
  });

  it.each<[what: string, text: string]>([
    ['quotations nested a thousand times', Array.from({ length: 1_000 }, (_, at) => `${' '.repeat(at)}x\n`).join('\n')],
    [
      'notes nested a thousand times',
      Array.from({ length: 1_000 }, (_, at) => `${' '.repeat(at * 3)}.. note::\n`).join('\n'),
    ],
    ['marks that never close', '``a *b `c |d :x:`e [1 '.repeat(20_000)],
    ['very many spaces', `a${' '.repeat(200_000)}\nb`],
    ['a substitution of itself', `${'|a| '.repeat(5_000)}\n\n.. |a| replace:: |a| |a| |a|\n`],
    ['a table that never ends', `+--+--+\n${'| a | b'.repeat(20_000)}`],
    ['very many bullets', '- '.repeat(50_000)],
    ['very many titles', 'a\n==\n\n'.repeat(20_000)],
    ['very many borders', '== ==\n'.repeat(20_000)],
    ['a field without an end', `:${'a:b'.repeat(50_000)}`],
  ])('ends with %s', (_what, text) => {
    expect(() => parseRst(bytesOf(text))).not.toThrow(RangeError);
  });

  it('reads HTML as a page of HTML shows it, and what follows below the heading before', () => {
    const text = [
      'Sizes\n=====\n\n.. raw:: html\n   :class: wide\n\n   <style>td { color: red }</style>\n',
      '   <table><tr><th>Size</th><th>Memory</th></tr><tr><td>Small</td><td>2 GB</td></tr></table>\n',
      '   <h3>Notes</h3><p>Or more.</p>\n\nAfter.\n\n.. raw:: latex\n\n   \\newpage\n\n.. raw:: html\n   :file: more.html\n',
    ];
    const document = parseRst(bytesOf(text.join('\n')));
    expect(blocksOf(document).slice(1)).toEqual([
      { kind: 'table-row', text: 'Size | Memory', header: true },
      { kind: 'table-row', text: 'Small | 2 GB' },
      { kind: 'heading', text: 'Notes', level: 3 },
      paragraph('Or more.'),
      paragraph('After.', { endsLevel: 2 }),
    ]);
    expect(document.leftOut?.map(({ kind, text }) => [kind, text])).toEqual([['missing', 'more.html']]);
  });

  it('reads a tab as a section with its sections below it', () => {
    const tab = (name: string) =>
      `.. tab:: ${name}\n   :parse-titles:\n\n   Add a room\n   ----------\n\n   On ${name}.\n\n`;
    const text = `Rooms\n=====\n\n${tab('Web')}${tab('Phone')}After.\n\nRename it\n---------\n\n${tab('Desk')}`;
    expect(read(text).slice(1)).toEqual([
      { kind: 'heading', text: 'Web', level: 2 },
      { kind: 'heading', text: 'Add a room', level: 3 },
      paragraph('On Web.'),
      { kind: 'heading', text: 'Phone', level: 2, endsLevel: 2 },
      { kind: 'heading', text: 'Add a room', level: 3 },
      paragraph('On Phone.'),
      paragraph('After.', { endsLevel: 2 }),
      { kind: 'heading', text: 'Rename it', level: 2 },
      { kind: 'heading', text: 'Desk', level: 3 },
      { kind: 'heading', text: 'Add a room', level: 4 },
      paragraph('On Desk.'),
    ]);
  });

  it('reads what a site describes in a domain of its own below its name', () => {
    const text = [
      'All settings.\n\n.. config:setting:: max-rooms\n   :displayname: Rooms (Site)\n\n   - **0**: No limit.\n',
      '.. my:note:: Mind it.\n\n.. config:setting:: none\n',
    ];
    expect(read(text.join('\n'))).toEqual([
      paragraph('All settings.'),
      item('- max-rooms', { code: ['max-rooms'] }),
      item('- 0: No limit.', { depth: 2 }),
      paragraph('Mind it.', { callout: 'note' }),
    ]);
  });

  it('shows the text of what a cell has, not its marks', () => {
    const text = [
      '.. list-table::\n\n   * - Photo\n     - 1. Press *Edit*.\n\n       .. image:: edit.png\n          :alt: The button.\n',
      '       2. Save it.\n\n       .. tip:: Small ones\n          load faster.\n',
    ];
    expect(read(text.join('\n')).map((block) => block.text)).toEqual([
      'Photo | 1. Press Edit. 2. Save it. Small ones load faster.',
    ]);
  });

  it('takes a style for no text, and a class of a program for what it is', () => {
    const text = [
      ...['.. class:: options-table', '', '   +-----------------------+', '   | .. class:: common-ref |'],
      ...['   |                       |', '   | Common options        |', '   +-----------------------+', ''],
      ...['.. rst-class:: big', '', '   Inside.', '', '.. class:: Client', '', '   Sends requests.', ''],
    ];
    const shown = read(text.join('\n')).map((block) => block.text);
    expect(shown).toEqual([
      expect.stringContaining('Common options'),
      'Inside.',
      expect.stringContaining('Client'),
      'Sends requests.',
    ]);
    expect(shown.join('\n')).not.toMatch(/options-table|common-ref/);
  });
});

import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../../../../../server/ingestion/parsers/markdown/parse-markdown.ts';
import { bytesOf } from '../../make-files.ts';
import { blocksOf, expectSound, expectSoundChunks } from '../../parse/invariants.ts';

const parse = (source: string) => {
  const document = parseMarkdown(bytesOf(source));
  expectSound(document);
  return document;
};

describe('parseMarkdown', () => {
  it.each([
    ['a head alone', '---\ntitle: Guides\nweight: 20\n---\n'],
    ['a head in TOML, without a last line break', '+++\ntitle = "Guides"\n+++'],
    ['a head above a comment', '---\ntitle: Guides\n---\n\n<!-- generated -->\n'],
  ])('says of a file that holds only front matter what it holds: %s', (_, source) => {
    expect(() => parse(source)).toThrow(
      expect.objectContaining({
        code: 'only_front_matter',
        message: expect.stringMatching(/^This page holds only front matter/),
      }),
    );
  });

  it('reads a page that is made of its front matter from the prose in that', () => {
    const document = parse(`---
title: The kiln
layout: landing page of all
description: What you can do with it.
permalink: /kiln and more/
hero:
  title: Fire your pots
  image: a picture of a kiln.png
  text: >-
    Any pot that is *dry* can
    be fired.
sections:
  - heading: Questions
    items:
      - question: How long does it take?
        answer: |
          It depends on the rate:

          - a slow one takes a day
          - a fast one an hour
      - question: Is it hot?
        answer: "Yes"
---
`);
    expect(document.title).toBe('The kiln');
    expect(blocksOf(document).map(({ kind, level, text }) => `${kind}${level ?? ''} ${text}`)).toEqual([
      'paragraph What you can do with it.',
      'heading2 Fire your pots',
      'paragraph Any pot that is dry can be fired.',
      'heading2 Questions',
      'heading3 How long does it take?',
      'paragraph It depends on the rate:',
      'list-item - a slow one takes a day',
      'list-item - a fast one an hour',
      'heading3 Is it hot?',
      'paragraph Yes',
    ]);
  });

  it('reads sentences of front matter under any key, and sections that are numbered', () => {
    const document = parse(`---
title: The kiln
three_columns:
  heading: For everybody
  col1: >-
    Fire what you have made of clay yourself.
    [More](/more/){:class="link"}
  subheading2: Schools and clubs
  text2: Ask for a group
  script: if (kiln.hot) { wait(5); } // It cools down now.
---
`);
    expect(blocksOf(document).map(({ text }) => text)).toEqual([
      'For everybody',
      expect.stringMatching(/^Fire what you have made of clay yourself\. More/),
      'Schools and clubs',
      'Ask for a group',
    ]);
  });

  it.each([
    ['values of machines alone', 'sections:\n  - title: Kiln\n    icon: a b c d\n    body: kiln.html'],
    ['what is no YAML', 'sections: [a: {\n  body: It fires all pots.'],
    ['what refers to itself', 'a: &a\n  - *a\n'],
  ])('says of front matter with %s that there is no text', (_, head) => {
    expect(() => parse(`---\n${head}\n---\n`)).toThrow(expect.objectContaining({ code: 'only_front_matter' }));
  });

  it('does not mistake an empty file or a horizontal rule for front matter', () => {
    for (const source of ['', '---\n', '---\n\n***\n']) {
      expect(() => parse(source), source).toThrow(expect.objectContaining({ code: 'no_text' }));
    }
  });

  it('removes all markup and keeps the words', () => {
    const { text } = parse(
      'A **bold** and *soft* [link](http://x.test "t") with `co*de*` &amp; ![a picture](i.png)\nnext<br>line, \\*plain\\*, <b>tags</b> &lt;kept&gt;.&#xNAN;',
    );
    expect(text).toBe('A bold and soft link with co*de* & a picture next\nline, *plain*, tags <kept>.');
  });

  it('has the alternative text of pictures that are tags, as those that are links in the cells of a table', () => {
    const link = (picture: string) => `<a href='https://x.test/app'>${picture}</a>`;
    const { text } = parse(
      `| System | Download |\n| --- | --- |\n| Linux | ${link("<img width=\"134px\" alt='Get it &amp; run' src='l.png'/>")} |\n| macOS | ${link('<img src="m.png" alt="image">')}the file |`,
    );
    expect(text.split('\n')).toEqual(['System | Download', 'Linux | Get it & run', 'macOS | the file']);
  });

  it('reads an icon that is alone in a cell as yes or no', () => {
    const { text } = parse(
      '| Plan | Free | Paid | Team |\n| --- | --- | --- | --- |\n| Kilns | <i class="fa fa-times"></i> | <i class="fa fa-check" aria-hidden="true"></i> | <i class="fa fa-star"></i> |',
    );
    expect(text.split('\n')).toEqual(['Plan | Free | Paid | Team', 'Kilns | ✗ | ✓ |']);
  });

  it.each([
    ['without quotation marks', '<img src=i.png alt=Overview>', 'See Overview here.'],
    ['with white space around the sign', '<img alt  =\n"Overview" src="i.png">', 'See Overview here.'],
    ['of any length', `<img alt="${'long '.repeat(120)}end">`, `See ${'long '.repeat(120)}end here.`],
    ['not in another attribute', `<img title=" alt='other' " alt="Overview">`, 'See Overview here.'],
    ['without characters that GitBook cannot write', '<img alt="Over&#xNAN;view &lt;1&gt;">', 'See Overview <1> here.'],
  ])('reads an alternative text as a page of HTML has it: %s', (_, picture, expected) => {
    expect(parse(`See ${picture} here.`).text).toBe(expected);
  });

  it('reads lists, tables, code and quotes as they are displayed', () => {
    const { text, blocks } = parse(
      '# Title\n\n- one\n  - two\n- [x] three\n\n3. c\n4. d\n\n| a | b |\n|---|---|\n| **c** | d |\n\n```js\nconst a = 1;\n\n  b();\n```\n\n> quoted\n> words\n',
    );
    expect(text).toBe(
      'Title\n\n- one\n- two\n- [x] three\n3. c\n4. d\n\na | b\nc | d\n\nconst a = 1;\n\n  b();\n\nquoted words',
    );
    expect(blocks.map(({ kind }) => kind)).toEqual([
      'heading',
      'list-item',
      'list-item',
      'list-item',
      'list-item',
      'list-item',
      'table-row',
      'table-row',
      'code',
      'paragraph',
    ]);
  });

  it.each<[what: string, source: string, blocks: object[]]>([
    [
      'the nesting of lists and what stands in their items',
      '1. a\n   - b\n\n     more\n2. c\n\n   ```js\n   d\n   ```\n',
      [
        { kind: 'list-item', text: '1. a', depth: 1, ordered: true },
        { kind: 'list-item', text: '- b', depth: 2 },
        { kind: 'paragraph', text: 'more', depth: 2 },
        { kind: 'list-item', text: '2. c', depth: 1, ordered: true },
        { kind: 'code', text: 'd', depth: 1, language: 'js' },
      ],
    ],
    [
      'items that begin with headings, which are sections with their numbers',
      '1. #### Fire\n   Light it.\n\n2. #### Glaze\n   - thin\n\nDone.',
      [
        { kind: 'heading', text: '1. Fire', level: 4 },
        { kind: 'paragraph', text: 'Light it.' },
        { kind: 'heading', text: '2. Glaze', level: 4, endsLevel: 4 },
        { kind: 'list-item', text: '- thin', depth: 1 },
        { kind: 'paragraph', text: 'Done.', endsLevel: 4 },
      ],
    ],
    [
      'the head of a table and inline code',
      '| `a` | b |\n|---|---|\n| c | use `d\\|e` |\n\n## Set `f`\n\n<kbd>Ctrl</kbd> **or `g`**',
      [
        { kind: 'table-row', text: 'a | b', header: true, code: ['a'] },
        { kind: 'table-row', text: 'c | use d|e', code: ['d|e'] },
        { kind: 'heading', text: 'Set f', level: 2, code: ['f'] },
        { kind: 'paragraph', text: 'Ctrl or g', code: ['Ctrl', 'g'] },
      ],
    ],
    [
      'what stands for pictures from a text with a picture in it',
      '1. Press Export.\n\n   ![The button Export](a.png)\n\n[![A map](b.png)](c.html)\n![A plan](d.png)\n\nThis ![sign](e.png) is it.',
      [
        { kind: 'list-item', text: '1. Press Export.', depth: 1, ordered: true },
        { kind: 'paragraph', text: 'The button Export', depth: 1, picture: true },
        { kind: 'paragraph', text: 'A map A plan', picture: true, links: [['A map', 'c.html']] },
        { kind: 'paragraph', text: 'This sign is it.' },
      ],
    ],
    [
      'diagrams, which a page shows as pictures',
      '```mermaid\ngraph TD\n```\n\n``` {.dot}\na -> b\n```\n\n```js\na\n```',
      [
        { kind: 'code', text: 'graph TD', language: 'mermaid', picture: true },
        { kind: 'code', text: 'a -> b', language: 'dot', picture: true },
        { kind: 'code', text: 'a', language: 'js' },
      ],
    ],
    [
      'what HTML in a list item or a quotation stands in',
      '- a\n\n  <ul><li>b</li></ul>\n\n> <p>c</p>\n',
      [
        { kind: 'list-item', text: '- a', depth: 1 },
        { kind: 'list-item', text: '- b', depth: 2 },
        { kind: 'paragraph', text: 'c', callout: 'quote' },
      ],
    ],
  ])('tells %s', (_, source, blocks) => {
    expect(blocksOf(parse(source))).toEqual(blocks);
  });

  it.each([
    ['js', 'js'],
    ['ts{1,3} title="a"', 'ts'],
    ['rust,no_run', 'rust'],
    ['c++', 'c++'],
    ['{.python}', 'python'],
    ['title="a.js"', undefined],
    ['', undefined],
  ])('finds the language in the info string %j', (info, language) => {
    expect(blocksOf(parse(`\`\`\`${info}\na\n\`\`\``))).toEqual([
      { kind: 'code', text: 'a', ...(language && { language }) },
    ]);
  });

  it.each([
    ['---\ntitle: "The guide"\ntags: [a]\n---\n# Other\n\nText', 'The guide'],
    ["+++\ntitle = 'The guide'\n+++\nText", 'The guide'],
    ['# The *guide*\n\nText', 'The guide'],
    ['## Second level\n\nText', null],
  ])('finds the title of %j', (source, title) => {
    const document = parse(source);
    expect(document.title).toBe(title);
    expect(document.text).not.toContain('tags');
  });

  it('leaves out a table of contents, whose words are in the headings, and no other list', () => {
    const contents = '- [Ferry](#ferry)\n    - [Fares](#fares)\n\n- [Bus](#bus)\n';
    const page = (list: string) => parse(`# Harbour\n\n${list}\n## Ferry\n\nIt runs.\n\n### Fares\n\n## Bus`);
    expect(page(contents).text).toBe('Harbour\n\nFerry\n\nIt runs.\n\nFares\n\nBus');
    for (const list of [
      contents.replace('[Bus](#bus)', '[Bus](bus.md)'),
      contents.replace('[Bus](#bus)', '[Bus](#bus): every hour'),
      contents.replace('[Bus](#bus)', 'Bus'),
      '- [Ferry](#ferry)\n- [Bus](#bus)\n',
    ])
      expect(page(list).text).toContain('- Ferry');
  });

  it.each([
    ['In this article:', ''],
    ['**On this page**', ''],
    ['It takes cars. This page covers:', 'It takes cars. This page covers:\n\n'],
    ['It sails every day.', 'It sails every day.\n\n'],
  ])('leaves out a line that only leads into a table of contents: %s', (line, shown) => {
    const { text } = parse(`# Harbour\n\n${line}\n\n- [A](#a)\n- [B](#b)\n- [C](#c)\n\n## A\n\nIt runs.`);
    expect(text).toBe(`Harbour\n\n${shown}A\n\nIt runs.`);
  });

  it('leaves a table of contents of one link out only above the first section and after a colon', () => {
    const list = '- [Ferry](#ferry)';
    const page = (above: string, below: string) => parse(`# Harbour\n\n${above}\n\n## Ferry\n\n${below}`).text;
    expect(page(`**In this article:**\n\n${list}`, 'It runs.')).toBe('Harbour\n\nFerry\n\nIt runs.');
    expect(page(`Most is about:\n\n${list}: every hour`, 'It runs.')).toContain('- Ferry: every hour');
    expect(page(`On this page\n\n${list}`, 'It runs.')).toContain('- Ferry');
    expect(page(`> Note:\n>\n> ${list}`, 'It runs.')).toContain('- Ferry');
    expect(page('It runs.', `See:\n\n${list}`)).toContain('See:\n\n- Ferry');
  });

  it('reads HTML beyond a comment on a line of its own', () => {
    const { blocks, text } = parse('<div>\n  <div>\n    <!-- <img> -->\n    <p>Inside</p>\n  </div>\n</div>\n\nAfter');
    expect(text).toBe('Inside\n\nAfter');
    expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'paragraph']);
  });

  it('reads inline HTML without its scripts', () => {
    const { text } = parse('Before\n\n<div><p>Inside <b>HTML</b></p><script>alert(1)</script></div>\n\nAfter');
    expect(text).toBe('Before\n\nInside HTML\n\nAfter');
  });

  it('keeps the text of footnotes', () => {
    const { text } = parse('Claim[^1].\n\n[^1]: The proof of it.\n');
    expect(text).toMatch(/^Claim\.\n\n.*The proof of it\.$/);
  });

  it.each([
    ['[^1]', ''],
    ['[^note]', ''],
    ['[^plans-2025]', ''],
    ['[^see_also.2]', ''],
    ['[^a-z]', '[^a-z]'],
    ['[^A-Za-z0-9]', '[^A-Za-z0-9]'],
    ['[^0-9]', '[^0-9]'],
  ])('tells the mark of a footnote from a class of characters: %s', (mark, shown) => {
    expect(parse(`Claim${mark} of it.`).text).toBe(`Claim${shown} of it.`);
  });

  it('gives every chunk its heading path', () => {
    const document = parse(
      `# Guide\n\n## Install\n\n${'Run the installer and wait. '.repeat(20)}\n\n## Use\n\n### Start\n\n${'Press the button twice. '.repeat(20)}`,
    );
    expect(expectSoundChunks(document).map(({ headings }) => headings)).toEqual([
      ['Guide', 'Install'],
      ['Guide', 'Use', 'Start'],
    ]);
  });
});

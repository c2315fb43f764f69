import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../../../../../server/ingestion/parsers/markdown/parse-markdown.ts';
import { bytesOf } from '../../make-files.ts';
import { expectSound, expectSoundChunks } from '../../parse/invariants.ts';

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

  it('does not mistake an empty file or a horizontal rule for front matter', () => {
    for (const source of ['', '---\n', '---\n\n***\n']) {
      expect(() => parse(source), source).toThrow(expect.objectContaining({ code: 'no_text' }));
    }
  });

  it('removes all markup and keeps the words', () => {
    const { text } = parse(
      'A **bold** and *soft* [link](http://x.test "t") with `co*de*` &amp; ![a picture](i.png)\nnext<br>line, \\*plain\\*, <b>tags</b> &lt;kept&gt;.',
    );
    expect(text).toBe('A bold and soft link with co*de* & a picture next\nline, *plain*, tags <kept>.');
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

  it('reads inline HTML without its scripts', () => {
    const { text } = parse('Before\n\n<div><p>Inside <b>HTML</b></p><script>alert(1)</script></div>\n\nAfter');
    expect(text).toBe('Before\n\nInside HTML\n\nAfter');
  });

  it('keeps the text of footnotes', () => {
    const { text } = parse('Claim[^1].\n\n[^1]: The proof of it.\n');
    expect(text).toMatch(/^Claim\.\n\n.*The proof of it\.$/);
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

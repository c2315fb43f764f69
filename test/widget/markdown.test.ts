import { describe, expect, it } from 'vitest';
import { escapeInline, escapeLineStart } from '../../server/answering/passages/markdown-text.ts';
import { highlight } from '../../widget/src/text/highlight.ts';
import { parseBlocks } from '../../widget/src/text/markdown/blocks.ts';
import { parseInline, safeHref } from '../../widget/src/text/markdown/inline.ts';
import {
  markUnsupported,
  UNSUPPORTED_END,
  UNSUPPORTED_START,
} from '../../widget/src/text/markdown/mark-unsupported.ts';
import { plainText } from '../../widget/src/text/markdown.ts';
import { fc } from '../helpers/input/fast-check.ts';

describe('Markdown blocks', () => {
  it('parses headings, paragraphs, rules, quotes and code', () => {
    expect(parseBlocks('## Title\nFirst\nline\n\n---\n> quoted\n> more\n\n```sh\nls [1]\n```')).toEqual([
      { type: 'heading', level: 2, text: 'Title' },
      { type: 'paragraph', text: 'First\nline' },
      { type: 'rule' },
      { type: 'quote', blocks: [{ type: 'paragraph', text: 'quoted\nmore' }] },
      { type: 'code', language: 'sh', text: 'ls [1]' },
    ]);
  });

  it('extends an unclosed fence to the end', () => {
    expect(parseBlocks('```\na\n\nb')).toEqual([{ type: 'code', language: '', text: 'a\n\nb' }]);
    // Its language counts once it is complete.
    expect(parseBlocks('```sh\na')).toEqual([{ type: 'code', language: '', text: 'a' }]);
  });

  it('parses lists, numbered and nested', () => {
    expect(parseBlocks('3. a\n   - b\n   - c\n4. d\n\nEnd')).toEqual([
      {
        type: 'list',
        ordered: true,
        start: 3,
        items: [
          [
            { type: 'paragraph', text: 'a' },
            {
              type: 'list',
              ordered: false,
              start: 1,
              items: [[{ type: 'paragraph', text: 'b' }], [{ type: 'paragraph', text: 'c' }]],
            },
          ],
          [{ type: 'paragraph', text: 'd' }],
        ],
      },
      { type: 'paragraph', text: 'End' },
    ]);
  });

  it('does not read a year at the start of a line as a list', () => {
    expect(parseBlocks('It was in\n2024. Then it was over.')).toHaveLength(1);
  });

  it('parses tables, and cells with escaped bars', () => {
    expect(parseBlocks('| a | b |\n|---|:-:|\n| 1 \\| 2 | 3 |\nAfter')).toEqual([
      { type: 'table', header: ['a', 'b'], rows: [['1 | 2', '3']] },
      { type: 'paragraph', text: 'After' },
    ]);
  });
});

describe('a table', () => {
  it('marks each unsupported cell of a row', () => {
    const text = '| a | b |\n|---|---|\n| 1 \\| 2 | `3` |\n';
    const [table] = parseBlocks(
      markUnsupported(text, [
        { start: 0, end: 9 },
        { start: 20, end: text.length - 1 },
      ]),
    );
    const marked = (words: string) => `${UNSUPPORTED_START}${words}${UNSUPPORTED_END}`;
    expect(table).toEqual({ type: 'table', header: ['a ', 'b '].map(marked), rows: [['1 | 2 ', '`3` '].map(marked)] });
  });
});

describe('inline Markdown', () => {
  it('parses emphasis, code and escapes', () => {
    expect(parseInline('a **b *c* d** `e*f*` \\*g\\* snake_case_name 2 * 3 * 4')).toEqual([
      'a ',
      { type: 'strong', children: ['b ', { type: 'emphasis', children: ['c'] }, ' d'] },
      ' ',
      { type: 'code', text: 'e*f*' },
      ' *g* snake_case_name 2 * 3 * 4',
    ]);
  });

  it('keeps markers next to their words, and never follows an address after a marker', () => {
    expect(parseInline('Yes. [1][2] No [3](http://evil.test).')).toEqual([
      'Yes.',
      { type: 'citation', id: 1 },
      { type: 'citation', id: 2 },
      ' No',
      { type: 'citation', id: 3 },
      '.',
    ]);
  });

  it('leaves code unchanged', () => {
    expect(parseInline('`list[1]`')).toEqual([{ type: 'code', text: 'list[1]' }]);
  });

  it('links to http, https and mailto only', () => {
    expect(safeHref('https://a.test/b')).toBe('https://a.test/b');
    expect(safeHref('mailto:a@b.test')).toBe('mailto:a@b.test');
    for (const address of ['javascript:x', 'java\nscript:x', 'data:,x', '//a.test', '/a', 'ftp://a.test', 'blob:x', ''])
      expect(safeHref(address)).toBeUndefined();
  });

  it('excludes the full stop after a bare address', () => {
    expect(parseInline('See https://a.test/b_c.')).toEqual([
      'See ',
      { type: 'link', href: 'https://a.test/b_c', children: ['https://a.test/b_c'] },
      '.',
    ]);
  });

  it('loses no word, however the markup is nested', () => {
    const marks = fc.array(fc.constantFrom('*', '**', '_', '__', '`', '[', ']', '~~', '\\', '!', '<', '\n', 'ab', ' '));
    fc.assert(
      fc.property(marks, (parts) => {
        const words = (text: string) => text.split('ab').length;
        return words(JSON.stringify(parseInline(parts.join('')))) === words(parts.join(''));
      }),
      { numRuns: 500 },
    );
  });
});

describe('the text for screen readers', () => {
  it('has no markup, markers or addresses', () => {
    expect(plainText('**Run** `it`. [1] See [the guide](https://a.test) [2].')).toBe('Run it. See the guide.');
  });
});

describe("the server's Markdown of documents", () => {
  const list = (...items: unknown[]) => ({ type: 'list', ordered: false, start: 1, items });
  const paragraph = (text: string) => ({ type: 'paragraph', text });

  it('has nested lists with code in their items, four spaces per level', () => {
    const markdown =
      '- Install\n    1. Unpack\n\n        ```sh\n        tar x\n          -v\n        ```\n\n    2. Start\n- Ask\n\n    ```\n    curl\n    ```';
    expect(parseBlocks(markdown)).toEqual([
      list(
        [
          paragraph('Install'),
          {
            type: 'list',
            ordered: true,
            start: 1,
            items: [[paragraph('Unpack'), { type: 'code', language: 'sh', text: 'tar x\n  -v' }], [paragraph('Start')]],
          },
        ],
        [paragraph('Ask'), { type: 'code', language: '', text: 'curl' }],
      ),
    ]);
  });

  it('keeps code in an item of a long list with a three-digit number', () => {
    expect(parseBlocks('100. Stop\n\n    ```\n    kill\n    ```\n\n101. Start')).toMatchObject([
      { type: 'list', start: 100, items: [[paragraph('Stop'), { type: 'code', text: 'kill' }], [paragraph('Start')]] },
    ]);
  });

  it('has tables without a head, and quotes with a list', () => {
    expect(parseBlocks('|  |  |\n| --- | --- |\n| a | b |\n\n> Note:\n>\n> - one')).toEqual([
      { type: 'table', header: ['', ''], rows: [['a', 'b']] },
      { type: 'quote', blocks: [paragraph('Note:'), list([paragraph('one')])] },
    ]);
  });

  it.each([
    ['row\\[0\\] of \\_\\_proto\\_\\_', 'row[0] of __proto__'],
    ['1\\. not a list', '1. not a list'],
    ['\\= \\+ \\> \\| \\# \\&amp; \\<b>', '= + > | # &amp; <b>'],
    ['C:\\\\temp\\\\', 'C:\\temp\\'],
  ])('shows escaped characters literally: %s', (markdown, text) => {
    expect(parseBlocks(markdown)).toEqual([paragraph(markdown)]);
    expect(parseInline(markdown)).toEqual([text]);
  });

  it('is announced without its backslashes', () => {
    expect(plainText('`row\\[0\\]` of \\_\\_proto\\_\\_,\\\n1\\. line [1]')).toBe('row[0] of proto, 1. line');
  });

  it('breaks lines that end with a backslash', () => {
    expect(parseInline('First\\\nC:\\\\\\\nlast')).toEqual([
      'First',
      { type: 'break' },
      'C:\\',
      { type: 'break' },
      'last',
    ]);
  });

  it('closes bold text neither in code nor at an escaped asterisk', () => {
    expect(parseInline('Read. **Match `src/**/*.ts` by 2\\*.** Then')).toEqual([
      'Read. ',
      { type: 'strong', children: ['Match ', { type: 'code', text: 'src/**/*.ts' }, ' by 2*.'] },
      ' Then',
    ]);
    expect(parseInline('**2\\*** and **C:\\\\**')).toEqual([
      { type: 'strong', children: ['2*'] },
      ' and ',
      { type: 'strong', children: ['C:\\'] },
    ]);
  });

  it('puts the marker right after a bold path', () => {
    expect(parseInline('**Guide › Keys** [1]')).toEqual([
      { type: 'strong', children: ['Guide › Keys'] },
      { type: 'citation', id: 1 },
    ]);
  });

  it('links to an address with an escaped underscore', () => {
    const address = 'https://example.com/_next/';
    expect(parseInline('https://example.com/\\_next/')).toEqual([{ type: 'link', href: address, children: [address] }]);
  });

  it('keeps every character of a text after escaping and parsing', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab1 *_`[]()\\<>!&;~#|=.-/') }), (text) => {
        const line = text.replace(/\s+/g, ' ').trim();
        fc.pre(line !== '' && !/https?:/.test(line));
        const [block, ...others] = parseBlocks(escapeLineStart(escapeInline(line)));
        expect(others).toEqual([]);
        expect(block?.type).toBe('paragraph');
        expect(parseInline((block as { text: string }).text)).toEqual([line]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the colours of code', () => {
  const coloured = (code: string, language: string) =>
    highlight(code, language)?.flatMap(([text, name]) => (name ? [`${name.replace('code-', '')} ${text}`] : []));

  it.each([
    ['sh', "curl -s don't#a # b", ['comment # b']],
    [
      'yaml',
      'peers:\n  - gw-1.internal:4001\n  - 10.2.0.3:4001\nversion: 4.2.0',
      ['keyword peers', 'keyword version', 'literal 4.2.0'],
    ],
    ['yaml', 'at: localhost:8080', ['keyword at', 'literal 8080']],
    ['yaml', "- my-key: don't\n  b: true", ['keyword my-key', 'keyword b', 'keyword true']],
    ['ini', '; a\n[b]\nc = "d"', ['comment ; a\n', 'keyword c', 'string "d"']],
    ['json', '{"a": [1, "b"]}', ['keyword "a"', 'literal 1', 'string "b"']],
    ['ts', 'const a: string = b.c', ['keyword const', 'keyword string']],
    ['HTML', '<p class="a">b</p>', ['keyword p', 'keyword class', 'string "a"', 'keyword p']],
    ['css', 'p { color: red }', ['keyword color']],
    ['dockerfile', 'RUN a', ['keyword RUN']],
    ['python', 'def a():', ['keyword def']],
    ['php', 'echo $a;', ['keyword echo']],
    ['go', 'func a() int', ['keyword func', 'literal int']],
    ['sql', 'SELECT 1', ['keyword SELECT', 'literal 1']],
    ['toml', 'a = 1', ['keyword a', 'literal 1']],
    ['yaml', 'a: https://b.com:80/#c # d', ['keyword a', 'comment # d']],
    ['sh', 'npm i a@1.2.3 http://b.c/1.2', ['literal 1.2.3']],
    ['ini', 'a=1.2.3', ['keyword a', 'literal 1.2.3']],
  ])('%s', (language, code, expected) => {
    expect(coloured(code, language)).toEqual(expected);
  });

  it.each(['sh', 'js', 'ts', 'json', 'yaml', 'toml', 'ini', 'docker', 'py', 'php', 'go', 'sql', 'css', 'html'])(
    'change no character of text that is no code: %s',
    (language) => {
      const text = `<a b='\r\n"\\${'{<"\'`/*#--$('.repeat(80)}\u2028😀\ud800\n\n\tx: y=\n`;
      expect((highlight(text, language) ?? [[text]]).map(([part]) => part).join('')).toBe(text);
    },
  );

  it('has none for other languages', () => {
    expect(highlight('if', 'klingon')).toBeUndefined();
    expect(highlight('if', 'constructor')).toBeUndefined();
  });
});

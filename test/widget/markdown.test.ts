import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBlocks } from '../../widget/src/markdown/blocks.ts';
import { parseInline, safeHref } from '../../widget/src/markdown/inline.ts';
import { markUnsupported, UNSUPPORTED_END, UNSUPPORTED_START } from '../../widget/src/markdown/mark-unsupported.ts';
import { plainText } from '../../widget/src/markdown.ts';
import { excerpt } from '../../widget/src/parts/citation-card.ts';

describe('Markdown blocks', () => {
  it('knows headings, paragraphs, rules, quotes and code', () => {
    expect(parseBlocks('## Title\nFirst\nline\n\n---\n> quoted\n> more\n\n```sh\nls [1]\n```')).toEqual([
      { type: 'heading', level: 2, text: 'Title' },
      { type: 'paragraph', text: 'First\nline' },
      { type: 'rule' },
      { type: 'quote', blocks: [{ type: 'paragraph', text: 'quoted\nmore' }] },
      { type: 'code', language: 'sh', text: 'ls [1]' },
    ]);
  });

  it('lets a fence that is not closed yet run to the end', () => {
    expect(parseBlocks('```\na\n\nb')).toEqual([{ type: 'code', language: '', text: 'a\n\nb' }]);
  });

  it('knows lists, numbered ones and ones in each other', () => {
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

  it('takes a year at the start of a line for what it is', () => {
    expect(parseBlocks('It was in\n2024. Then it was over.')).toHaveLength(1);
  });

  it('knows tables, and cells with escaped bars', () => {
    expect(parseBlocks('| a | b |\n|---|:-:|\n| 1 \\| 2 | 3 |\nAfter')).toEqual([
      { type: 'table', header: ['a', 'b'], rows: [['1 | 2', '3']] },
      { type: 'paragraph', text: 'After' },
    ]);
  });
});

describe('a table', () => {
  it('has each cell of a row marked that nothing supports', () => {
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

describe('Markdown in a line', () => {
  it('knows emphasis, code and escapes', () => {
    expect(parseInline('a **b *c* d** `e*f*` \\*g\\* snake_case_name 2 * 3 * 4')).toEqual([
      'a ',
      { type: 'strong', children: ['b ', { type: 'emphasis', children: ['c'] }, ' d'] },
      ' ',
      { type: 'code', text: 'e*f*' },
      ' *g* snake_case_name 2 * 3 * 4',
    ]);
  });

  it('draws markers close to their words, and never follows an address after one', () => {
    expect(parseInline('Yes. [1][2] No [3](http://evil.test).')).toEqual([
      'Yes.',
      { type: 'citation', id: 1 },
      { type: 'citation', id: 2 },
      ' No',
      { type: 'citation', id: 3 },
      '.',
    ]);
  });

  it('leaves what is in code alone', () => {
    expect(parseInline('`list[1]`')).toEqual([{ type: 'code', text: 'list[1]' }]);
  });

  it('links to http, https and mailto, and to nothing else', () => {
    expect(safeHref('https://a.test/b')).toBe('https://a.test/b');
    expect(safeHref('mailto:a@b.test')).toBe('mailto:a@b.test');
    for (const address of ['javascript:x', 'java\nscript:x', 'data:,x', '//a.test', '/a', 'ftp://a.test', 'blob:x', ''])
      expect(safeHref(address)).toBeUndefined();
  });

  it('leaves the full stop after a bare address out of it', () => {
    expect(parseInline('See https://a.test/b_c.')).toEqual([
      'See ',
      { type: 'link', href: 'https://a.test/b_c', children: ['https://a.test/b_c'] },
      '.',
    ]);
  });

  it('loses no word, however the marks are mixed', () => {
    const marks = fc.array(fc.constantFrom('*', '**', '_', '__', '`', '[', ']', '~~', '\\', '!', '<', '\n', 'ab', ' '));
    fc.assert(
      fc.property(marks, (parts) => {
        const words = (text: string) => text.split('ab').length;
        return words(JSON.stringify(parseInline(parts.join('')))) === words(parts.join(''));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('what is read out', () => {
  it('has no marks, markers or addresses', () => {
    expect(plainText('**Run** `it`. [1] See [the guide](https://a.test) [2].')).toBe('Run it. See the guide.');
  });
});

describe('the excerpt of a passage', () => {
  const quote = 'the quoted words';

  it('is the whole passage where that is short', () => {
    expect(excerpt({ text: `Before ${quote} after.`, quote }, false)).toEqual({
      before: 'Before ',
      quote,
      after: ' after.',
      cut: false,
    });
  });

  it('is cut at spaces where the passage is long, and whole when asked for', () => {
    const text = `${'before '.repeat(100)}${quote}${' after'.repeat(100)}`;
    const shown = excerpt({ text, quote }, false);
    expect(shown.cut).toBe(true);
    expect(shown.before).toMatch(/^… before /);
    expect(shown.after).toMatch(/ after …$/);
    expect(shown.before.length + shown.after.length).toBeLessThan(460);
    const { before, after, cut } = excerpt({ text, quote }, true);
    expect([before + quote + after, cut]).toEqual([text, false]);
  });

  it('is cut where there are no spaces, too', () => {
    const shown = excerpt({ text: `${'字'.repeat(900)}${quote}${'字'.repeat(900)}`, quote }, false);
    expect(shown.before.length).toBeLessThan(230);
    expect(shown.after.length).toBeLessThan(230);
  });

  it('marks nothing that is not in the passage', () => {
    expect(excerpt({ text: 'Something else.', quote }, false)).toEqual({
      before: '',
      quote: '',
      after: 'Something else.',
      cut: false,
    });
  });
});

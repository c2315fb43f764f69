import { describe, expect, it } from 'vitest';
import { SourceFailure } from '../../../../../server/ingestion/failures.ts';
import { createTextBuilder, normalizeProse } from '../../../../../server/ingestion/parsers/text/text-builder.ts';
import { codeRun, runsToText } from '../../../../../server/ingestion/parsers/text/text-runs.ts';
import type { BlockKind } from '../../../../../server/ingestion/types.ts';
import { fc } from '../../../../helpers/input/fast-check.ts';
import { blocksOf, expectSound, expectSoundChunks } from '../../parse/invariants.ts';

const KINDS: BlockKind[] = ['heading', 'paragraph', 'list-item', 'table-row', 'code'];
const ODD = [
  '\r\n',
  '\u0000',
  '\u200b',
  '\u202e',
  '\u00a0',
  '\u200d',
  'e\u0301',
  '\u0301',
  '\ud800',
  '👩‍👩‍👧',
  '。',
  '. ',
  '\n\n\n',
  '  ',
  '\t',
  'ＡＢＣ',
  '\u{e0041}',
  '|',
];

describe('the text builder', () => {
  it('returns the offsets of each block and page', () => {
    const builder = createTextBuilder();
    builder.startPage(1);
    builder.add('heading', 'One', { level: 1 });
    builder.add('paragraph', 'First  half');
    builder.startPage(2);
    builder.continueProse('second half.');
    builder.startPage(3);
    builder.startPage(4);
    builder.add('table-row', 'a | b');
    builder.add('table-row', 'c | d');
    const { text, blocks, pages } = builder.finish({});
    expect(text).toBe('One\n\nFirst half second half.\n\na | b\nc | d');
    expect(blocks.map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
      ['heading', 'One'],
      ['paragraph', 'First half second half.'],
      ['table-row', 'a | b'],
      ['table-row', 'c | d'],
    ]);
    expect(pages.map(({ page, start }) => [page, text.slice(start, start + 6)])).toEqual([
      [1, 'One\n\nF'],
      [2, 'second'],
      [3, 'a | b\n'],
      [4, 'a | b\n'],
    ]);
  });

  it('removes invisible characters, but not the joiners that scripts and emoji need', () => {
    const builder = createTextBuilder();
    builder.add(
      'paragraph',
      'ig\u00adnore\u202e \u200bprevious\u{e0041}\u0007 \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 👩\u200d🚀 cafe\u0301',
    );
    expect(builder.finish({}).text).toBe(
      'ignore previous \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 👩\u200d🚀 caf\u00e9',
    );
  });

  it('keeps the indentation of code', () => {
    const builder = createTextBuilder();
    builder.add('code', '\nif (a) {\r\n\tb();  \r\n\r\n\r\n\r\n}\n');
    expect(builder.finish({}).text).toBe('if (a) {\n\tb();\n\n}');
  });

  it('tells where inline code stands after its spaces were removed', () => {
    const builder = createTextBuilder();
    builder.add('paragraph', 'First.');
    builder.add('list-item', ['-  Set \u00a0', codeRun(' a  =\u200b 1 '), ' \n', codeRun('b'), codeRun('  '), ' . '], {
      depth: 1,
    });
    const { text, blocks } = builder.finish({});
    expect(text).toBe('First.\n\n- Set a = 1\nb .');
    expect(blocks[1]?.codeSpans?.map(([start, end]) => text.slice(start, end))).toEqual(['a = 1', 'b']);
  });

  it('tells where links stand, of which the parts of one are one', () => {
    const builder = createTextBuilder();
    const link = 'https://example.com/a';
    builder.add('paragraph', [
      'See ',
      { text: ' the ', link },
      { text: 'plans', isCode: true, link },
      ' or ',
      { text: 'the rest', link },
      '.',
    ]);
    expect(blocksOf(builder.finish({}))).toEqual([
      {
        kind: 'paragraph',
        text: 'See the plans or the rest.',
        code: ['plans'],
        links: [
          ['the plans', link],
          ['the rest', link],
        ],
      },
    ]);
  });

  it.each([
    ['is an address', 'https://example.com/b'],
    ['is an address by a number', 'http://192.0.2.1/b'],
    ['names a host', 'bank.example.com/login'],
    ['is the number of a note', '12'],
    ['has brackets', 'plans[1]'],
    ['has two lines', 'our\nplans'],
    ['is as long as a card', 'plan '.repeat(41)],
  ])('keeps no link whose text %s', (_, text) => {
    const builder = createTextBuilder();
    builder.add('paragraph', ['See ', { text, link: 'https://example.com/a' }, ' for more.']);
    expect(builder.finish({}).blocks[0]?.links).toBeUndefined();
  });

  it('keeps the spans of inline code and links true for any input, and never changes the text for them', () => {
    const words = fc.array(fc.oneof(fc.constantFrom(...ODD, 'a', 'b c'), fc.string({ unit: 'binary', maxLength: 5 })), {
      maxLength: 4,
    });
    const run = fc
      .tuple(words, fc.boolean(), fc.constantFrom(undefined, 'https://a.test/'))
      .map(([parts, isCode, link]) => {
        const text = parts.join('');
        return isCode || link ? { isCode, text, link } : text;
      });
    fc.assert(
      fc.property(fc.array(run, { maxLength: 8 }), (runs) => {
        const builder = createTextBuilder();
        builder.add('paragraph', 'Something to read.');
        builder.add('paragraph', runs);
        const { text, blocks } = builder.finish({});
        const expected = normalizeProse(runsToText(runs));
        expect(text).toBe(expected ? `Something to read.\n\n${expected}` : 'Something to read.');
        const spans = blocks[1]?.codeSpans?.map(([start, end]) => text.slice(start, end));
        const code = runs.flatMap((some) =>
          typeof some !== 'string' && some.isCode ? [normalizeProse(some.text)] : [],
        );
        if (spans) expect(spans).toEqual(code.filter((some) => some));
        expectSound(builder.finish({}));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['heading', { level: 2, ordered: true, language: 'js', header: true }, { level: 2 }],
    ['heading', {}, { level: 1 }],
    ['list-item', { depth: 2, ordered: true, level: 3 }, { depth: 2, ordered: true }],
    ['code', { depth: 1, language: 'c++', header: true }, { depth: 1, language: 'c++' }],
    ['code', { language: '<script>' }, {}],
    ['table-row', { header: true, callout: 'tip', depth: 0 }, { header: true, callout: 'tip' }],
  ] as const)('keeps of a %s with %j what such a block can have', (kind, given, kept) => {
    const builder = createTextBuilder();
    builder.add(kind, 'text', given);
    expect(builder.finish({}).blocks).toEqual([{ kind, start: 0, end: 4, ...kept }]);
  });

  it('refuses a document without letters or numbers', () => {
    const builder = createTextBuilder();
    builder.add('paragraph', ' … — \u200b ');
    expect(() => builder.finish({})).toThrow(SourceFailure);
  });

  it('refuses more than five million characters', () => {
    const builder = createTextBuilder();
    const add = () => {
      for (let index = 0; index < 6; index += 1) builder.add('paragraph', 'a'.repeat(1_000_000));
    };
    expect(add).toThrow(expect.objectContaining({ code: 'document_too_long' }));
  });

  it('keeps every offset true for any input', () => {
    const piece = fc.oneof(
      fc.constantFrom(...ODD),
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.lorem({ maxCount: 3, mode: 'sentences' }),
    );
    const block = fc.record({
      kind: fc.constantFrom(...KINDS),
      text: fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
      level: fc.integer({ min: 1, max: 6 }),
      newPage: fc.boolean(),
      continueProse: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(block, { minLength: 1, maxLength: 25 }),
        fc.integer({ min: 60, max: 400 }),
        (input, target) => {
          const builder = createTextBuilder();
          let page = 1;
          builder.startPage(page);
          builder.add('paragraph', 'Something to read.');
          for (const { kind, text, level, newPage, continueProse } of input) {
            if (newPage) {
              page += 1;
              builder.startPage(page);
            }
            if (continueProse) builder.continueProse(text);
            else if (kind === 'heading') builder.add(kind, text, { level });
            else builder.add(kind, text);
          }
          const document = builder.finish({});
          expectSound(document);
          expectSoundChunks(document, target);
        },
      ),
      { numRuns: 300 },
    );
  });
});

import { describe, expect, it } from 'vitest';
import { chunkDocument, chunkRanges, TARGET_LENGTH } from '../../../../server/ingestion/chunk/chunk.ts';
import { createTextBuilder } from '../../../../server/ingestion/parsers/text/text-builder.ts';
import type { Block } from '../../../../server/ingestion/types.ts';
import { expectSoundChunks } from '../parse/invariants.ts';

const SENTENCE = 'The quick brown fox jumps over the lazy dog near the river. ';
const paragraph = (sentences: number) => SENTENCE.repeat(sentences).trim();

function document(build: (builder: ReturnType<typeof createTextBuilder>) => void) {
  const builder = createTextBuilder();
  build(builder);
  return builder.finish({ language: 'en' });
}

/** A document of these blocks, each with what is to be known of it; offsets of code spans count from the block's start. */
function documentOf(...parts: [text: string, block: Omit<Block, 'start' | 'end'>][]) {
  const text = parts.map(([part]) => part).join('\n\n');
  let start = 0;
  const blocks = parts.map(([part, { codeSpans, ...rest }]): Block => {
    const [from, end] = [start, start + part.length];
    start = end + 2;
    const spans = codeSpans?.map(([first, last]): [number, number] => [from + first, from + last]);
    return { ...rest, start: from, end, ...(spans && { codeSpans: spans }) };
  });
  return { title: null, language: 'en', text, blocks, pages: [] };
}

describe('chunkDocument', () => {
  it('splits long text at sentences into pieces of about the target, without a tiny rest', () => {
    const chunks = expectSoundChunks(document((builder) => builder.add('paragraph', paragraph(41))));
    expect(chunks.length).toBeGreaterThan(1);
    for (const { text } of chunks) {
      expect(text.endsWith('river.')).toBe(true);
      expect(text.length).toBeGreaterThan(TARGET_LENGTH * 0.5);
      expect(text.length).toBeLessThan(TARGET_LENGTH * 1.3);
    }
  });

  it('keeps headings without text together, and apart from a section that is not below them', () => {
    const chunks = expectSoundChunks(
      document((builder) => {
        builder.add('heading', 'Import', { level: 1 });
        builder.add('paragraph', paragraph(10));
        for (const step of ['1. Ask', '2. Wait', '3. Load']) builder.add('heading', step, { level: 2 });
        builder.add('heading', 'Export', { level: 2 });
        builder.add('paragraph', paragraph(10));
      }),
    );
    expect(chunks.map(({ headings }) => headings)).toEqual([['Import'], ['Import'], ['Import', 'Export']]);
    expect(chunks[1]?.text).toBe('1. Ask\n\n2. Wait\n\n3. Load');
  });

  it('keeps a few words below an answer that expands with it, and not with the next section', () => {
    const chunks = expectSoundChunks(
      document((builder) => {
        builder.add('heading', 'Account', { level: 2 });
        builder.add('paragraph', paragraph(8));
        builder.add('heading', 'Delete it?', { level: 3 });
        builder.add('paragraph', paragraph(5));
        builder.endSection(3);
        builder.add('paragraph', 'Ask us if you need help.');
        builder.add('heading', 'Errors', { level: 2 });
        builder.add('paragraph', paragraph(8));
      }),
    );
    expect(chunks.map(({ headings }) => headings)).toEqual([['Account'], ['Account'], ['Errors']]);
    expect(chunks[1]?.text).toBe(`Delete it?\n\n${paragraph(5)}\n\nAsk us if you need help.`);
  });

  it('packs small neighbours under one heading, and keeps headings apart', () => {
    const chunks = expectSoundChunks(
      document((builder) => {
        for (const heading of ['One', 'Two']) {
          builder.add('heading', heading, { level: 1 });
          for (let index = 0; index < 5; index += 1) builder.add('paragraph', paragraph(2));
        }
      }),
    );
    expect(chunks.map(({ headings }) => headings)).toEqual([['One'], ['Two']]);
    expect(chunks.every(({ text }) => text.split('\n\n').length === 5)).toBe(true);
  });

  it('merges tiny sections of one parent, with their headings in the text', () => {
    const chunks = expectSoundChunks(
      document((builder) => {
        builder.add('heading', 'Questions', { level: 1 });
        for (const name of ['A', 'B', 'C']) {
          builder.add('heading', `What is ${name}?`, { level: 2 });
          builder.add('paragraph', `It is ${name}.`);
        }
        builder.add('heading', 'Other', { level: 1 });
        builder.add('paragraph', 'Something else.');
      }),
    );
    expect(chunks[0]?.text).toContain('What is A?\n\nIt is A.\n\nWhat is B?');
    expect(chunks.flatMap(({ text }) => text.match(/It is [ABC]\./g) ?? [])).toHaveLength(3);
    expect(chunks[0]?.headingTerms).toContain('question');
  });

  it('never splits a row, an item or a part of code that fits', () => {
    const row = `${'cell | '.repeat(60)}end`;
    const code = Array.from({ length: 20 }, (_, index) => `  line(${index}); // does a thing`).join('\n');
    const whole = document((builder) => {
      for (let index = 0; index < 6; index += 1) builder.add('table-row', `${index} ${row}`);
      builder.add('code', code);
      for (let index = 0; index < 30; index += 1) builder.add('list-item', `- ${index} ${SENTENCE}`);
    });
    const chunks = expectSoundChunks(whole);
    for (const block of whole.blocks) {
      expect(chunks.filter(({ start, end }) => start < block.end && end > block.start)).toHaveLength(1);
    }
  });

  it('keeps the indentation of code that it splits, so that only line breaks are between its parts', () => {
    const lines = Array.from({ length: 400 }, (_, index) => `${' '.repeat(index % 5)}line(${index});`);
    const code = lines.join('\n').trim();
    const chunks = expectSoundChunks(document((builder) => builder.add('code', code)));
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.map(({ text }) => text).join('\n')).toBe(code);
  });

  it('splits what does not fit at lines, clauses or words, never inside a character', () => {
    const chunks = expectSoundChunks(
      document((builder) => {
        builder.add('paragraph', 'Start.');
        builder.add('code', Array.from({ length: 300 }, (_, index) => `line ${index}`).join('\n'));
        builder.add('table-row', 'value, '.repeat(500));
        builder.add('paragraph', '👩‍🚀'.repeat(900));
      }),
    );
    expect(chunks.every(({ text }) => text.length <= TARGET_LENGTH * 1.5)).toBe(true);
    expect(chunks.every(({ text }) => !text.startsWith('\u200d') && text.isWellFormed())).toBe(true);
  });

  it('begins a new chunk on a new page, unless too little stood on the one before', () => {
    const chunks = expectSoundChunks(
      document((builder) => {
        builder.startPage(1);
        builder.add('paragraph', paragraph(8));
        builder.startPage(2);
        builder.add('paragraph', paragraph(8));
        builder.startPage(3);
        builder.add('paragraph', paragraph(1));
      }),
    );
    expect(chunks.map(({ page }) => page)).toEqual([1, 2]);
  });

  it('makes shorter chunks where words have no spaces', () => {
    const japanese = '図書館は月曜日を除いて毎日開いています。利用者は本を四週間借りることができます。'.repeat(40);
    const chunks = expectSoundChunks(document((builder) => builder.add('paragraph', japanese)));
    expect(chunks.every(({ text }) => text.length <= TARGET_LENGTH * 0.77 * 1.25 && text.endsWith('。'))).toBe(true);
  });

  it.each([
    ['English', SENTENCE.trim(), 0.25, TARGET_LENGTH * 0.8],
    ['Japanese', '図書館は月曜日を除いて毎日開いています。', 1, 150],
    ['Russian', 'Библиотека открыта каждый день, кроме понедельника. ', 0.5, 250],
    ['figures', '2019 4,711 0.83 17.25 2020 4,981 0.79 18.11. ', 0.9, 150],
  ])('gives an embedder of 512 tokens nothing that it would not read: %s', (_name, sentence, cost, least) => {
    const whole = document((builder) => builder.add('paragraph', `${sentence} `.repeat(400).trim()));
    const lengths = Array.from(chunkRanges(whole, TARGET_LENGTH, 512), ({ start, end }) => end - start);
    const letters = sentence.replace(/\s/g, '').length / `${sentence} `.length;
    expect(Math.max(...lengths) * letters * cost).toBeLessThan(512 - 60);
    expect(Math.max(...lengths)).toBeGreaterThan(least);
  });

  it('indexes the words of the text, and separately those of title, file name and headings', () => {
    const whole = {
      ...document((builder) => {
        builder.add('heading', 'Opening hours', { level: 1 });
        builder.add('paragraph', 'Visitors are welcome daily.');
      }),
      title: 'Town library',
    };
    const [chunk] = [...chunkDocument(whole, '2022_Q3_report.pdf')];
    expect(chunk?.terms.split(' ')).toEqual(expect.arrayContaining(['welcom', 'daili']));
    expect(chunk?.headingTerms.split(' ')).toEqual(expect.arrayContaining(['open', 'hour', 'librari', '2022', 'q3']));
    expect(chunk?.headings).toEqual(['Opening hours']);
  });

  it('indexes the words of a title once that is the name of the file', () => {
    const page = {
      ...document((builder) => builder.add('paragraph', 'Visitors are welcome daily.')),
      title: 'town-library hours',
    };
    const [chunk] = [...chunkDocument(page, 'town-library_hours.md')];
    expect(chunk?.headingTerms.split(' ').filter((term) => term === 'hour')).toHaveLength(1);
  });

  it('keeps the blocks of a chunk as the parser gave them, with offsets into its text', () => {
    const [, chunk] = expectSoundChunks(
      documentOf(
        ['First', { kind: 'heading', level: 1 }],
        [paragraph(12), { kind: 'paragraph' }],
        ['Second', { kind: 'heading', level: 1 }],
        [`Run npm first. ${paragraph(4)}`, { kind: 'paragraph', codeSpans: [[4, 7]], callout: 'tip' }],
        ['1. Install it.', { kind: 'list-item', depth: 1, ordered: true }],
        ['npm install', { kind: 'code', depth: 1, language: 'sh' }],
        ['Name | Use', { kind: 'table-row', header: true }],
      ),
    );
    expect(chunk?.blocks.map(({ start, end, ...rest }) => [chunk.text.slice(start, end).slice(0, 14), rest])).toEqual([
      ['Run npm first.', { kind: 'paragraph', codeSpans: [[4, 7]], callout: 'tip' }],
      ['1. Install it.', { kind: 'list-item', depth: 1, ordered: true }],
      ['npm install', { kind: 'code', depth: 1, language: 'sh' }],
      ['Name | Use', { kind: 'table-row', header: true }],
    ]);
  });

  it('cuts a block and its code spans where the chunk ends, and says which one began before', () => {
    const text = paragraph(41);
    const every = Array.from({ length: text.length / 10 }, (_, at): [number, number] => [at * 10, at * 10 + 10]);
    const chunks = expectSoundChunks(documentOf([text, { kind: 'paragraph', codeSpans: every }]));
    expect(chunks.length).toBeGreaterThan(2);
    for (const [index, chunk] of chunks.entries()) {
      expect(chunk.blocks).toHaveLength(1);
      expect(chunk.blocks[0]?.continued).toBe(index === 0 ? undefined : true);
      const spans = chunk.blocks[0]?.codeSpans ?? [];
      const cut = spans.reduce((sum, [start, end]) => sum + end - start, 0);
      const whole = every.reduce(
        (sum, [start, end]) => sum + Math.max(0, Math.min(end, chunk.end) - Math.max(start, chunk.start)),
        0,
      );
      expect(cut).toBe(whole);
    }
  });

  it('says on which lines of its file each chunk is written', () => {
    const text = paragraph(41);
    const lines = Array.from({ length: text.length / 50 }, (_, at): [number, number] => [at * 50, at + 1]);
    for (const chunk of expectSoundChunks(documentOf([text, { kind: 'paragraph', lines }]))) {
      const own = chunk.blocks[0]?.lines ?? [];
      expect(own[0]).toEqual([0, Math.floor(chunk.start / 50) + 1]);
      for (const [at, line] of own.slice(1)) expect(chunk.start + at).toBe((line - 1) * 50);
    }
  });

  it('has the headings that were merged into a chunk among its blocks, and those above it not', () => {
    const [chunk] = expectSoundChunks(
      documentOf(
        ['Questions', { kind: 'heading', level: 1 }],
        ['What is A?', { kind: 'heading', level: 2 }],
        ['It is A.', { kind: 'paragraph' }],
        ['What is B?', { kind: 'heading', level: 2 }],
        [`It is B. ${paragraph(5)}`, { kind: 'paragraph' }],
      ),
    );
    expect(chunk?.blocks.map(({ kind, level }) => level ?? kind)).toEqual([1, 2, 'paragraph', 2, 'paragraph']);
    const [single] = expectSoundChunks(
      documentOf(['Hours', { kind: 'heading', level: 1 }], [paragraph(5), { kind: 'paragraph' }]),
    );
    expect(single?.headings).toEqual(['Hours']);
    expect(single?.blocks.map(({ kind }) => kind)).toEqual(['paragraph']);
  });

  it('numbers the sections, of which one may be several chunks', () => {
    const chunks = expectSoundChunks(
      document((builder) => {
        for (const [heading, sentences] of [
          ['One', 8],
          ['Two', 60],
          ['Three', 8],
        ] as const) {
          builder.add('heading', heading, { level: 1 });
          builder.add('paragraph', paragraph(sentences));
        }
      }),
    );
    const sections = chunks.map(({ section }) => section);
    expect(sections.slice(0, 3)).toEqual([0, 1, 1]);
    expect([...new Set(sections)]).toEqual([0, 1, 2]);
    expect(chunks.map(({ headings }) => headings[0])).toEqual(
      sections.map((section) => ['One', 'Two', 'Three'][section]),
    );
  });

  describe('does not tear', () => {
    const row = (at: number): [string, Omit<Block, 'start' | 'end'>] => [
      `${at} | ${'cell '.repeat(16)}`,
      { kind: 'table-row' },
    ];
    const head: [string, Omit<Block, 'start' | 'end'>] = ['No | Use', { kind: 'table-row', header: true }];
    const prose = (sentences: number): [string, Omit<Block, 'start' | 'end'>] => [
      paragraph(sentences),
      { kind: 'paragraph' },
    ];
    const code = (length: number): [string, Omit<Block, 'start' | 'end'>] => [
      'x = 1\n'.repeat(length / 6).trim(),
      { kind: 'code' },
    ];
    const heads = (chunks: { text: string }[]) => chunks.map(({ text }) => text.slice(0, 8));

    it('a table that fits into a chunk from what is before it', () => {
      const rows = Array.from({ length: 9 }, (_, at) => row(at));
      const chunks = expectSoundChunks(documentOf(prose(9), head, ...rows));
      expect(heads(chunks)).toEqual(['The quic', 'No | Use']);
    });

    it('the head of a long table from its first row', () => {
      const chunks = expectSoundChunks(documentOf(prose(19), head, ...Array.from({ length: 40 }, (_, at) => row(at))));
      expect(chunks.length).toBeGreaterThan(3);
      expect(heads(chunks)[1]).toBe('No | Use');
    });

    it('code from the sentence that introduces it', () => {
      const chunks = expectSoundChunks(
        documentOf(prose(10), ['Write this into the file:', { kind: 'paragraph' }], code(600), prose(3)),
      );
      expect(heads(chunks)).toEqual(['The quic', 'Write th']);
    });

    it('code from the last sentence of a paragraph that introduces it', () => {
      const chunks = expectSoundChunks(
        documentOf([`${paragraph(17)} Write this:`, { kind: 'paragraph' }], code(900), prose(3)),
      );
      expect(heads(chunks).slice(0, 2)).toEqual(['The quic', 'Write th']);
    });

    it('the title of a tab from what is in it', () => {
      const chunks = expectSoundChunks(
        documentOf(
          prose(6),
          ['Windows', { kind: 'paragraph' }],
          code(480),
          ['Linux', { kind: 'paragraph' }],
          code(480),
        ),
      );
      expect(heads(chunks)).toEqual(['The quic', 'Linux\n\nx']);
    });

    it('the title of a note from its text, but not a short line from running text', () => {
      const body = 'The lever is pulled twice. '.repeat(18).trim();
      const chunksOf = (note: { callout?: 'note' }) =>
        expectSoundChunks(
          documentOf(
            prose(6),
            ['Windows', { kind: 'paragraph', ...note }],
            [body, { kind: 'paragraph', ...note }],
            ['Linux', { kind: 'paragraph', ...note }],
            [body, { kind: 'paragraph', ...note }],
          ),
        );
      expect(heads(chunksOf({ callout: 'note' }))).toEqual(['The quic', 'Linux\n\nT']);
      expect(heads(chunksOf({}))).toEqual(['The quic', 'The leve']);
    });

    it('code at the beginning of a page from the sentence that introduces it', () => {
      const whole = documentOf([`${paragraph(10)} Write this:`, { kind: 'paragraph' }], code(600));
      const second = whole.text.indexOf('x = 1');
      const pages = [
        { page: 4, start: 0 },
        { page: 5, start: second },
      ];
      const chunks = expectSoundChunks({ ...whole, pages });
      expect(chunks.map(({ text, page, laterPages }) => [text.slice(0, 8), page, laterPages?.length])).toEqual([
        ['The quic', 4, undefined],
        ['Write th', 4, 1],
      ]);
    });

    it('a list item from the code that belongs to it', () => {
      const item = (at: number): [string, Omit<Block, 'start' | 'end'>] => [
        `${at}. ${paragraph(6)}`,
        { kind: 'list-item', depth: 1, ordered: true },
      ];
      const [text, block] = code(300);
      const inItem: typeof head = [text, { ...block, depth: 1 }];
      const chunks = expectSoundChunks(documentOf(item(1), inItem, item(2), inItem, item(3), inItem));
      expect(chunks.length).toBeGreaterThan(1);
      for (const { blocks } of chunks) {
        expect(blocks[0]?.kind).toBe('list-item');
        expect(blocks.at(-1)?.kind).toBe('code');
      }
    });

    it('a heading from the text below it', () => {
      const chunks = expectSoundChunks(
        documentOf(
          ['Guide', { kind: 'heading', level: 1 }],
          ['It is short.', { kind: 'paragraph' }],
          ['Part', { kind: 'heading', level: 2 }],
          ['First step', { kind: 'heading', level: 3 }],
          prose(17),
        ),
      );
      expect(chunks.map(({ headings, text }) => [headings, text.slice(0, 12)])).toEqual([
        [['Guide'], 'It is short.'],
        [['Guide', 'Part', 'First step'], 'The quick br'],
      ]);
    });
  });

  it('leaves what introduces a block where it is, if its last sentence and the block are too long for one chunk', () => {
    const sentence = `Write this${', and this'.repeat(70)}:`;
    const chunks = expectSoundChunks(
      documentOf(
        [`${paragraph(8)} ${sentence}`, { kind: 'paragraph' }],
        ['x = 1\n'.repeat(150).trim(), { kind: 'code' }],
      ),
    );
    expect(chunks.map(({ text }) => text.slice(-6))).toEqual([' this:', '\nx = 1']);
  });

  it('refuses more than twenty thousand chunks', () => {
    const many = document((builder) => {
      for (let index = 0; index < 21_000; index += 1) {
        builder.add('heading', `Part ${index}`, { level: 1 });
        builder.add('paragraph', 'It is so long that it stands alone.');
      }
    });
    expect(() => [...chunkDocument(many, '', 40)]).toThrow(expect.objectContaining({ code: 'document_too_long' }));
  });
});

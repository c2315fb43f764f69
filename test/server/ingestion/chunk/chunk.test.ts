import { describe, expect, it } from 'vitest';
import { chunkDocument, chunkRanges, TARGET_LENGTH } from '../../../../server/ingestion/chunk/chunk.ts';
import { createTextBuilder } from '../../../../server/ingestion/parsers/text/text-builder.ts';
import { expectSoundChunks } from '../parse/invariants.ts';

const SENTENCE = 'The quick brown fox jumps over the lazy dog near the river. ';
const paragraph = (sentences: number) => SENTENCE.repeat(sentences).trim();

function document(build: (builder: ReturnType<typeof createTextBuilder>) => void) {
  const builder = createTextBuilder();
  build(builder);
  return builder.finish({ language: 'en' });
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

import { describe, expect, it } from 'vitest';
import { widenPassage } from '../../../../server/answering/passages/widen-passage.ts';
import { chunkDocument } from '../../../../server/ingestion/chunk/chunk.ts';
import { parseMarkdown } from '../../../../server/ingestion/parsers/markdown/parse-markdown.ts';
import type { ChunkRow } from '../../../../server/store/types.ts';
import { passage } from '../passages.ts';

/** What is shown around the passage of a page that holds a word. */
async function widened(markdown: string, word: string) {
  const document = parseMarkdown(new TextEncoder().encode(markdown));
  const row = (text: string) => ({ ...passage(text), id: text, laterPages: [] }) as unknown as ChunkRow;
  const rows = [...chunkDocument(document)].map(
    (chunk): ChunkRow => ({ ...row(chunk.text), ...chunk, laterPages: [] }),
  );
  const found = rows.find(({ text }) => text.includes(word));
  if (!found) throw new Error('The word stands nowhere.');
  const between = async (_project: string, _source: string, from: number, to: number) =>
    rows.filter(({ seq }) => seq >= from && seq <= to);
  const wide = await widenPassage({ between }, 'p', passage(found.text, { ...found, chunkId: found.id }));
  const { start, end, text } = wide.passage;
  expect(document.text.slice(start, end)).toBe(text);
  expect(text.slice(wide.within.start, wide.within.end)).toBe(found.text);
  return { ...wide.passage, goesOn: wide.goesOn, sections: await wide.sections(), rows };
}

const paragraph = (word: string) =>
  `${`The ${word} is described here at some length, and more. `.repeat(15).trim()}\n\n`;
const code = Array.from({ length: 60 }, (_, at) => `  ${' '.repeat(at % 4)}line: ${at} # of a file`).join('\n');
const step = (number: number, word: string) =>
  `${number}. Look at the ${word}.\n\n    \`\`\`yaml\n${code.replace(/^/gm, '    ')}\n    \`\`\`\n\n`;

describe('a passage with its neighbours', () => {
  it('is what stands before and after it in the section', async () => {
    const words = ['gate', 'ferry', 'tower', 'pier', 'bridge'];
    const { text } = await widened(words.map(paragraph).join(''), 'tower');
    expect(words.filter((word) => text.includes(word))).toEqual(['ferry', 'tower', 'pier']);
  });

  it('ends at a heading', async () => {
    const { text } = await widened(`${paragraph('gate')}## Water\n\n${paragraph('ferry')}`, 'ferry');
    expect(text).not.toContain('gate');
  });

  it('goes on to the first step of a numbered list, over code that is in several passages', async () => {
    const page = `# Start\n\n${['gate', 'ferry', 'tower'].map((word, at) => step(at + 1, word)).join('')}`;
    const { text, blocks, rows } = await widened(page, 'tower');
    expect(rows.length).toBeGreaterThan(4);
    expect(text).toMatch(/^(Start\n\n)?1\. Look at the gate\./);
    expect(blocks.map(({ kind }) => kind).filter((kind) => kind !== 'heading')).toEqual(
      Array.from({ length: 3 }, () => ['list-item', 'code']).flat(),
    );
    expect(blocks.filter(({ kind }) => kind === 'code').map(({ start, end }) => text.slice(start, end))).toEqual(
      Array.from({ length: 3 }, () => code),
    );
  });

  it('knows the sections that follow under its headings, each by its first passage', async () => {
    const page = `# Limits\n\nThere are two ways to limit it:\n\n## A pipe\n\n${['gate', 'ferry', 'tower'].map(paragraph).join('')}## A variable\n\n${paragraph('pier')}# Others\n\n${paragraph('bridge')}`;
    const { sections } = await widened(page, 'two ways');
    expect(sections.map(({ headings }) => headings)).toEqual([
      ['Limits', 'A pipe'],
      ['Limits', 'A variable'],
    ]);
    expect(sections[0]?.text).toContain('gate');
    expect((await widened(page, 'bridge')).sections).toEqual([]);
  });

  it('knows where code or a table goes on that is too long for it', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => `| row ${at} | the value of ${at} in this long table |`);
    const table = ['| name | value |', '| --- | --- |', ...rows].join('\n');
    const lines = Array.from({ length: 300 }, (_, at) => `set value_${at} = "the value of ${at}"`).join('\n');
    const goesOn = async (page: string, word: string) => (await widened(page, word)).goesOn;
    const { head } = await goesOn(table, 'row 150 ');
    expect(head?.text.slice(head.row.start, head.row.end)).toBe('name | value');
    for (let at = 60; at < 240; at += 10)
      expect(await goesOn(table, `row ${at} `)).toMatchObject({ before: true, after: true });
    for (const [page, word] of [
      [table, 'row 150 '],
      [`\`\`\`\n${lines}\n\`\`\``, 'value_150 '],
    ] as const) {
      expect(await goesOn(page, word)).toMatchObject({ before: true, after: true });
      expect(await goesOn(page, word.replace('150', '0'))).toEqual({ before: false, after: true });
      expect(await goesOn(page, word.replace('150', '299'))).toMatchObject({ before: true, after: false });
    }
    expect(await goesOn(paragraph('gate') + paragraph('ferry'), 'gate')).toEqual({ before: false, after: false });
  });

  it('knows where a list goes on that is too long for it', async () => {
    const items = Array.from({ length: 300 }, (_, at) => `- Item ${at} of a list that is very long`).join('\n');
    const listOf = async (page: string, word: string) => (await widened(page, word)).goesOn.list;
    expect(await listOf(items, 'Item 200 ')).toEqual({ before: true, after: true });
    expect(await listOf(items, 'Item 0 ')).toEqual({ before: false, after: true });
    expect(await listOf(items, 'Item 299 ')).toEqual({ before: true, after: false });
    expect(await listOf('- Milk\n- Bread\n', 'Milk')).toBeUndefined();
  });

  it('stays within its length', async () => {
    const page = Array.from({ length: 12 }, (_, at) => step(at + 1, `part ${at + 1} of all`)).join('');
    const { text } = await widened(page, 'part 9 of');
    expect(text.length).toBeLessThanOrEqual(6000);
    expect(text).toContain('part 9 of');
  });
});

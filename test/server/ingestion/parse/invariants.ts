import { expect } from 'vitest';
import { chunkDocument } from '../../../../server/ingestion/chunk/chunk.ts';
import type { Block, Chunk, ParsedDocument } from '../../../../server/ingestion/types.ts';

const INVISIBLE = /[\p{Cc}--[\n\t]]|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/v;

/** What holds for every document, whatever it was parsed from. */
export function expectSound(document: ParsedDocument): void {
  const { text, blocks, pages } = document;
  expect(text).toBe(text.normalize('NFC'));
  expect(text.isWellFormed()).toBe(true);
  expect(text).not.toMatch(INVISIBLE);
  expect(text).not.toMatch(/[ \t]$|\n{3,}/m);
  expect(text.trim()).not.toBe('');
  let end = 0;
  for (const block of blocks) {
    expect(block.start).toBeGreaterThanOrEqual(end);
    expect(block.end).toBeGreaterThan(block.start);
    expect(text.slice(end, block.start)).toMatch(/^\n{0,2}$/);
    end = block.end;
    expectSoundAttributes(document, block);
  }
  expect(end).toBe(text.length);
  expect(pages.map(({ page }) => page)).toEqual(pages.map((_, index) => index + 1));
  for (const [index, { start }] of pages.entries()) {
    expect(start).toBeGreaterThanOrEqual(pages[index - 1]?.start ?? 0);
    expect(start).toBeLessThanOrEqual(text.length);
  }
}

/** The blocks with their texts in place of offsets: `text`, `code` for the inline code and `links` for the texts of links with where they lead. */
export const blocksOf = ({ text, blocks }: ParsedDocument) =>
  blocks.map(({ kind, start, end, codeSpans, links, ...attributes }) => ({
    kind,
    text: text.slice(start, end),
    ...attributes,
    ...(codeSpans && { code: codeSpans.map(([from, to]) => text.slice(from, to)) }),
    ...(links && { links: links.map((link) => [text.slice(link.start, link.end), link.address]) }),
  }));

function expectSoundAttributes({ text }: ParsedDocument, block: Block): void {
  const { kind, level, depth, ordered, header, codeSpans = [], links = [] } = block;
  if (kind === 'heading') expect(level).toBeOneOf([1, 2, 3, 4, 5, 6]);
  else expect(level).toBeUndefined();
  if (depth !== undefined) expect(depth).toBeGreaterThanOrEqual(1);
  if (ordered) expect(kind).toBe('list-item');
  if (header) expect(kind).toBe('table-row');
  let end = block.start;
  for (const [from, to] of codeSpans) {
    expect(from).toBeGreaterThanOrEqual(end);
    expect(to).toBeGreaterThan(from);
    expect(to).toBeLessThanOrEqual(block.end);
    expect(text.slice(from, to)).toBe(text.slice(from, to).trim());
    end = to;
  }
  end = block.start;
  for (const link of links) {
    expect(kind).toBeOneOf(['paragraph', 'list-item', 'table-row']);
    expect(link.start).toBeGreaterThanOrEqual(end);
    expect(link.end).toBeLessThanOrEqual(block.end);
    expect(text.slice(link.start, link.end)).toMatch(/^\S(?:[^[\]\n]*\S)?$/u);
    expect(link.address).toMatch(/^(?:https?:\/\/|(?![a-z][a-z\d+.-]*:|\/\/))[^\s\\<>"]+$/i);
    end = link.end;
  }
}

/** What holds for the chunks of every document; returns them. */
export function expectSoundChunks(document: ParsedDocument, target?: number): Chunk[] {
  const chunks = [...chunkDocument(document, '', target)];
  let end = 0;
  for (const [index, chunk] of chunks.entries()) {
    expect(chunk.seq).toBe(index);
    expect(chunk.text).toBe(document.text.slice(chunk.start, chunk.end));
    expect(chunk.text).not.toMatch(/^\n|\n$/);
    // A line of code keeps its indentation, and its spaces at the end.
    if (chunk.blocks.every(({ kind }) => kind !== 'code')) expect(chunk.text).toBe(chunk.text.trim());
    expect(chunk.text.isWellFormed()).toBe(true);
    expect(chunk.start).toBeGreaterThanOrEqual(end);
    expect(chunk.text).not.toBe('');
    expectSoundBlocks(chunk, document);
    expect(chunk.section - (chunks[index - 1]?.section ?? 0)).toBeOneOf(index === 0 ? [0] : [0, 1]);
    end = chunk.end;
  }
  // Every letter is in a chunk, or in a heading that a chunk carries.
  const covered = new Uint8Array(document.text.length);
  for (const { start, end: chunkEnd } of chunks) covered.fill(1, start, chunkEnd);
  const named = new Set(chunks.flatMap(({ headings }) => headings));
  for (const { kind, start, end: blockEnd } of document.blocks) {
    const inChunks = covered.subarray(start, blockEnd).includes(0);
    if (!inChunks) continue;
    // A heading that is too long for a chunk is in two, with a space between them.
    if (kind === 'heading' && named.has(document.text.slice(start, blockEnd).replace(/\s+/g, ' '))) continue;
    for (let at = start; at < blockEnd; at += 1) if (!covered[at]) expect(document.text[at]).toMatch(/\s/);
  }
  return chunks;
}

/** The blocks of a chunk are those of the document, cut to it; nothing but line breaks is outside of them. */
function expectSoundBlocks({ text, start, blocks }: Chunk, document: ParsedDocument): void {
  let end = 0;
  for (const [index, block] of blocks.entries()) {
    expect(text.slice(end, block.start)).toMatch(/^\n{0,2}$/);
    expect(block.end).toBeGreaterThan(block.start);
    const whole = document.blocks.find((other) => other.start <= start + block.start && start + block.end <= other.end);
    expect(block.kind).toBe(whole?.kind);
    expect(block.continued ?? false).toBe(index === 0 && (whole?.start ?? 0) < start);
    const linked = (block.links ?? []).map(({ start, end }): [number, number] => [start, end]);
    for (const [from, to] of [...(block.codeSpans ?? []), ...linked]) {
      expect(from).toBeGreaterThanOrEqual(block.start);
      expect(to).toBeLessThanOrEqual(block.end);
      expect(to).toBeGreaterThan(from);
    }
    end = block.end;
  }
  expect(end).toBe(text.length);
}

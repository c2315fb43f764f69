import type { Collected } from '../helpers/ingestion/prepared-document.ts';

/**
 * Describes what is wrong with the chunks of a document; empty where nothing is. Every chunk must be a substring of the
 * document, of whole characters, in order, and no table row or code block that fits a chunk may be split.
 */
export function faultsOf({ document, chunks }: Collected, target = 1000): string[] {
  const { text, blocks } = document;
  const faults: string[] = [];
  let end = 0;
  for (const chunk of chunks) {
    if (chunk.text !== text.slice(chunk.start, chunk.end)) faults.push(`chunk ${chunk.seq} is not in the text`);
    if (!chunk.text.isWellFormed()) faults.push(`chunk ${chunk.seq} cuts a character`);
    if (chunk.start < end) faults.push(`chunk ${chunk.seq} overlaps the one before`);
    end = chunk.end;
  }
  let at = 0;
  for (const block of blocks) {
    if (block.kind !== 'table-row' && block.kind !== 'code' && block.kind !== 'list-item') continue;
    if (block.end - block.start > target * 0.75) continue;
    while ((chunks[at]?.end ?? Number.POSITIVE_INFINITY) <= block.start) at += 1;
    const chunk = chunks[at];
    if (!chunk || chunk.start > block.start || chunk.end < block.end)
      faults.push(`a ${block.kind} at ${block.start} is cut or left out`);
  }
  return faults;
}

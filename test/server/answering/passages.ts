import type { Passage } from '../../../server/answering/types.ts';

/** A passage at offset 1000 of its document. */
export function passage(text: string, changes: Partial<Passage> = {}): Passage {
  return {
    chunkId: text.slice(0, 12),
    sourceId: 'src_1',
    title: 'Museum guide',
    address: null,
    headings: [],
    page: null,
    laterPages: [],
    blocks: [],
    section: 0,
    language: 'en',
    seq: 0,
    start: 1000,
    end: 1000 + text.length,
    text,
    indexedAt: 0,
    score: 1,
    textRank: 1,
    vectorRank: null,
    readerRank: null,
    similarity: null,
    ...changes,
  };
}

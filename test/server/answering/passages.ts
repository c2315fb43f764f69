import type { Passage } from '../../../server/answering/types.ts';
import type { Block } from '../../../server/store/types.ts';

/** A block of a passage. */
export type Part = [kind: Block['kind'], text: string, fields?: Partial<Block>];

/** A passage of these blocks with an empty line between them. */
export function passageOf(parts: Part[], changes: Partial<Passage> = {}): Passage {
  let text = '';
  const blocks = parts.map(([kind, part, fields]): Block => {
    if (text !== '') text += '\n\n';
    const start = text.length;
    text += part;
    return { kind, start, end: text.length, ...fields };
  });
  return passage(text, { blocks, ...changes });
}

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

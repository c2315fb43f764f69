import type { ParsedDocument, PreparedChunk, PreparedDocument } from '../../../server/ingestion/types.ts';

/** A document with all of its chunks. */
export interface Collected {
  document: ParsedDocument;
  chunks: PreparedChunk[];
}

/** Waits for all chunks of a document. */
export async function collected({ document, chunks }: PreparedDocument): Promise<Collected> {
  const all: PreparedChunk[] = [];
  for await (const some of chunks) all.push(...some);
  return { document, chunks: all };
}

/** The same as a parser process returns it. */
export function asPrepared({ document, chunks }: Collected): PreparedDocument {
  return {
    document,
    chunksCount: chunks.length,
    chunks: (async function* () {
      yield chunks;
    })(),
  };
}

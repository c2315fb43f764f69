import type { ParsedDocument, PreparedChunk, PreparedDocument } from '../../../server/ingestion/types.ts';

/** A document with its chunks. */
export interface Collected {
  document: ParsedDocument;
  chunks: PreparedChunk[];
}

/** Collects all chunks of a document. */
export async function collected({ document, chunks }: PreparedDocument): Promise<Collected> {
  const all: PreparedChunk[] = [];
  for await (const some of chunks) all.push(...some);
  return { document, chunks: all };
}

/** Converts it to the form that a parser process returns. */
export function asPrepared({ document, chunks }: Collected): PreparedDocument {
  return {
    document,
    chunksCount: chunks.length,
    chunks: (async function* () {
      yield chunks;
    })(),
  };
}

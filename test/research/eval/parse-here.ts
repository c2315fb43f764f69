import { readFile } from 'node:fs/promises';
import { chunkDocument } from '../../../server/ingestion/chunk/chunk.ts';
import { encodeChunks } from '../../../server/ingestion/chunk/encode-chunks.ts';
import { parse } from '../../../server/ingestion/parse/parse.ts';
import type { ParserPool } from '../../../server/ingestion/parse/parser-pool.ts';

/**
 * Parses documents in this process, with the server's parsers. The files of the open sets are trusted, and starting a process
 * for each of their thousands of documents would take most of the time of an evaluation.
 */
export function createParserHere(): ParserPool {
  return {
    async prepareDocument({ path, format, fileName }) {
      const document = await parse(format, await readFile(path), () => undefined);
      const chunks = [...encodeChunks(chunkDocument(document, fileName))];
      return { document, chunksCount: chunks.length, chunks: oneBatch(chunks) };
    },
    close: () => undefined,
  };
}

async function* oneBatch<Item>(items: Item[]): AsyncGenerator<Item[]> {
  yield items;
}

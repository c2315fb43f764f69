/**
 * The floor for many files: parses, cuts and embeds them, and inserts their chunks into bare tables, all in this process. Prints
 * the number of chunks.
 */
import { readFileSync } from 'node:fs';
import { createBuiltinEmbedder } from '../../../server/engines/builtin/builtin-embedder.ts';
import { passageText } from '../../../server/engines/passage-text.ts';
import { chunkDocument } from '../../../server/ingestion/chunk/chunk.ts';
import { encodeChunks } from '../../../server/ingestion/chunk/encode-chunks.ts';
import { parse } from '../../../server/ingestion/parse/parse.ts';
import type { NewChunk } from '../../../server/store/types.ts';
import type { DocPage } from './doc-pages.ts';
import { openRaw } from './raw-database.ts';

const [pagesFile = '', databaseFile = ''] = process.argv.slice(2);
const pages = JSON.parse(readFileSync(pagesFile, 'utf8')) as DocPage[];
const embedder = createBuiltinEmbedder();
const database = openRaw(databaseFile, embedder.dimensions);
let total = 0;
for (const { path, text } of pages) {
  const document = await parse('markdown', new TextEncoder().encode(text), () => undefined);
  const chunks = [...encodeChunks(chunkDocument(document, path))];
  const vectors = await embedder.embed(
    chunks.map((chunk) => passageText(document.title, chunk)),
    'passage',
  );
  database.insert(
    chunks.map((chunk, at): NewChunk => {
      const embedding = vectors[at] ?? new Float32Array(embedder.dimensions);
      total += 1;
      return { ...chunk, seq: total, embedding };
    }),
  );
}
database.close();
await embedder.close();
console.log(total);

import { readFile } from 'node:fs/promises';
import type { Embedder, Recipe } from '../engines/types.ts';
import { SourceFailure, sourceFailures } from '../errors.ts';
import { chunkDocument } from './chunk.ts';
import { embedChunks } from './embed.ts';
import { parse } from './parse.ts';
import type { ParseMessage, ParseRequest, PrepareStage } from './parse-messages.ts';
import type { Chunk, ParsedDocument } from './types.ts';

/**
 * The program of a child process that reads one document and ends. It is started by parse-host.ts, which watches and kills
 * it; it holds no state worth keeping, opens no network connection and reads no file but the one that it is given.
 */

const TEXT_PIECE = 256 * 1024;
const BLOCKS_PIECE = 5_000;
const CHUNKS_PIECE = 200;
/** Milliseconds between two reports of progress. */
const PROGRESS_EVERY = 100;

/** Resolves when the message is handed to the system: the child may not run ahead of its host. */
function send(message: ParseMessage): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, undefined, undefined, () => resolve());
  });
}

let reportedAt = 0;
let reportedStage = '';

function report(stage: PrepareStage, done: number, total: number): void {
  if (stage === reportedStage && Date.now() - reportedAt < PROGRESS_EVERY && done < total) return;
  reportedStage = stage;
  reportedAt = Date.now();
  void send({ type: 'progress', stage, done, total, rss: process.memoryUsage.rss() });
}

async function sendDocument(document: ParsedDocument): Promise<void> {
  const { title, language, pages, text, blocks } = document;
  await send({ type: 'document', title, language, pages });
  for (let at = 0; at < text.length; at += TEXT_PIECE) {
    await send({ type: 'text', text: text.slice(at, at + TEXT_PIECE) });
  }
  for (let at = 0; at < blocks.length; at += BLOCKS_PIECE) {
    await send({ type: 'blocks', blocks: blocks.slice(at, at + BLOCKS_PIECE) });
  }
}

function cut(document: ParsedDocument, fileName: string): Chunk[] {
  report('chunk', 0, document.text.length);
  const chunks: Chunk[] = [];
  for (const chunk of chunkDocument(document, fileName)) {
    chunks.push(chunk);
    report('chunk', chunk.end, document.text.length);
  }
  return chunks;
}

async function sendChunks(chunks: Chunk[]): Promise<void> {
  for (let at = 0; at < chunks.length; at += CHUNKS_PIECE) {
    await send({ type: 'chunks', chunks: chunks.slice(at, at + CHUNKS_PIECE) });
  }
}

async function sendEmbedded(chunks: Chunk[], title: string | null, { module, create }: Recipe): Promise<void> {
  const creators = (await import(module)) as Record<string, () => Embedder>;
  const embedder = creators[create]?.();
  if (!embedder) throw new Error(`${module} has no ${create}.`);
  let done = 0;
  for await (const batch of embedChunks([chunks], title, embedder, new AbortController().signal)) {
    const vectors = new Float32Array(batch.length * embedder.dimensions);
    for (const [index, { embedding }] of batch.entries()) vectors.set(embedding, index * embedder.dimensions);
    await send({ type: 'embedded', chunks: chunks.slice(done, done + batch.length), vectors });
    done += batch.length;
  }
}

async function answer({ path, format, fileName, embedder }: ParseRequest): Promise<void> {
  // From here on, whatever ends this process is the document.
  await send({ type: 'began' });
  const bytes = await readFile(path);
  const document = await parse(format, bytes, (done, total) => report('parse', done, total));
  await sendDocument(document);
  const chunks = cut(document, fileName);
  await send({ type: 'cut', chunksCount: chunks.length });
  if (embedder) await sendEmbedded(chunks, document.title, embedder);
  else await sendChunks(chunks);
  await send({ type: 'done' });
}

process.once('message', (request: ParseRequest) => {
  answer(request)
    .catch((error: unknown) => {
      const { code, message, transient } = error instanceof SourceFailure ? error : sourceFailures.internal();
      return send({ type: 'failed', code, message, transient });
    })
    .finally(() => process.disconnect());
});
void send({ type: 'ready' });

import { readFile } from 'node:fs/promises';
import { SourceFailure, sourceFailures } from '../errors.ts';
import { chunkDocument } from './chunk.ts';
import { parse } from './parse.ts';
import type { ParseMessage, ParseRequest } from './parse-messages.ts';
import type { ParsedDocument } from './types.ts';

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

function report(stage: 'parse' | 'chunk', done: number, total: number): void {
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

async function sendChunks(document: ParsedDocument, fileName: string): Promise<void> {
  report('chunk', 0, document.text.length);
  let batch = [];
  for (const chunk of chunkDocument(document, fileName)) {
    batch.push(chunk);
    if (batch.length < CHUNKS_PIECE) continue;
    report('chunk', chunk.end, document.text.length);
    await send({ type: 'chunks', chunks: batch });
    batch = [];
  }
  await send({ type: 'chunks', chunks: batch });
}

async function answer({ path, format, fileName }: ParseRequest): Promise<void> {
  const bytes = await readFile(path);
  const document = await parse(format, bytes, (done, total) => report('parse', done, total));
  await sendDocument(document);
  await sendChunks(document, fileName);
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

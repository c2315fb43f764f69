import { readFile } from 'node:fs/promises';
import type { Embedder } from '../../engines/types.ts';
import { type Cut, cutDocument, TARGET_LENGTH, toChunks } from '../chunk/chunk.ts';
import { SourceFailure, sourceFailures } from '../failures.ts';
import { embedChunks, WRITE_BATCH } from '../index/embed.ts';
import type { Chunk, ParsedDocument } from '../types.ts';
import { parse } from './parse.ts';
import type { ParseMessage, ParseRequest, PrepareStage } from './parse-messages.ts';
import { type Equipment, type Expected, equip, isSame, warmUp } from './warm-parser.ts';

/**
 * The program of a child process that reads one document and ends. It is started by parse-host.ts, which watches and kills
 * it; it holds no state worth keeping, opens no network connection and reads no file but the one that it is given.
 */

const TEXT_PIECE = 256 * 1024;
const BLOCKS_PIECE = 5_000;
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

/** Where the chunks lie. Their terms and vectors, which are most of the work, are made while the first are written already. */
function cut(document: ParsedDocument, contextTokens: number | undefined): Cut[] {
  const cuts: Cut[] = [];
  for (const place of cutDocument(document, TARGET_LENGTH, contextTokens)) {
    cuts.push(place);
    report('chunk', place.end, document.text.length);
  }
  return cuts;
}

/** As many at a time as are written at once. */
function* inPieces(chunks: Iterable<Chunk>): Generator<Chunk[]> {
  let piece: Chunk[] = [];
  for (const chunk of chunks) {
    piece.push(chunk);
    if (piece.length < WRITE_BATCH) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}

async function sendChunks(pieces: Iterable<Chunk[]>): Promise<void> {
  for (const chunks of pieces) await send({ type: 'chunks', chunks });
}

async function sendEmbedded(pieces: Iterable<Chunk[]>, title: string | null, embedder: Embedder): Promise<void> {
  const { signal } = new AbortController();
  let sent = Promise.resolve();
  for (const chunks of pieces) {
    const vectors = new Float32Array(chunks.length * embedder.dimensions);
    let done = 0;
    for await (const batch of embedChunks([chunks], title, { embedder }, signal)) {
      for (const { embedding } of batch) vectors.set(embedding, done++ * embedder.dimensions);
    }
    // One piece is on its way while the next is made.
    await sent;
    sent = send({ type: 'embedded', chunks, vectors });
  }
  await sent;
}

async function answer(request: ParseRequest, { parser, embedder }: Equipment): Promise<void> {
  // From here on, whatever ends this process is the document.
  await send({ type: 'began' });
  const bytes = await readFile(request.path);
  const document = await parse(request.format, bytes, (done, total) => report('parse', done, total), parser);
  report('chunk', 0, document.text.length);
  await sendDocument(document);
  const cuts = cut(document, request.contextTokens);
  await send({ type: 'cut', chunksCount: cuts.length });
  const pieces = inPieces(toChunks(document, request.fileName, cuts));
  if (embedder) await sendEmbedded(pieces, document.title, await embedder);
  else await sendChunks(pieces);
  await send({ type: 'done' });
}

// Started before its document is there, it is told of what kind that will probably be.
const [, , told] = process.argv;
const expected = told === undefined ? null : (JSON.parse(told) as Expected);
let isWanted = false;
const warm = expected && warmUp(expected, () => isWanted);

async function equipmentFor(request: ParseRequest): Promise<Equipment> {
  isWanted = true;
  return expected && warm && isSame(expected, request) ? warm : equip(request);
}

process.once('message', (request: ParseRequest) => {
  equipmentFor(request)
    .then((equipment) => answer(request, equipment))
    .catch((error: unknown) => {
      const { code, message, transient } = error instanceof SourceFailure ? error : sourceFailures.internal();
      return send({ type: 'failed', code, message, transient });
    })
    .finally(() => process.disconnect());
});
void send({ type: 'ready' });

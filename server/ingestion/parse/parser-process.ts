import { read } from 'node:fs';
import { promisify } from 'node:util';
import type { Embedder } from '../../engines/types.ts';
import { type ChunkRange, chunkRanges, TARGET_LENGTH, toChunks } from '../chunk/chunk.ts';
import { encodeChunks } from '../chunk/encode-chunks.ts';
import { SourceFailure, sourceFailures } from '../failures.ts';
import { embedChunks, WRITE_BATCH } from '../index/embed-chunks.ts';
import type { ScanReader } from '../parsers/pdf/parse-pdf.ts';
import type { ParsedDocument, PreparedChunk } from '../types.ts';
import { parse } from './parse.ts';
import type { ParseMessage, PrepareStage, ProcessRequest, SandboxRequest } from './parse-messages.ts';
import { enterSandbox, trySandbox } from './sandbox.ts';
import { type DocumentKind, isSameKind, loadResources, type ParserResources, warmUp } from './warm-parser.ts';

/**
 * The program of a process that reads documents, one after the other. `parser-pool.ts` starts, watches and kills it, and
 * decides how many it reads. It keeps nothing of a document, and gets it as bytes: it can open no file and no connection.
 */
enterSandbox();

const TEXT_PART = 256 * 1024;
const BLOCKS_PART = 5_000;
/** A document of at most so many characters of text, blocks and chunks is sent in one message. */
const SHORT = { text: 64 * 1024, blocks: 1_000, chunks: 32 };
/** Milliseconds between two reports of progress. */
const PROGRESS_INTERVAL = 100;

/** Resolves when the message is handed to the system, so that the process does not run ahead of its reader. */
function send(message: ParseMessage): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, undefined, undefined, () => resolve());
  });
}

let reportedAt = 0;
let reportedStage = '';

function report(stage: PrepareStage, done: number, total: number): void {
  const isEarly = Date.now() - reportedAt < PROGRESS_INTERVAL;
  // Chunks are found within milliseconds in most documents.
  if (isEarly && (stage === 'chunk' || (stage === reportedStage && done < total))) return;
  reportedStage = stage;
  reportedAt = Date.now();
  void send({ type: 'progress', stage, done, total, rss: process.memoryUsage.rss() });
}

async function sendDocument(document: ParsedDocument): Promise<void> {
  const { text, blocks, ...head } = document;
  await send({ type: 'document', ...head });
  for (let at = 0; at < text.length; at += TEXT_PART) {
    await send({ type: 'text', text: text.slice(at, at + TEXT_PART) });
  }
  for (let at = 0; at < blocks.length; at += BLOCKS_PART) {
    await send({ type: 'blocks', blocks: blocks.slice(at, at + BLOCKS_PART) });
  }
}

/** Only where the chunks lie. Their terms and vectors, most of the work, are made while the first chunks are being written. */
function findRanges(document: ParsedDocument, contextTokens: number | undefined): ChunkRange[] {
  const ranges: ChunkRange[] = [];
  for (const range of chunkRanges(document, TARGET_LENGTH, contextTokens)) {
    ranges.push(range);
    report('chunk', range.end, document.text.length);
  }
  return ranges;
}

/** In batches of one write each. */
function* inBatches(chunks: Iterable<PreparedChunk>): Generator<PreparedChunk[]> {
  let batch: PreparedChunk[] = [];
  for (const chunk of chunks) {
    batch.push(chunk);
    if (batch.length < WRITE_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function sendChunks(batches: Iterable<PreparedChunk[]>): Promise<void> {
  for (const chunks of batches) await send({ type: 'chunks', chunks });
}

/** The vectors of chunks, one after the other. */
async function embedAll(chunks: PreparedChunk[], title: string | null, embedder: Embedder): Promise<Float32Array> {
  const { signal } = new AbortController();
  const vectors = new Float32Array(chunks.length * embedder.dimensions);
  let done = 0;
  for await (const embedded of embedChunks([chunks], title, { embedder }, signal)) {
    for (const { embedding } of embedded) vectors.set(embedding, done++ * embedder.dimensions);
  }
  return vectors;
}

async function sendEmbedded(
  batches: Iterable<PreparedChunk[]>,
  title: string | null,
  embedder: Embedder,
): Promise<void> {
  let sent = Promise.resolve();
  for (const chunks of batches) {
    const vectors = await embedAll(chunks, title, embedder);
    // One batch is on its way while the next is embedded.
    await sent;
    sent = send({ type: 'embedded', chunks, vectors });
  }
  await sent;
}

const isShort = ({ text, blocks }: ParsedDocument, chunksCount: number) =>
  text.length <= SHORT.text && blocks.length <= SHORT.blocks && chunksCount <= SHORT.chunks;

async function sendShort(
  document: ParsedDocument,
  made: Iterable<PreparedChunk>,
  embedder: Embedder | null,
): Promise<void> {
  const chunks = [...made];
  const vectors = embedder && (await embedAll(chunks, document.title, embedder));
  await send({ type: 'short', document, chunks, vectors, rss: process.memoryUsage.rss() });
}

const STANDARD_INPUT = 0;
const readPart = promisify(read);

async function readBytes(size: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(size);
  for (let at = 0; at < size; ) {
    const { bytesRead } = await readPart(STANDARD_INPUT, bytes, at, size - at, null);
    if (bytesRead === 0) throw sourceFailures.internal();
    at += bytesRead;
  }
  return bytes;
}

async function scansOf({ scans }: ProcessRequest): Promise<'find' | ScanReader | undefined> {
  if (typeof scans !== 'object') return scans;
  const { loadTextRecognizer } = await import('../parsers/recognition/text-recognizer.ts');
  return {
    recognizer: await loadTextRecognizer(scans),
    onPage: (done, total) => report('ocr', done, total),
  };
}

async function prepareDocument(request: ProcessRequest, { parser, embedder }: ParserResources): Promise<void> {
  const scans = await scansOf(request);
  // From here on, the document is to blame for whatever ends this process.
  await send({ type: 'began' });
  reportedAt = Date.now();
  const { content } = request;
  const bytes = typeof content === 'number' ? await readBytes(content) : content;
  const onPage = (done: number, total: number) => report('parse', done, total);
  const { fileName, isXhtml, address, repeated, isStart, withLines } = request;
  const document = await parse(request.format, bytes, onPage, parser, {
    fileName,
    isXhtml,
    address,
    scans,
    repeated,
    isStart,
    withLines,
  });
  report('chunk', 0, document.text.length);
  const ranges = findRanges(document, request.contextTokens);
  const chunks = encodeChunks(toChunks(document, fileName, ranges));
  if (isShort(document, ranges.length)) return sendShort(document, chunks, await embedder);
  await sendDocument(document);
  await send({ type: 'chunked', chunksCount: ranges.length });
  if (embedder) await sendEmbedded(inBatches(chunks), document.title, await embedder);
  else await sendChunks(inBatches(chunks));
  await send({ type: 'done', rss: process.memoryUsage.rss() });
}

interface Loaded {
  kind: DocumentKind;
  resources: ParserResources | Promise<ParserResources>;
}

let isWanted = false;
// A spare process is told the kind of its probable document.
const [, , expected] = process.argv;
/** For documents of one kind, which mostly come in series. */
let loaded: Loaded | null = expected === undefined ? null : warmedUp(JSON.parse(expected) as DocumentKind);

function warmedUp(kind: DocumentKind): Loaded {
  return { kind, resources: warmUp(kind, () => isWanted) };
}

async function resourcesFor(request: ProcessRequest): Promise<ParserResources> {
  isWanted = true;
  if (!loaded || !isSameKind(loaded.kind, request)) loaded = { kind: request, resources: loadResources(request) };
  return loaded.resources;
}

process.on('message', (request: ProcessRequest | SandboxRequest) => {
  if ('sandboxOf' in request) return process.send?.(trySandbox(request.sandboxOf));
  resourcesFor(request)
    .then((resources) => prepareDocument(request, resources))
    .catch((error: unknown) => {
      const { code, message, transient } = error instanceof SourceFailure ? error : sourceFailures.internal();
      return send({ type: 'failed', code, message, transient });
    });
});

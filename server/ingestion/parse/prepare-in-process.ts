import { Readable } from 'node:stream';
import { SourceFailure, sourceFailures } from '../failures.ts';
import type { Block, ParsedDocument, PreparedChunk, PreparedDocument } from '../types.ts';
import { type Guard, guardProcess, type ParseLimits } from './guard-process.ts';
import type { DocumentHead, ParseMessage, ParseRequest, PrepareStage, ShortDocument } from './parse-messages.ts';
import { sendFile } from './send-file.ts';
import type { ParserProcess } from './start-parser-process.ts';

/** Called with the progress of a document: pages (or 0 of 1) while it is parsed or recognized, characters while it is chunked. */
export type PrepareProgress = (stage: PrepareStage, done: number, total: number) => void;

interface PrepareOptions {
  limits: ParseLimits;
  signal: AbortSignal;
  onProgress: PrepareProgress;
  /** May the process read another document after this one? Given its resident memory in bytes. */
  mayGoOn: (rss: number) => boolean;
  /** Called at the end of the document, however it ended: with true if the process waits for another, otherwise it is killed. */
  onEnd: (isWaiting: boolean) => void;
}

/**
 * Has a process prepare one document, then kills it unless it may go on. Resolves when the document is complete and its chunks begin to arrive.
 * Rejects, or ends the stream of chunks, with a `SourceFailure` or the signal's reason.
 */
export function prepareInProcess(
  child: ParserProcess,
  { path, ...request }: ParseRequest,
  { limits, signal, onProgress, mayGoOn, onEnd }: PrepareOptions,
): Promise<PreparedDocument> {
  return new Promise((resolve, reject) => {
    let chunks: Readable | null = null;
    const settled = new AbortController();
    const settle = (isWaiting: boolean) => {
      if (settled.signal.aborted) return;
      settled.abort();
      guard.stop();
      child.removeAllListeners('message');
      if (!isWaiting) child.kill('SIGKILL');
      onEnd(isWaiting);
    };
    const stop = () => settle(false);

    const done = (rss: number) => settle(mayGoOn(rss));
    const fail = (error: unknown) => {
      stop();
      reject(error);
      chunks?.destroy(error instanceof Error ? error : new Error(String(error)));
    };
    const streamChunks = () => {
      // Unbounded: chunks arrive as fast as they are made, and their number per document is limited.
      chunks = new Readable({ objectMode: true, highWaterMark: Number.MAX_SAFE_INTEGER, read: () => undefined });
      // The reader of the chunks handles their error, and may stop before their end.
      return chunks.on('error', () => undefined).once('close', stop);
    };
    const guard = guardProcess(child, limits, signal, { fail, failures: sourceFailures });
    const document = createDocumentAssembler();
    const push = (batch: PreparedChunk[] | null) => chunks?.push(batch);
    const receiver: Receiver = { guard, document, streamChunks, push, onProgress, resolve, done, fail };
    child.on('message', (message: ParseMessage) => receive(message, receiver));
    sendFile(child, path, request, settled.signal).catch(() => fail(sourceFailures.internal()));
  });
}

interface Receiver {
  guard: Guard;
  document: DocumentAssembler;
  /** Called once the document is complete. */
  streamChunks: () => Readable;
  /** Adds chunks to that stream; null ends it. */
  push: (batch: PreparedChunk[] | null) => void;
  onProgress: PrepareProgress;
  resolve: (prepared: PreparedDocument) => void;
  done: (rss: number) => void;
  fail: (error: unknown) => void;
}

function receive(
  message: ParseMessage,
  { guard, document, streamChunks, push, onProgress, resolve, done, fail }: Receiver,
) {
  switch (message.type) {
    case 'began':
      return guard.documentBegan();
    case 'progress':
      guard.checkMemory(message.rss);
      guard.pageBegan(message.stage === 'ocr');
      return onProgress(message.stage, message.done, message.total);
    case 'failed':
      return fail(new SourceFailure(message.code, message.message, message.transient));
    case 'short':
      resolve(wholeDocument(message));
      return done(message.rss);
    case 'chunked':
      return resolve({ document: document.whole(), chunksCount: message.chunksCount, chunks: streamChunks() });
    case 'chunks':
      return push(message.chunks);
    case 'embedded':
      return push(withVectors(message.chunks, message.vectors));
    case 'done':
      done(message.rss);
      return push(null);
    default:
      return document.add(message);
  }
}

/** A short document is there at once, and needs no stream. */
function wholeDocument({ document, chunks, vectors }: ShortDocument): PreparedDocument {
  const batch = vectors ? withVectors(chunks, vectors) : chunks;
  return { document, chunksCount: chunks.length, chunks: batch.length > 0 ? [batch] : [] };
}

type DocumentAssembler = ReturnType<typeof createDocumentAssembler>;

/** Puts a document together from the messages that bring its parts. */
function createDocumentAssembler() {
  const text: string[] = [];
  const blocks: Block[] = [];
  let head: DocumentHead = { title: null, language: 'und', pages: [] };
  return {
    add(message: ParseMessage): void {
      if (message.type === 'document') {
        const { type, ...sent } = message;
        head = sent;
      } else if (message.type === 'text') text.push(message.text);
      else if (message.type === 'blocks') blocks.push(...message.blocks);
    },
    whole: (): ParsedDocument => ({ ...head, text: text.join(''), blocks }),
  };
}

/** Gives each chunk its part of the array that holds the vectors of all. */
function withVectors(chunks: PreparedChunk[], vectors: Float32Array): PreparedChunk[] {
  const dimensions = vectors.length / chunks.length;
  return chunks.map((chunk, index) => ({
    ...chunk,
    embedding: vectors.subarray(index * dimensions, (index + 1) * dimensions),
  }));
}

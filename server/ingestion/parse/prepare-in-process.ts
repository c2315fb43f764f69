import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { SourceFailure, sourceFailures } from '../failures.ts';
import type { Block, Chunk, ParsedDocument, PreparedChunk, PreparedDocument } from '../types.ts';
import type { DocumentHead, ParseMessage, ParseRequest, PrepareStage } from './parse-messages.ts';
import { sendFile } from './send-file.ts';
import type { ParserProcess } from './start-parser-process.ts';

/** What a parser process may use before it is killed. */
export interface ParseLimits {
  /** JavaScript heap, MB. */
  heap: number;
  /** Resident memory in all, MB: heap, buffers and the memory of parsers in WebAssembly. */
  resident: number;
  /** Milliseconds from when the process begins with the document to its last message. */
  time: number;
  /** Milliseconds for each page that is read by text recognition; absent if there are none. */
  page?: number;
  /** Milliseconds that a spare process may wait for a document; default a minute. */
  idle?: number;
}

/** Called with the progress of a document: pages (or 0 of 1) while it is parsed or recognized, characters while it is chunked. */
export type PrepareProgress = (stage: PrepareStage, done: number, total: number) => void;

export interface PrepareOptions {
  limits: ParseLimits;
  signal: AbortSignal;
  onProgress: PrepareProgress;
  /** May the process read another document after this one? Given its resident memory in bytes. */
  mayGoOn: (rss: number) => boolean;
  /** Called at the end of the document, however it ended: with true if the process waits for another, otherwise it is killed. */
  onEnd: (isWaiting: boolean) => void;
}

const MEMORY_CHECK_INTERVAL = 50;
/** Milliseconds for a process to begin. On a busy machine its start alone may take many seconds, which is not the document's fault. */
const START_TIME = 60_000;
const MEGABYTE = 1024 * 1024;

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
    // Unbounded: chunks arrive as fast as they are made, and their number per document is limited.
    const chunks = new Readable({ objectMode: true, highWaterMark: Number.MAX_SAFE_INTEGER, read: () => undefined });
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
      chunks.destroy(error instanceof Error ? error : new Error(String(error)));
    };
    const guard = guardProcess(child, limits, signal, fail);
    const document = createDocumentAssembler();
    const receiver: Receiver = { guard, document, chunks, onProgress, resolve, done, fail };
    child.on('message', (message: ParseMessage) => receive(message, receiver));
    // The reader of the chunks handles their error, and may stop before their end.
    chunks.on('error', () => undefined).once('close', stop);
    sendFile(child, path, request, settled.signal).catch(() => fail(sourceFailures.internal()));
  });
}

interface Receiver {
  guard: Guard;
  document: DocumentAssembler;
  chunks: Readable;
  onProgress: PrepareProgress;
  resolve: (prepared: PreparedDocument) => void;
  done: (rss: number) => void;
  fail: (error: unknown) => void;
}

function receive(message: ParseMessage, { guard, document, chunks, onProgress, resolve, done, fail }: Receiver) {
  switch (message.type) {
    case 'began':
      return guard.documentBegan();
    case 'progress':
      guard.checkMemory(message.rss);
      guard.pageBegan(message.stage === 'ocr');
      return onProgress(message.stage, message.done, message.total);
    case 'failed':
      return fail(new SourceFailure(message.code, message.message, message.transient));
    case 'chunked':
      return resolve({ document: document.whole(), chunksCount: message.chunksCount, chunks });
    case 'chunks':
      return chunks.push(message.chunks);
    case 'embedded':
      return chunks.push(withVectors(message.chunks, message.vectors));
    case 'done':
      done(message.rss);
      return chunks.push(null);
    default:
      return document.add(message);
  }
}

/** Watches a process until it is stopped. */
interface Guard {
  /** From now on the time limit of the document counts. */
  documentBegan(): void;
  /** From now on the time limit of a page counts, if the page is recognized. */
  pageBegan(isRecognized: boolean): void;
  /** Fails where this many bytes of resident memory are too many. */
  checkMemory(bytes: number): void;
  stop(): void;
}

/** Calls `onFailure` when the process takes too long, uses too much memory or ends, or when the signal is aborted. */
function guardProcess(
  child: ParserProcess,
  limits: ParseLimits,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Guard {
  let hasBegun = false;
  const tooComplex = () => onFailure(sourceFailures.tooComplex());
  const interrupted = () => onFailure(sourceFailures.interrupted());
  const onAbort = () => onFailure(signal.reason);
  const onGone = () => {
    // Its last messages may still be on the way when only one of the two has happened.
    const hasExited = child.exitCode !== null || child.signalCode !== null;
    if (child.connected || !hasExited) return;
    // A full heap or a crash of a parser does not end in SIGKILL: that came from this server or from somebody else.
    if (hasBegun && child.signalCode !== 'SIGKILL') tooComplex();
    else interrupted();
  };
  const checkMemory = (bytes: number) => {
    if (bytes > limits.resident * MEGABYTE) tooComplex();
  };
  let timer = setTimeout(interrupted, START_TIME);
  let pageTimer: NodeJS.Timeout | undefined;
  const memoryCheck = setInterval(async () => {
    checkMemory((child.pid ? await residentMemory(child.pid) : null) ?? 0);
  }, MEMORY_CHECK_INTERVAL);
  signal.addEventListener('abort', onAbort);
  child.on('exit', onGone).on('disconnect', onGone).on('error', interrupted);
  return {
    documentBegan() {
      hasBegun = true;
      clearTimeout(timer);
      timer = setTimeout(tooComplex, limits.time);
    },
    pageBegan(isRecognized) {
      clearTimeout(pageTimer);
      if (isRecognized && limits.page) pageTimer = setTimeout(tooComplex, limits.page);
    },
    checkMemory,
    stop() {
      clearTimeout(timer);
      clearTimeout(pageTimer);
      clearInterval(memoryCheck);
      signal.removeEventListener('abort', onAbort);
      child.off('exit', onGone).off('disconnect', onGone).off('error', interrupted);
    },
  };
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
function withVectors(chunks: Chunk[], vectors: Float32Array): PreparedChunk[] {
  const dimensions = vectors.length / chunks.length;
  return chunks.map((chunk, index) => ({
    ...chunk,
    embedding: vectors.subarray(index * dimensions, (index + 1) * dimensions),
  }));
}

/** The resident memory of a process in bytes on Linux; null on other systems, or when the process is gone. */
async function residentMemory(pid: number): Promise<number | null> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const kilobytes = status.match(/^VmRSS:\s+(\d+) kB/m)?.[1];
    return kilobytes ? Number(kilobytes) * 1024 : null;
  } catch {
    return null;
  }
}

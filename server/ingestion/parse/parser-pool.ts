import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { SourceFailure, sourceFailures } from '../failures.ts';
import type { Block, Chunk, ParsedDocument, PreparedChunk, PreparedDocument } from '../types.ts';
import type { ParseMessage, ParseRequest, PrepareStage } from './parse-messages.ts';
import { residentMemory } from './resident-memory.ts';
import type { Expected } from './warm-parser.ts';

/** What a child may use before it is killed. */
export interface ParseLimits {
  /** JavaScript heap, MB. */
  heap: number;
  /** Resident memory in all, MB: heap, buffers and what parsers in WebAssembly take. */
  resident: number;
  /** Milliseconds from when the child begins with the document to the last piece of its answer. */
  time: number;
  /** Milliseconds that a child may wait for a document; default a minute. */
  idle?: number;
}

/** Told how far a document is: pages (or 0 of 1) while it is parsed, characters while it is cut into chunks. */
export type PrepareProgress = (stage: PrepareStage, done: number, total: number) => void;

export interface ParseHost {
  /**
   * Parses, normalises and cuts one stored file into chunks with their index terms, and embeds them where the request
   * says how, in a process of its own. Resolves when the document is there and its chunks begin to come. Rejects with a
   * `SourceFailure`: the file's own fault, `document_too_complex` where the child died of it or had to be killed; or with
   * the signal's reason.
   */
  prepareDocument(
    file: ParseRequest,
    options: { signal: AbortSignal; onProgress: PrepareProgress },
  ): Promise<PreparedDocument>;
  /** Kills all children. Documents under way reject as interrupted. */
  close(): void;
}

const DEFAULT_LIMITS: ParseLimits = { heap: 512, resident: 768, time: 60_000 };
/** Runs in the form that this file runs in: TypeScript from a checkout, JavaScript once built. */
const CHILD = fileURLToPath(new URL(`./parse-child${extname(import.meta.url)}`, import.meta.url));
/** A child that waits holds some 70 MB. Documents come in rows; after so long, the next may as well wait for its own to start. */
const IDLE_TIME = 60_000;
const WATCH_EVERY = 50;
/** Milliseconds for a child to begin: on a busy machine its start alone may take many seconds, which no document is to blame for. */
const START_TIME = 60_000;
/** A sixth of the share of an ordinary process: answering goes before reading, but reading must not starve on a busy machine. */
const NICENESS = 8;
const MEGABYTE = 1024 * 1024;

/**
 * Starts children, one a document, and watches their time and memory. When one is through with its document, a spare child
 * makes ready for another of the same kind, and waits for a while: documents come in rows.
 */
export function createParseHost(limits: ParseLimits = DEFAULT_LIMITS): ParseHost {
  const children = new Set<ChildProcess>();
  let spare: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;

  const start = (expected?: Expected): ChildProcess => {
    const child = fork(CHILD, expected ? [JSON.stringify(expected)] : [], {
      // An empty environment: nothing that a parser could be tricked into telling.
      env: {},
      execArgv: [`--max-old-space-size=${limits.heap}`, '--permission', '--allow-fs-read=*', '--no-warnings'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // From its start on: loading the parsers keeps a processor busy as well.
    if (child.pid) lowerPriority(child.pid);
    children.add(child);
    child.once('exit', () => {
      children.delete(child);
      if (spare === child) spare = null;
    });
    // Without a listener an error would end the server; a child that cannot be started also never answers.
    child.on('error', () => child.kill('SIGKILL'));
    return child;
  };

  const take = (): ChildProcess => {
    clearTimeout(idle);
    const child = spare?.connected ? spare : start();
    spare = null;
    return child;
  };

  const keepSpare = (expected: Expected) => {
    if (closed) return;
    if (!spare) {
      spare = start(expected);
      spare.unref();
      spare.channel?.unref();
    }
    clearTimeout(idle);
    idle = setTimeout(letGo, limits.idle ?? IDLE_TIME).unref();
  };

  /** The next document starts one of its own. */
  const letGo = () => {
    spare?.kill('SIGKILL');
    spare = null;
  };

  return {
    prepareDocument: async (file, { signal, onProgress }) => {
      if (closed) throw sourceFailures.interrupted();
      signal.throwIfAborted();
      const child = take();
      child.ref();
      child.channel?.ref();
      // Not while this one works: there may be no more processors.
      const next = () => keepSpare({ format: file.format, ...(file.embedder && { embedder: file.embedder }) });
      return run(child, file, limits, signal, onProgress, next);
    },
    close: () => {
      closed = true;
      clearTimeout(idle);
      for (const child of children) child.kill('SIGKILL');
    },
  };
}

/** One document in one child: collects its pieces and passes its chunks on, or ends with what ended it, and kills the child. */
function run(
  child: ChildProcess,
  file: ParseRequest,
  limits: ParseLimits,
  signal: AbortSignal,
  onProgress: PrepareProgress,
  onEnd: () => void,
): Promise<PreparedDocument> {
  return new Promise((resolve, reject) => {
    const document = collect();
    // It has no limit: chunks come as fast as they are made, and a document gives only so many of them.
    const chunks = new Readable({ objectMode: true, highWaterMark: Number.MAX_SAFE_INTEGER, read: () => undefined });
    const fail = (error: unknown) => {
      settle();
      reject(error);
      chunks.destroy(error instanceof Error ? error : new Error(String(error)));
    };
    const tooMuch = () => fail(sourceFailures.tooComplex());
    const notItsFault = () => fail(sourceFailures.interrupted());
    let begun = false;
    let timer = setTimeout(notItsFault, START_TIME);
    const watchdog = setInterval(async () => {
      const bytes = child.pid ? await residentMemory(child.pid) : null;
      if (bytes !== null && bytes > limits.resident * MEGABYTE) tooMuch();
    }, WATCH_EVERY);
    const onAbort = () => fail(signal.reason);
    let settled = false;
    const settle = () => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      clearInterval(watchdog);
      signal.removeEventListener('abort', onAbort);
      child.removeAllListeners('message');
      child.off('exit', onGone);
      child.off('disconnect', onGone);
      child.off('error', notItsFault);
      child.kill('SIGKILL');
      onEnd();
    };
    const onGone = () => {
      // It may be gone while its last words are still on the way: only both together mean that nothing more will come.
      const ended = child.exitCode !== null || child.signalCode !== null;
      if (child.connected || !ended) return;
      // A full heap or a crash of the parser ends it in other ways than being killed, which we do or somebody else.
      if (begun && child.signalCode !== 'SIGKILL') tooMuch();
      else notItsFault();
    };

    signal.addEventListener('abort', onAbort);
    child.on('exit', onGone);
    child.on('disconnect', onGone);
    child.on('error', notItsFault);
    child.on('message', (message: ParseMessage) => {
      if (message.type === 'began') {
        begun = true;
        clearTimeout(timer);
        timer = setTimeout(tooMuch, limits.time);
      } else if (message.type === 'progress') {
        if (message.rss > limits.resident * MEGABYTE) tooMuch();
        onProgress(message.stage, message.done, message.total);
      } else if (message.type === 'failed') {
        fail(new SourceFailure(message.code, message.message, message.transient));
      } else if (message.type === 'cut') {
        resolve({ document: document.whole(), chunksCount: message.chunksCount, chunks });
      } else if (message.type === 'chunks') {
        chunks.push(message.chunks);
      } else if (message.type === 'embedded') {
        chunks.push(withVectors(message.chunks, message.vectors));
      } else if (message.type === 'done') {
        settle();
        chunks.push(null);
      } else document.add(message);
    });
    // Who reads the chunks is told of an error there, and may leave off before their end.
    chunks.on('error', () => undefined).once('close', settle);
    child.send(file);
  });
}

/** Where the system does not let us, the child runs as it is. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, NICENESS);
  } catch {
    return;
  }
}

function collect(): { add(message: ParseMessage): void; whole(): ParsedDocument } {
  const text: string[] = [];
  const blocks: Block[] = [];
  let about: Pick<ParsedDocument, 'title' | 'language' | 'pages'> = { title: null, language: 'und', pages: [] };
  return {
    add: (message) => {
      if (message.type === 'document')
        about = { title: message.title, language: message.language, pages: message.pages };
      else if (message.type === 'text') text.push(message.text);
      else if (message.type === 'blocks') blocks.push(...message.blocks);
    },
    whole: () => ({ ...about, text: text.join(''), blocks }),
  };
}

/** Each with its part of the one array that brought the vectors of all. */
function withVectors(chunks: Chunk[], vectors: Float32Array): PreparedChunk[] {
  const dimensions = vectors.length / chunks.length;
  return chunks.map((chunk, index) => ({
    ...chunk,
    embedding: vectors.subarray(index * dimensions, (index + 1) * dimensions),
  }));
}

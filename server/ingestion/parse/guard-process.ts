import { readFileSync } from 'node:fs';
import type { SourceFailure } from '../failures.ts';
import type { ConfinedProcess } from './start-parser-process.ts';

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

const MEMORY_CHECK_INTERVAL = 50;
/** Milliseconds for a process to begin. On a busy machine its start alone may take many seconds, which is not the document's fault. */
const START_TIME = 60_000;
const MEGABYTE = 1024 * 1024;

/** Watches a process until it is stopped. */
export interface Guard {
  /** From now on the time limit of the document counts. */
  documentBegan(): void;
  /** From now on the time limit of a page counts, if the page is recognized. */
  pageBegan(isRecognized: boolean): void;
  /** Fails where this many bytes of resident memory are too many. */
  checkMemory(bytes: number): void;
  stop(): void;
}

/** What it means that a process took too much, or ended. */
interface ProcessFailures {
  tooComplex(): SourceFailure;
  interrupted(): SourceFailure;
  /** It ended before it began with the document, which is not to blame. */
  notStarted(cause: Error): SourceFailure;
}

/** Calls `fail` when the process takes too long, uses too much memory or ends, or when the signal is aborted. */
export function guardProcess(
  child: ConfinedProcess,
  limits: ParseLimits,
  signal: AbortSignal,
  { fail: onFailure, failures }: { fail: (error: unknown) => void; failures: ProcessFailures },
): Guard {
  let hasBegun = false;
  const tooComplex = () => onFailure(failures.tooComplex());
  const interrupted = () => onFailure(failures.interrupted());
  const notStarted = (reason: string) => onFailure(failures.notStarted(new Error(reason)));
  const onError = (error: Error) => (hasBegun ? interrupted() : notStarted(error.message));
  const onAbort = () => onFailure(signal.reason);
  const onGone = () => {
    // Its last messages may still be on the way when only one of the two has happened.
    const hasExited = child.exitCode !== null || child.signalCode !== null;
    if (child.connected || !hasExited) return;
    // A full heap or a crash of a parser does not end in SIGKILL: that came from this server or from somebody else.
    if (child.signalCode === 'SIGKILL') interrupted();
    else if (hasBegun) tooComplex();
  };
  // Only then, all that it wrote to its standard error has been read.
  const onClosed = (code: number | null, name: NodeJS.Signals | null) =>
    notStarted(`The process ended (${name ?? code}) before it began. ${child.errorOutput()}`);
  const checkMemory = (bytes: number) => {
    if (bytes > limits.resident * MEGABYTE) tooComplex();
  };
  let timer = setTimeout(notStarted, START_TIME, `The process did not begin within ${START_TIME} ms.`);
  let pageTimer: NodeJS.Timeout | undefined;
  const memoryCheck = setInterval(() => {
    checkMemory((child.pid ? residentMemory(child.pid) : null) ?? 0);
  }, MEMORY_CHECK_INTERVAL);
  signal.addEventListener('abort', onAbort);
  child.on('exit', onGone).on('disconnect', onGone).on('error', onError).on('close', onClosed);
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
      child.off('exit', onGone).off('disconnect', onGone).off('error', onError).off('close', onClosed);
    },
  };
}

/**
 * The resident memory of a process in bytes on Linux; null on other systems, or when the process is gone. Such a file is made in
 * memory: to read it at once takes 30 microseconds, and a tenth of the processor time that the threads for files would take.
 */
function residentMemory(pid: number): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = status.match(/^VmRSS:\s+(\d+) kB/m)?.[1];
    return kilobytes ? Number(kilobytes) * 1024 : null;
  } catch {
    return null;
  }
}

import { statSync } from 'node:fs';
import { FILE_FORMATS } from '../../platform/files/file-formats.ts';
import { sourceFailures } from '../failures.ts';
import type { DocumentFormat, PreparedDocument } from '../types.ts';
import type { ParseLimits } from './guard-process.ts';
import type { ParseRequest } from './parse-messages.ts';
import { type PrepareProgress, prepareInProcess } from './prepare-in-process.ts';
import { type ParserProcess, type ParserProcessOptions, startParserProcess } from './start-parser-process.ts';
import { type DocumentKind, isSameKind } from './warm-parser.ts';

const MINUTE = 60_000;
export const DEFAULT_LIMITS: ParseLimits = { heap: 512, resident: 768, time: MINUTE };
/** A page of text takes two to four seconds, one that is full of patterns a minute, and thrice that on a busy machine. */
export const RECOGNITION_LIMITS: ParseLimits = { heap: 512, resident: 1024, time: 60 * MINUTE, page: 3 * MINUTE };
/** A waiting process holds some 70 MB. Documents come in series; after a minute without one, the next can wait for a start. */
const IDLE_TIME = 60_000;
/** Texts of at most so many bytes are read within a second, most of them within a few hundredths. */
const SHORT = 256 * 1024;
/**
 * Milliseconds for which a text waits for a process that is reading a short one of its account, before another is started: that
 * takes as much processor time as dozens of them.
 */
const PATIENCE = 10_000;
/** The most processes that wait; the one that has waited longest ends first. */
const MAX_WAITING = 4;
/**
 * The parsers of text formats are JavaScript that only reads characters: a process reads many such files, as starting one takes
 * more processor time than most of them. Archives and binary formats get a process that has read nothing.
 */
const isReadInSeries = (format: DocumentFormat) => FILE_FORMATS[format].kind === 'text';
const MEGABYTE = 1024 * 1024;

export type ParserPool = ReturnType<typeof createParserPool>;

/**
 * Reads documents in processes with limits on time and memory, each in one that reads no other meanwhile. A process that has
 * read a text waits for the next of the same account; after other formats, a spare process warms up for another document of
 * the same kind.
 */
export function createParserPool(
  limits: ParseLimits = DEFAULT_LIMITS,
  recognitionLimits: ParseLimits = RECOGNITION_LIMITS,
) {
  const processes = new Set<ParserProcess>();
  const start = (options: ParserProcessOptions = {}) => {
    const child = startParserProcess(limits.heap, options);
    if (child.pid !== undefined) processes.add(child);
    child.once('exit', () => processes.delete(child));
    return child;
  };
  const waiting = createWaiting(limits.idle ?? IDLE_TIME);
  let isClosed = false;
  const startSpare = (kind: DocumentKind) => {
    try {
      const child = start({ kind });
      if (child.pid !== undefined) waiting.add({ child, kind, readFor: null });
    } catch {
      // The next document is told why none starts.
    }
  };
  return {
    /**
     * Parses, normalizes and chunks one stored file with its index terms, and embeds the chunks where the request says how, in
     * a process of its own while it lasts. A process that has read something reads no document of another account.
     *
     * Resolves when the document is complete and its chunks begin to arrive. Rejects with a `SourceFailure`: the file's own
     * fault, `document_too_complex` where the process died of it or had to be killed; or with the signal's reason.
     */
    prepareDocument: async (
      file: ParseRequest,
      { accountId, signal, onProgress }: { accountId: string; signal: AbortSignal; onProgress: PrepareProgress },
    ): Promise<PreparedDocument> => {
      if (isClosed) throw sourceFailures.interrupted();
      signal.throwIfAborted();
      if (typeof file.scans === 'object') {
        // Nothing else reads the engine's files.
        const child = start({ readable: [file.scans.modules] });
        const [mayGoOn, onEnd] = [() => false, () => undefined];
        return prepareInProcess(child, file, { limits: recognitionLimits, signal, onProgress, mayGoOn, onEnd });
      }
      const kind = { format: file.format, ...(file.embedder && { embedder: file.embedder }) };
      const isInSeries = isReadInSeries(file.format);
      const isSoonDone = isInSeries && isShort(file.path);
      const given =
        waiting.take(kind, isInSeries ? accountId : null) ??
        // Only then is there a turn in between: a text that comes meanwhile has to find this one's process.
        (isSoonDone && waiting.isRead(accountId) ? await waiting.inLine(accountId, signal) : null);
      if (isClosed) throw sourceFailures.interrupted();
      const child = given ?? start();
      if (isSoonDone) waiting.reads(child, accountId);
      child.ref();
      child.channel?.ref();
      // After a long document its memory may never be returned to the system.
      const mayGoOn = (rss: number) => isInSeries && !isClosed && rss < (limits.resident / 3) * MEGABYTE;
      const onEnd = (isWaiting: boolean) => {
        if (isWaiting) waiting.add({ child, kind, readFor: accountId });
        // Only then: there may be no processor left for it before.
        else if (!isClosed && !waiting.hasUnused()) startSpare(kind);
        waiting.ended(child, accountId);
      };
      return prepareInProcess(child, file, { limits, signal, onProgress, mayGoOn, onEnd });
    },
    /** Kills all processes. Documents under way reject as interrupted. */
    close: (): void => {
      isClosed = true;
      waiting.cancel();
      for (const child of processes) child.kill('SIGKILL');
    },
  };
}

/** A file that is not there is told of when it is to be sent. */
const isShort = (path: string): boolean =>
  (statSync(path, { throwIfNoEntry: false })?.size ?? Number.POSITIVE_INFINITY) <= SHORT;

interface WaitingProcess {
  child: ParserProcess;
  /** What it has read or warmed up for. */
  kind: DocumentKind;
  /** The account whose documents it has read; null for none. */
  readFor: string | null;
}

/** The processes that wait for a document. They do not keep the server alive. */
function createWaiting(idleTime: number) {
  /** With what removes each; the first has waited longest. */
  const waiting = new Map<WaitingProcess, () => void>();
  /** The processes that read a short text, or are about to, with its account. */
  const reading = new Map<ParserProcess, string>();
  /** Of these, those that have just been given to the next in line. */
  const handed = new Set<ParserProcess>();
  const line = new Set<{ accountId: string; give: (child: ParserProcess | null) => void }>();
  const isRead = (accountId: string) => [...reading.values()].includes(accountId);
  const firstInLine = (account: string | null) => [...line].find(({ accountId }) => accountId === account);
  const ended = (child: ParserProcess, accountId: string) => {
    reading.delete(child);
    if (!isRead(accountId)) firstInLine(accountId)?.give(null);
  };
  const end = (one: WaitingProcess) => {
    waiting.get(one)?.();
    one.child.kill('SIGKILL');
  };
  return {
    /**
     * One that is best prepared for this kind, null where there is none. It is the caller's from now on. It has read nothing, or
     * documents of `accountId`, where one is given.
     */
    take(kind: DocumentKind, accountId: string | null): ParserProcess | null {
      const usable = [...waiting.keys()].filter(
        ({ child, readFor }) => child.connected && (readFor === null || readFor === accountId),
      );
      const best = usable.find((one) => isSameKind(one.kind, kind)) ?? usable[0];
      if (!best) return null;
      waiting.get(best)?.();
      return best.child;
    },
    /** Does a process read a short text of the account? */
    isRead,
    /**
     * The process that does, once it is done with it; null where that takes too long. It is the caller's from now on. Rejects
     * with the signal's reason.
     */
    async inLine(accountId: string, signal: AbortSignal): Promise<ParserProcess | null> {
      const child = await new Promise<ParserProcess | null>((resolve) => {
        const give = (given: ParserProcess | null) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', giveUp);
          line.delete(one);
          resolve(given);
        };
        const giveUp = () => give(null);
        const timer = setTimeout(giveUp, PATIENCE);
        const one = { accountId, give };
        signal.addEventListener('abort', giveUp);
        line.add(one);
      });
      if (signal.aborted && child) {
        child.kill('SIGKILL');
        ended(child, accountId);
      }
      signal.throwIfAborted();
      return child;
    },
    /** The process begins with a short text of the account. */
    reads(child: ParserProcess, accountId: string): void {
      reading.set(child, accountId);
    },
    /** It is done, and where no other of the account can be expected, who is first in line starts one. */
    ended(child: ParserProcess, accountId: string): void {
      if (!handed.delete(child)) ended(child, accountId);
    },
    /** Does a process wait that has read nothing? */
    hasUnused: (): boolean => [...waiting.keys()].some(({ readFor }) => readFor === null),
    /** Adds a process, which is killed if it is not taken in time. */
    add(one: WaitingProcess): void {
      const { child, readFor } = one;
      const next = firstInLine(readFor);
      if (next && child.connected) {
        handed.add(child);
        next.give(child);
        return;
      }
      child.unref();
      child.channel?.unref();
      const forget = () => {
        clearTimeout(idle);
        child.off('exit', forget);
        waiting.delete(one);
      };
      const idle = setTimeout(end, idleTime, one).unref();
      child.once('exit', forget);
      waiting.set(one, forget);
      const [oldest] = waiting.keys();
      if (waiting.size > MAX_WAITING && oldest) end(oldest);
    },
    /** Forgets the timers. */
    cancel: (): void => {
      for (const forget of [...waiting.values()]) forget();
      for (const { give } of [...line]) give(null);
    },
  };
}

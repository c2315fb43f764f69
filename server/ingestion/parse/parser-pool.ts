import { sourceFailures } from '../failures.ts';
import type { PreparedDocument } from '../types.ts';
import type { ParseRequest } from './parse-messages.ts';
import { type ParseLimits, type PrepareProgress, prepareInProcess } from './prepare-in-process.ts';
import { type ParserProcess, startParserProcess } from './start-parser-process.ts';
import type { DocumentKind } from './warm-parser.ts';

export interface ParserPool {
  /**
   * Parses, normalizes and chunks one stored file with its index terms, and embeds the chunks where the request says how, in
   * a process of its own. Resolves when the document is complete and its chunks begin to arrive. Rejects with a
   * `SourceFailure`: the file's own fault, `document_too_complex` where the process died of it or had to be killed; or with
   * the signal's reason.
   */
  prepareDocument(
    file: ParseRequest,
    options: { signal: AbortSignal; onProgress: PrepareProgress },
  ): Promise<PreparedDocument>;
  /** Kills all processes. Documents under way reject as interrupted. */
  close(): void;
}

const DEFAULT_LIMITS: ParseLimits = { heap: 512, resident: 768, time: 60_000 };
/** A spare process holds some 70 MB. Documents come in series; after a minute without one, the next can wait for a start. */
const IDLE_TIME = 60_000;
/**
 * Reads each document in a process of its own, with limits on time and memory. When one is done, a spare process warms up
 * for another document of the same kind and waits for a while, as documents come in series.
 */
export function createParserPool(limits: ParseLimits = DEFAULT_LIMITS): ParserPool {
  const processes = new Set<ParserProcess>();
  const start = (kind?: DocumentKind) => {
    const child = startParserProcess(limits.heap, kind);
    processes.add(child);
    child.once('exit', () => processes.delete(child));
    return child;
  };
  const spare = createSpare(start, limits.idle ?? IDLE_TIME);
  let isClosed = false;
  return {
    prepareDocument: async (file, { signal, onProgress }) => {
      if (isClosed) throw sourceFailures.interrupted();
      signal.throwIfAborted();
      const child = spare.take() ?? start();
      child.ref();
      child.channel?.ref();
      // Only then: there may be no processor left for it before.
      const onEnd = () => {
        if (!isClosed) spare.keep({ format: file.format, ...(file.embedder && { embedder: file.embedder }) });
      };
      return prepareInProcess(child, file, { limits, signal, onProgress, onEnd });
    },
    close: () => {
      isClosed = true;
      spare.cancel();
      for (const child of processes) child.kill('SIGKILL');
    },
  };
}

interface Spare {
  /** The spare process, null where there is none. It is the caller's from now on. */
  take(): ParserProcess | null;
  /** Starts one for this kind of document where there is none, and keeps it for a while longer. */
  keep(kind: DocumentKind): void;
  /** Forgets the timer. */
  cancel(): void;
}

/** At most one process that waits for the next document. It does not keep the server alive. */
function createSpare(start: (kind: DocumentKind) => ParserProcess, idleTime: number): Spare {
  let spare: ParserProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  const end = () => {
    spare?.kill('SIGKILL');
    spare = null;
  };
  return {
    take() {
      clearTimeout(idle);
      const child = spare?.connected ? spare : null;
      spare = null;
      return child;
    },
    keep(kind) {
      if (!spare) {
        const child = start(kind);
        child.unref();
        child.channel?.unref();
        child.once('exit', () => {
          if (spare === child) spare = null;
        });
        spare = child;
      }
      clearTimeout(idle);
      idle = setTimeout(end, idleTime).unref();
    },
    cancel: () => clearTimeout(idle),
  };
}

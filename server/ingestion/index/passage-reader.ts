import { setTimeout } from 'node:timers/promises';
import { passageText } from '../../engines/passage-text.ts';
import type { Reader } from '../../engines/types.ts';
import type { Log } from '../../platform/log.ts';
import { createSleepers, type Sleepers } from '../../platform/scheduling/sleepers.ts';
import type { ChunkToRead, PassagesToRead, ReadChunk, Store } from '../../store/types.ts';
import { createWorkLease, type WorkLease } from './work-lease.ts';

interface PassageReaderDeps {
  store: Pick<Store, 'wordCodes' | 'jobs' | 'leases' | 'shared' | 'now'>;
  reader: Reader;
  log: Log;
}

/** What the functions of one run share. */
interface Run extends PassageReaderDeps {
  lease: WorkLease;
  sleepers: Sleepers;
  signal: AbortSignal;
}

/** Passages of one project that are read in turn: it is about a second until the next project. */
const BATCH = 8;
/** After a batch it rests for as long as that took, and for several times as long while documents are being read. */
const REST = { idle: 1, ingesting: 9 };
const MAX_REST_MS = 20_000;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;
/** Of several servers one reads, for as long as it renews this lease. */
const LEASE = 'reading';

/**
 * Reads the passages of completed sources in the background, so that questions can be compared with their words: a batch of one
 * project after the other. Until then, a question has a few of them read (question-reader.ts).
 */
export function createPassageReader(deps: PassageReaderDeps) {
  const stopping = new AbortController();
  const sleepers = createSleepers(stopping.signal);
  const lease = createWorkLease(LEASE, deps.store);
  let running = Promise.resolve();
  return {
    /** Begins, or continues where an earlier process stopped; returns at once. */
    start(): void {
      running = readAll({ ...deps, lease, sleepers, signal: stopping.signal });
    },
    /** Call it when there may be new passages. */
    notify: sleepers.wakeAll,
    /** Stops within a batch, which the next start reads once more. */
    async stop(): Promise<void> {
      stopping.abort();
      sleepers.wakeAll();
      await running;
      // Another server may continue at once. If the database is gone, the lease expires by itself.
      await lease.release().catch(() => undefined);
    },
  };
}

/** Reads whatever has not been read, and waits for more. Waits ever longer while the reader or the store fails. */
async function readAll(run: Run): Promise<void> {
  const { log, sleepers, signal } = run;
  let wait = FIRST_WAIT_MS;
  let read = 0;
  let project = 0;
  while (!signal.aborted) {
    const wakes = sleepers.wakes();
    try {
      const passages = await nextPassages(run, project);
      if (passages) {
        await readBatch(run, passages);
        read += passages.chunks.length;
        project = passages.projectNumber;
      } else {
        if (read > 0) log.info('reading_completed', { passages: read });
        read = 0;
        if (wakes === sleepers.wakes()) await sleepers.sleep(MAX_WAIT_MS);
      }
      wait = FIRST_WAIT_MS;
    } catch (error) {
      if (signal.aborted) return;
      log.warn('reading_delayed', { reader: run.reader.id, error });
      await sleepers.sleep(wait);
      wait = Math.min(wait * 2, MAX_WAIT_MS);
    }
  }
}

/** Null where everything has been read, or another server reads. */
async function nextPassages({ store, reader, lease }: Run, afterProject: number): Promise<PassagesToRead | null> {
  if (!(await lease.take())) return null;
  return store.wordCodes.lacking({ reader: reader.id, languages: reader.languages }, afterProject, BATCH);
}

/** What the reader makes of passages, with their headings. */
export async function readChunks(reader: Reader, chunks: ChunkToRead[], signal: AbortSignal): Promise<ReadChunk[]> {
  const read = await reader.read(
    chunks.map((chunk) => passageText(null, chunk)),
    signal,
  );
  return chunks.flatMap(({ chunkId }, at) => {
    const made = read[at];
    return made ? [{ chunkId, ...made }] : [];
  });
}

async function readBatch({ store, reader, signal }: Run, { chunks }: PassagesToRead): Promise<void> {
  const began = performance.now();
  await store.wordCodes.add(reader.id, await readChunks(reader, chunks, signal));
  const { running } = await store.jobs.counts();
  const rest = (performance.now() - began) * (running > 0 ? REST.ingesting : REST.idle);
  await setTimeout(Math.min(rest, MAX_REST_MS), undefined, { signal });
}

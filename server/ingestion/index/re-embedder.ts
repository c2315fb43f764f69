import { setTimeout } from 'node:timers/promises';
import { passageText } from '../../engines/passage-text.ts';
import type { Embedder } from '../../engines/types.ts';
import type { Log } from '../../platform/log.ts';
import type { Store, VectorIndexRow } from '../../store/types.ts';
import { createWorkLease, type WorkLease } from './work-lease.ts';

interface ReEmbedderDeps {
  store: Pick<Store, 'vectorIndexes' | 'leases' | 'shared' | 'now'>;
  /** The embedder whose index is being built. */
  embedder: Embedder;
  log: Log;
  /** Called when the new index is complete and answers questions. */
  onSwitched: () => void;
}

/** What the functions of one run share. */
interface Run extends ReEmbedderDeps {
  lease: WorkLease;
  signal: AbortSignal;
  /** Tenths of the work that have been logged. */
  loggedTenths: number;
}

/** Chunks per batch: few, so that a question never waits long for the embedder. */
const BATCH = 8;
/** After a batch the re-embedder rests for as long as the batch took, at most this long: half of the time is for questions. */
const MAX_REST_MS = 2_000;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;
/** Of several servers one re-embeds, for as long as it renews this lease. */
const LEASE = 're-embedding';
/** How often the other servers check whether it is done. */
const FOLLOW_MS = 2_000;

export type ReEmbedder = ReturnType<typeof createReEmbedder>;

/**
 * Embeds all chunks again in the background after the embedder has been changed. The old index answers questions until the
 * new one is complete. Work of a process that has ended is kept. Of several servers one re-embeds at a time; the others wait
 * until the new index is complete, then search it as well.
 */
export function createReEmbedder(deps: ReEmbedderDeps) {
  const stopping = new AbortController();
  const lease = createWorkLease(LEASE, deps.store);
  let running = Promise.resolve();
  return {
    /** Begins, or continues where an earlier process stopped; returns at once. */
    start(): void {
      running = runToEnd({ ...deps, lease, signal: stopping.signal, loggedTenths: 0 }).catch((error) => {
        if (!stopping.signal.aborted) deps.log.error('re_embedding_failed', { error });
      });
    },
    /** Stops between two batches. The next start continues there. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
      // Another server may continue at once. If the database is gone, the lease expires by itself.
      await lease.release().catch(() => undefined);
    },
  };
}

/** Re-embeds batch by batch until the index is complete. Waits ever longer while the embedder or the store fails. */
async function runToEnd(run: Run): Promise<void> {
  const { store, embedder, log, lease, signal } = run;
  const { vectorIndexes } = store;
  let wait = FIRST_WAIT_MS;
  let from: string | null = null;
  while (!signal.aborted) {
    try {
      const state = await vectorIndexes.state();
      if (state.building === null) return await finish(run, state.active, from);
      // Another server was set to another embedder after this one, and builds its index.
      if (state.building.embedder !== embedder.id) {
        log.warn('re_embedding_skipped', { to: state.building.embedder, ours: embedder.id });
        return;
      }
      if (from === null) {
        from = state.active.embedder;
        log.info('re_embedding_started', { from, ...progressFields(state.building) });
        // Remove what an earlier change has left.
        if (await lease.take()) await vectorIndexes.sweep();
      }
      if (!(await lease.take())) await rest(FOLLOW_MS, signal);
      else if (!(await embedBatch(run)) && !(await vectorIndexes.activate())) await rest(wait, signal);
      else wait = FIRST_WAIT_MS;
    } catch (error) {
      if (signal.aborted) return;
      log.warn('re_embedding_delayed', { to: embedder.id, error });
      await rest(wait, signal);
      wait = Math.min(wait * 2, MAX_WAIT_MS);
    }
  }
}

/** No index is being built, or not any more. */
async function finish(run: Run, { embedder: active }: VectorIndexRow, from: string | null): Promise<void> {
  const { store, embedder, log, lease, onSwitched } = run;
  if (active === embedder.id) onSwitched();
  if (from !== null) log.info('re_embedding_completed', { from, to: active });
  if (await lease.take()) await store.vectorIndexes.sweep();
  await lease.release();
}

/** Returns false when no chunks are left. */
async function embedBatch(run: Run): Promise<boolean> {
  const { store, embedder, signal } = run;
  const began = performance.now();
  const chunks = await store.vectorIndexes.lacking(BATCH);
  if (chunks.length === 0) return false;
  const texts = chunks.map((chunk) => passageText(chunk.title, chunk));
  const vectors = await embedder.embed(texts, 'passage', signal);
  const filled = chunks.flatMap(({ chunkId }, at) => {
    const embedding = vectors[at];
    return embedding ? [{ chunkId, embedding }] : [];
  });
  if (filled.length < chunks.length) throw new Error('The embedder returned fewer vectors than it was given texts.');
  await store.vectorIndexes.fill(embedder.id, filled);
  await logProgress(run);
  await rest(Math.min(performance.now() - began, MAX_REST_MS), signal);
  return true;
}

/** Logs each tenth of the work. */
async function logProgress(run: Run): Promise<void> {
  const { building } = await run.store.vectorIndexes.state();
  if (!building) return;
  const tenths = Math.floor((building.done / building.total) * 10);
  if (tenths > run.loggedTenths) run.log.info('re_embedding_progressed', progressFields(building));
  run.loggedTenths = Math.max(run.loggedTenths, tenths);
}

const rest = (milliseconds: number, signal: AbortSignal) =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => undefined);

const progressFields = ({ embedder, done, total }: VectorIndexRow) => ({ to: embedder, chunks: done, of: total });

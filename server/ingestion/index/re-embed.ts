import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Embedder } from '../../engines/types.ts';
import type { Log } from '../../platform/log.ts';
import type { Store, VectorIndexRow } from '../../store/types.ts';
import { passageOf } from './embed.ts';

export interface ReEmbedder {
  /** Begins, or goes on where an earlier process stopped; resolves at once. */
  start(): void;
  /** Stops between two batches, for the next start to go on. */
  stop(): Promise<void>;
}

export interface ReEmbedderDeps {
  store: Pick<Store, 'vectorIndexes' | 'leases' | 'shared' | 'now'>;
  /** The one whose index is being built. */
  embedder: Embedder;
  log: Log;
  /** The index answers from now on. */
  onSwitched: () => void;
}

/** Chunks of one batch: short, so that a question never waits long behind one. */
const BATCH = 8;
/** The longest that is rested after a batch; otherwise as long as it took, so that half of the time is the questions'. */
const LONGEST_REST_MS = 2_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** What of several servers does it, as long as it renews this: longer than any batch takes. */
const LEASE = 're-embedding';
const LEASE_MS = 60_000;
/** How often the others look how far it is. */
const FOLLOW_MS = 2_000;

/**
 * Embeds all chunks anew in the background after the embedder has been changed. Questions are answered by the index of the
 * one before until the new one has them all. What an ended process has done is kept. Of several servers one does it at a
 * time, and the others wait for the end to search the new index as well.
 */
export function createReEmbedder({ store, embedder, log, onSwitched }: ReEmbedderDeps): ReEmbedder {
  const { vectorIndexes, leases } = store;
  const owner = randomUUID();
  const stopping = new AbortController();
  const { signal } = stopping;
  let running = Promise.resolve();
  let saidTenths = 0;

  /** Where only one process uses the store, an earlier one that was killed has left no lease to wait for. */
  const mine = async () => !store.shared || leases.take(LEASE, owner, store.now(), LEASE_MS);

  async function run(): Promise<void> {
    let wait = FIRST_WAIT_MS;
    let from: string | null = null;
    while (!signal.aborted) {
      try {
        const state = await vectorIndexes.state();
        if (state.building === null) return await end(state.active, from);
        // Another server was set to another embedder after this one: it is that one's to build.
        if (state.building.embedder !== embedder.id) {
          log.warn('re-embedding.not-ours', { to: state.building.embedder, ours: embedder.id });
          return;
        }
        if (from === null) {
          from = state.active.embedder;
          log.info('re-embedding.began', { from, ...told(state.building) });
          // What an earlier change has left.
          if (await mine()) await vectorIndexes.sweep();
        }
        if (!(await mine())) await rest(FOLLOW_MS);
        else if (!(await batch()) && !(await vectorIndexes.activate())) await rest(wait);
        else wait = FIRST_WAIT_MS;
      } catch (error) {
        if (signal.aborted) return;
        log.warn('re-embedding.delayed', { to: embedder.id, error });
        await rest(wait);
        wait = Math.min(wait * 2, LONGEST_WAIT_MS);
      }
    }
  }

  /** Nothing is being built, or not any more. */
  async function end({ embedder: active }: VectorIndexRow, from: string | null): Promise<void> {
    if (active === embedder.id) onSwitched();
    if (from !== null) log.info('re-embedding.completed', { from, to: active });
    if (await mine()) await vectorIndexes.sweep();
    if (store.shared) await leases.give(LEASE, owner);
  }

  /** False: there was nothing left to do. */
  async function batch(): Promise<boolean> {
    const began = performance.now();
    const chunks = await vectorIndexes.lacking(BATCH);
    if (chunks.length === 0) return false;
    const texts = chunks.map((chunk) => passageOf(chunk.title, chunk));
    const vectors = await embedder.embed(texts, 'passage', signal);
    const filled = chunks.flatMap(({ chunkId }, at) => {
      const embedding = vectors[at];
      return embedding ? [{ chunkId, embedding }] : [];
    });
    if (filled.length < chunks.length) throw new Error('The embedder answered with fewer vectors than asked for.');
    await vectorIndexes.fill(embedder.id, filled);
    await sayProgress();
    await rest(Math.min(performance.now() - began, LONGEST_REST_MS));
    return true;
  }

  async function sayProgress(): Promise<void> {
    const { building } = await vectorIndexes.state();
    if (!building) return;
    const tenths = Math.floor((building.done / building.total) * 10);
    if (tenths > saidTenths) log.info('re-embedding.progress', told(building));
    saidTenths = Math.max(saidTenths, tenths);
  }

  const rest = (milliseconds: number) => setTimeout(milliseconds, undefined, { signal }).catch(() => undefined);

  return {
    start() {
      running = run().catch((error) => {
        if (!signal.aborted) log.error('re-embedding.failed', { error });
      });
    },
    async stop() {
      stopping.abort();
      await running;
      // Another server may go on at once. Where the database is gone, the lease ends by itself.
      if (store.shared) await leases.give(LEASE, owner).catch(() => undefined);
    },
  };
}

const told = ({ embedder, done, total }: VectorIndexRow) => ({ to: embedder, chunks: done, of: total });

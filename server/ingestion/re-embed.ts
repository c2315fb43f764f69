import { setTimeout } from 'node:timers/promises';
import type { Embedder } from '../engines/types.ts';
import type { Log } from '../log.ts';
import type { Store } from '../store/types.ts';
import { passageOf } from './embed.ts';

export interface ReEmbedder {
  /** Begins, or goes on where an earlier process stopped; resolves at once. */
  start(): void;
  /** Stops between two batches, for the next start to go on. */
  stop(): Promise<void>;
}

export interface ReEmbedderDeps {
  store: Pick<Store, 'vectorIndexes'>;
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

/**
 * Embeds all chunks anew in the background after the embedder has been changed. Questions are answered by the index of the
 * one before until the new one has them all. What an ended process has done is kept.
 */
export function createReEmbedder({ store, embedder, log, onSwitched }: ReEmbedderDeps): ReEmbedder {
  const { vectorIndexes } = store;
  const stopping = new AbortController();
  const { signal } = stopping;
  let running = Promise.resolve();
  let saidTenths = 0;

  async function run(): Promise<void> {
    // What an earlier change has left.
    await vectorIndexes.sweep();
    const { active, building } = await vectorIndexes.state();
    if (!building) return;
    log.info('re-embedding.began', { from: active.embedder, to: building.embedder, ...counts(building) });
    let wait = FIRST_WAIT_MS;
    while (!signal.aborted) {
      try {
        if (await batch()) wait = FIRST_WAIT_MS;
        else if (await vectorIndexes.activate()) break;
        else await rest(wait);
      } catch (error) {
        if (signal.aborted) return;
        log.warn('re-embedding.delayed', { to: building.embedder, error });
        await rest(wait);
        wait = Math.min(wait * 2, LONGEST_WAIT_MS);
      }
    }
    if (signal.aborted) return;
    onSwitched();
    log.info('re-embedding.completed', { from: active.embedder, to: building.embedder });
    await vectorIndexes.sweep();
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
    if (tenths > saidTenths) log.info('re-embedding.progress', { to: building.embedder, ...counts(building) });
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
    },
  };
}

const counts = ({ done, total }: { done: number; total: number }) => ({ chunks: done, of: total });

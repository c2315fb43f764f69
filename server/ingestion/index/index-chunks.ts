import { setImmediate } from 'node:timers/promises';
import type { Chunks, JobFence, NewChunk, PublishedDocument } from '../../store/types.ts';

/** Thrown where the job belongs to another worker or its source is gone: stop, write nothing, report nothing. */
export class LostJobError extends Error {}

/**
 * Chunks of a document that is written and published in one transaction. Each transaction of the text index costs as much as
 * some chunks do; this many hold up a question that wants to store something for about 20 ms.
 */
const MAX_WHOLE = 32;

interface Target {
  chunks: Chunks;
  fence: JobFence;
  source: { projectId: string; sourceId: string };
  /** Who makes the vectors. */
  embedder: string;
  /** Rejects with 500 `storage_full` if the disk has no room for more. */
  assertRoom: () => Promise<void>;
}

/** The way of a document into the index, where no search sees it before `publish`. */
export interface Indexing {
  /** Takes all chunks. Calls `onAdded` with their number so far. */
  add(batches: AsyncIterable<NewChunk[]>, onAdded: (count: number) => void): Promise<void>;
  publish(result: PublishedDocument): Promise<void>;
}

/** Begins with a document of so many chunks. Rejects with `LostJobError`, as its methods do. */
export async function beginIndexing(target: Target, chunksCount: number): Promise<Indexing> {
  if (chunksCount <= MAX_WHOLE) return indexWhole(target);
  const { chunks, fence, source } = target;
  const generation = await chunks.begin(fence, source);
  if (generation === null) throw new LostJobError();
  return {
    add: (batches, onAdded) => appendAll(batches, generation, target, onAdded),
    async publish(result) {
      if (!(await chunks.publish(fence, generation, result))) throw new LostJobError();
    },
  };
}

/** Holds the chunks until they are published. */
function indexWhole({ chunks, fence, source, embedder, assertRoom }: Target): Indexing {
  const added: NewChunk[] = [];
  return {
    async add(batches, onAdded) {
      for await (const batch of batches) {
        added.push(...batch);
        onAdded(added.length);
      }
    },
    async publish(result) {
      await assertRoom();
      if (!(await chunks.publishWhole(fence, source, added, result, embedder))) throw new LostJobError();
    },
  };
}

/** One transaction per batch. */
async function appendAll(
  batches: AsyncIterable<NewChunk[]>,
  generation: number,
  { chunks, fence, embedder, assertRoom }: Target,
  onAdded: (count: number) => void,
): Promise<void> {
  let written = 0;
  const write = async (batch: NewChunk[]) => {
    await assertRoom();
    if (!(await chunks.append(fence, generation, batch, embedder))) throw new LostJobError();
    written += batch.length;
    onAdded(written);
  };
  // While one batch is written, the next one already waits, so that the writer is never idle.
  let writing = Promise.resolve();
  let waiting = Promise.resolve();
  try {
    for await (const batch of batches) {
      await writing;
      writing = waiting;
      waiting = write(batch);
      // Awaited in the next rounds; until then its rejection must not count as unhandled.
      waiting.catch(() => undefined);
      // Let requests that came in meanwhile go first.
      await setImmediate();
    }
    await writing;
    await waiting;
  } finally {
    // However this ends, no write may still be under way.
    await Promise.allSettled([writing, waiting]);
  }
}

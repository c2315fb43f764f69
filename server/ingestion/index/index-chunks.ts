import { setImmediate } from 'node:timers/promises';
import type { Chunks, JobFence, NewChunk } from '../../store/types.ts';

/** Thrown where the job belongs to another worker or its source is gone: stop, write nothing, report nothing. */
export class LostJobError extends Error {}

/**
 * Writes the chunks of an unpublished generation, one transaction per batch. Calls `onWritten` with their number so far. Rejects
 * with 500 `storage_full` if the disk has no room for more.
 */
export async function indexChunks(
  batches: AsyncIterable<NewChunk[]>,
  target: { chunks: Chunks; fence: JobFence; generation: number; embedder: string; assertRoom: () => Promise<void> },
  onWritten: (count: number) => void,
): Promise<void> {
  let written = 0;
  const write = async (batch: NewChunk[]) => {
    await target.assertRoom();
    if (!(await target.chunks.append(target.fence, target.generation, batch, target.embedder)))
      throw new LostJobError();
    written += batch.length;
    onWritten(written);
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

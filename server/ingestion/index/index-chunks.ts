import { setImmediate } from 'node:timers/promises';
import type { Chunks, JobFence, NewChunk } from '../../store/types.ts';

/** Thrown where the job is no longer ours or its source is gone: stop, write nothing, report nothing. */
export class LostJob extends Error {}

/** Writes chunks of a generation that nobody sees yet, one transaction a batch; `onWritten` hears how many are in. */
export async function indexChunks(
  batches: AsyncIterable<NewChunk[]>,
  target: { chunks: Chunks; fence: JobFence; generation: number; embedder: string },
  onWritten: (count: number) => void,
): Promise<void> {
  let written = 0;
  const write = async (batch: NewChunk[]) => {
    if (!(await target.chunks.append(target.fence, target.generation, batch, target.embedder))) throw new LostJob();
    written += batch.length;
    onWritten(written);
  };
  // While one batch is written, the next already waits for the writer: it is never idle on our account.
  let writing = Promise.resolve();
  let waiting = Promise.resolve();
  try {
    for await (const batch of batches) {
      await writing;
      writing = waiting;
      waiting = write(batch);
      // It is awaited in its turn; until then its failure is nobody's surprise.
      waiting.catch(() => undefined);
      // Requests that came in meanwhile are answered first.
      await setImmediate();
    }
    await writing;
    await waiting;
  } finally {
    // Nothing of ours is written any more once this has ended, however it ends.
    await Promise.allSettled([writing, waiting]);
  }
}

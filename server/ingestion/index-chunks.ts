import { setImmediate } from 'node:timers/promises';
import type { Chunks, JobFence, NewChunk } from '../store/types.ts';

/** Thrown where the job is no longer ours or its source is gone: stop, write nothing, report nothing. */
export class LostJob extends Error {}

/** Writes chunks of a generation that nobody sees yet, one transaction a batch; `onWritten` hears how many are in. */
export async function indexChunks(
  batches: AsyncIterable<NewChunk[]>,
  target: { chunks: Chunks; fence: JobFence; generation: number },
  onWritten: (count: number) => void,
): Promise<void> {
  let written = 0;
  for await (const batch of batches) {
    if (!(await target.chunks.append(target.fence, target.generation, batch))) throw new LostJob();
    written += batch.length;
    onWritten(written);
    // Requests that came in meanwhile are answered first.
    await setImmediate();
  }
}

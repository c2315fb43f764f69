import { setImmediate } from 'node:timers/promises';
import type { Chunks, JobFence, NewChunk } from '../store/types.ts';

/** How many chunks go into one write: larger ones hold up other writers for too long. */
export const INDEX_BATCH = 50;

/** Thrown where the job is no longer ours or its source is gone: stop, write nothing, report nothing. */
export class LostJob extends Error {}

/** Writes chunks of a generation that nobody sees yet; `onWritten` hears how many are in. */
export async function indexChunks(
  batches: AsyncIterable<NewChunk[]>,
  target: { chunks: Chunks; fence: JobFence; generation: number },
  onWritten: (count: number) => void,
): Promise<void> {
  let waiting: NewChunk[] = [];
  let written = 0;
  const write = async (count: number) => {
    const batch = waiting.slice(0, count);
    waiting = waiting.slice(count);
    if (batch.length === 0) return;
    if (!(await target.chunks.append(target.fence, target.generation, batch))) throw new LostJob();
    written += batch.length;
    onWritten(written);
    // Requests that came in meanwhile are answered first.
    await setImmediate();
  };
  for await (const batch of batches) {
    waiting.push(...batch);
    if (waiting.length >= INDEX_BATCH) await write(INDEX_BATCH);
  }
  while (waiting.length > 0) await write(INDEX_BATCH);
}

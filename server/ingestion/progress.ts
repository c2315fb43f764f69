import type { IngestionStage, SourceProgress } from '@footnote/sdk/contract';
import type { JobFence, Sources } from '../store/types.ts';

/** Milliseconds between two writes of progress within a stage: four a second is what an eye can follow. */
const WRITE_INTERVAL = 250;
/** Milliseconds before the first write: most documents are done by then, and each write costs as much as some passages do. */
export const FIRST_WRITE = 500;

export type ProgressReporter = (stage: IngestionStage, done: number, total: number) => void;

interface ProgressWriter {
  report: ProgressReporter;
  /** What has not been written by then will not be. */
  stop(): void;
}

/**
 * Writes a source's progress: for the first time after `delay` milliseconds, from then on at once where a stage begins, else four
 * times a second, never two writes at a time. Calls `onLost` when the job belongs to another worker or the source is gone,
 * `onError` when the store cannot write.
 */
export function createProgressWriter(
  sources: Pick<Sources, 'progress'>,
  fence: JobFence,
  sourceId: string,
  { delay, onLost, onError }: { delay: number; onLost: () => void; onError: (error: unknown) => void },
): ProgressWriter {
  let currentStage: IngestionStage | null = null;
  let writtenAt = 0;
  let isWriting = delay > 0;
  let pending: SourceProgress | null = null;

  const write = async (progress: SourceProgress) => {
    isWriting = true;
    writtenAt = Date.now();
    try {
      if (!(await sources.progress(fence, sourceId, progress))) onLost();
    } catch (error) {
      onError(error);
    }
    await writePending();
  };
  const writePending = async () => {
    isWriting = false;
    const next = pending;
    pending = null;
    if (next) await write(next);
  };
  const first = isWriting ? setTimeout(writePending, delay) : undefined;

  return {
    report(stage, done, total) {
      const begins = stage !== currentStage;
      currentStage = stage;
      if (!begins && Date.now() - writtenAt < WRITE_INTERVAL) return;
      if (!isWriting) void write({ stage, done, total });
      // A slow write must not swallow the beginning of the next stage, nor may the wait for the first one.
      else if (begins || writtenAt === 0) pending = { stage, done, total };
    },
    stop() {
      clearTimeout(first);
      isWriting = true;
      pending = null;
    },
  };
}

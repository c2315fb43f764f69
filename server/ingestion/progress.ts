import type { IngestionStage, SourceProgress } from '@footnote/sdk/contract';
import type { JobFence, Sources } from '../store/types.ts';

/** Milliseconds between two writes of progress within a stage: four a second is what an eye can follow. */
const WRITE_EVERY = 250;

export type ProgressReporter = (stage: IngestionStage, done: number, total: number) => void;

/**
 * Writes a source's progress, at once where a stage begins, else four times a second, never two writes at a time. Calls
 * `onLost` when the store says that the job is no longer ours or the source is gone, `onError` when it cannot write.
 */
export function createProgress(
  sources: Sources,
  fence: JobFence,
  sourceId: string,
  on: { lost: () => void; error: (error: unknown) => void },
): ProgressReporter {
  let stageNow: IngestionStage | null = null;
  let writtenAt = 0;
  let writing = false;
  let next: SourceProgress | null = null;

  const write = async (progress: SourceProgress) => {
    writing = true;
    writtenAt = Date.now();
    try {
      if (!(await sources.progress(fence, sourceId, progress))) on.lost();
    } catch (error) {
      on.error(error);
    }
    writing = false;
    const waiting = next;
    next = null;
    if (waiting) await write(waiting);
  };

  return (stage, done, total) => {
    const begins = stage !== stageNow;
    stageNow = stage;
    if (!begins && Date.now() - writtenAt < WRITE_EVERY) return;
    if (!writing) void write({ stage, done, total });
    // The beginning of a stage is not lost behind a slow write.
    else if (begins) next = { stage, done, total };
  };
}

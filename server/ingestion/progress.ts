import type { IngestionStage } from '@footnote/sdk/contract';
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
  return (stage, done, total) => {
    const due = stage !== stageNow || Date.now() - writtenAt >= WRITE_EVERY;
    if (!due || writing) return;
    stageNow = stage;
    writtenAt = Date.now();
    writing = true;
    sources
      .progress(fence, sourceId, { stage, done, total })
      .then((ours) => (ours ? undefined : on.lost()), on.error)
      .finally(() => {
        writing = false;
      });
  };
}

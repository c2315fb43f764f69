import type { IngestionStage, SourceProgress } from '@footnote/sdk/contract';
import type { JobFence, Sources } from '../store/types.ts';

/** Milliseconds between two writes of progress within a stage: four a second is what an eye can follow. */
const WRITE_INTERVAL = 250;

export type ProgressReporter = (stage: IngestionStage, done: number, total: number) => void;

/**
 * Writes a source's progress, at once where a stage begins, else four times a second, never two writes at a time. Calls
 * `onLost` when the job belongs to another worker or the source is gone, `onError` when the store cannot write.
 */
export function createProgressReporter(
  sources: Sources,
  fence: JobFence,
  sourceId: string,
  { onLost, onError }: { onLost: () => void; onError: (error: unknown) => void },
): ProgressReporter {
  let currentStage: IngestionStage | null = null;
  let writtenAt = 0;
  let isWriting = false;
  let pending: SourceProgress | null = null;

  const write = async (progress: SourceProgress) => {
    isWriting = true;
    writtenAt = Date.now();
    try {
      if (!(await sources.progress(fence, sourceId, progress))) onLost();
    } catch (error) {
      onError(error);
    }
    isWriting = false;
    const next = pending;
    pending = null;
    if (next) await write(next);
  };

  return (stage, done, total) => {
    const begins = stage !== currentStage;
    currentStage = stage;
    if (!begins && Date.now() - writtenAt < WRITE_INTERVAL) return;
    if (!isWriting) void write({ stage, done, total });
    // A slow write must not swallow the beginning of the next stage.
    else if (begins) pending = { stage, done, total };
  };
}

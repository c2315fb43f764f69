import type { ModelCheck } from '@footnote/sdk/contract';
import { PROBES } from '../answering/probing/built-in-probes.ts';
import type { Generator } from '../engines/types.ts';
import { type ExaminationOptions, examineModel } from '../evaluation/examine-model.ts';
import type { ExaminedModel } from '../evaluation/examined-model.ts';
import { findCheck } from '../evaluation/kept-checks.ts';
import { errors } from '../services/errors.ts';
import type { ExaminationProgress } from '../services/server/models.ts';

type Options = Pick<ExaminationOptions, 'signal' | 'contextTokens'>;

/** Examines models before they are used, and tells how far it is. */
export type ModelExaminer = ReturnType<typeof createModelExaminer>;

export function createModelExaminer({ dataDir }: { dataDir: string }) {
  const running = new Set<ExaminationProgress>();

  async function examine(examined: ExaminedModel, generator: Generator, options: Options): Promise<ModelCheck> {
    const progress = { model: examined.model, done: 0, total: PROBES.length };
    const onProgress = (done: number) => {
      progress.done = done;
    };
    running.add(progress);
    try {
      return await examineModel(examined, generator, { ...options, dataDir, onProgress });
    } finally {
      running.delete(progress);
    }
  }

  return {
    progress: (): ExaminationProgress | null => [...running].at(-1) ?? null,
    /** Throws like `examineModel`. */
    examine,
    /** Examines the model unless it has been. Throws 400 `model_unfit` if quotations serve readers better, and like `examine`. */
    async assertFit(examined: ExaminedModel, generator: Generator, options: Options): Promise<void> {
      const { unfit, summary, findings } =
        (await findCheck(dataDir, examined)) ?? (await examine(examined, generator, options));
      if (!unfit) return;
      const faults = findings.filter(({ ok }) => !ok).map(({ sentence }) => sentence);
      throw errors.modelUnfit([`${examined.model} was examined and not chosen.`, ...faults, summary].join(' '));
    },
  };
}

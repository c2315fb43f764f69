import { findModel, MODEL_CATALOGUE, modelSize } from './model-catalogue.ts';
import type { Tier } from './tier.ts';
import { TIERS } from './tiers.generated.ts';

export interface Machine {
  processors: number;
  /** In bytes. */
  memory: number;
}

/** What finds passages best on a machine, and what that costs and brings. */
export interface Recommendation {
  /** `builtin`, or the name of a model on offer. */
  model: string;
  processors: number;
  machine_memory: number;
  /** Bytes to download, and bytes of memory with the reader's. */
  size: number;
  memory: number;
  /** How many questions were asked, and to how many the answer holds what was asked for, with it and with the built-in vectors. */
  asked: number;
  answered: number;
  answered_builtin: number;
}

/** Memory that the server, its documents and the system need beside the models, in bytes. */
const REST_OF_MACHINE = 1e9;
/** More processor time for 300 pages, in seconds, keeps one processor busy for too long. */
const MAX_IMPORT_SECONDS = 900;

/** The best for this machine by what was measured; the cheaper one where two are equal. Null where nothing was to choose from. */
export function recommendEmbedder(
  { processors, memory }: Machine,
  reader: boolean,
  tiers: readonly Tier[] = TIERS,
): Recommendation | null {
  const comparable = tiers.filter((tier) => tier.reader === reader);
  const builtin = comparable.find(({ embedder }) => embedder === 'builtin');
  if (!builtin || comparable.length === 1) return null;
  const affordable = comparable.filter(
    (tier) =>
      tier === builtin ||
      (tier.memory + REST_OF_MACHINE <= memory && processors > 1 && tier.importSeconds <= MAX_IMPORT_SECONDS),
  );
  const best = affordable
    .toSorted((one, other) => one.memory - other.memory)
    .reduce((chosen, tier) => (answeredBy(tier) > answeredBy(chosen) ? tier : chosen), builtin);
  const model = findModel(MODEL_CATALOGUE, best.embedder);
  return {
    model: best.embedder,
    processors,
    machine_memory: memory,
    size: model ? modelSize(model) : 0,
    memory: best.memory,
    asked: best.docsQa.questions + best.unseen.questions,
    answered: answeredBy(best),
    answered_builtin: answeredBy(builtin),
  };
}

const answeredBy = ({ docsQa, unseen }: Tier) => docsQa.inResponse + unseen.inResponse;

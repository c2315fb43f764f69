import type { Inference, Verifier } from '../../engines/types.ts';
import { ApiError } from '../../platform/errors.ts';
import type { OnVerification } from '../types.ts';
import { toPremise } from './premise.ts';
import type { JudgedPair, SentenceJudge, Verdict } from './sentence-judge.ts';

/** How long one sentence, and all sentences of an answer together, may wait for the model: a reader waits with them. */
export interface JudgeLimits {
  sentenceMs: number;
  answerMs: number;
}

const LIMITS: JudgeLimits = { sentenceMs: 2_000, answerMs: 8_000 };
/**
 * A right sentence must not lose its citation because a small model is mistaken, so both are high. They follow how such
 * models are used elsewhere, and have not been fitted.
 */
const MIN_CONTRADICTION = 0.9;
const MIN_ENTAILMENT = 0.8;

/**
 * Judges the sentences of one answer with a model of natural language inference, each before its markers are written. Once
 * the model has failed or has taken too long, the rules alone decide about the rest of the answer.
 */
export function createModelJudge(
  verifier: Verifier,
  signal: AbortSignal,
  onVerification: OnVerification | undefined,
  limits: JudgeLimits = LIMITS,
): SentenceJudge {
  let left = limits.answerMs;
  let failed = false;

  /** Null if the model fails. */
  async function infer(pairs: JudgedPair[]): Promise<Inference[] | null> {
    const time = AbortSignal.timeout(Math.ceil(Math.max(0, Math.min(limits.sentenceMs, left))));
    const from = performance.now();
    const read = pairs.map(({ sentence, passage }) => ({ ...toPremise(passage), sentence }));
    const end = (outcome: Parameters<OnVerification>[0]) => {
      const spent = performance.now() - from;
      left -= spent;
      onVerification?.(outcome, spent / 1_000);
    };
    try {
      const inferences = await verifier.verify(read, AbortSignal.any([signal, time]));
      end('done');
      return inferences;
    } catch (error) {
      signal.throwIfAborted();
      end(time.aborted ? 'timeout' : error instanceof ApiError && error.code === 'busy' ? 'busy' : 'failed');
      failed = true;
      return null;
    }
  }

  return {
    get failed() {
      return failed;
    },
    async judge(pairs) {
      const readable = pairs.filter((pair) => understands(verifier, pair));
      if (failed || readable.length === 0) return pairs.map(() => null);
      const inferences = await infer(readable);
      return pairs.map((pair) => {
        const inference = inferences?.[readable.indexOf(pair)];
        return inference ? verdictOf(inference) : null;
      });
    },
  };
}

/** A model that knows some languages only makes things up about others. */
function understands({ languages }: Verifier, { passage, isForeign }: JudgedPair): boolean {
  return languages === null || (!isForeign && languages.includes(passage.language));
}

function verdictOf({ entailment, contradiction }: Inference): Verdict {
  if (contradiction >= MIN_CONTRADICTION) return 'contradicted';
  return entailment >= MIN_ENTAILMENT ? 'entailed' : 'neutral';
}

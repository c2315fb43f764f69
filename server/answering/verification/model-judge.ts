import type { Inference, SentencePair, Verifier } from '../../engines/types.ts';
import { ApiError } from '../../platform/errors.ts';
import { VERBATIM } from '../passages/markdown-text.ts';
import { renderExcerpt } from '../passages/render-excerpt.ts';
import { headingPath } from '../retrieval/heading-path.ts';
import type { OnVerification, Passage } from '../types.ts';
import type { JudgedPair, SentenceJudge, Verdict } from './sentence-judge.ts';

/** A model with the usual 512 tokens leaves most of them to the text. In UTF-16 units. */
const MAX_HEADING_LENGTH = 200;

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

/** What is above a passage and its text as the prompt has them, for a model that reads both together with a sentence. */
function toPremise(passage: Passage): Pick<SentencePair, 'heading' | 'passage'> {
  const { page, laterPages, text } = passage;
  const pages = page === null ? '' : ` (${[...new Set([page, laterPages.at(-1)?.page ?? page])].join('–')})`;
  const path = headingPath(passage);
  while (path.length > 1 && path.join(' › ').length > MAX_HEADING_LENGTH) path.shift();
  const heading = path.join(' › ').slice(0, MAX_HEADING_LENGTH) + pages;
  return { heading, passage: renderExcerpt({ passage, start: 0, end: text.length, key: null }, { text: VERBATIM }) };
}

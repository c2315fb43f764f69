import type { ModelCheck } from '@footnote/sdk/contract';
import { describeProbes } from '../answering/probing/describe-probes.ts';
import { type ProbeOptions, probeModel } from '../answering/probing/probe-model.ts';
import type { Generator } from '../engines/types.ts';
import type { ExaminedModel } from './examined-model.ts';
import { keepCheck } from './kept-checks.ts';

export interface ExaminationOptions extends ProbeOptions {
  dataDir: string;
  /** Asks for the length of the model's context; absent where it is not known apart from the length of prompts. */
  contextTokens?: () => Promise<number | null>;
}

/** Of an answer, kept. */
const MAX_ANSWER = 2_000;

/**
 * Asks a model the built-in questions and keeps how it answered, in place of what was kept of it. Throws like `probeModel`;
 * what was kept of it then stays.
 */
export async function examineModel(
  examined: ExaminedModel,
  generator: Generator,
  { dataDir, contextTokens, ...options }: ExaminationOptions,
): Promise<ModelCheck> {
  const { streams, promptTokens, probes } = await probeModel(generator, options);
  const check: ModelCheck = {
    examined_at: new Date().toISOString(),
    ...describeProbes(probes),
    streams,
    context_tokens: (await contextTokens?.()) ?? null,
    prompt_tokens: promptTokens,
    probes: probes.map(({ ability, question, verdict, text, totalMs }) => ({
      ability,
      question,
      verdict,
      answer: text.slice(0, MAX_ANSWER),
      total_ms: totalMs,
    })),
  };
  await keepCheck(dataDir, examined, check);
  return check;
}

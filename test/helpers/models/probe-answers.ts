import { PROBES } from '../../../server/answering/probing/built-in-probes.ts';
import type { PromptMessage } from '../../../server/engines/types.ts';

/** As a model answers the built-in questions that follows its instructions, in their order. */
export const GOOD_ANSWERS = [
  'Within 43 days [1].',
  'It costs 27 euros [2].',
  'Run `wendelin cart --flush=7k` [4].',
  'NO_ANSWER',
  'Mit kaltem Wasser [3].',
  'They leave at 16:20 [2].',
];

/** Which of the built-in questions a prompt asks; null for another one. */
export function probedQuestion(messages: Pick<PromptMessage, 'text'>[]): number | null {
  const asked = messages.at(-1)?.text ?? '';
  const at = PROBES.findIndex(({ question }) => asked.endsWith(`Question: ${question}`));
  return at === -1 ? null : at;
}

import type { Generator } from '../../engines/types.ts';
import { guessLanguage } from '../../language/detect.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { rewritePrompt } from '../prompt/prompts.ts';
import type { HistoryMessage, Question } from '../types.ts';
import { type ContextualizedQuery, contextualizeQuery } from './contextualize-query.ts';

const MAX_TURNS = 4;
const MAX_TURN_LENGTH = 300;
const MAX_QUESTION_LENGTH = 1_000;
const MAX_TOKENS = 100;
const TIMEOUT_MS = 8_000;
const MAX_REWRITTEN_LENGTH = 400;

/**
 * Has the model rewrite a follow-up as a whole question. If the model fails, takes too long, or does not reply with one short
 * line, the follow-up gets the earlier questions as context instead, as it does without a model. Throws 429 `busy` if the
 * model has no capacity: it would have none for the answer either.
 */
export async function rewriteQuery(question: Question, generator: Generator, log: Log): Promise<ContextualizedQuery> {
  const query = contextualizeQuery(question);
  if (question.history.length === 0 || question.text.length > MAX_QUESTION_LENGTH) return query;
  const history = question.history.slice(-MAX_TURNS).map(({ role, text }): HistoryMessage => {
    return { role, text: text.length > MAX_TURN_LENGTH ? `${text.slice(0, MAX_TURN_LENGTH)} …` : text };
  });
  const time = AbortSignal.timeout(TIMEOUT_MS);
  const signal = AbortSignal.any([question.signal, time]);
  try {
    const text = await generateRewrite(generator, history, query.text, signal);
    if (text === '' || text.length > MAX_REWRITTEN_LENGTH || text.includes('\n')) return query;
    const language = query.language === 'und' ? guessLanguage(text) : query.language;
    return { text, context: '', language };
  } catch (error) {
    question.signal.throwIfAborted();
    if (error instanceof ApiError && error.code === 'busy') throw error;
    log.warn('question_rewrite_failed', { error });
    return query;
  }
}

async function generateRewrite(
  generator: Generator,
  history: HistoryMessage[],
  question: string,
  signal: AbortSignal,
): Promise<string> {
  let text = '';
  // Do not wait for an engine that ignores the signal.
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const write = async () => {
    for await (const part of generator.generate(rewritePrompt(history, question), { maxTokens: MAX_TOKENS, signal })) {
      if (part.type === 'text') text += part.delta;
      if (text.length > 10 * MAX_REWRITTEN_LENGTH) break;
    }
  };
  await Promise.race([write(), aborted]);
  return text.replace(/^\s*<think>[\s\S]*?<\/think>/, '').trim();
}

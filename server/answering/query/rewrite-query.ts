import type { Generator, PromptMessage } from '../../engines/types.ts';
import { guessLanguage } from '../../language/detect.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { withoutPromptEchoes } from '../completion/prompt-echo-filter.ts';
import { streamCompletion, type ThinkingHabit } from '../completion/stream-completion.ts';
import { ownWords, rewritePrompt } from '../prompt/prompts.ts';
import type { HistoryMessage, Question } from '../types.ts';
import type { ContextualizedQuery } from './contextualize-query.ts';

const MAX_TURNS = 4;
const MAX_TURN_LENGTH = 300;
const MAX_QUESTION_LENGTH = 1_000;
const MAX_TOKENS = 100;
const TIMEOUT_MS = 8_000;
const MAX_REWRITTEN_LENGTH = 400;

interface RewritingModel {
  generator: Generator;
  habit: ThinkingHabit;
  log: Log;
}

/**
 * Has the model rewrite a follow-up as a whole question. If the model fails, takes too long, or does not reply with one short
 * line, the follow-up keeps the earlier questions as context (`query`), as it does without a model. Throws 429 `busy` if the
 * model has no capacity: it would have none for the answer either.
 */
export async function rewriteQuery(
  question: Question,
  query: ContextualizedQuery,
  model: RewritingModel,
): Promise<ContextualizedQuery> {
  if (question.history.length === 0 || question.text.length > MAX_QUESTION_LENGTH) return query;
  const history = question.history.slice(-MAX_TURNS).map(({ role, text }): HistoryMessage => {
    return { role, text: text.length > MAX_TURN_LENGTH ? `${text.slice(0, MAX_TURN_LENGTH)} …` : text };
  });
  try {
    const text = await generateRewrite(model, rewritePrompt(history, query.text), question.signal);
    if (text === '' || text.length > MAX_REWRITTEN_LENGTH || text.includes('\n')) return query;
    const language = query.language === 'und' ? guessLanguage(text) : query.language;
    return { text, context: '', language };
  } catch (error) {
    question.signal.throwIfAborted();
    if (error instanceof ApiError && error.code === 'busy') throw error;
    model.log.warn('question_rewrite_failed', { error });
    return query;
  }
}

/** What the model writes, without its thinking; nothing if it repeats its prompt. */
async function generateRewrite(
  { generator, habit }: RewritingModel,
  messages: PromptMessage[],
  signal: AbortSignal,
): Promise<string> {
  const { secondAnswer = 0 } = generator.budget;
  const maxTokens = MAX_TOKENS + (habit.thinks ? secondAnswer : 0);
  let text = '';
  let hasEchoed = false;
  const completion = streamCompletion(generator, messages, { signal, timeoutMs: TIMEOUT_MS, maxTokens, habit });
  const shown = { rules: ownWords('und'), question: '', passages: messages.slice(1).map((message) => message.text) };
  const parts = withoutPromptEchoes(completion, shown, () => {
    hasEchoed = true;
  });
  for await (const part of parts) {
    if (part.type === 'restart') text = '';
    else if (part.type === 'text') text += part.delta;
    else if (part.type === 'no-answer') return '';
    else if (part.reason === 'length') return '';
    if (text.length > 10 * MAX_REWRITTEN_LENGTH) return '';
  }
  return hasEchoed ? '' : text.trim();
}

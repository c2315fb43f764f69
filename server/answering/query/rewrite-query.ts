import type { Generator } from '../../engines/types.ts';
import { guessLanguage } from '../../language/detect.ts';
import type { Log } from '../../platform/log.ts';
import { rewritePrompt } from '../prompt/prompts.ts';
import type { HistoryMessage, Question } from '../types.ts';
import { type Understood, understand } from './contextualize-query.ts';

const TURNS = 4;
const LONGEST_TURN = 300;
const LONGEST_QUESTION = 1_000;
const MOST_TOKENS = 100;
const LONGEST_MS = 8_000;
const LONGEST_REWRITTEN = 400;

/**
 * A follow-up as a whole question, in the words of the model. Where the model fails, takes too long, or says something
 * that is no question of one line, earlier questions lend their words instead, as they do without a model.
 */
export async function rewrite(question: Question, generator: Generator, log: Log): Promise<Understood> {
  const understood = understand(question);
  if (question.history.length === 0 || question.text.length > LONGEST_QUESTION) return understood;
  const history = question.history.slice(-TURNS).map(({ role, text }): HistoryMessage => {
    return { role, text: text.length > LONGEST_TURN ? `${text.slice(0, LONGEST_TURN)} …` : text };
  });
  const time = AbortSignal.timeout(LONGEST_MS);
  const signal = AbortSignal.any([question.signal, time]);
  try {
    const text = await writtenBy(generator, history, understood.text, signal);
    if (text === '' || text.length > LONGEST_REWRITTEN || text.includes('\n')) return understood;
    const language = understood.language === 'und' ? guessLanguage(text) : understood.language;
    return { text, context: '', language };
  } catch (error) {
    question.signal.throwIfAborted();
    log.warn('question-not-rewritten', { error });
    return understood;
  }
}

async function writtenBy(
  generator: Generator,
  history: HistoryMessage[],
  question: string,
  signal: AbortSignal,
): Promise<string> {
  let text = '';
  // An engine that does not heed the signal is left behind.
  const left = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const write = async () => {
    for await (const part of generator.generate(rewritePrompt(history, question), { maxTokens: MOST_TOKENS, signal })) {
      if (part.type === 'text') text += part.delta;
      if (text.length > 10 * LONGEST_REWRITTEN) break;
    }
  };
  await Promise.race([write(), left]);
  return text.replace(/^\s*<think>[\s\S]*?<\/think>/, '').trim();
}

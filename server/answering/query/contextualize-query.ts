import { guessLanguage } from '../../language/detect.ts';
import type { Question } from '../types.ts';
import { withoutGreeting } from './small-talk.ts';

/** A question with the context that it needs. */
export interface ContextualizedQuery {
  /** The question without a greeting before it. */
  text: string;
  /** Earlier questions of the conversation that it may refer to, latest first; empty for a question that stands alone. */
  context: string;
  /** Of the question, else of the conversation, else `und`. */
  language: string;
  /** The last word of the text, if it is still being typed. */
  begun?: string;
}

/** Earlier questions that a follow-up may refer to. */
const MAX_TURNS = 6;

/** Adds earlier questions to a follow-up: they tell what “it” and “there” are. */
export function contextualizeQuery(question: Question): ContextualizedQuery {
  const text = withoutGreeting(question.text);
  const earlier = question.history
    .filter(({ role }) => role === 'user')
    .slice(-MAX_TURNS)
    .map((message) => withoutGreeting(message.text))
    // A repeated question is no context of itself.
    .filter((before) => before.trim().toLowerCase() !== text.trim().toLowerCase())
    .reverse();
  const context = earlier.join('\n');
  const guessed = guessLanguage(text);
  return { text, context, language: guessed === 'und' ? guessLanguage(context) : guessed };
}

import { guessLanguage } from '../../language/detect.ts';
import type { Question } from '../types.ts';
import { withoutGreeting } from './small-talk.ts';

/** A question made whole. */
export interface ContextualizedQuery {
  /** What is asked, without a greeting before it. */
  text: string;
  /** Earlier questions of the conversation that it leans on, latest first; empty for a question that stands alone. */
  context: string;
  /** Of the question, else of the conversation, else `und`. */
  language: string;
}

/** Earlier questions that a follow-up may lean on. */
const MAX_TURNS = 6;

/** A follow-up becomes a whole question: what the visitor asked before says what “it” and “there” are. */
export function contextualizeQuery(question: Question): ContextualizedQuery {
  const text = withoutGreeting(question.text);
  const earlier = question.history
    .filter(({ role }) => role === 'user')
    .slice(-MAX_TURNS)
    .map((message) => withoutGreeting(message.text))
    // A question that is asked again leans on nothing by that.
    .filter((before) => before.trim().toLowerCase() !== text.trim().toLowerCase())
    .reverse();
  const context = earlier.join('\n');
  const guessed = guessLanguage(text);
  return { text, context, language: guessed === 'und' ? guessLanguage(context) : guessed };
}

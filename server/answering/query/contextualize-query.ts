import { guessLanguage } from '../../language/detect.ts';
import type { Question } from '../types.ts';
import { smallTalk, withoutOpening } from './small-talk.ts';
import { standsAlone } from './stands-alone.ts';
import { tellingText } from './telling-text.ts';

/** A question with the context that it needs. */
export interface ContextualizedQuery {
  /** The question without a greeting and the like before it. */
  text: string;
  /** Of a follow-up, the earlier questions that it may refer to, latest first; empty for a question that stands alone. */
  context: string;
  /** Of the question, else of the conversation, else `und`. */
  language: string;
  /** The last word of the text, if it is still being typed. */
  begun?: string;
}

/** Earlier questions that a follow-up may refer to. */
const MAX_TURNS = 6;

/**
 * Adds earlier questions to a follow-up: they tell what “it” and “there” are. A question that stands alone gets none: it is
 * searched for and judged as it would be if it was the first.
 */
export function contextualizeQuery(question: Question): ContextualizedQuery {
  const { text, isReply } = withoutOpening(tellingText(question.text));
  const earlier = earlierQuestions(question, text);
  const language = languageOf(text, guessLanguage(earlier.join('\n')));
  const needsContext = earlier.length > 0 && (isReply || !standsAlone(text, language));
  return { text, context: needsContext ? whatIsReferredTo(earlier, language).join('\n') : '', language };
}

/** The questions before this one in its conversation, latest first. */
export function earlierQuestions({ history }: Pick<Question, 'history'>, text: string): string[] {
  return (
    history
      .filter(({ role }) => role === 'user')
      .map((message) => withoutOpening(tellingText(message.text)).text)
      // Thanks and the like tell nothing of the subject.
      .filter((before) => smallTalk(before) === null)
      // A repeated question is no context of itself.
      .filter((before) => before.trim().toLowerCase() !== text.trim().toLowerCase())
      .slice(-MAX_TURNS)
      .reverse()
  );
}

/** What was asked last, back to a question that stands alone: what came before that one was another subject. */
function whatIsReferredTo(earlier: string[], language: string): string[] {
  const whole = earlier.findIndex((before) => standsAlone(before, languageOf(before, language)));
  return whole === -1 ? earlier : earlier.slice(0, whole + 1);
}

/** As guessed, or else another. */
function languageOf(text: string, otherwise: string): string {
  const guessed = guessLanguage(text);
  return guessed === 'und' ? otherwise : guessed;
}

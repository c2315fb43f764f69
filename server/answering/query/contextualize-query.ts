import { guessLanguage } from '../../language/detect.ts';
import { collapseWhitespace } from '../../platform/text/collapse-whitespace.ts';
import { withoutTargets } from '../../platform/text/without-targets.ts';
import type { Question } from '../types.ts';
import { asksForMore, smallTalk, withoutOpening } from './small-talk.ts';
import { splitQuestions } from './split-questions.ts';
import { contentWords, type Reference, referenceOf } from './stands-alone.ts';
import { tellingText } from './telling-text.ts';

/** A question with the context that it needs. */
export interface ContextualizedQuery {
  /** The question without a greeting and the like before it. */
  text: string;
  /**
   * Of a follow-up, the earlier questions that it may refer to, each in a line, latest first; empty for a question that stands
   * alone.
   */
  context: string;
  /** How it rests on them; absent where it has none. */
  reference?: Reference;
  /** Of the question, else of the conversation, else `und`. */
  language: string;
  /** It asks for a step of the last answer, which is to be shown once more. */
  namesStep?: true;
  /** It asks for more than the last answer. */
  asksAgain?: true;
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
  const step = stepAskedFor(question, text, language);
  if (step !== null) return { text: `${text} ${step}`, context: earlier[0] ?? '', language, namesStep: true };
  const asksAgain = asksForMore(text, languageOf(earlier.join('\n'), 'und'));
  const reference = isReply ? 'joined' : referenceOf(text, language);
  const [last, ...before] = asksAgain || reference !== null ? whatIsReferredTo(earlier, language) : [];
  // “That did not work” and “Why?” ask once more what was asked last.
  if (last !== undefined && asksAgain) {
    const spoken = languageOf(last, language);
    return { text: last, ...inContext(before, referenceOf(last, spoken)), language: spoken, asksAgain };
  }
  if (last !== undefined && contentWords(text, language) === 0)
    return { text: `${last} ${text}`, ...inContext(before, referenceOf(last, language)), language, asksAgain: true };
  return { text, ...inContext(last === undefined ? [] : [last, ...before], reference), language };
}

function inContext(earlier: string[], reference: Reference | null): Pick<ContextualizedQuery, 'context' | 'reference'> {
  return { context: earlier.join('\n'), ...(earlier.length > 0 && reference && { reference }) };
}

/** The questions before this one in its conversation, latest first, each in one line. */
export function earlierQuestions({ history }: Pick<Question, 'history'>, text: string): string[] {
  if (history.length === 0) return [];
  const repeated = askedIn(text).toLowerCase();
  return (
    history
      .filter(({ role }) => role === 'user')
      .map((message) => withoutOpening(tellingText(message.text)).text)
      // Thanks and the like tell nothing of the subject.
      .filter((before) => smallTalk(before) === null)
      .slice(-MAX_TURNS)
      .map(askedIn)
      // A repeated question is no context of itself.
      .filter((before) => before.toLowerCase() !== repeated)
      .reverse()
  );
}

/** What a message asks, in one line: the story around its questions says nothing of what is asked next. */
function askedIn(message: string): string {
  const questions = splitQuestions(message, guessLanguage(message));
  return collapseWhitespace(questions.map(({ text }) => text).join(' '));
}

/** What was asked last, back to a question that says all that it asks for: what came before that one was another subject. */
function whatIsReferredTo(earlier: string[], language: string): string[] {
  const whole = earlier.findIndex((before) => referenceOf(before, languageOf(before, language)) === null);
  return whole === -1 ? earlier : earlier.slice(0, whole + 1);
}

/** As guessed, or else another. */
function languageOf(text: string, otherwise: string): string {
  const guessed = guessLanguage(text);
  return guessed === 'und' ? otherwise : guessed;
}

const NUMBER = /(?<!\p{N})\p{Nd}{1,2}(?!\p{N})/u;
/** “Can you explain step 3?” */
const MOST_WORDS = 3;
const MAX_STEP_LENGTH = 200;

/** The step of the last answer that a short question names by its number, as it begins there; else null. */
function stepAskedFor({ history }: Pick<Question, 'history'>, text: string, language: string): string | null {
  const number = NUMBER.exec(text)?.[0];
  if (number === undefined || contentWords(text, language) > MOST_WORDS) return null;
  const answer = history.findLast(({ role }) => role === 'assistant')?.text ?? '';
  const line = answer.split('\n').find((one) => one.trimStart().startsWith(`${number}. `));
  if (line === undefined) return null;
  return withoutTargets(line)
    .trim()
    .slice(number.length + 2)
    .slice(0, MAX_STEP_LENGTH);
}

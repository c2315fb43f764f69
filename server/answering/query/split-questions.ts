import { sentences } from '../../language/sentences/sentences.ts';
import { detach } from '../../platform/text/detach.ts';
import { contentWords, standsAlone } from './stands-alone.ts';

/** One of the questions of a message. */
export interface AskedQuestion {
  /** What is searched for: the question, with what is said before it. */
  text: string;
  /** The sentence that asks. */
  question: string;
}

const ASKS = /[?？؟]["'”’»)\]]*$/u;
/** “;” asks in Greek alone. */
const ASKS_IN_GREEK = /[?;;]["'”’»)\]]*$/u;
/** An answer to more would be a page. */
const MAX_QUESTIONS = 4;
/** A message of more words tells a story around its question. */
const LONG_MESSAGE = 40;

/**
 * The questions of a message, each with what is said before it, the last one also with what follows. One that says nothing by
 * itself (“Why?”) belongs to the one before it. Of a long message, the questions alone, with the sentence before one that does
 * not stand alone. Where no sentence asks, or too many do, all of the message is one.
 */
export function splitQuestions(text: string, language: string): AskedQuestion[] {
  const asks = language === 'el' ? ASKS_IN_GREEK : ASKS;
  const isLong = contentWords(text, 'und') > LONG_MESSAGE;
  const found: AskedQuestion[] = [];
  let before: string[] = [];
  for (const { start, end } of sentences(text, language)) {
    const sentence = text.slice(start, end);
    const last = found.at(-1);
    if (!asks.test(sentence)) before.push(sentence);
    else if (last && contentWords(sentence, language) === 0)
      last.text = [last.text, ...before.splice(0), sentence].join(' ');
    else {
      const said = isLong ? (standsAlone(sentence, language) ? [] : before.slice(-1)) : before;
      // What is made of a question is remembered, without the message.
      found.push({ text: detach([...said, sentence].join(' ')), question: sentence });
      before = [];
    }
  }
  const [first, ...more] = found;
  if (!first || found.length > MAX_QUESTIONS) return [{ text, question: text }];
  if (!isLong && more.length === 0) return [{ text, question: first.question }];
  const last = more.at(-1) ?? first;
  if (!isLong) last.text = [last.text, ...before].join(' ');
  return found;
}

import { guessLanguage } from '../../language/detect.ts';
import { CORRECTING_WORDS } from '../../language/vocabulary/correcting-words.ts';
import { EVERYWHERE, SMALL_TALK_WORDS, type SmallTalkWords } from '../../language/vocabulary/small-talk-words.ts';
import { isUnspaced } from '../../language/words.ts';
import type { Question } from '../types.ts';

export type SmallTalk = 'greeting' | 'thanks' | 'farewell' | 'notice' | 'again' | 'about' | 'person';

export interface FoundSmallTalk {
  kind: SmallTalk;
  language: string;
}

const MAX_LENGTH = 80;
const EMOJI = /\p{Extended_Pictographic}/u;
const PUNCTUATION = /[\p{P}\p{S}\p{Emoji_Presentation}\s]+/gu;

/** What is said first in a message, up to a mark. */
const OPENING = /^([^\n,.!:;，。！、]{1,40})[\n,.!:;，。！、]+(?:[^\S\n]\s*)?(?=\S)/u;

/** What begins a correction, the longest phrase first. A comma may follow. */
const CORRECTIONS = Object.values(CORRECTING_WORDS)
  .flatMap((list) => list.split(' ').map((phrase) => phrase.replaceAll('_', ' ')))
  .sort((a, b) => b.length - a.length);
const IN_WORD = /^[\p{L}\p{M}\p{N}]/u;
const GAP = /^[\s,:，、：]+/u;
const REPLIES = new Set(
  Object.values(SMALL_TALK_WORDS).flatMap(({ reply }) => reply.split(' ').map((one) => one.replaceAll('_', ' '))),
);

/** By language: what each word or phrase does, and how many words the longest phrase has. */
const BY_LANGUAGE = new Map(
  Object.entries(SMALL_TALK_WORDS).map(([language, words]) => {
    const phrases = new Map([...phrasesOf(EVERYWHERE), ...phrasesOf(words)]);
    return [language, { phrases, longest: Math.max(...[...phrases.keys()].map((one) => one.split(' ').length)) }];
  }),
);

function phrasesOf(words: Partial<SmallTalkWords>): [string, keyof SmallTalkWords][] {
  return (Object.entries(words) as [keyof SmallTalkWords, string][]).flatMap(([does, list]) =>
    list
      .split(' ')
      .map((phrase): [string, keyof SmallTalkWords] => [phrase.replaceAll('_', ' ').normalize('NFC'), does]),
  );
}

/**
 * The kind and language of a message that asks nothing of the documents; null for any other. What is said in several languages
 * is taken for that of the `conversation`.
 */
export function smallTalk(text: string, conversation = 'und'): FoundSmallTalk | null {
  const found = whatIsDone(text, conversation);
  const kind = found && kindOf(found.does);
  return kind ? { kind, language: found.language } : null;
}

/** Small talk that gets a reply of its own. */
export type AnsweredSmallTalk = FoundSmallTalk & { kind: Exclude<SmallTalk, 'again'> };

/**
 * A message that asks nothing of the documents; null for any other. “Yes” may answer what a model has asked; “more” asks for what
 * the last question did.
 */
export function smallTalkOf(
  { text, history }: Pick<Question, 'text' | 'history'>,
  byModel: boolean,
): AnsweredSmallTalk | null {
  const asked = history.filter(({ role }) => role === 'user').map((message) => message.text);
  const conversation = guessLanguage(asked.join('\n'));
  const talk = smallTalk(text, conversation);
  if (talk === null || talk.kind === 'again') return null;
  // No conversation begins with “ok”: a single word may be one of the documents.
  const isNotice = asked.length > 0 && !byModel && isOf(talk.language, text, conversation);
  return talk.kind === 'notice' && !isNotice ? null : { ...talk, kind: talk.kind };
}

/** “More”, “that did not work”: a message that asks for what the last question did, in a conversation of this language. */
export function asksForMore(text: string, conversation: string): boolean {
  const talk = smallTalk(text, conversation);
  return talk?.kind === 'again' && isOf(talk.language, text, conversation);
}

/** A single word may be one of the documents in another language than the conversation, as “super” in many. */
const isOf = (language: string, text: string, conversation: string) =>
  [conversation, 'en'].includes(language) ||
  conversation === 'und' ||
  text.trim().includes(' ') ||
  guessLanguage(text) === language;

/** The parts of a message that is made of small talk alone. */
function whatIsDone(
  text: string,
  conversation: string,
): { does: ReadonlySet<keyof SmallTalkWords>; language: string } | null {
  if (text.length > MAX_LENGTH) return null;
  const words = text.normalize('NFC').toLowerCase().replace(PUNCTUATION, ' ').trim().split(' ');
  if (words[0] === '' && EMOJI.test(text)) return { does: new Set(['notice']), language: conversation };
  const languages = new Set([conversation, ...BY_LANGUAGE.keys()]);
  for (const language of languages) {
    const does = readWords(words, language);
    if (does) return { does, language };
  }
  return null;
}

/** What the words do, each as part of the longest phrase that begins with it; null if one is in no phrase. */
function readWords(words: string[], language: string): Set<keyof SmallTalkWords> | null {
  const known = BY_LANGUAGE.get(language);
  if (!known) return null;
  const does = new Set<keyof SmallTalkWords>();
  for (let at = 0; at < words.length; ) {
    let length = Math.min(known.longest, words.length - at);
    while (length > 0 && !known.phrases.has(words.slice(at, at + length).join(' '))) length -= 1;
    const done = known.phrases.get(words.slice(at, at + length).join(' '));
    if (done === undefined) return null;
    does.add(done);
    at += length;
  }
  return does;
}

/** What a message asks for comes before what is said beside it. */
function kindOf(does: ReadonlySet<keyof SmallTalkWords>): SmallTalk | null {
  if (does.has('request') || (does.has('person') && does.size > 1)) return 'person';
  if (does.has('person') || does.has('reach')) return null;
  for (const kind of ['about', 'again', 'farewell', 'thanks', 'greeting', 'notice'] as const)
    if (does.has(kind)) return kind;
  return does.has('reply') ? 'notice' : null;
}

/** A question without what is said before it. */
export interface OpenedQuestion {
  text: string;
  /** It begins as an answer to what was said: “No, on Windows”. */
  isReply: boolean;
}

/** What is told from a word of the documents, in whatever language. */
const ALONE: ReadonlySet<SmallTalk | null> = new Set(['greeting', 'thanks', 'farewell']);

/** A question without a greeting, thanks and the like before it: “Hi there, when do you open?” → “when do you open?”. */
export function withoutOpening(text: string): OpenedQuestion {
  const language = guessLanguage(text);
  let rest = text;
  let isReply = false;
  for (;;) {
    const opening = OPENING.exec(rest);
    const found = opening?.[1] ? whatIsDone(opening[1], language) : null;
    const does = found && kindOf(found.does);
    const kind = ALONE.has(does) || (found && [language, 'en'].includes(found.language)) ? does : null;
    if (kind === 'again') return { text: rest, isReply: true };
    if (!opening || !kind || kind === 'person' || kind === 'about') {
      const meant = withoutCorrection(rest);
      return meant === null ? { text: rest, isReply } : { text: meant, isReply: true };
    }
    if (found?.does.has('reply')) isReply = true;
    rest = rest.slice(opening[0].length);
  }
}

/** What somebody says was meant: “No I meant the API key” → “the API key”. Null for any other message. */
function withoutCorrection(text: string): string | null {
  const said = text.normalize('NFC').toLowerCase().replaceAll('’', "'").replaceAll("'", ' ');
  const first = said.split(' ', 1)[0] ?? '';
  const from = REPLIES.has(first) ? first.length + 1 : 0;
  const phrase = CORRECTIONS.find((one) => said.startsWith(one, from));
  if (phrase === undefined || said.length !== text.length) return null;
  const rest = text.normalize('NFC').slice(from + phrase.length);
  const meant = rest.replace(GAP, '');
  // A word of a language without spaces may follow at once.
  const isWhole = !IN_WORD.test(rest) || isUnspaced(phrase);
  return isWhole && meant !== '' ? meant : null;
}

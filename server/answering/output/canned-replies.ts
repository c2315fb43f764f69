import { endsWide } from '../../language/sentences/wide-punctuation.ts';
import type { SmallTalk } from '../query/small-talk.ts';
import { hasPhrases, phrasesFor } from './canned-phrases.ts';

/** Says that the documents do not answer, in the first of these languages that has phrases, else in English. */
export const refusalReply = (languages: string[], contact: string): string =>
  withContact(phrasesFor(languages).refusal, languages, contact);

/** Says that the documents answer no more than what is before it, in the same language. */
export const partialReply = (languages: string[], contact: string): string =>
  withContact(phrasesFor(languages).partial, languages, contact);

/** Says that the answer before it was cut off, in the same language. */
export const cutOffReply = (languages: string[]): string => phrasesFor(languages).cutOff;

function withContact(reply: string, languages: string[], contact: string): string {
  if (contact === '') return reply;
  return `${reply}${endsWide(reply) ? '' : ' '}${contactReply(languages, contact)}`;
}

/** Says whom a visitor may ask, in the same language; empty if there is no contact. */
export function contactReply(languages: string[], contact: string): string {
  if (contact === '') return '';
  // A function as replacement, because a contact may contain `$&`.
  return phrasesFor(languages).contact.replace('{contact}', () => contact);
}

/** What is before the passages of an unsure answer. */
export const closestPassagesLead = (languages: string[]): string => phrasesFor(languages).closest;

/** What is before further passages, where the conversation has been shown the best ones. */
export const furtherPassagesLead = (languages: string[]): string => phrasesFor(languages).further;

/** Says how many entries or lines of a list, a table or code are left out, as far as that is known. */
export function moreNote(languages: string[], count: number | null): string {
  const { more, moreUncounted } = phrasesFor(languages);
  return count === null ? (moreUncounted ?? more.replace(' {count}', '')) : more.replace('{count}', String(count));
}

/** Names the sections of a page, in its order. */
export const outlineNote = (languages: string[], sections: string[]): string =>
  phrasesFor(languages).sections.replace('{sections}', () => sections.join(' · '));

/**
 * Which language the documents are in, for those who ask in another one: in the language of the question where we speak it.
 * Null where either is not known.
 */
export function documentLanguageNotice([asked = 'und', ...written]: string[]): string | null {
  const [first = 'und'] = written;
  if (asked === 'und' || first === 'und' || written.includes(asked)) return null;
  const speaks = hasPhrases(asked) ? asked : 'en';
  const name = new Intl.DisplayNames([speaks], { type: 'language' }).of(first) ?? first;
  return phrasesFor([speaks]).documentLanguage.replace('{language}', () => name);
}

/** Replies to small talk. Who wants a person is told the contact; null if there is none. */
export function smallTalkReply(kind: Exclude<SmallTalk, 'again'>, language: string, contact: string): string | null {
  if (kind !== 'person') return phrasesFor([language])[kind];
  return contactReply([language], contact) || null;
}

import { capitalsTell, queryTerms } from '../../language/read-question.ts';
import type { ChunkRow } from '../../store/types.ts';

/** Fewer passages do not tell what all of them are about. */
const MIN_PASSAGES = 30;
/**
 * At least this share of the passages has the name: of 16 documentations, 12 have that of their product so often. At a
 * third, words such as “HTTP” and “SMTP” are among them …
 */
const MIN_SHARE = 0.4;
/** … and at least this share of it has a capital, of what stands within a sentence. */
const MIN_CAPITALS = 0.5;
const WORD = /[\p{L}\p{N}]+(?:[.'’_-][\p{L}\p{N}]+)*/gu;
/** Comes before a word with which no sentence begins. */
const WITHIN_SENTENCE = /\p{Ll},? $/u;
const CAPITAL = /^\p{Lu}/u;
const POSSESSIVE = /['’]s$/u;
/** So much before a word tells whether it is within a sentence. */
const BEFORE = 3;

/** A question without the names of what all documents are about. */
export interface UnnamedQuestion {
  text: string;
  /** Its terms, of those of the question. */
  own: string[];
}

/** The names of what documents are about, such as a product’s, in lower case: those that two of five passages have. */
export function subjectNames(rows: Pick<ChunkRow, 'title' | 'headings' | 'text' | 'language'>[]): ReadonlySet<string> {
  const telling = rows.filter(({ language }) => capitalsTell(language));
  if (telling.length < MIN_PASSAGES) return new Set();
  const passages = new Map<string, number>();
  const within = new Map<string, { all: number; capitals: number }>();
  for (const { title, headings, text } of telling) {
    const known = new Set([title, ...headings].flatMap((line) => (line.match(WORD) ?? []).map(nameOf)));
    for (const { 0: word, index } of text.matchAll(WORD)) {
      const name = nameOf(word);
      known.add(name);
      if (!WITHIN_SENTENCE.test(text.slice(Math.max(0, index - BEFORE), index))) continue;
      const { all = 0, capitals = 0 } = within.get(name) ?? {};
      within.set(name, { all: all + 1, capitals: capitals + Number(CAPITAL.test(word)) });
    }
    for (const name of known) passages.set(name, (passages.get(name) ?? 0) + 1);
  }
  const isName = (word: string) => {
    const { all, capitals } = within.get(word) ?? { all: 1, capitals: 0 };
    return capitals >= MIN_CAPITALS * all;
  };
  const frequent = [...passages].filter(([, count]) => count >= MIN_SHARE * telling.length);
  return new Set(frequent.map(([word]) => word).filter(isName));
}

/** Undefined where the question has none of these names, or says nothing else. `own`: the terms of the question. */
export function withoutNames(
  question: string,
  names: ReadonlySet<string>,
  { own, languages }: { own: string[]; languages: string[] },
): UnnamedQuestion | undefined {
  const text = question
    .replace(WORD, (word) => (names.has(nameOf(word)) ? '' : word))
    .replace(/ {2,}/g, ' ')
    .trim();
  if (text === question) return undefined;
  const left = new Set(queryTerms(text, languages));
  const terms = own.filter((term) => left.has(term));
  return terms.length > 0 && terms.length < own.length ? { text, own: terms } : undefined;
}

/** “Klipper’s” has the name “klipper”. */
const nameOf = (word: string) => word.toLowerCase().replace(POSSESSIVE, '');

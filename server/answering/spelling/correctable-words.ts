import { guessLanguage } from '../../language/detect.ts';
import { stopwordsOf } from '../../language/function-words.ts';
import { wordRanges } from '../../language/words.ts';
import type { Span } from '../types.ts';

/** A word of a question that may be misspelt: offsets in UTF-16 units. */
export interface CorrectableWord extends Span {
  text: string;
  /** A capital inside the sentence. German capitalizes every noun. */
  isName: boolean;
}

/** Shorter words differ from many others by one letter. */
const MIN_LENGTH = 3;
/** Letters of an alphabet alone, with a capital at most in front: no figures, no identifiers, no abbreviations. */
const PLAIN_WORD = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}][\p{Ll}\p{M}]+$/u;
/** What is quoted is meant as it is written; what is in backticks is code. */
const QUOTED = /`[^`]*`|"[^"]*"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|(?<![\p{L}\p{N}])'[^']*'(?![\p{L}\p{N}])/gu;
/** Next to other signs, a word is part of an option, a path, an address or code: `--host`, `src/pages`, `name=`. */
const BEFORE = /(?:^|[\s([¿¡–—,;!?…])$/u;
const AFTER = /^(?:$|[\s)\]–—;!?…]|[,.:]+(?:\s|$))/u;

/** The words of a question in a language of the documents, or in none that is known, that may be misspelt. */
export function correctableWords(text: string, languages: string[]): CorrectableWord[] {
  const asked = guessLanguage(text);
  if (asked !== 'und' && !languages.includes(asked)) return [];
  const quoted = [...text.matchAll(QUOTED)].map(({ 0: { length }, index }) => ({ start: index, end: index + length }));
  const stopwords = languages.map(stopwordsOf);
  return wordRanges(text).flatMap(({ start, end, unspaced }, at): CorrectableWord[] => {
    const word = text.slice(start, end);
    const lower = word.toLowerCase();
    if (unspaced || word.length < MIN_LENGTH || !PLAIN_WORD.test(word)) return [];
    if (stopwords.some((set) => set.has(lower)) || quoted.some((one) => start >= one.start && end <= one.end))
      return [];
    if (!BEFORE.test(text.slice(0, start)) || !AFTER.test(text.slice(end))) return [];
    const isName = at > 0 && asked !== 'de' && lower !== word;
    return [{ start, end, text: word, isName }];
  });
}

/** A citation marker. */
export const MARK = String.raw`\[\^?\d{1,3}(?:[ ,;–-]{1,3}\d{1,3}){0,8}\]|【\d{1,3}[^】\n]{0,30}】`;
/** A word; of a script without spaces, a character. */
const UNSPACED = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]`;
export const WORD = String.raw`${UNSPACED}|(?:(?!${UNSPACED})[\p{L}\p{M}\p{N}_])+(?:['’]\p{L}{1,10})?`;
export const IS_UNSPACED = new RegExp(`^${UNSPACED}$`, 'u');

/** What a model was shown: our own words, and those that it may repeat. */
export interface ShownPrompt {
  /** The rules of the prompts. */
  rules: string;
  question: string;
  /** The texts of the passages. What is in one may be said, also where a rule says the same. */
  passages: string[];
}

const WORDS = new RegExp(WORD, 'gu');
const MARKS = new RegExp(MARK, 'gu');

/** In lower case, without punctuation and citation markers. */
export const wordsOf = (text: string) =>
  (text.replace(MARKS, ' ').match(WORDS) ?? []).map((word) => word.toLowerCase());

/** The words of a prompt, in lower case and without punctuation. */
export type PromptWords = ReturnType<typeof createPromptWords>;

export function createPromptWords({ rules, question, passages }: ShownPrompt) {
  const sentences = rules.split(/\n|(?<=[.!?])\s/).map((sentence) => wordsOf(sentence).join(' '));
  const known = ` | ${sentences.join(' | ')} | `;
  const asked = `question ${wordsOf(question).join(' ')} `;
  let quoted: { words: string; compact: string } | null = null;
  const quotable = () => {
    quoted ??= { words: ` ${wordsOf(passages.join('\n')).join(' ')} `, compact: compact(passages.join('\n')) };
    return quoted;
  };
  return {
    /** Do they stand in a rule, one after the other? At the start of a sentence also in the line of the question. */
    has: (words: string[], atStart: boolean): boolean =>
      known.includes(` ${words.join(' ')} `) || (atStart && asked.startsWith(`${words.join(' ')} `)),
    /** May they, whatever the last of them is the beginning of? */
    mayHave: (words: string[], atStart: boolean): boolean =>
      known.includes(` ${words.join(' ')}`) || (atStart && asked.startsWith(words.join(' '))),
    /** Are they a whole sentence of the rules, or the line of the question? `cutOff`: the beginning of one is enough. */
    hasSentence(words: string[], cutOff: boolean): boolean {
      const text = words.join(' ');
      if (cutOff) return known.includes(`| ${text}`) || asked.startsWith(text);
      return words.length > 1 && (known.includes(`| ${text} |`) || asked === `${text} `);
    },
    passagesHave: (words: string[]): boolean => quotable().words.includes(` ${words.join(' ')} `),
    /** Does a passage have this, apart from spaces? */
    isQuoted: (frame: string): boolean => quotable().compact.includes(compact(frame)),
  };
}

const compact = (text: string) => text.replace(/\s+/g, '').toLowerCase();

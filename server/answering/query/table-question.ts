import { TABLE_WORDS, type TableWords } from '../../language/vocabulary/table-words.ts';

/** What is asked of the rows of a table. */
export type TableAim = 'count' | 'sum' | 'average' | 'list' | 'most' | 'least' | 'dearest' | 'cheapest';

/** How the number in a row compares with that of the question. */
export type Relation = 'above' | 'below' | 'atLeast' | 'atMost';

export interface NumberCondition {
  relation: Relation;
  /** As it is written. */
  number: string;
  /** A sign before it, or the letters or signs after it: “$”, “GB”, “%”; may be any other word. */
  unit: string;
}

/** A question that is answered by rows of a table, which are counted or compared. */
export interface TableQuestion {
  /** Null if there is a condition alone. */
  aim: TableAim | null;
  condition: NumberCondition | null;
  /** In lower case, in order. */
  words: string[];
}

/** In this order: “the highest number of seats” asks for no count, “the total number of rooms” for no sum. */
const AIMS: TableAim[] = ['dearest', 'cheapest', 'average', 'most', 'least', 'count', 'sum', 'list'];
/** “No more than” is looked for before “more than”. */
const RELATIONS: Relation[] = ['atLeast', 'atMost', 'above', 'below'];
/** Words and numbers, with the sign of a currency before and a unit after. */
const TOKEN = /[\p{L}\p{M}][\p{L}\p{M}\p{N}’'-]*|[$€£¥]?\d[\d.,]*(?<=\d)|%|[$€£¥]/gu;
const NUMBER = /^([$€£¥]?)(\d[\d.,]*)$/u;

/** What a question in this language asks of a table; null if it asks for nothing that is counted or compared, or in no language with such words. */
export function readTableQuestion(question: string, language: string): TableQuestion | null {
  const words = TABLE_WORDS[language === 'und' ? 'en' : language];
  if (!words) return null;
  const tokens = tokensOf(question);
  const compared = RELATIONS.flatMap((relation) => conditionIn(tokens, words, relation) ?? []);
  const condition = compared[0] ?? null;
  // “At least” is not “the least”.
  const others = condition ? tokens.toSpliced(condition.from, condition.to - condition.from) : tokens;
  const aim =
    AIMS.find((one) => phrasesOf(words, one).some((phrase) => placeOfPhrase(others, phrase) !== null)) ?? null;
  if (aim === null && condition === null) return null;
  return { aim, condition: condition?.condition ?? null, words: tokens };
}

/** The words and numbers of a text, in lower case. */
export const tokensOf = (text: string): string[] => text.toLowerCase().replaceAll("'", '’').match(TOKEN) ?? [];

function conditionIn(tokens: string[], words: TableWords, relation: Relation) {
  for (const phrase of phrasesOf(words, relation)) {
    const from = placeOfPhrase(tokens, phrase);
    if (from === null) continue;
    const at = from + phrase.length;
    const [, sign = '', number] = NUMBER.exec(tokens[at] ?? '') ?? [];
    if (number !== undefined)
      return { condition: { relation, number, unit: sign || (tokens[at + 1] ?? '') }, from, to: at + 1 };
  }
  return null;
}

/** The phrases of an entry of the list, each as its words. */
const phrasesOf = (words: TableWords, key: keyof TableWords): string[][] =>
  words[key].split(', ').map((phrase) => phrase.split(' '));

/** Where a phrase begins in the words. */
export function placeOfPhrase(words: string[], phrase: string[]): number | null {
  const at = words.findIndex((_, from) => phrase.every((word, next) => isForm(words[from + next], word)));
  return at === -1 ? null : at;
}

const isForm = (word: string | undefined, form: string) =>
  form.endsWith('*') ? word?.startsWith(form.slice(0, -1)) === true : word === form;

/** A citation marker at the beginning of a text. */
interface CitationMarker {
  length: number;
  /** Passage numbers, which need not exist. */
  numbers: number[];
  /** It may mean something else as well: the number of an option, an exponent. */
  ambiguous: boolean;
}

/** Where a marker would stand. */
interface MarkerContext {
  /** The end of what is before it on its line. */
  before: string;
  /** No more text follows. */
  ended: boolean;
  /** The text has had a marker in brackets. Then a number in parentheses is none. */
  usesBrackets: boolean;
}

/** The marker that a text begins with, null if it begins with none, or `more` if the next characters decide. */
export type MarkerMatch = CitationMarker | 'more' | null;

/** A longer range, as that of two years, is no list of passages. */
const MAX_RANGE = 20;

/** What models call a passage, in the languages that they write most; a plural may follow. */
const PASSAGE_WORDS = [
  'passages?',
  'sources?',
  'excerpts?',
  'citations?',
  'quellen?',
  'textstellen?',
  'fuentes?',
  'pasajes?',
  'fonte',
  'fonti',
  'fontes',
  'brano',
  'brani',
  'trechos?',
  'bron',
  'bronnen',
  'källa',
  'källor',
  'źródło',
  'źródła',
  'источник',
  'источники',
  'джерело',
  '来源',
  '來源',
  '出典',
  '出处',
  '段落',
  '출처',
];
/** A word with a number in brackets can only be a marker, so there the word may be a common one. */
const BRACKET_WORDS = [...PASSAGE_WORDS, 'documents?', 'docs?', 'references?', 'refs?', 'chunks?', 'context'];
/** What may stand before the word in parentheses. */
const LEADS = ['see', 'see also', 'cf', 'from', 'per', 'siehe', 'vgl', 'aus', 'voir', 'ver', 'vedi', 'zie', 'см'];

const anyOf = (words: string[]) => `(?:${words.join('|')})`;
const JOINT = String.raw`(?:\s?[,;&–—-]\s?|,?\s(?:and|und|et|y|e|en|och|i|и)\s)`;
const NUMBERS = String.raw`\d{1,9}(?:${JOINT}\d{1,9}){0,9}`;
const word = (words: string[]) => String.raw`${anyOf(words)}\.?(?:\s?[:：#]|_|\snumber|\sno\.?|\snr\.?)?\s?#?\s?`;
/** “1, 2”, “1-3”, “1, Passage 2” */
const LIST = `${NUMBERS}(?:${JOINT}${word(BRACKET_WORDS)}${NUMBERS}){0,9}`;

const BRACKETS = new RegExp(
  [
    String.raw`^\[\[\^?(${LIST})\]\]`,
    String.raw`^\\?\[(?:\^|#|${word(BRACKET_WORDS)})?(${LIST})\\?\]`,
    String.raw`^[【［](?:${word(BRACKET_WORDS)})?(${LIST})(?:[†:][^】］\n]{0,80})?[】］]`,
  ].join('|'),
  'iu',
);
const BRACKETS_BEGUN = /^(?:\\|\\?\[\[?[^[\]\n]{0,60}|\[\[[^[\]\n]{0,60}\]|[【［][^】［【\n]{0,120})$/u;

const PARENTHESES = new RegExp(String.raw`^\(\s?(?:${anyOf(LEADS)}\.?:?\s)?${word(PASSAGE_WORDS)}(${LIST})\s?\)`, 'iu');
const PARENTHESES_BEGUN = new RegExp(
  String.raw`^\((?:[\p{L}\s.:]{0,20}|\s?(?:${anyOf(LEADS)}\.?:?\s)?${anyOf(PASSAGE_WORDS)}[^()\n]{0,60})$`,
  'iu',
);

/** `([1])`, `([1], [2])`, `(see [1])` */
const BRACKETS_IN_PARENTHESES = new RegExp(
  String.raw`^\(\s?(?:${anyOf(LEADS)}\.?:?\s)?(?:${word(PASSAGE_WORDS)})?[[【]${LIST}[\]】](?:[,;]?\s?[[【]${LIST}[\]】]){0,9}\s?\)`,
  'iu',
);
const BRACKETS_IN_PARENTHESES_BEGUN = new RegExp(
  String.raw`^\(\s?(?:${anyOf(LEADS)}\.?:?\s)?[[【][\d\s,;[\]【】–-]{0,60}$`,
  'iu',
);

const DIGITS = String.raw`\d{1,2}(?:[,;]\s?\d{1,2}){0,9}`;
const DIGITS_BEGUN = String.raw`(?:\d{1,2}[,;]\s?){0,9}(?:\d{1,2}(?:[,;]\s?)?)?`;
const PLAIN_NUMBER = new RegExp(String.raw`^(?:\(${DIGITS}\)){1,5}`);
const PLAIN_NUMBER_BEGUN = new RegExp(String.raw`^(?:\(${DIGITS}\)){0,5}(?:\(${DIGITS_BEGUN})?$`);
/** What follows a number in parentheses if it is a marker: the end of a clause, of the line or of a cell. */
const CLAUSE_END = /^(?:[.,;:!?…。，；！？]|[^\S\n]*(?:\n|\|))/;
const PLAIN_NUMBER_PLACE = /[\s.!?…。！？"”'’»)]$(?<=\S.*[\s\S])/u;

const RAISED = [
  {
    marker: new RegExp(String.raw`^\^(?:\[${DIGITS}\]|\{${DIGITS}\}|\d{1,2}(?:,\d{1,2}){0,9})\^?`),
    begun: new RegExp(String.raw`^\^[[{]?${DIGITS_BEGUN}[\]}]?\^?$`),
  },
  {
    marker: /^[⁰¹²³⁴-⁹]{1,2}(?:[,˒] ?[⁰¹²³⁴-⁹]{1,2}){0,9}/,
    begun: /^(?:[⁰¹²³⁴-⁹]{1,2}[,˒] ?){0,9}(?:[⁰¹²³⁴-⁹]{1,2}(?:[,˒] ?)?)?$/,
  },
  {
    marker: new RegExp(String.raw`^<sup>\s?\[?${DIGITS}\]?\s?</sup>`, 'i'),
    begun: new RegExp(String.raw`^<(?:s?u?p?|sup>\s?\[?${DIGITS_BEGUN}\]?\s?(?:</?s?u?p?)?)$`, 'i'),
  },
];
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** Before an exponent: a number, a variable or a unit. */
const TAKES_EXPONENT = /(?:\d|(?:^|[^\p{L}])\p{L}{1,3})$/u;

const DECORATION = '[*_]{0,3}';
const SOURCE_LABEL = `${DECORATION}${anyOf(PASSAGE_WORDS)}${DECORATION}\\s?[:：]${DECORATION}`;
const SOURCE_ITEM = String.raw`[[(【]{0,2}(?:${word(BRACKET_WORDS)})?${NUMBERS}[\])】]{0,2}(?:\([^()\s]{0,60}\))?`;
const SOURCE_LINE = new RegExp(
  String.raw`^${SOURCE_LABEL}\s?${SOURCE_ITEM}(?:(?:${JOINT}|\s)?${SOURCE_ITEM}){0,9}${DECORATION}\.?${DECORATION}(?=\s|$)`,
  'iu',
);
const SOURCE_LINE_BEGUN = new RegExp(
  String.raw`^(?:${DECORATION}${anyOf(PASSAGE_WORDS)}${DECORATION}\s?|${SOURCE_LABEL}[^\n]{0,80})$`,
  'iu',
);
const SOURCE_WORD_BEGUN = new RegExp(String.raw`^${DECORATION}(\p{L}*)$`, 'u');
const SOURCE_LINE_PLACE = /^[\s>]*$|[.!?…\])】][\p{Pe}\p{Pf}"'’”*_]*\s+$|[。！？]\s*$/u;

const LEAD_PHRASES = [
  'according to',
  'as stated in',
  'as mentioned in',
  'as described in',
  'as noted in',
  'as per',
  'based on',
];
const LEAD = new RegExp(String.raw`^${anyOf(LEAD_PHRASES)} (?:the )?${word(PASSAGE_WORDS)}${NUMBERS},\s`, 'iu');
const LEAD_BEGUN = new RegExp(
  String.raw`^${anyOf(LEAD_PHRASES)} (?:the )?(?:\p{L}{0,12}|${anyOf(PASSAGE_WORDS)}[\d\s,;#and–-]{0,40})$`,
  'iu',
);
const LEAD_PLACE = /^\s*(?:(?:[-*•+]|\d{1,3}[.)])\s+)?$|[.!?…\])】][\p{Pe}\p{Pf}"'’”*_]*\s+$/u;

const FIRST_LETTERS = new Set([...PASSAGE_WORDS, ...LEAD_PHRASES].map(([first]) => first));
/** A character with which “Source: 2” or “According to passage 2, ” may begin. */
export const MAY_BEGIN_WORDS = new RegExp(`[*_${[...FIRST_LETTERS].join('')}]`, 'iu');

const SPELLINGS = PASSAGE_WORDS.map((pattern) => pattern.replace('?', ''));

/** `[1]`, `\[1\]`, `[1, 2]`, `[1-3]`, `[[1]]`, `[^1]`, `[Passage 1]`, `【1†source】` */
export function matchBrackets(text: string, { ended }: MarkerContext): MarkerMatch {
  const found = BRACKETS.exec(text);
  if (found) return toMarker(found[0], false);
  return !ended && BRACKETS_BEGUN.test(text) ? 'more' : null;
}

/** `(Passage 1)`, `(see passage 2)`, `([1], [2])`, and `(1)` at the end of a clause. */
export function matchParentheses(text: string, { before, ended, usesBrackets }: MarkerContext): MarkerMatch {
  const found = PARENTHESES.exec(text) ?? BRACKETS_IN_PARENTHESES.exec(text);
  if (found) return toMarker(found[0], false);
  if (!ended && (PARENTHESES_BEGUN.test(text) || BRACKETS_IN_PARENTHESES_BEGUN.test(text))) return 'more';
  if (usesBrackets || !PLAIN_NUMBER_PLACE.test(before)) return null;
  if (!ended && PLAIN_NUMBER_BEGUN.test(text)) return 'more';
  const plain = PLAIN_NUMBER.exec(text)?.[0] ?? '';
  const after = text.slice(plain.length);
  if (plain === '') return null;
  if (after.trim() === '' && !after.includes('\n') && !ended) return after.length < 9 ? 'more' : null;
  return CLAUSE_END.test(after) || after.trim() === '' ? toMarker(plain, true) : null;
}

/** `^1`, `^[1]`, `¹`, `<sup>1</sup>` after a word. */
export function matchRaised(text: string, { before, ended }: MarkerContext): MarkerMatch {
  if (before.trim() === '' || TAKES_EXPONENT.test(before)) return null;
  for (const { marker, begun } of RAISED) {
    if (!ended && begun.test(text)) return 'more';
    const found = marker.exec(text)?.[0];
    if (found === undefined) continue;
    return /^[\p{L}\d]/u.test(text.slice(found.length)) ? null : toMarker(found, true);
  }
  return null;
}

/** `Source: 2` as a sentence or a line of its own. */
export function matchSourceLine(text: string, { before, ended }: MarkerContext): MarkerMatch {
  const letters = SOURCE_WORD_BEGUN.exec(text)?.[1]?.toLowerCase();
  const mayBegin = letters !== undefined && SPELLINGS.some((spelling) => spelling.startsWith(letters));
  if (!mayBegin && !SOURCE_LINE_BEGUN.test(text) && !SOURCE_LINE.test(text)) return null;
  if (!SOURCE_LINE_PLACE.test(before)) return null;
  if (!ended && (mayBegin || SOURCE_LINE_BEGUN.test(text))) return 'more';
  const found = SOURCE_LINE.exec(text)?.[0];
  return found === undefined ? null : toMarker(found, false);
}

/** “According to passage 2, ” at the beginning of a sentence. */
export function matchLead(text: string, { before, ended }: MarkerContext): MarkerMatch {
  const lower = text.toLowerCase();
  const mayBegin = LEAD_PHRASES.some((phrase) => phrase.startsWith(lower));
  if (!mayBegin && !LEAD_BEGUN.test(text) && !LEAD.test(text)) return null;
  if (!LEAD_PLACE.test(before)) return null;
  const found = LEAD.exec(text)?.[0];
  if (found !== undefined) return toMarker(found, false);
  return ended ? null : 'more';
}

/** The marker with its numbers; null if one of its ranges is none of passages. */
function toMarker(text: string, ambiguous: boolean): CitationMarker | null {
  const digits = text
    // What follows the number in 【1†source】 is no number of a passage.
    .replace(/(?<=\d)[†:].*$/su, '')
    .replace(/[⁰¹²³⁴-⁹]/g, (digit) => String(SUPERSCRIPTS.indexOf(digit)));
  const numbers: number[] = [];
  for (const [, first = '', last] of digits.matchAll(/(\d+)(?:\s?[–—-]\s?(\d+))?/g)) {
    const [from, to] = [Number(first), Number(last ?? first)];
    if (to < from || to - from >= MAX_RANGE) return null;
    for (let number = from; number <= to; number++) numbers.push(number);
  }
  return { length: text.length, numbers, ambiguous };
}

import type { DocsQuestion } from './documentation.ts';

/** What a reader got for a question. */
export interface ReaderAnswer {
  /** The response, as Markdown. */
  text: string;
  finishReason: string;
  cited: { docId: string; text: string }[];
}

/** `refused`: nothing is cited. `unsure`: the answer says that it may not answer. */
export type Outcome = 'answered' | 'unsure' | 'refused';

export interface Judgement {
  outcome: Outcome;
  /** The response holds one alternative of every group of keys, and cites something. */
  inResponse: boolean;
  /** The same of the passages cited, taken together. */
  inCited: boolean;
  /** A passage of a gold document is cited. */
  rightDocument: boolean;
}

/** Judges by what the reader gets. What a question without answer is given can only be right by its outcome. */
export function judge({ answerable, keys, gold }: DocsQuestion, answer: ReaderAnswer): Judgement {
  const { text, cited } = answer;
  const counts = answerable && cited.length > 0;
  return {
    outcome: outcomeOf(answer),
    inResponse: counts && holdsKeys(text, keys),
    inCited: counts && holdsKeys(cited.map((passage) => passage.text).join('\n'), keys),
    rightDocument: counts && cited.some(({ docId }) => gold.some(({ doc_id }) => doc_id === docId)),
  };
}

function outcomeOf({ finishReason, cited }: ReaderAnswer): Outcome {
  if (finishReason === 'unsure') return 'unsure';
  return cited.length === 0 ? 'refused' : 'answered';
}

/** Does the text hold one alternative of every group? Both are compared without Markdown. */
export function holdsKeys(text: string, keys: string[][]): boolean {
  const plain = withoutMarks(text);
  return keys.every((alternatives) => alternatives.some((one) => plain.includes(withoutMarks(one))));
}

/** Markdown with the texts of its links alone. */
export const withoutTargets = (markdown: string): string => markdown.replace(/!?\[([^\][\n]*)\]\([^()\s]*\)/g, '$1');

/**
 * NFKC, lower case, without Markdown marks, backslash escapes and citation markers, with single spaces. An underscore within
 * or at the edge of a name stays: it is a mark only around words without any.
 */
export function withoutMarks(markdown: string): string {
  return (
    withoutTargets(markdown)
      .normalize('NFKC')
      .toLowerCase()
      // Fences, with the language that they name.
      .replace(/^[ \t>]*(?:`{3,}|~{3,})[^`\n]*$/gm, '')
      // Marks at the start of a line: quotes, list items, headings.
      .replace(/^[ \t]*(?:>[ \t]?|[-+*][ \t]+|#{1,6}[ \t]+)+/gm, '')
      // The bars of table rows, and the line below the head.
      .replace(/^[ \t]*\|.*$/gm, (row) => row.replace(/^[\s|:-]+$/, '').replace(/(?<!\\)\|/g, ' '))
      .replace(/(?<![\p{L}\p{N}_`\\])(_{1,2})([^\s_`](?:[^_`\n]*[^\s_`\\])?)\1(?![\p{L}\p{N}_`])/gu, '$2')
      .replace(/\\([!-/:-@[-`{-~])/g, '$1')
      .replace(/[`*]/g, '')
      .replace(/\[\d+\]/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  );
}

/** So many words make up a shingle of a quote. */
const SHINGLE = 3;

/** Is this passage of a document the right one: does it hold a gold quote, or most of one? */
export function isRightPassage({ gold }: Pick<DocsQuestion, 'gold'>, docId: string, text: string): boolean {
  const quotes = gold.filter(({ doc_id }) => doc_id === docId);
  if (quotes.length === 0) return false;
  const passage = words(text);
  const joined = ` ${passage.join(' ')} `;
  const shingles = new Set(shinglesOf(passage));
  return quotes.flatMap(forms).some((form) => {
    const quoted = words(form);
    if (joined.includes(` ${quoted.join(' ')} `)) return true;
    const wanted = shinglesOf(quoted);
    return wanted.filter((shingle) => shingles.has(shingle)).length > wanted.length / 2;
  });
}

const words = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** A quote as a document's text may have it: without the targets of links, and with its tags (they may be code) or without. */
function forms({ quote }: { quote: string }): string[] {
  const text = quote.replace(/\]\([^()\s]*\)/g, ']');
  return [text, text.replace(/<\/?[a-z][^<>]*>/gi, ' ')];
}

function shinglesOf(list: string[]): string[] {
  return list.slice(SHINGLE - 1).map((_, at) => list.slice(at, at + SHINGLE).join(' '));
}

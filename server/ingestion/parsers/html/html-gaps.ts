import type { TextRun } from '../text/text-runs.ts';
import { classed, hasClass } from './tree/html-names.ts';
import { type HtmlElement, type HtmlNode, isElement, isText } from './tree/html-tree.ts';

/** What a style sheet may lay out in a row or a column, as in a price or in opening hours. */
const LAID_OUT = /^(?:a|abbr|b|bdi|button|cite|data|em|i|label|mark|q|small|span|strong|time|u|var)$/;
/** Where a text and the next one are two: not at a sign of currency before its figure, or a unit after one. */
const ENDS = /[\p{L}\p{N}.,:;!?%)\]\p{Pf}″]$/u;
const STARTS = /^[\p{L}\p{N}\p{So}(\p{Pi}]/u;
const ENDS_WITH_LETTER = /\p{L}$/u;
const STARTS_WITH_CURRENCY = /^\p{Sc}/u;
/** Scripts that set no spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** Running text and titles, in which parts may be those of one word. */
const RUNNING = /^(?:p|h[1-6])$/;
/** A signature of Sphinx shows its own spaces. */
const SIGNATURE = classed('sig');
const PART_OF_WORD = /^\p{L}+$/u;
/** As much of a word is looked at, in characters. */
const MAX_WORD = 40;
/** No more nodes are visited to find the text that an element begins or ends with. */
const MAX_VISITED = 12;

/**
 * Does it follow another element without a space, where only a style sheet keeps the two apart, as in
 * `<li><span>Monday</span><b>9–17</b></li>`? Elements with text between them are words of a sentence, or parts of a word. A single
 * letter is an initial. A time is no part of a word, so that it may follow text as well.
 */
export function followsUnspaced(element: HtmlElement): boolean {
  const { prev, parent } = element;
  if (prev && isText(prev) && element.name === 'time')
    return areApart(prev.data.slice(-2), outerText(element, 'first'));
  if (!prev || !isElement(prev) || !LAID_OUT.test(prev.name) || !LAID_OUT.test(element.name)) return false;
  if (!parent || !holdsElementsOnly(parent) || (isElement(parent) && hasClass(parent, SIGNATURE))) return false;
  const [before, after] = [outerText(prev, 'last'), outerText(element, 'first')];
  if (before.trim().length < 2 || after.trim().length < 2) return false;
  if (
    !(ENDS.test(before) && STARTS.test(after)) &&
    !(ENDS_WITH_LETTER.test(before) && STARTS_WITH_CURRENCY.test(after))
  )
    return false;
  if (isUnspaced(before, after)) return false;
  const isRunning = isElement(parent) && RUNNING.test(parent.name);
  return !(isRunning && PART_OF_WORD.test(lastWord(before)) && PART_OF_WORD.test(firstWord(after)));
}

const areApart = (before: string, after: string) =>
  ENDS.test(before) && STARTS.test(after) && !isUnspaced(before, after);

const isUnspaced = (before: string, after: string) =>
  UNSPACED.test(before.slice(-2)) || UNSPACED.test(after.slice(0, 2));

/** Does a line end with a dash, and go on in this block, which style sheets show in the same line? */
export function leadsInto(line: readonly TextRun[], { name }: HtmlElement): boolean {
  const last = line.at(-1);
  return /^(?:div|p)$/.test(name) && typeof last === 'string' && /[–—]\s*$/.test(last.slice(-4));
}

const lastWord = (text: string) => text.slice(-MAX_WORD).split(/\s/).at(-1) ?? '';
const firstWord = (text: string) => text.slice(0, MAX_WORD).split(/\s/, 1)[0] ?? '';

type Parent = NonNullable<HtmlElement['parent']>;

/** Kept, because each of many elements asks it of the one around them. */
const known = new WeakMap<Parent, boolean>();

function holdsElementsOnly(parent: Parent): boolean {
  const answer = known.get(parent) ?? parent.childNodes.every((node) => !isText(node) || node.data.trim() === '');
  known.set(parent, answer);
  return answer;
}

/** The text that an element begins or ends with; empty where it is not found soon. */
export function outerText(element: HtmlElement, side: 'first' | 'last'): string {
  const open: HtmlNode[] = [element];
  for (let visited = 0; visited < MAX_VISITED; visited += 1) {
    const node = open.pop();
    if (node && isText(node) && node.data.trim() !== '') return node.data;
    if (!node || !isElement(node)) continue;
    const outer =
      side === 'first' ? node.childNodes.slice(0, MAX_VISITED).reverse() : node.childNodes.slice(-MAX_VISITED);
    open.push(...outer);
  }
  return '';
}

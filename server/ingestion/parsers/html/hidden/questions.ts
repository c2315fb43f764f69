import { collapseWhitespace } from '../../../../platform/text/collapse-whitespace.ts';
import { ancestors, isHeading, isHidden } from '../tree/html-elements.ts';
import {
  type HtmlElement,
  type HtmlNode,
  hasElement,
  isElement,
  isText,
  parseTree,
  setChildren,
  textContent,
} from '../tree/html-tree.ts';
import type { Panels } from './controls.ts';
import { isApart } from './is-apart.ts';

const ASKS = /[?？؟]["'”’»)\]]*$/u;
/** A longer text is more than a question. */
const MAX_LENGTH = 200;
/** So many nodes of an element are looked at to tell what it says. */
const MAX_NODES = 20;
/** One may be part of a text; more of the same form are questions that the page answers. */
const MIN_QUESTIONS = 2;
/** What may be formed by its class. */
const FORMED = /^(?:button|div|p)$/;
const BOLD = /^(?:b|strong)$/;
/** What may stand around bold text. */
const INLINE = /^(?:em|font|i|span|u)$/;
/** Where a text is no question with its answer below. */
const WITHIN = /^(?:a|blockquote|dl|figure|h[1-6]|pre|table)$/;

/**
 * Finds questions that a style sheet alone shows as headings: at least two that are alone in bold, or of one class whose texts are
 * questions for the most part. What follows one, up to the next or to a heading, is its answer. Takes all elements of a page.
 */
export function findQuestions(elements: HtmlElement[], panels: Panels): void {
  const bold = elements.filter(isBoldQuestion);
  const questions = [...questionsByClass(elements), ...(bold.length < MIN_QUESTIONS ? [] : bold)];
  const isFree = (question: HtmlElement) => !isApart(question) && standsAlone(question, panels);
  const byParent = Map.groupBy(new Set(questions.filter(isFree)), ({ parent }) => parent);
  for (const [parent, some] of byParent) if (parent) wrapAnswers(parent, new Set(some), panels);
}

/** Those of a class, of which most ask: others, such as “Opening hours”, are of the same list. */
function questionsByClass(elements: HtmlElement[]): HtmlElement[] {
  const formed = elements.filter(({ name, attribs }) => FORMED.test(name) && attribs.class !== undefined);
  const found: HtmlElement[] = [];
  for (const some of Map.groupBy(formed, ({ name, attribs }) => `${name} ${attribs.class}`).values()) {
    if (some.length < MIN_QUESTIONS) continue;
    const labels = some.filter((one) => labelIn(one) !== null);
    const asking = labels.filter((one) => ASKS.test(labelIn(one) ?? ''));
    if (asking.length >= MIN_QUESTIONS && asking.length * 2 >= some.length) found.push(...labels);
  }
  return found;
}

/** The text of an element, in one line; null where it is none or more than a label. */
function labelIn(element: HtmlElement): string | null {
  let text = '';
  const open: HtmlNode[] = [element];
  for (let visited = 0; visited < MAX_NODES; visited += 1) {
    const node = open.pop();
    if (!node) {
      const label = collapseWhitespace(text);
      return label === '' || label.length > MAX_LENGTH ? null : label;
    }
    if (isText(node)) text += node.data;
    if (isElement(node) && (node === element || !isHidden(node)))
      for (const child of node.childNodes.slice(0, MAX_NODES).toReversed()) open.push(child);
  }
  return null;
}

/** Does its text begin with a question in bold, with nothing behind it in the same line? */
function isBoldQuestion(element: HtmlElement): boolean {
  if (!/^(?:div|p)$/.test(element.name)) return false;
  const [first, second] = element.childNodes.filter(isShown).slice(0, 2);
  const bold = first && boldIn(first);
  if (!bold || !ASKS.test(labelIn(bold) ?? '')) return false;
  return !second || (isElement(second) && second.name === 'br');
}

const isShown = (node: HtmlNode) => (isText(node) ? node.data.trim() !== '' : isElement(node) && !isHidden(node));

/** The bold text that an element is or holds alone. */
function boldIn(node: HtmlNode): HtmlElement | null {
  let at: HtmlNode | undefined = node;
  for (let level = 0; at && isElement(at) && level < MAX_NODES; level += 1) {
    if (BOLD.test(at.name)) return at;
    if (!INLINE.test(at.name)) return null;
    const shown: HtmlNode[] = at.childNodes.filter(isShown).slice(0, 2);
    at = shown.length === 1 ? shown[0] : undefined;
  }
  return null;
}

/** Is it no heading, no link, and nothing that is read otherwise? */
function standsAlone(question: HtmlElement, { labels, controls }: Panels): boolean {
  const isOther = (one: HtmlElement) => WITHIN.test(one.name) || controls.has(one) || labels.has(one);
  if ([...ancestors(question)].some((one) => WITHIN.test(one.name) || controls.has(one)) || isOther(question))
    return false;
  const said = question.childNodes.slice(0, lineEnd(question)).filter(isElement);
  return !said.some((node) => isOther(node) || hasElement(node, isOther));
}

/** Where its first line ends, in its nodes. */
function lineEnd({ childNodes }: HtmlElement): number {
  const at = childNodes.findIndex((node) => isElement(node) && node.name === 'br');
  return at < 0 ? childNodes.length : at;
}

/** Puts what follows each question, up to the next or to a heading, into an element of its own: a panel with that label. */
function wrapAnswers(parent: NonNullable<HtmlNode['parent']>, questions: Set<HtmlElement>, panels: Panels): void {
  const children: HtmlNode[] = [];
  let answer: HtmlNode[] | null = null;
  const wrapLast = () => {
    if (answer) children.push(...wrapped(answer, children.at(-1) as HtmlElement, panels));
    answer = null;
  };
  for (const node of parent.childNodes) {
    if (isElement(node) && questions.has(node)) {
      wrapLast();
      children.push(node);
      answer = takeRest(node);
    } else if (answer && !startsSection(node, answer)) answer.push(node);
    else {
      wrapLast();
      children.push(node);
    }
  }
  wrapLast();
  setChildren(parent, children);
}

/** Is it a heading, or after the beginning of an answer what holds one? */
const startsSection = (node: HtmlNode, answer: HtmlNode[]) =>
  isElement(node) && (isHeading(node) || (answer.some(isShown) && hasElement(node, isHeading)));

/** Takes the lines after the first one out of a question in bold. */
function takeRest(question: HtmlElement): HtmlNode[] {
  if (!isBoldQuestion(question)) return [];
  const end = lineEnd(question);
  const rest = question.childNodes.slice(end + 1);
  setChildren(question, question.childNodes.slice(0, end));
  return rest;
}

/** The answer as one element with the question as its label; the nodes themselves where they say nothing. */
function wrapped(nodes: HtmlNode[], question: HtmlElement, { labels, controls }: Panels): HtmlNode[] {
  const [answer] = parseTree('<details></details>').childNodes;
  const label = labelIn(question);
  if (!answer || !isElement(answer) || label === null || !nodes.some((node) => textContent(node).trim() !== ''))
    return nodes;
  setChildren(answer, nodes);
  labels.set(answer, label);
  controls.add(question);
  return [answer];
}

import { ancestors, childElements, isBlock, isHeading, isHiddenAtFirst } from '../html-elements.ts';
import { called, isCalled } from '../html-names.ts';
import { findElements, type HtmlDocument, type HtmlElement, isElement } from '../html-tree.ts';
import { controlledId, isToggle, labelOf, type Panels } from './controls.ts';
import { isApart } from './is-apart.ts';

/** Classes of questions and answers, and of what expands. */
const EXPANDS = called(
  'accordion|answers?|collaps(?:e|ible)|disclosure|expand(?:er|able)?|faqs?|questions?|spoiler|toggle',
);
/** What an answer stands after is read before it. */
const TERM = /^(?:dt|legend)$/;

/** Finds answers: of `details`, what a button shows, and what is hidden after a question. */
export function findAnswers(tree: HtmlDocument, panels: Panels): void {
  for (const details of findElements(tree, ({ name }) => name === 'details')) {
    const summary = childElements(details).find(({ name }) => name === 'summary');
    if (summary) addAnswer(details, summary, panels);
  }
  for (const control of findElements(tree, isToggle)) {
    const answer = panels.byId.get(controlledId(control) ?? '');
    if (answer && !isApart(answer) && !isApart(control) && ![...ancestors(control)].includes(answer))
      addAnswer(answer, control, panels);
  }
  for (const answer of findElements(tree, isBlock)) {
    const question = elementBefore(answer);
    if (question && isAnswer(answer, question) && !isApart(answer)) addAnswer(answer, question, panels);
  }
}

/**
 * Is it hidden after something that is called a question, or after a heading and with something that a script can find, or is it
 * what a button before it opens?
 */
function isAnswer(answer: HtmlElement, question: HtmlElement): boolean {
  if (!isHiddenAtFirst(answer)) return question.name === 'button' && isCalled(question, EXPANDS);
  const { parent } = answer;
  const around = parent && 'attribs' in parent ? [parent] : [];
  return (
    [answer, question, ...around].some((element) => isCalled(element, EXPANDS)) ||
    (isQuestion(question) && [answer, question].some(isFound))
  );
}

const isQuestion = (element: HtmlElement) => (isHeading(element) && element.name !== 'h1') || TERM.test(element.name);

const isFound = ({ attribs }: HtmlElement) =>
  attribs.hidden === 'until-found' || ['class', 'id', 'onclick'].some((name) => name in attribs);

function addAnswer(answer: HtmlElement, question: HtmlElement, { labels, controls }: Panels): void {
  if (labels.has(answer) || controls.has(answer)) return;
  const around = [question, ...ancestors(question)];
  if (around.some(isHeading)) labels.set(answer, null);
  else if (around.some(({ name }) => TERM.test(name))) labels.set(answer, '');
  else {
    labels.set(answer, labelOf(question) ?? '');
    controls.add(question);
  }
}

function elementBefore({ prev }: HtmlElement): HtmlElement | null {
  for (let node = prev; node; node = node.prev) if (isElement(node)) return node;
  return null;
}

import {
  ancestors,
  childElements,
  framesOf,
  isBlock,
  isHeading,
  isHiddenAtFirst,
  isWithin,
} from '../tree/html-elements.ts';
import { called, classed, hasClass, isCalled, isMain } from '../tree/html-names.ts';
import { type HtmlElement, hasElement, isElement } from '../tree/html-tree.ts';
import { controlledId, idsInScript, isToggle, labelOf, type Panels } from './controls.ts';
import { isApart } from './is-apart.ts';

/** Classes of questions and answers, and of what expands. */
const EXPANDS = called(
  'accordion|answers?|collaps(?:e|ible)|disclosure|expand(?:er|able)?|faqs?|questions?|spoiler|toggle',
);
/** What an answer stands after is read before it. */
const TERM = /^(?:dt|legend)$/;
const QUESTION = classed('q');
/** In an exported Confluence space, all that expands is open. */
const EXPORTED = classed('expand-control');
const EXPORTED_ANSWER = classed('expand-content');

/** Finds answers: of `details`, what a button shows, and what is hidden after a question. */
export function findAnswers(elements: HtmlElement[], byId: Map<string, HtmlElement>, panels: Panels): void {
  for (const details of elements.filter(({ name }) => name === 'details')) {
    const summary = childElements(details).find(({ name }) => name === 'summary');
    // A heading in it is read where it stands.
    if (summary && hasElement(summary, isHeading)) panels.labels.set(details, '');
    else if (summary) addAnswer(details, summary, panels);
  }
  const frames = framesOf(elements.filter((element) => element.name === 'h1' || isMain(element)));
  const addShown = (control: HtmlElement, answer: HtmlElement | undefined) => {
    if (!answer || frames.has(answer) || isHiddenAtFirst(control)) return;
    if (!isApart(answer) && !isApart(control) && !isWithin(control, answer)) addAnswer(answer, control, panels);
  };
  for (const control of elements.filter(isToggle)) addShown(control, byId.get(controlledId(control) ?? ''));
  const scripted = elements.filter(({ attribs }) => attribs.onclick !== undefined);
  for (const neighbours of Map.groupBy(scripted, ({ parent }) => parent).values()) {
    const named = neighbours.map((control) => idsInScript(control).flatMap((id) => byId.get(id) ?? [])[0]);
    if (!named.some((answer) => answer && isHiddenAtFirst(answer))) continue;
    for (const [index, control] of neighbours.entries()) addShown(control, named[index]);
  }
  for (const answer of elements.filter(isBlock)) {
    const question = elementBefore(answer);
    if (question && isAnswer(answer, question) && !isApart(answer)) addAnswer(answer, question, panels);
  }
}

/**
 * Is it what a button before it opens, or is it hidden after a text that people see, and called an answer? After a heading it is
 * enough that a script can tell it from others.
 */
function isAnswer(answer: HtmlElement, question: HtmlElement): boolean {
  if (!isHiddenAtFirst(answer)) {
    const isExported = hasClass(question, EXPORTED) && hasClass(answer, EXPORTED_ANSWER);
    return isExported || (question.name === 'button' && isCalled(question, EXPANDS));
  }
  if (isHiddenAtFirst(question) || !labelOf(question)) return false;
  const { parent } = answer;
  const around = parent && 'attribs' in parent ? [parent] : [];
  return (
    [answer, question, ...around].some((element) => isCalled(element, EXPANDS)) ||
    (isQuestion(question) && (isFound(answer) || isPressed(question)))
  );
}

const isQuestion = (element: HtmlElement) =>
  (isHeading(element) && element.name !== 'h1') || TERM.test(element.name) || hasClass(element, QUESTION);

const isFound = ({ attribs }: HtmlElement) =>
  attribs.hidden === 'until-found' || attribs.class !== undefined || attribs.id !== undefined;

/** Most headings have an id, so that says nothing. */
const isPressed = ({ attribs }: HtmlElement) => attribs.class !== undefined || attribs.onclick !== undefined;

function addAnswer(answer: HtmlElement, question: HtmlElement, { labels, controls }: Panels): void {
  if (labels.has(answer) || controls.has(answer)) return;
  const label = labelOf(question);
  if ([question, ...ancestors(question)].some(isHeading)) labels.set(answer, null);
  else if (TERM.test(question.name)) labels.set(answer, '');
  else {
    labels.set(answer, label ?? '');
    // What is more than a label is read where it stands.
    if (label !== null) controls.add(question);
  }
}

function elementBefore({ prev }: HtmlElement): HtmlElement | null {
  for (let node = prev; node; node = node.prev) if (isElement(node)) return node;
  return null;
}

import { headingOfCard } from './html-labels.ts';
import { isSignature } from './tree/html-code.ts';
import { isHeading, isHidden } from './tree/html-elements.ts';
import { classed, hasClass } from './tree/html-names.ts';
import { type HtmlElement, type HtmlNode, hasElement, isElement, isText } from './tree/html-tree.ts';

/** The marker of a list item that waits for the item's first text. */
export interface Marker {
  text: string;
  ordered: boolean;
}

/** What begins a lone item, with more after it, of a list that is there for its style only, as in Javadoc. */
const LAYOUT_START = /^(?:dl|hr|pre|table)$/;
const CONTAINER = /^(?:a|article|div|li|section|ul)$/;

/** Is this an item of a list, and not a part of a page that is laid out as one: below a heading or a declaration, or alone? */
export function isListItem(element: HtmlElement): boolean {
  if (element.name !== 'li') return false;
  if (headingOfItem(element)) return false;
  const start = firstContent(element);
  if (isInNumberedList(element)) return true;
  return !start || !(isSignature(start) || (LAYOUT_START.test(start.name) && hasMoreAfter(start) && isAlone(element)));
}

const isInNumberedList = ({ parent }: HtmlElement) => parent !== null && 'attribs' in parent && parent.name === 'ol';

/** The level of the sections that the items of a list are; null where they are items. */
export function levelOfSections(list: HtmlElement): number | null {
  if (list.name !== 'ol' && list.name !== 'ul') return null;
  const first = list.childNodes.find((node) => isElement(node) && node.name === 'li');
  const heading = first && isElement(first) ? headingOfItem(first) : null;
  return heading ? Number(heading.name[1]) : null;
}

/** The heading of an item that is a section. */
function headingOfItem(item: HtmlElement): HtmlElement | null {
  const start = firstContent(item);
  return start && isHeading(start) ? start : headingOfCard(item, isHidden);
}

/**
 * Of an element that is no item: the number that it has in its list, as a section that begins with a heading; else empty. News and
 * events are in the order of their dates, and not numbered.
 */
export const numberOfSection = (element: HtmlElement): string =>
  element.name === 'li' && isInNumberedList(element) && !hasElement(element, ({ name }) => name === 'time')
    ? markerOf(element).text
    : '';

/** The element that an item begins with, in the containers that begin there; null where it begins with text. */
function firstContent(item: HtmlElement): HtmlElement | null {
  let first: HtmlNode | undefined = item;
  while (first && isElement(first) && CONTAINER.test(first.name) && !isSignature(first))
    first = first.childNodes.find(isContent);
  return first && isElement(first) ? first : null;
}

/** Text, or an element that is not only the target of links. */
function isContent(node: HtmlNode): boolean {
  if (!isElement(node)) return isText(node) && node.data.trim() !== '';
  return node.name !== 'a' || node.childNodes.some((child) => isElement(child) || isContent(child));
}

const isAlone = (item: HtmlElement) => !hasMoreAfter(item) && !hasMoreBefore(item);

function hasMoreAfter({ next }: HtmlElement): boolean {
  while (next && !isElement(next)) next = next.next;
  return next !== null;
}

function hasMoreBefore({ prev }: HtmlElement): boolean {
  while (prev && !isElement(prev)) prev = prev.prev;
  return prev !== null;
}

/** Of an exported Confluence space, which has no boxes. */
const TASKS = classed('inline-task-list');
const CHECKED = classed('checked');

/** The sign of an item: a dash, or its number in its list, and the box of a task. */
export function markerOf(item: HtmlElement): Marker {
  const list = item.parent;
  if (!list || !('attribs' in list) || list.name !== 'ol') return { text: `- ${boxOf(item)}`, ordered: false };
  // Its items have their numbers in their text.
  if (/list-style(?:-type)?:\s*none/i.test(list.attribs.style?.slice(0, 500) ?? '')) return { text: '', ordered: true };
  const first = Number.parseInt(list.attribs.start ?? '1', 10) || 1;
  return { text: `${first + itemsBefore(item)}. `, ordered: true };
}

/** `[x] ` or `[ ] `, as Markdown has it; empty where the item is no task. */
function boxOf(item: HtmlElement): string {
  const { parent } = item;
  const box = firstContent(item);
  const isBox = box?.name === 'input' && box.attribs.type === 'checkbox' && !isControl(box);
  if (!isBox && !(parent && 'attribs' in parent && hasClass(parent, TASKS))) return '';
  return (isBox ? box.attribs.checked !== undefined : hasClass(item, CHECKED)) ? '[x] ' : '[ ] ';
}

/** Does it open a part of the page, or is it sent in a form? What a label is tied to has an id. */
const isControl = ({ attribs: { id, name, disabled } }: HtmlElement) =>
  disabled === undefined && (id ?? name) !== undefined;

const NUMBER = /^\d{1,3}[.)]?$/;
/** The number is looked for in as many elements that begin with each other. */
const MAX_LEVELS = 12;

/** What an item of a numbered list begins with where that is its number once more, in an element of its own; null without one. */
export function numberBadge(item: HtmlElement): HtmlElement | null {
  const { text, ordered } = markerOf(item);
  let badge: HtmlElement | null = null;
  let node = item;
  for (let level = 0; ordered && level < MAX_LEVELS; level += 1) {
    const [first, ...more] = node.childNodes.filter(isContent);
    if (!first) return null;
    if (isText(first)) {
      const said = first.data.trim();
      return more.length === 0 && NUMBER.test(said) && Number.parseInt(said, 10) === Number.parseInt(text, 10)
        ? badge
        : null;
    }
    if (!isElement(first)) return null;
    if (more.length > 0) badge = first;
    node = first;
  }
  return null;
}

/** How many items of its list stand before an item. Kept, because counting again for each item of a long list takes minutes. */
const positions = new WeakMap<HtmlElement, number>();

function itemsBefore(item: HtmlElement): number {
  let counted = 0;
  for (let { prev } = item; prev; prev = prev.prev) {
    if (!isElement(prev) || prev.name !== 'li') continue;
    counted += 1;
    const known = positions.get(prev);
    if (known === undefined) continue;
    counted += known;
    break;
  }
  positions.set(item, counted);
  return counted;
}

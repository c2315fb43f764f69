import { ElementType } from 'htmlparser2';
import { isWithin } from '../tree/html-elements.ts';
import {
  findElements,
  type HtmlDocument,
  type HtmlElement,
  type HtmlNode,
  setChildren,
  textContent,
} from '../tree/html-tree.ts';

/** The id of a part that React sends after the page: a prefix of the application, `S:`, and a number. */
const PART = /^(.{0,40})S:([0-9a-f]{1,8})$/i;
/** What its scripts call to put a part in the place of a boundary (`B:`) or a placeholder (`P:`). */
const CALL = /\$R[CRS]\("([^"]{1,60})","([^"]{1,60})"/g;
/** The most that are put in place; each takes time that grows with what is around it. */
const MAX_PARTS = 1_000;

/**
 * Moves the parts of a page that React sends after it, hidden, to their places, instead of what is shown until they come. One
 * without a place stays hidden, as in a browser.
 */
export function placeStreamedParts(tree: HtmlDocument, templates: HtmlElement[]): void {
  const parts = findElements(tree, ({ attribs }) => attribs.hidden !== undefined && PART.test(attribs.id ?? ''));
  if (parts.length === 0) return;
  const places = new Map(templates.map((template) => [template.attribs.id ?? '', template]));
  const called = placesCalled(tree);
  for (const part of parts.slice(0, MAX_PARTS)) {
    const [id = '', prefix = '', number = ''] = PART.exec(part.attribs.id ?? '') ?? [];
    const ids = [called.get(id) ?? '', `${prefix}B:${number}`, `${prefix}P:${number}`];
    const place = ids.map((one) => places.get(one)).find((template) => template);
    if (place?.parent && part.parent && !isWithin(place, part)) putInPlace(part, part.parent, place, place.parent);
  }
}

/** The place of each part, as the scripts name it. */
function placesCalled(tree: HtmlDocument): Map<string, string> {
  const called = new Map<string, string>();
  for (const script of findElements(tree, ({ name }) => name === 'script')) {
    const source = script.childNodes.map(textContent).join('');
    for (const [, one = '', other = ''] of source.matchAll(CALL)) {
      if (PART.test(other)) called.set(other, one);
      else if (PART.test(one)) called.set(one, other);
    }
  }
  return called;
}

type Parent = NonNullable<HtmlNode['parent']>;

function putInPlace(part: HtmlElement, partParent: Parent, place: HtmlElement, parent: Parent): void {
  const { childNodes } = part;
  setChildren(
    partParent,
    partParent.childNodes.filter((node) => node !== part),
  );
  const siblings = parent.childNodes;
  const at = siblings.indexOf(place);
  setChildren(parent, [...siblings.slice(0, at), ...childNodes, ...siblings.slice(endOfPlace(place, siblings, at))]);
}

/** Where what is after a place begins: a boundary ends with a comment, a placeholder with its template. */
function endOfPlace(place: HtmlElement, siblings: HtmlNode[], at: number): number {
  if (!/B:[0-9a-f]+$/i.test(place.attribs.id ?? '')) return at + 1;
  let open = 1;
  for (let index = at + 1; index < siblings.length; index += 1) {
    const node = siblings[index];
    if (node?.type !== ElementType.ElementType.Comment) continue;
    if (node.data === '/$') open -= 1;
    else if (node.data.startsWith('$')) open += 1;
    if (open === 0) return index;
  }
  return siblings.length;
}

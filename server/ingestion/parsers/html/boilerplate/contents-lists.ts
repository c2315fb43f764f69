import {
  findElements,
  type HtmlDocument,
  type HtmlElement,
  isElement,
  isText,
  textContent,
} from '../tree/html-tree.ts';

/** Fewer links to places of the page may be said for their own sake. */
const MIN_LINKS = 3;
/** What leads into them may be so long: “In this article:”. */
const MAX_LEAD_IN = 60;
const LIST = /^(?:ul|ol)$/;
const SECTION = /^h[2-6]$/;
const COLON = /[:：]$/;
const SENTENCE = /[.!?…。！？](?:\s|$)/u;
/** Marks of a link that shows a part of the page, as tabs do. */
const SHOWS = ['role', 'data-toggle', 'data-bs-toggle', 'aria-controls', 'aria-expanded'];

/**
 * The lists of links to places of the same page, and the line that leads into each. The headings say the same, and a question finds
 * their words there instead of where they are explained. Above the first section, one link after a colon is enough.
 */
export function contentsLists(tree: HtmlDocument): HtmlElement[] {
  const lists = outermostLists(tree);
  if (lists.length === 0) return [];
  const places = new Set(
    findElements(tree, ({ attribs }) => Boolean(attribs.id ?? attribs.name)).flatMap(({ attribs }) => [
      attribs.id,
      attribs.name,
    ]),
  );
  const [section] = findElements(tree, ({ name }) => SECTION.test(name));
  const above = new Set(section ? outermostLists(tree, section) : []);
  return lists.flatMap((list) => {
    const lead = leadInto(list);
    const isEnough = above.has(list) && lead !== null && COLON.test(textContent(lead).trim());
    return isContents(list, places, isEnough ? 1 : MIN_LINKS) ? [list, ...(lead ? [lead] : [])] : [];
  });
}

/** Lists that are in no other one, up to an element. */
function outermostLists(tree: HtmlDocument, end?: HtmlElement): HtmlElement[] {
  const inner = new Set<HtmlElement>();
  const found: HtmlElement[] = [];
  for (const list of findElements(tree, (element) => LIST.test(element.name) || element === end)) {
    if (list === end) break;
    if (inner.has(list)) continue;
    found.push(list);
    for (const one of findElements(list, ({ name }) => LIST.test(name))) inner.add(one);
  }
  return found;
}

/** Has it nothing but such links? */
function isContents(list: HtmlElement, places: ReadonlySet<string | undefined>, least: number): boolean {
  const links = findElements(list, ({ name }) => name === 'a');
  if (links.length < least) return false;
  const isWithin = ({ attribs }: HtmlElement) => {
    const place = attribs.href?.startsWith('#') ? attribs.href.slice(1) : '';
    return places.has(place) && place !== '' && SHOWS.every((mark) => attribs[mark] === undefined);
  };
  const length = (element: HtmlElement) => textContent(element).replace(/\s+/g, '').length;
  return links.every(isWithin) && links.reduce((sum, link) => sum + length(link), 0) === length(list);
}

/** The paragraph right before a list, if it is no more than its title. */
function leadInto(list: HtmlElement): HtmlElement | null {
  let { prev } = list;
  while (prev && isText(prev) && prev.data.trim() === '') prev = prev.prev;
  if (!prev || !isElement(prev) || prev.name !== 'p') return null;
  const text = textContent(prev).trim();
  return text.length <= MAX_LEAD_IN && !SENTENCE.test(text) ? prev : null;
}

import { DomHandler, ElementType, Parser } from 'htmlparser2';
import { sourceFailures } from '../../../failures.ts';

/** The most elements and comments that a page may hold. */
const MAX_NODES = 200_000;
/** Elements nested deeper become siblings, as in browsers: the time for each tag grows with the number of open elements. */
const MAX_DEPTH = 512;
/** Elements whose content is not markup. They hold no elements, and their content must not become text of the page. */
const WITHOUT_MARKUP = /^(?:script|style|title|textarea|xmp|iframe|noembed|noframes|plaintext)$/;
/** In HTML, the tag of one of these ends a paragraph that is open, as in `<li><p>one<li><p>two`. */
const ENDS_PARAGRAPH = /^(?:li|d[dt]|t[dhr])$/i;

/** What XML declares of itself, such as entities, is not read. */
const DECLARATIONS = /<!DOCTYPE[^[<>]{0,1000}\[(?:(?!<!DOCTYPE)[^\]]){0,20000}\]\s{0,100}>/i;

export type HtmlDocument = DomHandler['root'];
export type HtmlNode = HtmlDocument['childNodes'][number];
export type HtmlElement = Extract<HtmlNode, { attribs: unknown }>;
export type HtmlText = Extract<HtmlNode, { type: ElementType.ElementType.Text }>;

/**
 * A parser that keeps no more than `MAX_DEPTH` elements open: further ones end where they begin. It ends paragraphs where
 * browsers do: htmlparser2 does not before items and cells, so that each item would stand in the one before it.
 */
class ShallowParser extends Parser {
  readonly #depth: () => number;
  /** Does the tag that is being read open an element that ends at once? */
  #endsAtOnce = false;

  /** `depth` returns how many elements are open; with `isXml`, elements may end where they begin. */
  constructor(handler: DomHandler, depth: () => number, isXml: boolean) {
    super(handler, { decodeEntities: true, recognizeSelfClosing: isXml, recognizeCDATA: isXml });
    this.#depth = depth;
  }

  override onopentagname(start: number, end: number): void {
    // biome-ignore-start lint/complexity/useLiteralKeys: the way to what the package declares private, and has no other door to
    if (this['stack'][0] === 'p' && ENDS_PARAGRAPH.test(this['getSlice'](start, end))) this['popElement'](true);
    // biome-ignore-end lint/complexity/useLiteralKeys: as above
    this.#endsAtOnce = this.#depth() >= MAX_DEPTH;
    super.onopentagname(start, end);
  }

  override onclosetag(start: number, end: number): void {
    this.#endsAtOnce = false;
    super.onclosetag(start, end);
  }

  protected override isVoidElement(name: string): boolean {
    return super.isVoidElement(name) || (this.#endsAtOnce && !WITHOUT_MARKUP.test(name));
  }
}

/**
 * Parses HTML into a tree of at most 512 levels: loads nothing, runs nothing, and stops at 200,000 nodes with
 * `document_too_complex`. With `isXml`, as in books and XHTML, elements may end where they begin (`<title/>`), and what a
 * document declares of itself is not read. All else is read as in HTML, as few such documents are well-formed, and as their
 * names of characters (`&nbsp;`) are those of HTML.
 */
export function parseTree(html: string, { isXml = false } = {}): HtmlDocument {
  let nodes = 0;
  let depth = 0;
  const handler = new DomHandler(null, {});
  const count = () => {
    nodes += 1;
    if (nodes > MAX_NODES) throw sourceFailures.tooComplex();
  };
  const openTag = handler.onopentag.bind(handler);
  handler.onopentag = (name, attributes) => {
    count();
    depth += 1;
    openTag(name, attributes);
  };
  const closeTag = handler.onclosetag.bind(handler);
  handler.onclosetag = () => {
    depth -= 1;
    closeTag();
  };
  const comment = handler.oncomment.bind(handler);
  handler.oncomment = (data) => {
    count();
    comment(data);
  };
  new ShallowParser(handler, () => depth, isXml).end(isXml ? html.replace(DECLARATIONS, '') : html);
  return handler.root;
}

/** Is this node an element? */
export const isElement = (node: HtmlNode): node is HtmlElement => 'attribs' in node;

/** Is this node text? */
export const isText = (node: HtmlNode): node is HtmlText => node.type === ElementType.Text;

/** All elements that pass, in document order. */
export function findElements(
  root: HtmlDocument | HtmlElement,
  passes: (element: HtmlElement) => boolean,
): HtmlElement[] {
  const found: HtmlElement[] = [];
  visitElements(root, (element) => {
    if (passes(element)) found.push(element);
    return false;
  });
  return found;
}

/** Does any element pass? */
export const hasElement = (root: HtmlDocument | HtmlElement, passes: (element: HtmlElement) => boolean): boolean =>
  visitElements(root, passes);

/** Visits all elements in document order, until one ends it. Uses a stack of its own: pages may nest deeper than the call stack. */
function visitElements(root: HtmlDocument | HtmlElement, ends: (element: HtmlElement) => boolean): boolean {
  const open: HtmlNode[] = root.childNodes.toReversed();
  for (let node = open.pop(); node; node = open.pop()) {
    if (!isElement(node)) continue;
    if (ends(node)) return true;
    for (let index = node.childNodes.length - 1; index >= 0; index -= 1) {
      const child = node.childNodes[index];
      if (child) open.push(child);
    }
  }
  return false;
}

/** Gives a node these children, in the place of its own. */
export function setChildren(parent: NonNullable<HtmlNode['parent']>, children: HtmlNode[]): void {
  parent.childNodes = children;
  for (const [index, node] of children.entries()) {
    node.parent = parent;
    node.prev = children[index - 1] ?? null;
    node.next = children[index + 1] ?? null;
  }
}

/** Puts nodes before a node that stands in another; does nothing where it does not. */
export function putNodesBefore(node: HtmlNode, nodes: HtmlNode[]): void {
  const { parent } = node;
  if (!parent) return;
  const children: HtmlNode[] = parent.childNodes;
  const at = children.indexOf(node);
  setChildren(parent, [...children.slice(0, at), ...nodes, ...children.slice(at)]);
}

/** The text below a node, unchanged, without scripts and styles. */
export const textContent = (root: HtmlNode): string => textWithout(root, () => false);

/** The same without some of the elements below it, and with line breaks around others. */
export function textWithout(
  root: HtmlNode,
  skip: (element: HtmlElement) => boolean,
  isApart: (element: HtmlElement) => boolean = () => false,
): string {
  const parts: string[] = [];
  const open: (HtmlNode | string)[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (typeof node === 'string') {
      parts.push(node);
      continue;
    }
    if (isText(node)) parts.push(node.data);
    if (!isElement(node) || /^(?:script|style|template|noscript)$/.test(node.name)) continue;
    if (node !== root && skip(node)) continue;
    if (node.name === 'br') parts.push('\n');
    else if (isApart(node)) {
      parts.push('\n');
      open.push('\n');
    }
    for (let index = node.childNodes.length - 1; index >= 0; index -= 1) {
      const child = node.childNodes[index];
      if (child) open.push(child);
    }
  }
  return parts.join('');
}

/** The text of HTML markup, with entities decoded. For inline HTML in Markdown. */
export function htmlToText(html: string): string {
  return /[<&]/.test(html) ? parseTree(html).childNodes.map(textContent).join('') : html;
}

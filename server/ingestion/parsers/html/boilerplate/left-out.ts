import { countVisible } from '../../../../platform/text/count-visible.ts';
import type { LeftOutKind } from '../../../types.ts';
import { pictureText } from '../../text/picture-text.ts';
import { normalizeProse } from '../../text/text-builder.ts';
import { holdsNoText, isBlock, isForScreenReaders, isHiddenAtFirst, isStruckOut } from '../tree/html-elements.ts';
import { type HtmlDocument, type HtmlElement, type HtmlNode, isElement, isText } from '../tree/html-tree.ts';
import type { Boilerplate } from './find-boilerplate.ts';

/** What a page shows, and what of it is not read. */
interface PageParts {
  /** The text of each block that is not read, by its kind. */
  leftOut: Map<LeftOutKind, string[]>;
  /** Visible characters of the page, without what is plainly not its content: of parts that are not read, links, short lines and notices. */
  shown: number;
  /** Pictures without a text, in what is read. */
  pictures: number;
}

/** A shorter block of a part that is not read is a line of a menu or a footer, in visible characters. */
const MIN_PROSE = 60;

/** One pass over the page, with a stack of its own: pages may nest deeper than the call stack. */
export function measureParts(tree: HtmlDocument, boilerplate: Boilerplate): PageParts {
  const parts = new Map<LeftOutKind, string[]>();
  const prose: string[] = [];
  let shown = 0;
  let pictures = 0;
  const open: { node: HtmlNode; kind: LeftOutKind | undefined; isCounted: boolean }[] = tree.childNodes
    .map((node) => ({ node, kind: undefined, isCounted: true }))
    .reverse();
  for (let at = open.pop(); at; at = open.pop()) {
    const { node } = at;
    if (isText(node)) {
      if (at.kind) parts.get(at.kind)?.push(node.data.replace(/\s+/g, ' '));
      else shown += countVisible(node.data);
      if (at.kind && at.isCounted) prose.push(node.data);
    }
    if (!isElement(node) || holdsNoText(node) || isForScreenReaders(node)) continue;
    // In running text it is an icon.
    if (node.attribs['aria-hidden'] === 'true' && !isBlock(node)) continue;
    const unseen = unseenKind(node);
    const kind = boilerplate.get(node) ?? at.kind ?? unseen;
    if (kind && !parts.has(kind)) parts.set(kind, []);
    if (kind && (isBlock(node) || node.name === 'br')) {
      parts.get(kind)?.push('\n');
      prose.push('\n');
    }
    if (!kind && node.name === 'img' && pictureText(node.attribs.alt) === '') pictures += 1;
    const isCounted = at.isCounted && !unseen && kind !== 'notice' && node.name !== 'a' && node.name !== 'nav';
    for (const child of node.childNodes.toReversed()) open.push({ node: child, kind, isCounted });
  }
  const leftOut = new Map(
    [...parts].map(([kind, some]) => [kind, some.join('').split('\n').map(normalizeProse).filter(Boolean)]),
  );
  const blocks = prose.join('').split('\n').map(countVisible);
  shown += blocks.filter((length) => length >= MIN_PROSE).reduce((sum, length) => sum + length, 0);
  return { leftOut, shown, pictures };
}

function unseenKind(element: HtmlElement): LeftOutKind | undefined {
  if (isStruckOut(element)) return 'struck';
  return isHiddenAtFirst(element) ? 'hidden' : undefined;
}

import type { LeftOutKind } from '../../../types.ts';
import { normalizeProse } from '../../text/text-builder.ts';
import { holdsNoText, isBlock, isForScreenReaders, isHiddenAtFirst } from '../html-elements.ts';
import { type HtmlDocument, type HtmlNode, isElement, isText } from '../html-tree.ts';
import type { Boilerplate } from './find-boilerplate.ts';

/** What a page says in the parts that are not read, by their kind: the text of each block. */
export function leftOutTexts(tree: HtmlDocument, boilerplate: Boilerplate): Map<LeftOutKind, string[]> {
  const parts = new Map<LeftOutKind, string[]>();
  const open: { node: HtmlNode; kind: LeftOutKind | undefined }[] = tree.childNodes
    .map((node) => ({ node, kind: undefined }))
    .reverse();
  for (let at = open.pop(); at; at = open.pop()) {
    const { node } = at;
    if (isText(node) && at.kind) parts.get(at.kind)?.push(node.data.replace(/\s+/g, ' '));
    if (!isElement(node) || holdsNoText(node) || isForScreenReaders(node)) continue;
    // In running text it is an icon.
    if (node.attribs['aria-hidden'] === 'true' && !isBlock(node)) continue;
    const kind = boilerplate.get(node) ?? at.kind ?? (isHiddenAtFirst(node) ? 'hidden' : undefined);
    if (kind && !parts.has(kind)) parts.set(kind, []);
    if (kind && (isBlock(node) || node.name === 'br')) parts.get(kind)?.push('\n');
    for (const child of node.childNodes.toReversed()) open.push({ node: child, kind });
  }
  return new Map(
    [...parts].map(([kind, some]) => [kind, some.join('').split('\n').map(normalizeProse).filter(Boolean)]),
  );
}

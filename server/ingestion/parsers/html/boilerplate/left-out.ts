import type { LeftOut, LeftOutKind } from '../../../types.ts';
import { normalizeProse } from '../../text/text-builder.ts';
import { holdsNoText, isBlock, isForScreenReaders, isHiddenAtFirst } from '../html-elements.ts';
import { type HtmlDocument, type HtmlNode, isElement, isText } from '../html-tree.ts';
import type { Boilerplate } from './find-boilerplate.ts';

/** How much of a text is told, in characters. */
const MAX_TOLD = 200;

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
    if (node.attribs['aria-hidden'] === 'true') continue;
    const kind = at.kind ?? boilerplate.get(node) ?? (isHiddenAtFirst(node) ? 'hidden' : undefined);
    if (kind && !parts.has(kind)) parts.set(kind, []);
    if (kind && (isBlock(node) || node.name === 'br')) parts.get(kind)?.push('\n');
    for (const child of node.childNodes.toReversed()) open.push({ node: child, kind });
  }
  return new Map(
    [...parts].map(([kind, some]) => [kind, some.join('').split('\n').map(normalizeProse).filter(Boolean)]),
  );
}

/** How the texts of one kind are told; nothing if there are none. */
export function toldOf(kind: LeftOutKind, texts: string[]): LeftOut[] {
  const text = texts.join(' ');
  if (text === '') return [];
  return [{ kind, characters: text.length, text: text.slice(0, MAX_TOLD).toWellFormed().trim() }];
}

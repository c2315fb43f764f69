import { linkTarget } from '../text/link-target.ts';
import type { Marks } from '../text/text-runs.ts';
import { isInlineCode } from './tree/html-code.ts';
import type { HtmlElement } from './tree/html-tree.ts';

/** What the text in an element is, by the element and what is around it. `base`: the address of the page, if it is known. */
export const marksWithin = (node: HtmlElement, around: Marks, base?: URL): Marks => ({
  isCode: around.isCode || isInlineCode(node),
  link: node.name === 'a' ? linkTarget(node.attribs.href, base) : around.link,
});

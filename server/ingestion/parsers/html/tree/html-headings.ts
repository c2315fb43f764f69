import { isBlock, isUnseen } from './html-elements.ts';
import { type HtmlElement, isElement, textContent, textWithout } from './html-tree.ts';

/** What no heading holds. */
const BODY = /^(?:blockquote|dl|h[1-6]|ol|p|pre|section|table|ul)$/;

/** How many of its nodes a heading holds: one with text before a paragraph or a list lacks the tag that ends it. */
export function headingEnd({ childNodes }: HtmlElement): number {
  const body = childNodes.findIndex((node) => isElement(node) && BODY.test(node.name));
  return childNodes.slice(0, Math.max(0, body)).some((node) => textContent(node).trim()) ? body : childNodes.length;
}

/** The text without the permalink signs that documentation sites append to headings. */
export function headingText(node: HtmlElement, end = headingEnd(node)): string {
  return node.childNodes
    .slice(0, end)
    .filter((child) => !(isElement(child) && isUnseen(child)))
    .map((child) => textWithout(child, isUnseen, isBlock))
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/ ?[¶§#🔗]{1,8} ?$/u, '')
    .trim();
}

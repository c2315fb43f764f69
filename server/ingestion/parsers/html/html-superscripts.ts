import { toSuperscript } from '../text/superscripts.ts';
import { type HtmlElement, isElement, isText } from './tree/html-tree.ts';

/** A superscript number may stand in a link inside a span. */
const SUPERSCRIPT_DEPTH = 3;

/** The number in a `sup` element, in superscript digits; null where the element is another or holds more than a number. */
export function superscriptNumber(node: HtmlElement): string | null {
  if (node.name !== 'sup') return null;
  let inner = node;
  for (let depth = 0; depth < SUPERSCRIPT_DEPTH; depth += 1) {
    const [child, ...others] = inner.childNodes;
    if (!child || others.length > 0) return null;
    if (isText(child)) return /^\s*[0-9]+\s*$/.test(child.data) ? toSuperscript(child.data.trim()) : null;
    if (!isElement(child)) return null;
    inner = child;
  }
  return null;
}

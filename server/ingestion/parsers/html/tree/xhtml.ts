/** How much of a page its root element is looked for in. */
const BEGINNING = 16 * 1024;
const ROOT = /<html\b[^<>]{0,2000}\bxmlns\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml["']/i;
/** In HTML, what follows such a tag is no markup until the element is closed. */
const EMPTY_TAG = /<(title|script|style|iframe|textarea|xmp|noembed|noframes)\b(?:[^<>"']|"[^"<]*"|'[^'<]*')*\/>/gi;

/** Does a page say by its root element that it is XHTML, where elements may end where they begin (`<script/>`)? */
export const saysXhtml = (html: string): boolean => ROOT.test(html.slice(0, BEGINNING));

/**
 * Is a page only readable as XHTML? As HTML, it would end at an element that ends where it begins and that nothing closes
 * further on.
 */
export function endsEarlyAsHtml(html: string): boolean {
  if (html.search(EMPTY_TAG) < 0) return false;
  const text = html.toLowerCase();
  const lastClosed = new Map<string, number>();
  for (const { 1: name = '', index } of text.matchAll(EMPTY_TAG)) {
    const closed = lastClosed.get(name) ?? text.lastIndexOf(`</${name}`);
    lastClosed.set(name, closed);
    if (closed < index) return true;
  }
  return false;
}

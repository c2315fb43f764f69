import { markdownTarget } from '../../passages/markdown-text.ts';
import type { Passage } from '../../types.ts';

const SCHEMES = new Set(['http:', 'https:', 'mailto:']);
/** What may follow an address in a text. */
const ADDRESS_END = /^(?:[.,;:!?]*(?:$|[\s)\]}>"'’”»|*_`<]))/;

/**
 * The target of a link whose address is in one of these passages, ready for Markdown; null for any other address. So a
 * link leads only where the documents do, and carries nothing that the model has put into its address.
 */
export function passageLink(address: string, passages: Passage[]): string | null {
  const url = URL.parse(address);
  if (!url || !SCHEMES.has(url.protocol)) return null;
  const written = url.protocol === 'mailto:' ? address.slice('mailto:'.length) : address;
  if (!passages.some((passage) => passage.address === url.href || hasAddress(passage.text, written))) return null;
  return markdownTarget(url.href);
}

/** Does a text have an address, whole? */
function hasAddress(text: string, address: string): boolean {
  if (address === '') return false;
  for (let at = text.indexOf(address); at !== -1; at = text.indexOf(address, at + 1)) {
    const startsThere = !/[\p{L}\p{N}.@/_-]$/u.test(text.slice(Math.max(0, at - 2), at));
    if (startsThere && ADDRESS_END.test(text.slice(at + address.length, at + address.length + 20))) return true;
  }
  return false;
}

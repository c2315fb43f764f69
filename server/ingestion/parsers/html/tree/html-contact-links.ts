import { isBlock } from './html-elements.ts';
import { type HtmlElement, hasElement, textContent } from './html-tree.ts';

const MAX_LENGTH = 120;
const EMAIL = /^[^\s@]{1,64}@[^\s@]{3,100}$/;
const NUMBER = /^\+?[\d ().-]{5,40}$/;
/** A number may be written with a prefix or without. Its last digits are the same. */
const LAST_DIGITS = 6;

/**
 * The address of a link to write to or the number of one to call, where its text does not say it, as it is added to that text; else
 * null. Who reads the page presses the link, and who reads an answer has only its text.
 */
export function unsaidAddress(link: HtmlElement): string | null {
  const [, scheme = '', rest = ''] = /^(mailto|tel):([^?]*)/i.exec(link.attribs.href?.slice(0, MAX_LENGTH) ?? '') ?? [];
  if (link.name !== 'a' || !scheme || hasElement(link, isBlock)) return null;
  const address = decoded(rest).trim();
  const text = textContent(link).trim();
  const isMail = scheme.toLowerCase() === 'mailto';
  if (!(isMail ? EMAIL : NUMBER).test(address)) return null;
  const isSaid = isMail
    ? text.toLowerCase().includes(address.toLowerCase())
    : digitsOf(text).includes(digitsOf(address).slice(-LAST_DIGITS));
  if (isSaid) return null;
  return text === '' ? address : ` (${address})`;
}

const digitsOf = (text: string) => text.replace(/\D/g, '');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

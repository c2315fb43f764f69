import { unsaidAddress } from '../tree/html-contact-links.ts';
import { isHeading, isHidden } from '../tree/html-elements.ts';
import {
  type HtmlElement,
  type HtmlNode,
  isElement,
  isText,
  parseTree,
  putNodesBefore,
  textContent,
} from '../tree/html-tree.ts';
import type { ContactWords } from './contact-words.ts';

/** As much of an address is read, in characters. */
const MAX_LENGTH = 500;
/** Nodes before a line among which a heading is looked for. */
const MAX_PASSED = 40;
const LETTER = /\p{L}/u;
/** What separates one contact from the next in a line. */
const SEPARATOR = /[|·•;–—]/;
const EMAIL = /^[^\s@<>()]{1,64}@[\p{L}\p{N}.-]{1,100}\.\p{L}{2,20}$/u;
const WHATSAPP = /^https?:\/\/(?:wa\.me\/|(?:api|web)\.whatsapp\.com\/send)/i;
const MAP =
  /^(?:geo:|https?:\/\/(?:maps\.|(?:www\.)?google\.[a-z.]{2,6}\/maps|goo\.gl\/maps|(?:www\.)?openstreetmap\.org\/))/i;

/** The lines of a part of the page that say how its owner can be reached. */
export interface ContactPart {
  isFooter: boolean;
  lines: HtmlElement[];
  /** Those of them that are a postal address and do not say so. */
  addresses: HtmlElement[];
}

/**
 * Adds to the page what its lines with contacts do not say, as a picture or the link does: before a number or an address what kind it
 * is, and in a footer above lines without a heading that they are contacts. Who asks for the telephone number does not ask for its
 * digits.
 */
export function labelContacts(parts: ContactPart[], words: ContactWords): void {
  for (const { lines, addresses } of parts) {
    for (const line of lines) labelLine(line, words);
    for (const line of addresses) labelAddress(line, words);
  }
  const footers = parts.filter(({ isFooter }) => isFooter);
  const first = footers[0]?.lines[0];
  if (first && !footers.some(({ lines }) => lines.some(headingBefore))) putBefore(first, `<h2>${words.contact}</h2>`);
}

/** A map that it links to has said it before. */
function labelAddress(line: HtmlElement, { address }: ContactWords): void {
  const [first] = line.childNodes;
  if (first && !textContent(line).includes(`${address}: `)) putBefore(first, `${address}: `);
}

function labelLine(line: HtmlElement, words: ContactWords): void {
  const labels: [node: HtmlNode, label: string][] = [];
  /** The words of the line since the last contact. */
  let before = '';
  for (const node of nodesOf(line)) {
    const label = labelOf(node, words);
    if (label && !LETTER.test(before)) labels.push([node, label]);
    if (label || (isElement(node) && node.name === 'br')) before = '';
    else if (isText(node)) before = (before + node.data).split(SEPARATOR).at(-1) ?? '';
    else if (isLink(node)) before += textContent(node);
  }
  for (const [node, label] of labels) putBefore(node, `${label}: `);
}

/** The shown nodes in a line, in order; links whole. */
function nodesOf(line: HtmlElement): HtmlNode[] {
  const found: HtmlNode[] = [];
  const open = line.childNodes.toReversed();
  for (let node = open.pop(); node; node = open.pop()) {
    if (isElement(node) && isHidden(node)) continue;
    found.push(node);
    if (isElement(node) && node.name !== 'a') open.push(...node.childNodes.toReversed());
  }
  return found;
}

const isLink = (node: HtmlNode): node is HtmlElement => isElement(node) && node.name === 'a';

/** What a contact is by its link, or by the address itself, where its own text has no word for that. */
function labelOf(node: HtmlNode, words: ContactWords): string | null {
  if (!isLink(node)) return isText(node) && EMAIL.test(node.data.trim()) ? words.email : null;
  const text = (textContent(node).trim() + (unsaidAddress(node) ?? '')).trim();
  const href = (node.attribs.href ?? '').trim().slice(0, MAX_LENGTH);
  if (/^mailto:/i.test(href) || EMAIL.test(text)) return EMAIL.test(text) ? words.email : null;
  if (MAP.test(href)) return /\p{N}/u.test(text) ? words.address : null;
  if (LETTER.test(text) || text === '') return null;
  if (/^(?:tel|callto):/i.test(href)) return words.phone;
  if (/^fax:/i.test(href)) return words.fax;
  return WHATSAPP.test(href) ? 'WhatsApp' : null;
}

/** The heading beside a line that is the nearest above it, if not far. */
function headingBefore(line: HtmlElement): HtmlElement | null {
  let node = line.prev;
  for (let passed = 0; node && passed < MAX_PASSED; passed += 1) {
    if (isElement(node) && isHeading(node)) return node;
    node = node.prev;
  }
  return null;
}

const putBefore = (node: HtmlNode, html: string) => putNodesBefore(node, parseTree(html).childNodes);

import { collapseWhitespace } from '../../../../platform/text/collapse-whitespace.ts';
import type { LeftOutKind } from '../../../types.ts';
import { unsaidAddress } from '../tree/html-contact-links.ts';
import { ancestors, childElements, isBlock, isHeading, isHidden } from '../tree/html-elements.ts';
import { findElements, type HtmlElement, hasElement, textContent } from '../tree/html-tree.ts';
import type { ContactPart } from './contact-labels.ts';

/** An e-mail address, a telephone number with its prefix, or hours of a day. */
const FACTS =
  /[^\s@<>()]{1,64}@[\p{L}\p{N}.-]{1,100}\.\p{L}{2,20}|(?:\+|\(0|(?<![\d.,])0)\d[\d ()/.–-]{5,20}\d|(?<![\d:.])\d{1,2}(?:[:.]\d\d)? ?(?:[ap]m|[ap]\.m\.|uhr|h)? ?(?:-|–|—|to|until|bis|à) ?\d{1,2}(?:[:.]\d\d)? ?(?:[ap]m|[ap]\.m\.|uhr|h)(?!\p{L})/giu;
/**
 * The end of a postal address: a postcode as Britain, Ireland, Canada, the Netherlands, the United States and Australia write it, or,
 * after the number of a house, figures and a town.
 */
const POSTAL =
  /(?<![\p{L}\p{N}])(?:[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]\d[\dW] ?[A-Z\d]{4}|[A-Z]\d[A-Z] \d[A-Z]\d|\d{4} ?[A-Z]{2} \p{Lu}\p{Ll}{1,30}|[A-Z]{2},? \d{5}(?:-\d{4})?|(?:ACT|NSW|NT|QLD|SA|TAS|VIC|WA),? \d{4}|\d{1,4} ?[a-z]?,? (?:[A-Z]{1,2}-)?\d{4,5} \p{Lu}\p{Ll}{1,30})(?![\p{L}\p{N}])/gu;
/** A longer block is no line of an address. */
const MAX_LENGTH = 300;
/** A longer line before a number is no label of it. */
const MAX_LABEL = 30;
/** A number may be written with the prefix of its country or without. Its last digits are the same. */
const LAST_DIGITS = 8;
const LETTER = /\p{L}/u;
/** Parts that are not read, each with what it is. */
type Boilerplate = Map<HtmlElement, LeftOutKind>;

/** Where a site tells how to reach it; elsewhere such a line belongs to something else. */
const KINDS = new Set<LeftOutKind | undefined>(['footer', 'header', 'navigation', 'beside', 'sidebar']);

/** What a text says of how somebody can be reached: addresses, numbers and hours, as they can be compared. */
export const contactsIn = (text: string): string[] =>
  text.length > MAX_LENGTH
    ? []
    : [...(text.match(FACTS) ?? []), ...(text.match(POSTAL) ?? [])].map((fact) =>
        fact.toLowerCase().replace(/[\s()/–-]/g, ''),
      );

/**
 * Takes out of the parts that are not read the lines that say how the site's owner can be reached, and when, with the headings above
 * them and a label beside one that has no words. For the start page of a site: its footer is the same on all pages, and often nothing
 * else tells that. Returns the lines by part, footers first.
 */
export function keepContacts(boilerplate: Boilerplate): ContactPart[] {
  const found: ContactPart[] = [];
  const seen = new Set<string>();
  const kinds = new Map(boilerplate);
  const kindOf = (line: HtmlElement) => [line, ...ancestors(line)].map((one) => kinds.get(one)).find(Boolean);
  const isOutermost = ([part]: [HtmlElement, LeftOutKind]) => ![...ancestors(part)].some((one) => kinds.has(one));
  const rank = ([, kind]: [HtmlElement, LeftOutKind]) => (kind === 'footer' ? 0 : 1);
  for (const [part, kind] of [...kinds].filter(isOutermost).toSorted((a, b) => rank(a) - rank(b))) {
    const blocks = [part, ...findElements(part, () => true)].filter(isLine);
    const lines = blocks.filter((line) => KINDS.has(kindOf(line)) && !isUnseenIn(line) && isNew(line, seen));
    if (lines.length === 0) continue;
    found.push({ isFooter: kind === 'footer', lines, addresses: lines.filter(isAddress) });
    const kept = new Set(lines.flatMap((line) => [...labelBeside(line), line]));
    const around = new Set(lines.flatMap((line) => [...ancestors(line)]));
    for (const element of [...kept, ...around]) boilerplate.delete(element);
    for (const element of [part, ...findElements(part, (one) => around.has(one))])
      if (!kept.has(element)) leaveOutRest(element, kind, boilerplate, { kept, around });
  }
  return found;
}

/** A block without blocks in it. */
const isLine = (element: HtmlElement) => isBlock(element) && !isHeading(element) && !hasElement(element, isBlock);

const isUnseenIn = (line: HtmlElement) =>
  contactsIn(lineOf(line)).length > 0 && [line, ...ancestors(line)].some((one) => isHidden(one));

/** Is it a postal address, without words of what it is? */
const isAddress = (line: HtmlElement) => lineOf(line).search(POSTAL) >= 0 && !lineOf(line).includes(':');

/** What a line says, and where its links lead. */
const lineOf = (line: HtmlElement) =>
  collapseWhitespace(
    [textContent(line), ...findElements(line, ({ name }) => name === 'a').map(unsaidAddress)].join(' '),
  );

function isNew(line: HtmlElement, seen: Set<string>): boolean {
  const keys = contactsIn(lineOf(line)).map((fact) => keyOf(fact, line));
  const unseen = keys.filter((key) => !seen.has(key));
  for (const key of unseen) seen.add(key);
  return unseen.length > 0;
}

/** The same address and number are one contact; the same hours belong to the day that is named with them. */
function keyOf(fact: string, line: HtmlElement): string {
  if (fact.includes('@')) return fact;
  const isNumber = !/[\p{L}:]/u.test(fact) && fact.replace(/\D/g, '').length >= LAST_DIGITS;
  return isNumber
    ? fact.replace(/\D/g, '').slice(-LAST_DIGITS)
    : [...labelBeside(line), line].map(lineOf).join(' ').toLowerCase();
}

/** The line before one of a number, an address or hours alone, as in a table of the days: at most one. */
function labelBeside(line: HtmlElement): HtmlElement[] {
  if (LETTER.test(lineOf(line).replace(FACTS, ''))) return [];
  let { prev } = line;
  while (prev && !('attribs' in prev)) prev = prev.prev;
  if (!prev || !isLine(prev) || isHidden(prev)) return [];
  const text = lineOf(prev);
  return text.length <= MAX_LABEL && LETTER.test(text) && contactsIn(text).length === 0 ? [prev] : [];
}

/** Leaves out what is in an element beside the lines that are kept and the headings above them. */
function leaveOutRest(
  element: HtmlElement,
  kind: LeftOutKind,
  boilerplate: Boilerplate,
  { kept, around }: Record<'kept' | 'around', ReadonlySet<HtmlElement>>,
): void {
  const children = childElements(element);
  const hasLine = children.some((child) => kept.has(child));
  for (const child of children)
    if (!kept.has(child) && !around.has(child) && !(hasLine && isHeading(child)) && !boilerplate.has(child))
      boilerplate.set(child, kind);
}

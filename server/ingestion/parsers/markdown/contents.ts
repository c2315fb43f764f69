import type { Token, Tokens } from 'marked';
import { findElements, type HtmlDocument, type HtmlElement } from '../html/tree/html-tree.ts';
import { withoutMarks } from './generators/callout-marks.ts';

/** Fewer links to places of the page may be said for their own sake. */
const MIN_CONTENTS = 3;
/** What leads into them may be so long: “In this article:”. */
const MAX_LEAD_IN = 60;
const COLON = /[:：][*_]{0,3}$/u;
const SENTENCE = /[.!?…。！？][*_]{0,3}(?:\s|$)/u;

/**
 * The tables of contents among these tokens, and the line that leads into each. The headings say the same, and a question finds
 * their words there instead of where they are explained. Above the first section, one link after a colon is enough (`isTop`: the tokens begin there).
 */
export function contentsAmong(tokens: readonly Token[], isTop: boolean): Set<Token> {
  const contents = new Set<Token>();
  let before: Token | undefined;
  let isAbove = isTop;
  for (const token of tokens) {
    if (token.type === 'space') continue;
    isAbove &&= token.type !== 'heading';
    const links = token.type === 'list' ? countContents(token as Tokens.List) : 0;
    const lead = before && leadsIn(before) ? before : null;
    if (links >= MIN_CONTENTS || (links > 0 && isAbove && lead && COLON.test(lead.raw.trim()))) {
      contents.add(token);
      if (lead) contents.add(lead);
    }
    before = token;
  }
  return contents;
}

function leadsIn({ type, raw }: Token): boolean {
  const text = raw.trim();
  return type === 'paragraph' && text.length <= MAX_LEAD_IN && !SENTENCE.test(text) && withoutMarks(text) === text;
}

/** How many links to places of the page a list holds, with the lists in it; 0 if it holds anything else. */
function countContents(list: Tokens.List): number {
  let links = 0;
  for (const token of list.items.flatMap((item) => item.tokens)) {
    const nested = token.type === 'list' ? countContents(token as Tokens.List) : Number(isLinkWithin(token));
    if (nested === 0 && token.type !== 'space') return 0;
    links += nested;
  }
  return links;
}

/** A link to a place of the same page, and nothing else. */
function isLinkWithin(token: Token): boolean {
  const [link, ...rest] = 'tokens' in token ? (token.tokens ?? []) : [];
  return link?.type === 'link' && rest.length === 0 && (link as Tokens.Link).href.startsWith('#');
}

/** Menus in HTML that lead to places of the same page, as lists do. */
export function menusWithin(tree: HtmlDocument): Set<HtmlElement> {
  const isWithin = ({ attribs }: HtmlElement) => attribs.href?.startsWith('#') === true;
  const linksOf = (menu: HtmlElement) => findElements(menu, ({ name }) => name === 'a');
  const menus = findElements(tree, ({ name }) => name === 'nav');
  return new Set(menus.filter((menu) => linksOf(menu).length > 0 && linksOf(menu).every(isWithin)));
}

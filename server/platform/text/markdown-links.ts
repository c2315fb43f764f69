import type { CuratedLink } from '@footnote/sdk/contract';
import { lexer, type Token, walkTokens } from 'marked';

const MAX_LINKS = 20;

/** The web addresses to which a Markdown text links, each once, in order, with the words of their link. */
export function linksIn(markdown: string): CuratedLink[] {
  const links = new Map<string, CuratedLink>();
  walkTokens(lexer(markdown), (token: Token) => {
    if (token.type !== 'link' || links.size >= MAX_LINKS) return;
    const url = webAddress(token.href);
    if (url && !links.has(url)) links.set(url, { title: token.text.trim() || url, url });
  });
  return [...links.values()];
}

function webAddress(text: string): string | null {
  const url = URL.parse(text);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}

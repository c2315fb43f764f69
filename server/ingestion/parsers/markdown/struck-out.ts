import type { Token, Tokens } from 'marked';

const OPENS = /^<(?:del|s|strike)(?:\s[^<>]*)?>\s*$/i;
const CLOSES = /^<\/(?:del|s|strike)\s*>\s*$/i;

/** The tokens without what is struck out. */
export function withoutStruck(tokens: readonly Token[]): readonly Token[] {
  const struck = struckAmong(tokens);
  return struck.size === 0 ? tokens : tokens.filter((token) => !struck.has(token));
}

/** All that is struck out, in lists and tables too, in order. */
export function* findStruck(tokens: readonly Token[]): Generator<Token> {
  const struck = struckAmong(tokens);
  for (const token of tokens) {
    if (struck.has(token)) yield token;
    else for (const part of partsOf(token)) yield* findStruck(part);
  }
}

/**
 * The tokens that are struck out: between two tildes on both sides, or between tags. One tilde is a subscript for many renderers,
 * and a tag that nothing ends is the name of something.
 */
function struckAmong(tokens: readonly Token[]): ReadonlySet<Token> {
  const lastClosing = tokens.findLastIndex(({ type, raw }) => type === 'html' && CLOSES.test(raw));
  const struck = new Set<Token>();
  let open = 0;
  for (const [index, token] of tokens.entries()) {
    const { type, raw } = token;
    const wasOpen = open > 0;
    if (type === 'html' && OPENS.test(raw) && index < lastClosing) open += 1;
    else if (type === 'html' && CLOSES.test(raw)) open = Math.max(0, open - 1);
    if (wasOpen || open > 0 || (type === 'del' && raw.startsWith('~~'))) struck.add(token);
  }
  return struck;
}

/** The tokens within a token, such as those of each cell. */
function partsOf(token: Token): Token[][] {
  if (token.type === 'list') return (token as Tokens.List).items.map(({ tokens }) => tokens);
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].flat().map(({ tokens }) => tokens);
  }
  return 'tokens' in token && token.tokens ? [token.tokens] : [];
}

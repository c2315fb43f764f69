import type { Token } from 'marked';

const OPENS = /^<(?:del|s|strike)(?:\s[^<>]*)?>\s*$/i;
const CLOSES = /^<\/(?:del|s|strike)\s*>\s*$/i;

/**
 * The tokens without what is struck out: between two tildes on both sides, or between tags. One tilde is a subscript for many
 * renderers, and a tag that nothing ends is the name of something.
 */
export function withoutStruck(tokens: readonly Token[]): readonly Token[] {
  const lastClosing = tokens.findLastIndex(({ type, raw }) => type === 'html' && CLOSES.test(raw));
  let open = 0;
  return tokens.filter(({ type, raw }, index) => {
    const wasOpen = open > 0;
    if (type === 'html' && OPENS.test(raw) && index < lastClosing) open += 1;
    else if (type === 'html' && CLOSES.test(raw)) open = Math.max(0, open - 1);
    return !(wasOpen || open > 0 || (type === 'del' && raw.startsWith('~~')));
  });
}

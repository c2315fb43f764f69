/** The tags that Sphinx sets for a page of HTML. */
const TAGS = new Set(['html', 'format_html', 'builder_html']);
const TOKEN = /\s*([()]|\w+)/y;

/** Does a page of HTML show what is `only` for an expression of tags: `html and not draft`? What cannot be read is shown. */
export function isOnlyFor(expression: string): boolean {
  const tokens = tokensOf(expression);
  if (tokens === null) return true;
  let at = 0;
  const takes = (token: string) => tokens[at] === token && ++at > 0;
  const either = (): boolean => {
    let holds = both();
    while (takes('or')) holds = both() || holds;
    return holds;
  };
  const both = (): boolean => {
    let holds = one();
    while (takes('and')) holds = one() && holds;
    return holds;
  };
  const one = (): boolean => {
    let isNegated = false;
    while (takes('not')) isNegated = !isNegated;
    return group() !== isNegated;
  };
  const group = (): boolean => {
    if (!takes('(')) return TAGS.has(tokens[at++] ?? '');
    const holds = either();
    takes(')');
    return holds;
  };
  const holds = either();
  return at < tokens.length ? true : holds;
}

/** Longer expressions would nest too deep. */
const MAX_TOKENS = 50;

function tokensOf(expression: string): string[] | null {
  const tokens: string[] = [];
  const text = expression.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const [, token] = TOKEN.exec(text) ?? [];
    if (token === undefined || tokens.length >= MAX_TOKENS) return null;
    tokens.push(token);
  }
  return tokens.length === 0 ? null : tokens;
}

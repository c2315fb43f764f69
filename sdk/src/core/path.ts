import { FootnoteError } from './errors.ts';

/** A path template whose parameters are always encoded: whatever an id holds, it stays one segment of the path. */
export function path(literals: TemplateStringsArray, ...parameters: string[]): string {
  return literals.reduce((built, literal, index) => built + segment(parameters[index - 1]) + literal);
}

function segment(value: string | undefined): string {
  // Dots survive encoding, and a URL resolves them to another path.
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
    throw new FootnoteError(`${JSON.stringify(value) ?? 'undefined'} is not an id: a path needs one here.`);
  return encodeURIComponent(value);
}

/** `?a=1&b=2`, without the keys that are undefined; empty where none is left. */
export function queryString(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return text && `?${text}`;
}

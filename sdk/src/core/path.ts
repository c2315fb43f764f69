import { FootnoteError } from './errors.ts';

/** A template tag for paths. Parameters are encoded, so each stays a single segment. */
export function path(literals: TemplateStringsArray, ...parameters: string[]): string {
  return literals.reduce((built, literal, index) => built + segment(parameters[index - 1]) + literal);
}

function segment(value: string | undefined): string {
  // Dots are not encoded, and a URL would resolve them to another path.
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
    throw new FootnoteError(`${JSON.stringify(value) ?? 'undefined'} is not an id: a path needs one here.`);
  return encodeURIComponent(value);
}

/** `?a=1&b=2`, without undefined values; an empty string if nothing is left. */
export function queryString(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return text && `?${text}`;
}

import { textAt } from '../../text/inline-scanner.ts';

/** A tag of HTML or of a component (MDX): `<Aside type="tip">`. */
export interface ComponentTag {
  name: string;
  kind: 'opening' | 'closing' | 'empty';
  /** Values written as text, which are empty for flags. Expressions that are no plain string, number or `true` are left out. */
  attributes: ReadonlyMap<string, string>;
  /** The offset behind the tag. */
  end: number;
}

/** How many characters may still be read in vain. Text made of `<A{<A{` would otherwise be read again from each of them. */
export interface ScanBudget {
  left: number;
}

/** A longer tag or expression is text. */
const MAX_LENGTH = 4_000;
const SPACE = /\s*/y;
const ATTRIBUTE_NAME = /[\w:@.-]+/y;
const BARE_VALUE = /[^\s"'=<>`{}]+/y;
const QUOTES = '"\'`';

export const createScanBudget = (): ScanBudget => ({ left: 1_000_000 });

/** The tag that begins at an offset, or null where none does or it does not end. */
export function scanTag(text: string, at: number, budget: ScanBudget): ComponentTag | null {
  if (budget.left <= 0) return null;
  const part = text.slice(at, at + MAX_LENGTH);
  const opening = part.match(/^<(\/?)([A-Za-z][\w.-]*)/);
  const tag = opening && readAttributes(part, opening[0].length);
  if (!tag) {
    budget.left -= part.length;
    return null;
  }
  const kind = opening[1] ? 'closing' : tag.isEmpty ? 'empty' : 'opening';
  return { name: opening[2] ?? '', kind, attributes: tag.attributes, end: at + tag.end };
}

/** `<aside>`, as Notion exports a callout, with Markdown from the next line on. */
export const isPlainAside = ({ name, attributes }: ComponentTag): boolean => name === 'aside' && attributes.size === 0;

function readAttributes(part: string, start: number) {
  const attributes = new Map<string, string>();
  let at = start;
  for (;;) {
    at += textAt(SPACE, part, at).length;
    if (part[at] === '>') return { attributes, isEmpty: false, end: at + 1 };
    if (part.startsWith('/>', at)) return { attributes, isEmpty: true, end: at + 2 };
    const name = textAt(ATTRIBUTE_NAME, part, at);
    const hasValue = name === '' || part[at + name.length] === '=';
    if (!hasValue) {
      attributes.set(name, '');
      at += name.length;
      continue;
    }
    // Without a name it is a spread or a comment in braces.
    const value = name ? readValue(part, at + name.length + 1) : readBraces(part, at);
    if (!value) return null;
    if (name && value.text !== null) attributes.set(name, value.text);
    else if (name && part.slice(at + name.length + 1, value.end) === '{true}') attributes.set(name, '');
    at = value.end;
  }
}

/** A value; `text` is null for expressions. */
interface Value {
  text: string | null;
  end: number;
}

function readValue(part: string, at: number): Value | null {
  const first = part[at];
  if (first === '{') return readBraces(part, at);
  if (first === '"' || first === "'") {
    const close = part.indexOf(first, at + 1);
    return close < 0 ? null : { text: part.slice(at + 1, close), end: close + 1 };
  }
  const bare = textAt(BARE_VALUE, part, at);
  return bare ? { text: bare, end: at + bare.length } : null;
}

/** An expression in braces; its `text` is that of a plain string (`{"a"}`) or number. Null where none begins here or it does not end. */
export function readBraces(part: string, at: number): Value | null {
  if (part[at] !== '{') return null;
  let open = 0;
  for (let index = at; index < part.length && index < at + MAX_LENGTH; index += 1) {
    const character = part[index] ?? '';
    if (character === '{') open += 1;
    else if (character === '}') open -= 1;
    else if (QUOTES.includes(character)) {
      const close = endOfString(part, index);
      if (close > 0) index = close;
    }
    if (open === 0) return { text: plainString(part.slice(at + 1, index).trim()), end: index + 1 };
  }
  return null;
}

/** The offset of the quotation mark that closes a string, on the same line unless it is a template. Else -1. */
function endOfString(part: string, start: number): number {
  const quote = part[start];
  for (let index = start + 1; index < part.length; index += 1) {
    const character = part[index];
    if (character === '\\') index += 1;
    else if (character === quote) return index;
    else if (character === '\n' && quote !== '`') return -1;
  }
  return -1;
}

const plainString = (expression: string) =>
  expression.match(/^(["'`])([^"'`\\$]*)\1$/)?.[2] ?? expression.match(/^-?\d+(?:\.\d+)?$/)?.[0] ?? null;

import { UNSUPPORTED_END, UNSUPPORTED_START } from './mark-unsupported.ts';

/** A node of inline text. */
export type Inline =
  | string
  | { type: 'strong' | 'emphasis' | 'strike' | 'unsupported'; children: Inline[] }
  | { type: 'code'; text: string }
  | { type: 'link'; href: string; children: Inline[] }
  | { type: 'citation'; id: number }
  | { type: 'break' };

const DELIMITERS = [
  ['**', 'strong'],
  ['__', 'strong'],
  ['~~', 'strike'],
  ['*', 'emphasis'],
  ['_', 'emphasis'],
] as const;

/** Emphasis nested deeper is shown as plain text. */
const MAX_DEPTH = 3;

/** Every quantifier is bounded or stops at its own first character, so that no input causes much backtracking. */
const PLAIN = /[^\n\\`!h[<*_~\ue000\ue001]+/y;
const ESCAPE = /\\([!-/:-@[-`{-~])/y;
/** An escaped character, or code: no emphasis begins or ends in them. */
const OPAQUE = /\\[!-/:-@[-`{-~]|(`{1,9})[\s\S]*?\1/g;
const CODE = /`+/y;
const IMAGE = /!\[([^[\]\n]{0,400})\](?:\([^()\n]{0,2000}\)|\[[^[\]\n]{0,200}\])?/y;
const CITATION = /\[(\d{1,3})\](?:\([^()\n]{0,2000}\))?/y;
const LINK =
  /\[([^[\]\n]{1,400})\]\(\s{0,9}<?([^()\s<>]{1,2000}(?:\([^()\s<>]{0,200}\)[^()\s<>]{0,200})?)>?(?:\s{1,9}"[^"\n]{0,200}")?\s{0,9}\)/y;
const AUTOLINK = /<((?:https?:\/\/|mailto:)[^\s<>]{1,2000})>/y;
const BARE = /https?:\/\/[^\s<>()[\]"'`*]{3,2000}/y;
const TRAILING = /[.,;:!?…]+$/;
/** Bidirectional overrides and isolates, which can make a link's text look like another one. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Where a token ends, and its node: a string is added to the plain text; without one the text up to `end` is plain. */
type Token = [end: number, node?: Inline];

/** Parses the Markdown of one paragraph. Takes time proportional to its length, and never throws. */
export function parseInline(text: string, depth = 0): Inline[] {
  const nodes: Inline[] = [];
  const opened = text.replace(OPAQUE, (found) => '.'.repeat(found.length));
  /** Delimiters without a partner further on: searching for it again would read the rest once more. */
  const unpaired = new Set<string>();
  let plain = '';
  for (let at = 0; at < text.length; ) {
    const [end, node = text.slice(at, end)] = nextToken(text, at, depth, unpaired, opened);
    at = end;
    if (typeof node === 'string') {
      plain += node;
      continue;
    }
    // No space before the marker of a citation, as in print.
    if (node.type === 'citation') plain = plain.trimEnd();
    if (node.type === 'break') plain = plain.replace(/ {2,9}$|\\$/, '');
    if (plain) nodes.push(plain);
    plain = '';
    nodes.push(node);
  }
  if (plain) nodes.push(plain);
  return nodes;
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function nextToken(text: string, at: number, depth: number, unpaired: Set<string>, opened: string): Token {
  const plain = match(PLAIN, text, at)?.[0];
  if (plain) return [at + plain.length];
  const character = text[at] as string;
  if (character === '\n') {
    // Two spaces or a backslash before it make a line break hard.
    const hard = text.startsWith('  ', at - 2) || text[at - 1] === '\\';
    return [at + 1, hard ? { type: 'break' } : '\n'];
  }
  if (character === '\\') {
    const escaped = match(ESCAPE, text, at);
    return escaped ? [at + 2, escaped[1] as string] : [at + 1];
  }
  if (character === '`') return code(text, at, unpaired);
  if ('![<h'.includes(character)) return linkLike(text, at, depth);
  if ('*_~'.includes(character)) return emphasis(text, at, depth, unpaired, opened);
  if (character === UNSUPPORTED_START || character === UNSUPPORTED_END) return unsupported(text, at, depth);
  return [at + 1];
}

function code(text: string, at: number, unpaired: Set<string>): Token {
  const fence = match(CODE, text, at)?.[0] ?? '`';
  const start = at + fence.length;
  const end = unpaired.has(fence) ? -1 : text.indexOf(fence, start);
  if (end < 0) {
    unpaired.add(fence);
    return [start];
  }
  return [end + fence.length, { type: 'code', text: text.slice(start, end).replace(/^ (.+) $/, '$1') }];
}

function linkLike(text: string, at: number, depth: number): Token {
  const image = match(IMAGE, text, at);
  // An image is never loaded: the request would tell its host that this answer was read.
  if (image) return [at + image[0].length, image[1] as string];
  const citation = match(CITATION, text, at);
  // A marker followed by an address in parentheses is a forgery: the addresses of citations come from the server.
  if (citation) return [at + citation[0].length, { type: 'citation', id: Number(citation[1]) }];
  const link = match(LINK, text, at);
  if (link) {
    const label = (link[1] as string).replace(BIDI_CONTROLS, '');
    const href = safeHref(link[2] as string);
    const children = depth < MAX_DEPTH ? parseInline(label, MAX_DEPTH) : [label];
    return [at + link[0].length, href ? { type: 'link', href, children } : label];
  }
  const auto = match(AUTOLINK, text, at)?.[1];
  const bare = auto ?? match(BARE, text, at)?.[0].replace(TRAILING, '');
  const address = bare?.replace(/\\(?=[_\W])/g, '');
  // A label is a link already, and links do not nest.
  const href = address && depth < MAX_DEPTH ? safeHref(address) : undefined;
  if (!bare || !href) return [at + 1];
  return [at + bare.length + (auto ? 2 : 0), { type: 'link', href, children: [address ?? bare] }];
}

/** A mark without its partner (a range that ends within a link) is not shown. */
function unsupported(text: string, at: number, depth: number): Token {
  const end = text[at] === UNSUPPORTED_START ? text.indexOf(UNSUPPORTED_END, at) : -1;
  if (end < 0) return [at + 1, ''];
  return [end + 1, { type: 'unsupported', children: parseInline(text.slice(at + 1, end), depth) }];
}

function emphasis(text: string, at: number, depth: number, unpaired: Set<string>, opened: string): Token {
  for (const [delimiter, type] of DELIMITERS) {
    if (!text.startsWith(delimiter, at)) continue;
    const start = at + delimiter.length;
    const end = depth < MAX_DEPTH ? closingDelimiter(opened, delimiter, start, unpaired) : -1;
    if (end < 0) continue;
    return [end + delimiter.length, { type, children: parseInline(text.slice(start, end), depth + 1) }];
  }
  // The whole run is plain: the rest of it would not match either.
  let end = at + 1;
  while (text[end] === text[at]) end += 1;
  return [end];
}

/** Where the emphasis that starts at `start` ends; -1 if it does not. */
function closingDelimiter(text: string, delimiter: string, start: number, unpaired: Set<string>): number {
  if (unpaired.has(delimiter) || !/\S/.test(text[start] ?? ' ')) return -1;
  const underscore = delimiter[0] === '_';
  if (underscore && /\w/.test(text[start - delimiter.length - 1] ?? ' ')) return -1;
  let end = text.indexOf(delimiter, start);
  for (let tries = 0; end >= 0 && tries < 8; tries += 1) {
    const next = text[end + delimiter.length] ?? ' ';
    const partOfRun = delimiter.length === 1 && (next === delimiter || text[end - 1] === delimiter);
    if (end > start && /\S/.test(text[end - 1] as string) && !partOfRun && !(underscore && /\w/.test(next))) return end;
    end = text.indexOf(delimiter, end + delimiter.length);
  }
  if (end < 0) unpaired.add(delimiter);
  return -1;
}

/** The address of a link if it is http, https or mailto, else undefined. Without a base it has to be absolute. */
export function safeHref(address: string, base?: string): string | undefined {
  try {
    const { href } = new URL(address, base);
    return /^(?:https?|mailto):/.test(href) ? href : undefined;
  } catch {
    return undefined;
  }
}

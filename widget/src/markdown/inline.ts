import { CLOSING, OPENING } from './unsupported.ts';

/** A piece of running text. */
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

/** Emphasis in emphasis beyond this depth is shown as it is written. */
const DEEPEST = 3;

/** Every quantifier is bounded or stops at its own first character, so no input makes these patterns go back far. */
const PLAIN = /[^\n\\`!h[<*_~\ue000\ue001]+/y;
const ESCAPE = /\\([\\`*_{}[\]()#+\-.!|~<>])/y;
const CODE = /`+/y;
const IMAGE = /!\[([^[\]\n]{0,400})\](?:\([^()\n]{0,2000}\)|\[[^[\]\n]{0,200}\])?/y;
const CITATION = /\[(\d{1,3})\](?:\([^()\n]{0,2000}\))?/y;
const LINK =
  /\[([^[\]\n]{1,400})\]\(\s{0,9}<?([^()\s<>]{1,2000}(?:\([^()\s<>]{0,200}\)[^()\s<>]{0,200})?)>?(?:\s{1,9}"[^"\n]{0,200}")?\s{0,9}\)/y;
const AUTOLINK = /<((?:https?:\/\/|mailto:)[^\s<>]{1,2000})>/y;
const BARE = /https?:\/\/[^\s<>()[\]"'`*]{3,2000}/y;
const TRAILING = /[.,;:!?…]+$/;
/** Characters that make a text look other than it is: bidirectional overrides and isolates. */
const DISGUISES = /[\u202a-\u202e\u2066-\u2069]/g;

/** Reads one paragraph's Markdown. Takes time in proportion to its length, and never throws on any text. */
export function parseInline(text: string, depth = 0): Inline[] {
  const found: Inline[] = [];
  /** Delimiters that have no partner further on: looking again would read the rest once more for nothing. */
  const unpaired = new Set<string>();
  let plain = '';
  const add = (piece: Inline) => {
    if (plain) found.push(plain);
    plain = '';
    found.push(piece);
  };
  const match = (pattern: RegExp, at: number) => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  for (let at = 0; at < text.length; ) {
    const run = match(PLAIN, at)?.[0];
    if (run) {
      plain += run;
      at += run.length;
      continue;
    }
    const piece = read(at);
    if (piece.token === undefined) plain += text.slice(at, piece.end);
    else if (typeof piece.token === 'string') plain += piece.token;
    else add(piece.token);
    at = piece.end;
  }
  if (plain) found.push(plain);
  return found;

  function read(at: number): { end: number; token?: Inline } {
    const character = text[at] as string;
    if (character === '\n') return { end: at + 1, token: hardBreak(at) };
    if (character === '\\') {
      const escaped = match(ESCAPE, at);
      return escaped ? { end: at + 2, token: escaped[1] as string } : { end: at + 1 };
    }
    if (character === '`') return code(at);
    if (character === '!' || character === '[' || character === '<' || character === 'h') return linkLike(at);
    if ('*_~'.includes(character)) return emphasis(at);
    if (character === OPENING || character === CLOSING) return unsupported(at);
    return { end: at + 1 };
  }

  function hardBreak(at: number): Inline {
    if (!text.startsWith('  ', at - 2) && text[at - 1] !== '\\') return '\n';
    plain = plain.replace(/ {2,9}$|\\$/, '');
    return { type: 'break' };
  }

  function code(at: number): { end: number; token?: Inline } {
    const fence = match(CODE, at)?.[0] ?? '`';
    const start = at + fence.length;
    const end = unpaired.has(fence) ? -1 : text.indexOf(fence, start);
    if (end < 0) {
      unpaired.add(fence);
      return { end: start };
    }
    return { end: end + fence.length, token: { type: 'code', text: text.slice(start, end).replace(/^ (.+) $/, '$1') } };
  }

  function linkLike(at: number): { end: number; token?: Inline } {
    const image = match(IMAGE, at);
    // An image is never loaded: asking for it would tell its host that this answer was read.
    if (image) return { end: at + image[0].length, token: image[1] as string };
    const citation = match(CITATION, at);
    // What follows a marker in parentheses would be a forged address; citations have theirs from the server.
    if (citation) {
      // A marker stands close to the words that it belongs to, as in print.
      plain = plain.trimEnd();
      return { end: at + citation[0].length, token: { type: 'citation', id: Number(citation[1]) } };
    }
    const link = match(LINK, at);
    if (link) {
      const label = (link[1] as string).replace(DISGUISES, '');
      const href = safeHref(link[2] as string);
      const children = depth < DEEPEST ? parseInline(label, DEEPEST) : [label];
      return { end: at + link[0].length, token: href ? { type: 'link', href, children } : label };
    }
    const auto = match(AUTOLINK, at)?.[1];
    const bare = auto ?? match(BARE, at)?.[0].replace(TRAILING, '');
    // A label is a link already, and links do not nest.
    const href = bare && depth < DEEPEST ? safeHref(bare) : undefined;
    if (!bare || !href) return { end: at + 1 };
    return { end: at + bare.length + (auto ? 2 : 0), token: { type: 'link', href, children: [bare] } };
  }

  /** A mark without its partner (a range ends within a link) is not shown. */
  function unsupported(at: number): { end: number; token?: Inline } {
    const end = text[at] === OPENING ? text.indexOf(CLOSING, at) : -1;
    if (end < 0) return { end: at + 1, token: '' };
    return { end: end + 1, token: { type: 'unsupported', children: parseInline(text.slice(at + 1, end), depth) } };
  }

  function emphasis(at: number): { end: number; token?: Inline } {
    for (const [delimiter, type] of DELIMITERS) {
      if (!text.startsWith(delimiter, at)) continue;
      const start = at + delimiter.length;
      const end = depth < DEEPEST ? closing(delimiter, start, at) : -1;
      if (end < 0) continue;
      return { end: end + delimiter.length, token: { type, children: parseInline(text.slice(start, end), depth + 1) } };
    }
    // The whole run at once: a second look at its rest would find no more than this one.
    let end = at + 1;
    while (text[end] === text[at]) end += 1;
    return { end };
  }

  /** Where the emphasis that begins at `start` ends; -1 where it does not. */
  function closing(delimiter: string, start: number, at: number): number {
    if (unpaired.has(delimiter) || !/\S/.test(text[start] ?? ' ')) return -1;
    const within = delimiter[0] === '_';
    if (within && /\w/.test(text[at - 1] ?? ' ')) return -1;
    let end = text.indexOf(delimiter, start);
    for (let tries = 0; end >= 0 && tries < 8; tries += 1) {
      const follows = text[end + delimiter.length] ?? ' ';
      const single = delimiter.length === 1 && (follows === delimiter || text[end - 1] === delimiter);
      if (end > start && /\S/.test(text[end - 1] as string) && !single && !(within && /\w/.test(follows))) return end;
      end = text.indexOf(delimiter, end + delimiter.length);
    }
    if (end < 0) unpaired.add(delimiter);
    return -1;
  }
}

/** The address of a link that may be followed: absolute, and http, https or mailto. Undefined for every other. */
export function safeHref(address: string): string | undefined {
  try {
    const url = new URL(address);
    return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

import { matchAt } from '../../text/inline-scanner.ts';

/** `[[page#heading|text]]`, `![[file|300]]`. Names hold no brackets, so that arrays of arrays are none. */
const LINK = /(!?)\[\[([^[\]\n]{1,500})\]\]/y;
/** No link begins behind these, other than behind a link: `a[[0]]`, `f()[[1]]`. */
const BEFORE_INDEX = /[\w)\]]/;
/** Files that have no text to show. */
const MEDIA =
  /\.(?:apng|avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp|3gp|flac|m4a|mkv|mov|mp3|mp4|ogg|ogv|opus|wav|webm)$/i;
/** `300`, `300x200`, and where it stands. */
const SIZE = /^(?:\d+(?:x\d+)?|left|right|center|inline)$/i;
const ADDRESS = /^https?:\/\//i;
/** Numbers alone are the rows of an array, unless they are a day or the time at which a note was made. */
const NUMBERS = /^[\d\s,.;+e-]+$/i;
const TIME = /^(?:\d{4}-\d{2}(?:-\d{2})?|\d{8,14})$/;
/** What no name of a page holds, and code does: `[["a"]]`, `[[:alpha:]]`, `[[gnu::cold]]`. */
const CODE = /^[\s'`{$:<%=!?*]|["<>\\]|::|\s$/;
/** The place of an item's first word. */
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+$/;
const MARKUP = /[\\`*_[\]<>#&~{}=%^]/g;
/** What would begin a list, a heading or a quotation if it stood first on its line. */
const BLOCK_START = /^(?:[-+*>=]|#{1,6}|\d{1,9}[.)])(?=\s|$)/;
const TOML_KEY = /^\s*[\w."'-]+[ \t]*=[^=]/;

/** What is shown in the place of a link. */
interface WikiLink {
  /** Text that is the same in Markdown and in HTML, or nothing. */
  text: string;
  end: number;
}

/** The labels that Markdown gives an address (`[label]: address`), in lower case. In brackets of their own, they are no pages. */
export const linkLabels = (source: string): ReadonlySet<string> =>
  new Set([...source.matchAll(/^ {0,3}\[([^[\]\n]{1,500})\]:/gm)].map(([, label = '']) => label.toLowerCase()));

/**
 * Reads a link of a wiki at an offset. It shows its text, else the name of what it leads to. An embedded page shows its name like
 * a link to it, as it is a page of its own; an embedded picture or recording shows the text that it was given. Null where
 * brackets mean something else.
 */
export function readWikiLink(
  text: string,
  at: number,
  { labels, isAfterLink }: { labels: ReadonlySet<string>; isAfterLink: boolean },
): WikiLink | null {
  const match = matchAt(LINK, text, at);
  if (!match) return null;
  const [whole, embeds, content = ''] = match;
  const end = at + whole.length;
  const [target = '', ...texts] = content.split(/\\?\|/).map((part, index) => (index > 0 ? part.trim() : part));
  if (!isName(target, texts.length > 0) || labels.has(content.toLowerCase())) return null;
  const isIndex = !isAfterLink && BEFORE_INDEX.test(text[at - 1] ?? '');
  if (!embeds && (isIndex || /^(?:\(|\[(?!\[))/.test(text.slice(end, end + 2)) || isTomlHeader(text, at, end)))
    return null;
  const shown = texts.find((part) => part && !(embeds && SIZE.test(part))) ?? '';
  const [page = ''] = target.split('#');
  if (embeds && MEDIA.test(page.trim())) return { text: shown, end };
  // Wikis of GitHub have the text first.
  const label = shown && !ADDRESS.test(shown) ? shown : nameOf(target).replace(MARKUP, sign);
  const plain = label.replace(BLOCK_START, (start) => start.slice(0, -1) + sign(start.slice(-1)));
  // A list of links to places of the page is known as its table of contents.
  return { text: page === '' && isItem(text, at) ? `[${plain}](#)` : plain, end };
}

/** A character as both Markdown and HTML show it. */
const sign = (character: string) => `&#${character.charCodeAt(0)};`;

const isItem = (text: string, at: number) =>
  ITEM.test(text.slice(Math.max(text.lastIndexOf('\n', at - 1) + 1, at - 100), at));

function isName(target: string, hasText: boolean): boolean {
  const [page = '', ...headings] = target.split('#');
  if (page === '') return headings.some((heading) => heading.trim());
  return !CODE.test(page) && (hasText || TIME.test(page) || !NUMBERS.test(page));
}

/** `page > heading`, without the ending of a page and without the id of a block. */
function nameOf(target: string): string {
  const [page = '', ...places] = target.split('#').map((part) => part.trim());
  const headings = /\.pdf$/i.test(page) ? [] : places.filter((place) => !place.startsWith('^'));
  return [page.replace(/\.(?:md|markdown)$/i, ''), ...headings].filter(Boolean).join(' > ');
}

/** A line `[[name]]` above a line with a key. */
function isTomlHeader(text: string, at: number, end: number): boolean {
  const rest = text.slice(end, end + 200);
  if (!/^[ \t]*\n/.test(rest) || !TOML_KEY.test(rest)) return false;
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, at).trim() === '';
}

import { signOfIcon } from '../../text/icon-sign.ts';
import { isWord, matchAt, textAt } from '../../text/inline-scanner.ts';
import { type ComponentTag, readBraces, type ScanBudget, scanTag } from './component-tags.ts';
import { shortcodeText } from './shortcodes.ts';
import { readWikiLink } from './wiki-links.ts';
import { endOfBlockId, endOfComment, endOfHighlight } from './wiki-marks.ts';

/** What may begin something that is not shown. A backslash takes the meaning from what follows it. */
const CANDIDATE = /\\[\s\S]|`+|<!--|<\/?[A-Z]|<[a-z]|\{|!?\[\[|==|%%|\^|\+\+(?=[a-z])|:(?=[a-z]+-)/g;
const CODE_OR_GAP = /`+|\n[ \t]*(?=\n)/g;
/** Keys of PyMdown: `++ctrl+alt+del++`. */
const KEY_NAMES = /\+\+([a-z0-9-]{1,30}(?:\+[a-z0-9-]{1,30}){0,5})\+\+(?![\w+])/y;
const ATTRIBUTE_LIST = /\{:[^{}\n]{0,200}\}/y;
/** `{#id}`, `{ .class }` behind a heading, a link or a picture. */
const MARKED_LIST = /\{[ \t]?[#.][\w-][^{}\n]{0,200}\}/y;
/** `\{#id\}` behind a heading: MDX would read the braces as an expression. */
const ESCAPED_ID = /\\\{#[\w-]{1,100}\\?\}(?=[ \t]{0,9}(?:\n|$))/y;
const HEADING = /^ {0,3}#{1,6}[ \t]/;
/** `{ width="300" }` right behind a link or a picture. */
const KEYED_LIST = /\{[ \t]?[a-z][\w-]{0,30}=[^{}\n]{0,200}\}/y;
/** An icon of Material for MkDocs, such as `:octicons-tag-24:`, with its attributes and the space behind it. */
const ICON =
  /:(?:fontawesome-(?:brands|regular|solid)|lucide|material|octicons|simple)-([a-z0-9-]{1,60}):(\{[^{}\n]{0,100}\})? ?/y;
/** Of the name of an icon: its size, or how it is drawn. */
const LOOK = /-(?:\d+|outline)$/;
/** What shows where a link leads to. */
const ARROW = /arrow|chevron|external|open-in-new/;
/** The target of a link or picture, as far as it is written before a place. */
const IN_TARGET = /\]\( ?[^()\s]*$|(?:^|\n) {0,3}\[[^[\]\n]{1,150}\]:[ \t]{0,9}[^\s]*$/;
/** Stands for a part of an address that a template writes: without any, there would be no link. */
const ADDRESS = '.';
const MAX_BEFORE = 200;
/** A value in braces, or several: `src={logo}`, `{...attributes}`. */
const JSX_VALUE = /=\{|\{\.\.\./;
const KEYS = /^(?:Kbd|Keys?|KeyboardKey|Shortcut|Hotkey)$/;
/** The attributes that may say what a component shows. */
const NAMING = ['label', 'title', 'path', 'name'];
/** A longer shortcode or comment between words is text. */
const MAX_SHORTCODE = 2_000;
const MAX_COMMENT = 20_000;

export interface InlineOptions {
  /** Braces hold expressions (MDX). */
  hasExpressions: boolean;
  /** Of links to addresses, in lower case. */
  linkLabels: ReadonlySet<string>;
  budget: ScanBudget;
}

/**
 * Removes from running text what its generator does not show: comments, tags of components, shortcodes, expressions, icons and
 * attribute lists; of wikis, ids of blocks and the marks around what is highlighted. Links of wikis become their text. Inline
 * code stays as it is.
 */
export function removeInlineMarkup(text: string, options: InlineOptions): string {
  if (!/[<{^]|\[\[|==|%%|\+\+[a-z]|:[a-z]+-/.test(text)) return text;
  const codeEnds = findCodeSpans(text);
  const parts: string[] = [];
  let copied = 0;
  /** Where the mark stands that ends what is highlighted. */
  let endOfMarked = -1;
  CANDIDATE.lastIndex = 0;
  for (let match = CANDIDATE.exec(text); match; match = CANDIDATE.exec(text)) {
    const at = match.index;
    if (match[0].startsWith('`')) CANDIDATE.lastIndex = codeEnds.get(at) ?? at + match[0].length;
    const isMark = match[0] === '==';
    if (isMark && at !== endOfMarked) endOfMarked = endOfHighlight(text, at);
    const removed = isMark ? upTo(endOfMarked < 0 ? -1 : at + 2) : readRemoved(text, at, match[0], copied, options);
    if (!removed) continue;
    parts.push(text.slice(copied, at), removed.text);
    copied = removed.end;
    CANDIDATE.lastIndex = removed.end;
  }
  parts.push(text.slice(copied));
  return parts.join('');
}

interface Removed {
  /** What is shown in its place. */
  text: string;
  end: number;
}

/** `copied`: where what was removed last ends. */
function readRemoved(
  text: string,
  at: number,
  candidate: string,
  copied: number,
  options: InlineOptions,
): Removed | null {
  if (candidate === '<!--') return readUntil(text, at, '-->', MAX_COMMENT, options.budget);
  if (candidate.startsWith('<')) {
    const tag = scanTag(text, at, options.budget);
    if (!tag) return null;
    if (/[A-Z]/.test(candidate)) return { text: tag.kind === 'empty' ? shownOf(tag, text, at) : '', end: tag.end };
    return JSX_VALUE.test(text.slice(at, tag.end)) ? { text: asHtml(tag), end: tag.end } : null;
  }
  if (candidate.endsWith('[['))
    return readWikiLink(text, at, { labels: options.linkLabels, isAfterLink: copied === at });
  if (candidate === '\\{') return upTo(endOfEscapedId(text, at));
  if (candidate === '++') return readKeys(text, at);
  if (candidate === '%%') return upTo(endOfComment(text, at));
  if (candidate === '^') return upTo(endOfBlockId(text, at));
  if (candidate === ':') return readIcon(text, at);
  return candidate === '{' ? readBraced(text, at, options) : null;
}

function readKeys(text: string, at: number): Removed | null {
  const [keys, names] = (/[\w+]/.test(text[at - 1] ?? '') ? null : matchAt(KEY_NAMES, text, at)) ?? [];
  return keys === undefined ? null : { text: names ?? '', end: at + keys.length };
}

function readIcon(text: string, at: number): Removed | null {
  ICON.lastIndex = at;
  const [icon, name = '', attributes] = ICON.exec(text) ?? [];
  if (icon === undefined) return null;
  const end = at + icon.length;
  if (isAloneInCell(text, at, end)) return { text: signOfIcon(name), end };
  const isWord = !attributes && !ARROW.test(name) && standsForWord(text, at, end);
  return {
    text: isWord ? `"${name.replace(LOOK, '').replaceAll('-', ' ')}"${icon.endsWith(' ') ? ' ' : ''}` : '',
    end,
  };
}

/** Is nothing else between the bars of a row? */
const isAloneInCell = (text: string, at: number, end: number) =>
  /\|[ \t]{0,99}$/.test(text.slice(Math.max(0, at - 100), at)) && /^[ \t]{0,99}\|/.test(text.slice(end, end + 100));

/** Would words lack one without it, as in “Click :material-plus: and wait”? Before a name, in a heading or a table it adorns. */
function standsForWord(text: string, at: number, end: number): boolean {
  if (!/^\p{L} $/u.test(text.slice(at - 2, at)) || !/^(?:$|[\n.,;)]|\p{Ll})/u.test(text.slice(end, end + 1)))
    return false;
  const before = text.slice(Math.max(0, at - MAX_BEFORE), at);
  return !/[|#]/.test(before.slice(before.lastIndexOf('\n') + 1));
}

/**
 * A component without content shows its text; one that is named for keys of the keyboard, the keys; one that a sentence lacks a
 * word without, as in “Go to <NavPath path="Settings > Users" />.”, its name.
 */
function shownOf({ name, attributes, end }: ComponentTag, text: string, at: number): string {
  const shown = attributes.get('text');
  if (shown !== undefined) return shown;
  if (KEYS.test(name)) return [...attributes.values()].join(' ').trim().split(/\s+/).join('+');
  const named = NAMING.map((key) => attributes.get(key)).find((value) => value) ?? '';
  const behind = text.startsWith(' ', end) ? end + 1 : end;
  const isBeforeWord = behind === end && /^\p{L}/u.test(text.slice(end, end + 1));
  return isFileOrAddress(named) || isBeforeWord || !standsForWord(text, at, behind) ? '' : named;
}

const isFileOrAddress = (value: string) => /[/.]/.test(value) && !/\s/.test(value);

/** A tag of HTML without the values that are expressions, which no reader of Markdown takes for a tag. */
const asHtml = ({ name, kind, attributes }: ComponentTag) =>
  `<${[name, ...[...attributes].map(([key, value]) => `${key}="${value.replaceAll('"', '&quot;')}"`)].join(' ')}${kind === 'empty' ? ' />' : '>'}`;

const upTo = (end: number): Removed | null => (end < 0 ? null : { text: '', end });

function readBraced(text: string, at: number, { hasExpressions, budget }: InlineOptions): Removed | null {
  const start = text.slice(at, at + 3);
  if (start === '{/*') return readUntil(text, at, '*/}', MAX_COMMENT, budget);
  for (const [opening, closing] of [
    ['{{<', '>}}'],
    ['{{%', '%}}'],
    ['{%', '%}'],
  ] as const) {
    if (!start.startsWith(opening)) continue;
    const shortcode = readUntil(text, at, closing, MAX_SHORTCODE, budget);
    return (
      shortcode && { ...shortcode, text: isInTarget(text, at) ? ADDRESS : shortcodeText(text.slice(at, shortcode.end)) }
    );
  }
  if (start.startsWith('{{') && isInTarget(text, at)) {
    const value = readUntil(text, at, '}}', MAX_SHORTCODE, budget);
    return value && { ...value, text: ADDRESS };
  }
  const list =
    textAt(ATTRIBUTE_LIST, text, at) ||
    (isBehindElement(text, at) ? textAt(MARKED_LIST, text, at) : '') ||
    (/[)\]]/.test(text[at - 1] ?? '') ? textAt(KEYED_LIST, text, at) : '');
  if (list) return { text: '', end: at + list.length };
  if (!hasExpressions || budget.left <= 0) return null;
  const part = text.slice(at, at + MAX_COMMENT);
  const value = readBraces(part, 0);
  if (!value) budget.left -= part.length;
  return value && { text: value.text ?? '', end: at + value.end };
}

/** Not shown, and with a space in it there would be no link. */
const isInTarget = (text: string, at: number) => IN_TARGET.test(text.slice(Math.max(0, at - MAX_BEFORE), at));

/** Behind a link or code, or at the end of its line or cell: in running text, such braces are text. */
function isBehindElement(text: string, at: number): boolean {
  const before = text[at - 1] ?? '';
  if (/[)\]`*_]/.test(before)) return true;
  const rest = text.slice(at, at + 220);
  return /^\{[^{}\n]*\}[ \t]*(?:\n|$)/.test(rest) || (isWord(before) && /^\{[^{}\n]*\} {0,9}\|/.test(rest));
}

function endOfEscapedId(text: string, at: number): number {
  const { length } = textAt(ESCAPED_ID, text, at);
  return length > 0 && HEADING.test(text.slice(text.lastIndexOf('\n', at) + 1, at)) ? at + length : -1;
}

function readUntil(text: string, at: number, closing: string, most: number, budget: ScanBudget): Removed | null {
  if (budget.left <= 0) return null;
  const part = text.slice(at, at + most);
  const end = part.indexOf(closing);
  if (end >= 0) return { text: '', end: at + end + closing.length };
  budget.left -= part.length;
  return null;
}

/** Where the code spans end, by where they begin. A span ends at the next run of as many marks, within its paragraph. */
function findCodeSpans(text: string): Map<number, number> {
  const ends = new Map<number, number>();
  const next = new Map<number, number>();
  for (const match of [...text.matchAll(CODE_OR_GAP)].reverse()) {
    const { length } = match[0];
    if (match[0].startsWith('\n')) next.clear();
    else {
      const close = next.get(length);
      if (close !== undefined) ends.set(match.index, close + length);
      next.set(length, match.index);
    }
  }
  return ends;
}

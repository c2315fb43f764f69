import { htmlToText } from '../html/tree/html-tree.ts';
import { isSpace, isWord, type Markup, matchAt, readRuns } from '../text/inline-scanner.ts';
import { withoutLineBreaks } from '../text/join-lines.ts';
import { linkTarget } from '../text/link-target.ts';
import { codeRun, type TextRun } from '../text/text-runs.ts';
import { imageText } from './image-text.ts';

export type Attributes = ReadonlyMap<string, string>;

const BUILT_IN: Record<string, string> = {
  nbsp: ' ',
  sp: ' ',
  empty: '',
  blank: '',
  zwsp: '',
  wj: '',
  plus: '+',
  lt: '<',
  gt: '>',
  amp: '&',
  apos: "'",
  startsb: '[',
  endsb: ']',
  vbar: '|',
  caret: '^',
  asterisk: '*',
  tilde: '~',
  backslash: '\\',
  backtick: '`',
  'two-colons': '::',
  'two-semicolons': ';;',
  cpp: 'C++',
  pp: '++',
  deg: '°',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  quot: '"',
};
/** The longest markup that is looked for, in characters. */
const MAX_LENGTH = 600;
const MAX_DEPTH = 4;
/** Values that name values. */
const MAX_STEPS = 3;

const ATTRIBUTE = /\{(?:counter2?:)?([A-Za-z_][\w-]{0,80})(?::[^}\n]{0,40})?\}/y;
const URL = /(?:https?|ftp|irc|mailto):[^\s[\]<>]{1,500}/y;
const MACRO = /([a-z][\w-]{0,30}):(?!:)([^\s[\]]{0,400})\[((?:[^\]\\]|\\.){0,600})\]/y;
/** A menu has a name of several words. */
const MENU = /(menu):([\p{L}\p{N}&][^[\]\n:]{0,100})\[((?:[^\]\\\n]|\\.){0,300})\]/uy;
const CROSS_REFERENCE = /<<([^<>,\n]{1,200})(?:,([^<>]{0,300}))?>>/y;
const ANCHOR = /\[\[[^\]\n]{1,200}\]\]/y;
const ROLE = /\[[^\]\n]{1,100}\](?=#)/y;
const INDEX_TERM = /\(\(\(([^()]{1,300})\)\)\)|\(\(([^()]{1,300})\)\)/y;
/** A character by its number or name in HTML. */
const CHARACTER = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/iy;
const BREAK = / \+\n/y;

/** Running text without its markup; `values` replace names in braces. */
export const inlineRuns = (source: string, values: Attributes): TextRun[] => read(source, values, 0);

/** Code with names in braces replaced by known values. */
export function replaceAttributes(text: string, values: Attributes): string {
  let shown = text;
  for (let step = 0; step < MAX_STEPS && shown.length <= text.length + MAX_LENGTH * 10; step += 1) {
    const next = shown.replace(
      /\{([\w][\w-]{0,80})\}/g,
      (whole, name: string) => values.get(name.toLowerCase()) ?? BUILT_IN[name] ?? whole,
    );
    if (next === shown) break;
    shown = next;
  }
  return shown;
}

/** A text whose markup is read. */
interface Scan {
  source: string;
  values: Attributes;
  closing: FindClosing;
  /** The runs of a text within its markup. */
  inner: (text: string) => TextRun[];
}

function read(source: string, values: Attributes, depth: number): TextRun[] {
  const runs: TextRun[] = [];
  const scan = { source, values, closing: closingsIn(source), inner: (text: string) => read(text, values, depth + 1) };
  const readAt = (at: number) => (depth <= MAX_DEPTH ? readMarkup(scan, at) : null);
  const plain = (text: string) => withoutLineBreaks(text).replace(/(\w) ?--(?= ?\w)/g, (_, before) => `${before} – `);
  readRuns(source, runs, readAt, plain);
  return runs;
}

function readMarkup(scan: Scan, at: number): Markup | null {
  const { source, inner } = scan;
  const character = source[at] ?? '';
  switch (character) {
    case '\\': {
      // What is behind it is shown as it is: one sign, or the name of a macro.
      const escaped = /^(?:[*_`#^~{<[(+\\]{1,2}|[a-z]{2,10}:)/.exec(source.slice(at + 1, at + 13))?.[0];
      return escaped ? { runs: [escaped], end: at + 1 + escaped.length } : null;
    }
    case '`':
      return readCode(scan, at);
    case '*':
    case '_':
    case '#':
      return readFormatted(scan, at, character);
    case '^':
    case '~':
      return readShifted(source, at, character);
    case '+':
      return readPassed(scan, at);
    case '{':
      return readAttribute(scan, at);
    case '<': {
      const link = matchAt(CROSS_REFERENCE, source, at);
      if (!link) return null;
      const [whole, target = '', label] = link;
      return {
        runs: linked(label ? inner(label.trim()) : [words(target)], referredTo(target)),
        end: at + whole.length,
      };
    }
    case '[': {
      const mark = matchAt(ANCHOR, source, at) ?? matchAt(ROLE, source, at);
      return mark && { runs: [], end: at + mark[0].length };
    }
    case '(': {
      const term = matchAt(INDEX_TERM, source, at);
      return term && { runs: [term[2] ?? ''], end: at + term[0].length };
    }
    case '&': {
      const [reference] = matchAt(CHARACTER, source, at) ?? [];
      return reference === undefined ? null : { runs: [htmlToText(reference)], end: at + reference.length };
    }
    case '"':
    case "'":
      return readQuotation(scan, at, character);
    case ' ': {
      const broken = matchAt(BREAK, source, at);
      return broken && { runs: ['\n'], end: at + broken[0].length };
    }
    default:
      return /[a-z]/.test(character) && !isWord(source[at - 1]) ? readMacro(scan, at) : null;
  }
}

/** `` `code` ``, and ``` ``code`` ``` within words. */
function readCode({ source, values, closing }: Scan, at: number): Markup | null {
  const mark = source.startsWith('``', at) ? '``' : '`';
  if (mark === '`' && isWord(source[at - 1])) return null;
  const end = closing(at + mark.length, mark);
  if (end < 0) return null;
  const text = source.slice(at + mark.length, end).replaceAll('\n', ' ');
  const passed = /^\+(.*)\+$/s.exec(text)?.[1];
  return { runs: [codeRun(passed ?? codeText(text, values))], end: end + mark.length };
}

/** Macros and values work in code too. */
function codeText(text: string, values: Attributes): string {
  return replaceAttributes(text, values)
    .replace(/(?:link|xref|javadoc|configprop|pass):[^\s[\]]{0,400}\[([^\]]{1,300})\]/g, '$1')
    .replace(/\{[\w-]{1,80}\}[^\s[\]{}]{0,400}\[([^\]]{1,300})\]/g, '$1')
    .replace(/<<[^<>,\n]{1,200},([^<>]{1,300})>>/g, '$1')
    .replace(/\\(?=[{<[*_`])/g, '');
}

/** The position of what closes markup that begins before `from`; -1 where nothing near does. */
type FindClosing = (from: number, mark: string) => number;

/** Looks at each place of a text once for each mark, as marks are asked for in their order: very many of them may be open. */
function closingsIn(source: string): FindClosing {
  const next = new Map<string, number>();
  const closes = (end: number, mark: string) =>
    !isSpace(source[end - 1]) && (mark.length > 1 || !isWord(source[end + 1]));
  return (from, mark) => {
    if (isSpace(source[from])) return -1;
    let end = Math.max(next.get(mark) ?? 0, from + 1);
    while (end < source.length && !(source.startsWith(mark, end) && closes(end, mark))) {
      const found = source.indexOf(mark, end + 1);
      end = found < 0 ? source.length : found;
    }
    next.set(mark, end);
    return end < source.length && end - from <= MAX_LENGTH ? end : -1;
  };
}

function readFormatted({ source, inner, closing }: Scan, at: number, sign: string): Markup | null {
  const mark = source.startsWith(sign + sign, at) ? sign + sign : sign;
  if (mark.length === 1 && (isWord(source[at - 1]) || source[at - 1] === sign)) return null;
  const end = closing(at + mark.length, mark);
  return end < 0 ? null : { runs: inner(source.slice(at + mark.length, end)), end: end + mark.length };
}

/** Superscripts and subscripts hold no spaces. */
function readShifted(source: string, at: number, sign: string): Markup | null {
  const end = source.indexOf(sign, at + 1);
  const text = source.slice(at + 1, end);
  return end < 0 || end - at > 40 || text === '' || /\s/.test(text) ? null : { runs: [text], end: end + 1 };
}

/** `+text+` is shown as it stands. */
function readPassed({ source, closing }: Scan, at: number): Markup | null {
  const mark = /^\+{1,3}/.exec(source.slice(at, at + 3))?.[0] ?? '+';
  if (mark === '+' && isWord(source[at - 1])) return null;
  const end = closing(at + mark.length, mark);
  return end < 0 ? null : { runs: [source.slice(at + mark.length, end)], end: end + mark.length };
}

/** A value may hold markup, such as a link whose text follows it. A name without a value stays a word. */
function readAttribute({ source, values, inner }: Scan, at: number): Markup | null {
  const match = matchAt(ATTRIBUTE, source, at);
  if (!match) return null;
  const end = at + match[0].length;
  const name = (match[1] ?? '').toLowerCase();
  const value = values.get(name) ?? BUILT_IN[name];
  // `{url}/path[text]` is a link.
  const link = /^[^\s[\]<>]{0,400}\[((?:[^\]\\]|\\.){0,600})\]/.exec(source.slice(end, end + 1_100));
  if (
    link &&
    (value === undefined
      ? /^(?:url|uri|link|docs?|site|code|api|github)\b|-(?:url|uri|docs?|site|code|api|javadoc)$/.test(name)
      : /^(?:https?:|link:|xref:)/.test(value))
  ) {
    const path = source.slice(end, end + link[0].indexOf('['));
    const target = (value ?? '').replace(/^link:/, '') + path;
    return {
      runs: link[1] ? linked(inner(linkText(link[1])), target) : [words(path)],
      end: end + link[0].length,
    };
  }
  if (value === undefined) return { runs: [match[1] ?? ''], end };
  return { runs: inner(value), end };
}

function readQuotation({ source, inner }: Scan, at: number, sign: string): Markup | null {
  if (source[at + 1] !== '`') return null;
  // Further on it would be looked for from each of very many marks that nothing ends.
  const length = source.slice(at + 2, at + 2 + MAX_LENGTH).indexOf(`\`${sign}`);
  if (length < 0) return null;
  const end = at + 2 + length;
  const [open, close] = sign === '"' ? ['“', '”'] : ['‘', '’'];
  return { runs: [open, ...inner(source.slice(at + 2, end)), close], end: end + 2 };
}

function readMacro({ source, values, inner }: Scan, at: number): Markup | null {
  const url = matchAt(URL, source, at);
  if (url) {
    const end = at + url[0].length;
    const label = source[end] === '[' ? /^\[((?:[^\]\\]|\\.){0,600})\]/.exec(source.slice(end, end + 700)) : null;
    if (!label) return { runs: [url[0]], end };
    return { runs: label[1] ? linked(inner(linkText(label[1])), url[0]) : [url[0]], end: end + label[0].length };
  }
  const macro = matchAt(MACRO, source, at) ?? matchAt(MENU, source, at);
  if (!macro) return null;
  const [whole, name = '', target = '', label = ''] = macro;
  return {
    runs: macroRuns(name, replaceAttributes(target, values), label.replace(/\\\]/g, ']'), inner),
    end: at + whole.length,
  };
}

function macroRuns(name: string, target: string, label: string, inner: Scan['inner']): TextRun[] {
  switch (name) {
    case 'kbd':
      return [codeRun(label)];
    case 'btn':
    case 'stem':
    case 'latexmath':
    case 'asciimath':
    case 'pass':
      return [label];
    case 'menu':
      return [[target, ...label.split('>').map((part) => part.trim())].filter(Boolean).join(' > ')];
    case 'image':
      return [imageText(label)];
    case 'icon':
    case 'anchor':
    case 'indexterm':
    case 'bibliography':
      return [];
    case 'indexterm2':
      return [label];
    case 'footnote':
    case 'footnoteref':
      return label ? [' (', ...inner(label), ')'] : [];
    case 'xref':
      return linked(label ? inner(linkText(label)) : [words(target)], referredTo(target));
    case 'link':
      return label ? linked(inner(linkText(label)), target) : [target];
    default:
      // `man:kiln[1]`: a page of a manual, and its section.
      if (target && /^[1-9][a-z]{0,4}$/.test(label)) return [codeRun(`${target}(${label})`)];
      // Macros of a site's own: what they refer to is mostly a name in code.
      return label ? inner(linkText(label)) : target ? [codeRun(target.split('#').at(-1) ?? target)] : [];
  }
}

/** The text of a link that leads to an address on the web, to a file or to a place on the page; of any other, what it was. */
function linked(runs: TextRun[], target: string): TextRun[] {
  const link = linkTarget(target);
  if (link === undefined) return runs;
  return runs.map((run) => (typeof run === 'string' ? { text: run, link } : { ...run, link }));
}

/** The address of a file, or of a place on the page by its id. */
const referredTo = (target: string) => (/[.:/#]/.test(target) ? target : `#${target}`);

/** The text of a link without its settings: `text,window=_blank`, `text^`. */
const linkText = (label: string) =>
  label
    .replace(/,\s*[\w-]+=.*$/s, '')
    .replace(/\^$/, '')
    .replace(/^"(.*)"$/s, '$1')
    .trim();

/** The words of an id or a path: `how-to:install.adoc#first-steps` is `first steps`. */
const words = (target: string) =>
  (target.split('#').at(-1) || target.split('#')[0] || '')
    .replace(/\.(?:adoc|html)$/, '')
    .split(/[/:.]/)
    .at(-1)
    ?.replace(/^_/, '')
    .replace(/[-_]+/g, ' ')
    .trim() ?? '';

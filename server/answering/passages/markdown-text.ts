/**
 * What CommonMark (and the citation markers of answers) would take for markup within a line: `\`, code, emphasis, links and
 * markers, HTML, strikethrough, entities. An underscore within a word marks nothing.
 */
const INLINE_MARKUP = /[\\`*[\]]|<(?=[\p{L}/!?])|~(?=~)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w{1,32};)/gu;
/** What begins a block at the start of a line: headings, quotes, lists, rules, tables, fences. */
const BLOCK_START = /^([^\S\n\r\u2028\u2029]*)(?:(\d{1,9})(?=[.)](?:\s|$))|(?=[#>+|=]|-(?:[\s-]|$)|~~~))/gm;

/** Text that reads in Markdown as it stands. */
export const escapeInline = (text: string): string => text.replace(INLINE_MARKUP, '\\$&');

/** The same of what the first characters of its lines would begin. Apply after `escapeInline`. */
export const escapeLineStart = (text: string): string =>
  text.replace(BLOCK_START, (_, spaces: string, number?: string) => (number ? `${spaces}${number}\\` : `${spaces}\\`));

/** What would end the target of a link in Markdown, the bold text around it, or the cell that it is in. */
const TARGET_ENDS = /[()|`<>\\"'*]/g;

/** A whole address as the target of a link, in parentheses after its text. */
export const markdownTarget = (address: string): string =>
  address.replace(TARGET_ENDS, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** How the text of a document is written between the markup of its blocks. */
export interface TextStyle {
  /** Text within a line. */
  inline(text: string): string;
  /** Whole lines whose text `inline` has written. */
  lines(text: string): string;
  /** A heading within a passage. */
  heading(text: string): string;
  /** Text that `inline` has written, which leads to an address. */
  link(text: string, address: string): string;
}

/** For a reader of Markdown: text is shown as it stands, and its line breaks stay. */
export const ESCAPED: TextStyle = {
  inline: escapeInline,
  lines: (text) => escapeLineStart(text).replace(/\n/g, '\\\n'),
  heading: (text) => `### ${escapeInline(text).replace(/\n/g, ' ')}`,
  link: (text, address) => `[${text}](${markdownTarget(address)})`,
};

/** For a model, which copies names and commands: they stand as the document spells them, and lead nowhere. */
export const VERBATIM: TextStyle = {
  inline: (text) => text,
  lines: (text) => text,
  heading: (text) => `**${text}**`,
  link: (text) => text,
};

/** A code span, fenced by more backticks than stand in it (CommonMark 6.1). */
export function inlineCode(text: string): string {
  const ticks = '`'.repeat(longestRun(text) + 1);
  const pad = /^`|`$|^ .* $/.test(text) ? ' ' : '';
  return `${ticks}${pad}${text.replace(/\n/g, ' ')}${pad}${ticks}`;
}

/** A code block, fenced by more backticks than stand in it (CommonMark 4.5). */
export function fence(text: string, language: string): string {
  const ticks = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${ticks}${language}\n${text}\n${ticks}`;
}

const longestRun = (text: string) => Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));

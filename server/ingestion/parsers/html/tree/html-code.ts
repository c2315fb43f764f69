import { ancestors, childElements } from './html-elements.ts';
import { classed, hasClass } from './html-names.ts';
import { findElements, type HtmlElement, textContent, textWithout } from './html-tree.ts';

const INLINE_CODE = /^(?:code|kbd|samp|tt)$/;
/** Class names that name a language: of Markdown renderers, GitHub, Sphinx and Pandoc. */
const LANGUAGE_CLASS = /^(?:language|lang|highlight-source|highlight)-([\w+#.-]{1,30})$/;
const LABEL_CLASS = classed('lang');
/** As Confluence exports it. */
const BRUSH = /^\s*brush:\s*([\w+#.-]{1,30})/;
const NO_LANGUAGE = /^(?:none|default|plain|plaintext|text|txt|nohighlight)$/;
/** How far around the code highlighters put the class. */
const MAX_WRAPPERS = 3;
const MAX_CLASSES = 300;

/** Code of which each line is an element, as Doxygen writes it, with numbers and with what is shown over its names. */
const LISTING = classed('fragment');
const LINE = classed('line');
const LINE_NUMBER = classed('lineno');

/** The declaration of what a page describes, as Javadoc and TypeDoc write it. */
const SIGNATURE = classed('(?:member|type|tsd)-signature');

/** Is this element a declaration in code? */
export const isSignature = (element: HtmlElement) => element.name === 'div' && hasClass(element, SIGNATURE);

/** Is this the name of a language beside code that has it as its class? */
export const isLanguageLabel = (element: HtmlElement) =>
  hasClass(element, LABEL_CLASS) &&
  element.parent !== null &&
  'attribs' in element.parent &&
  languageOf(element.parent) !== undefined;

/** Is this an element for code, keys or output inside running text? */
export const isInlineCode = ({ name }: HtmlElement) => INLINE_CODE.test(name);

/** The lines of an element that is a listing; null for others. */
export function listingText(element: HtmlElement): string | null {
  if (element.name !== 'div' || !hasClass(element, LISTING)) return null;
  const lines = findElements(element, (line) => line.name === 'div' && hasClass(line, LINE));
  if (lines.length === 0) return null;
  return lines.map((line) => textWithout(line, (part) => hasClass(part, LINE_NUMBER))).join('\n');
}

/**
 * The code in a table that has the numbers of its lines in a column of their own, as highlighters write it: in one row, or one for
 * each line. Null for other tables.
 */
export function numberedCode(table: HtmlElement): string | null {
  const parts: string[] = [];
  for (const row of findElements(table, ({ name }) => name === 'tr')) {
    const [numbers, code, ...more] = childElements(row);
    if (!numbers || !code || more.length > 0 || !isLineNumbers(numbers)) return null;
    const pre = code.name === 'pre' ? code : findElements(code, ({ name }) => name === 'pre')[0];
    if (!pre) return null;
    const text = textContent(pre);
    if (text.trim() !== textContent(code).trim()) return null;
    parts.push(text.replace(/\n$/, ''));
  }
  return parts.length > 0 ? parts.join('\n') : null;
}

/** The text of a `pre` element: of code with the numbers of its lines beside it that code, without the buttons above it. */
export function preformattedText(pre: HtmlElement): string {
  const inside = childElements(pre).flatMap((child) => (child.name === 'code' ? childElements(child) : [child]));
  const table = inside.find(({ name }) => name === 'table');
  return (table && numberedCode(table)) ?? textWithout(pre, ({ name }) => name === 'button');
}

const isLineNumbers = (cell: HtmlElement) => {
  const text = textContent(cell);
  return /^[\d\s]*$/.test(text) && (/\d/.test(text) || cell.attribs['data-line-number'] !== undefined);
};

/** The language of a `pre` element, by its classes and data attributes, those of the code inside or of what is around it. */
export function codeLanguage(pre: HtmlElement): string | undefined {
  const inside = childElements(pre).filter(({ name }) => name === 'code');
  const around: HtmlElement[] = [];
  for (const element of ancestors(pre)) {
    if (around.length === MAX_WRAPPERS || element.name === 'body' || element.name === 'article') break;
    around.push(element);
  }
  for (const element of [...inside, pre, ...around]) {
    const language = languageOf(element);
    if (language) return NO_LANGUAGE.test(language) ? undefined : language;
  }
  return undefined;
}

function languageOf({ attribs }: HtmlElement): string | undefined {
  const named = attribs['data-lang'] ?? attribs['data-language'];
  if (named) return named;
  const brush = BRUSH.exec(attribs['data-syntaxhighlighter-params'] ?? '')?.[1];
  if (brush) return brush;
  const classes = (attribs.class ?? '').slice(0, MAX_CLASSES).split(/\s+/);
  const language = classes.map((name) => LANGUAGE_CLASS.exec(name)?.[1]).find((name) => name);
  return language ?? (classes[0] === 'sourceCode' ? classes[1] : undefined);
}

import {
  type HtmlDocument,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isText,
  parseTree,
  setChildren,
} from '../html/tree/html-tree.ts';
import { runsToText, type TextRun } from '../text/text-runs.ts';
import { inlineRuns } from './inline-text.ts';
import { MarkdownLexer } from './markdown-lexer.ts';

/** What is surely meant as Markdown: code, bold text, a link or a picture. */
const MARKDOWN = /`[^`\n]+`|(?<![\w*])\*\*[^\s*][^*\n]*\*\*(?!\*)|(?<!\w)\[[^[\]\n]+\]\([^\s()]+\)/;
const AS_IT_IS = /^(?:pre|code|kbd|samp|tt|script|style|textarea|template|svg|math)$/;

/**
 * Reads the Markdown in the text of a block of HTML. Some generators do; others show its signs, which were never meant to be seen.
 */
export function readMarkdownWithin(tree: HtmlDocument): void {
  const open: (HtmlDocument | HtmlElement)[] = [tree];
  for (let parent = open.pop(); parent; parent = open.pop()) {
    const children = parent.childNodes.flatMap(readText);
    if (children.length !== parent.childNodes.length || children.some((child, at) => child !== parent.childNodes[at]))
      setChildren(parent, children);
    for (const child of children) if (isElement(child) && !AS_IT_IS.test(child.name)) open.push(child);
  }
}

function readText(node: HtmlNode): HtmlNode[] {
  // What looks like a tag in a text is none.
  if (!isText(node) || node.data.includes('<') || !MARKDOWN.test(node.data)) return [node];
  const [before = ''] = /^\s*/.exec(node.data) ?? [];
  const runs = inlineRuns(new MarkdownLexer().inlineTokens(node.data.trim()));
  const after = node.data.slice(node.data.trimEnd().length);
  return parseTree(`${before}${runs.map(toHtml).join('')}${after}`).childNodes;
}

const toHtml = (run: TextRun) => {
  const text = runsToText([run]).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>');
  if (typeof run === 'string') return text;
  const shown = run.isCode ? `<code>${text}</code>` : text;
  return run.link === undefined ? shown : `<a href="${run.link.replaceAll('&', '&amp;')}">${shown}</a>`;
};

import { toSuperscript } from '../text/superscripts.ts';
import type { TextBuilder } from '../text/text-builder.ts';
import { isBlock, isHidden } from './html-elements.ts';
import {
  findElements,
  type HtmlElement,
  type HtmlNode,
  hasElement,
  isElement,
  isText,
  textContent,
} from './html-tree.ts';

/** Elements nested deeper are read as plain text. */
const MAX_DEPTH = 512;

/** Adds the headings, paragraphs, list items, table rows and code below the roots to the builder, in document order. */
export function addBlocks(
  roots: HtmlNode[],
  builder: TextBuilder,
  excluded: ReadonlySet<HtmlElement> = new Set(),
): void {
  let line = '';
  let prefix = '';

  const flush = () => {
    if (line.trim()) {
      const text = prefix + line.trim();
      builder.add(prefix ? 'list-item' : 'paragraph', text);
      prefix = '';
    }
    line = '';
  };

  const walk = (node: HtmlNode, depth: number): void => {
    if (isText(node)) {
      line += node.data.replace(/\s+/g, ' ');
      return;
    }
    if (!isElement(node)) {
      // A document fragment or CDATA section has children too; comments and directives have none.
      if ('childNodes' in node) for (const child of node.childNodes) walk(child, depth + 1);
      return;
    }
    const { name } = node;
    if (isHidden(node) || excluded.has(node)) return;
    if (depth > MAX_DEPTH) {
      line += textContent(node).replace(/\s+/g, ' ');
      return;
    }
    const children = () => {
      for (const child of node.childNodes) walk(child, depth + 1);
    };
    if (name === 'br') line += '\n';
    else if (name === 'img') line += ` ${node.attribs.alt ?? ''} `;
    else if (!isBlock(node)) {
      const superscript = superscriptNumber(node);
      if (superscript === null) children();
      else line += superscript;
    } else {
      flush();
      if (/^h[1-6]$/.test(name)) builder.add('heading', headingText(node), Number(name[1]));
      else if (name === 'pre') builder.add('code', textContent(node));
      else if (name === 'table' && !isLayout(node)) addTable(node, builder);
      else if (name === 'li') {
        prefix = marker(node);
        children();
        flush();
        prefix = '';
      } else children();
      flush();
    }
  };

  for (const root of roots) walk(root, 0);
  flush();
}

/** A superscript number may stand in a link inside a span. */
const SUPERSCRIPT_DEPTH = 3;

/** The number in a `sup` element, in superscript digits; null where the element is another or holds more than a number. */
function superscriptNumber(node: HtmlElement): string | null {
  if (node.name !== 'sup') return null;
  let inner = node;
  for (let depth = 0; depth < SUPERSCRIPT_DEPTH; depth += 1) {
    const [child, ...others] = inner.childNodes;
    if (!child || others.length > 0) return null;
    if (isText(child)) return /^\s*[0-9]+\s*$/.test(child.data) ? toSuperscript(child.data.trim()) : null;
    if (!isElement(child)) return null;
    inner = child;
  }
  return null;
}

/** The text without the permalink signs that documentation sites append to headings. */
function headingText(node: HtmlElement): string {
  return textContent(node)
    .replace(/\s+/g, ' ')
    .replace(/\s*[¶§#🔗]+\s*$/u, '')
    .trim();
}

function marker(item: HtmlElement): string {
  const list = item.parent;
  if (list && isElement(list as HtmlNode) && (list as HtmlElement).name === 'ol') {
    const siblings = (list as HtmlElement).childNodes.filter((node) => isElement(node) && node.name === 'li');
    const first = Number.parseInt((list as HtmlElement).attribs.start ?? '1', 10) || 1;
    return `${first + siblings.indexOf(item)}. `;
  }
  return '- ';
}

/** Old pages use tables for layout: a table with tables, headings or forms inside is read like a `div`. */
function isLayout(table: HtmlElement): boolean {
  if (table.attribs.role === 'presentation') return true;
  return hasElement(table, ({ name }) => /^(?:table|h[1-6]|form|article|main)$/.test(name));
}

/** Adds the caption as a paragraph, then one block per row, with bars between the cells. */
function addTable(table: HtmlElement, builder: TextBuilder): void {
  for (const caption of findElements(table, ({ name }) => name === 'caption')) {
    builder.add('paragraph', cellText(caption));
  }
  for (const row of findElements(table, ({ name }) => name === 'tr')) {
    const cells = row.childNodes.filter((node): node is HtmlElement => isElement(node) && /^t[dh]$/.test(node.name));
    const texts = cells.map(cellText);
    if (texts.some((text) => text)) builder.add('table-row', texts.join(' | '));
  }
}

function cellText(cell: HtmlElement): string {
  const parts: string[] = [];
  const open: HtmlNode[] = [cell];
  for (let node = open.pop(); node; node = open.pop()) {
    if (isText(node)) parts.push(node.data);
    if (!isElement(node) || isHidden(node)) continue;
    const superscript = superscriptNumber(node);
    if (superscript !== null) {
      parts.push(superscript);
      continue;
    }
    if (node.name === 'img') parts.push(node.attribs.alt ?? '');
    const breaks = node !== cell && (isBlock(node) || node.name === 'br');
    if (breaks) parts.push(' ');
    for (let index = node.childNodes.length - 1; index >= 0; index -= 1) {
      const child = node.childNodes[index];
      if (child) open.push(child);
    }
  }
  return parts.join('').replace(/\s+/g, ' ').trim();
}

import { cellSpans, levelsOf, markerOf, tableRun } from '../../store/types/block-text.ts';
import type { Block, PageStart } from '../../store/types.ts';
import type { PageWords } from './page-words.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Part of a document. All offsets count in `text`. */
export interface RenderedPart {
  text: string;
  blocks: Block[];
  pages: PageStart[];
  quote: { start: number; end: number } | null;
}

export interface Heading {
  /** Of its element. */
  id: string;
  /** 2–6: that of the page's title is 1. */
  level: number;
  text: string;
}

/** Deeper lists are shown at this level: the text of a document decides how deep they are. */
const MAX_LISTS = 8;

/** The HTML of a part of a document, and its headings. Everything of the document is escaped; nothing is loaded. */
export function renderBlocks(part: RenderedPart, says: PageWords): { html: string; headings: Heading[] } {
  const renderer = createRenderer(part, says);
  return { html: renderer.flow(part.blocks, 0), headings: renderer.headings };
}

function createRenderer({ text, pages, quote }: RenderedPart, says: PageWords) {
  const headings: Heading[] = [];
  let pending = [...pages];
  let isMarked = false;

  /** Escaped text with the quote marked. The first mark is where the link of a citation leads. */
  function words(start: number, end: number): string {
    const from = Math.max(start, quote?.start ?? end);
    const to = Math.min(end, quote?.end ?? start);
    if (from >= to) return escapeHtml(text.slice(start, end));
    const first = isMarked ? '' : ' id="quote" tabindex="-1"';
    isMarked = true;
    const marked = `<mark${first}>${escapeHtml(text.slice(from, to))}</mark>`;
    return escapeHtml(text.slice(start, from)) + marked + escapeHtml(text.slice(to, end));
  }

  /** Running text: addresses of the web become links. */
  function prose(start: number, end: number): string {
    let html = '';
    let from = start;
    for (const { index, 0: address } of text.slice(start, end).matchAll(ADDRESS)) {
      const at = start + index;
      html += words(from, at) + anchor(address, words(at, at + address.length));
      from = at + address.length;
    }
    return html + words(from, end);
  }

  function inline(start: number, end: number, { links = [], codeSpans = [] }: Block): string {
    let html = '';
    let from = start;
    for (const link of links) {
      if (link.start < from || link.end > end) continue;
      html += withCode(from, link.start, codeSpans, prose);
      html += anchor(link.address, withCode(link.start, link.end, codeSpans, words));
      from = link.end;
    }
    return html + withCode(from, end, codeSpans, prose);
  }

  /** `text`: how what is no code is written. */
  function withCode(start: number, end: number, codeSpans: [number, number][], text: typeof words): string {
    let html = '';
    let from = start;
    for (const [codeStart, codeEnd] of codeSpans) {
      if (codeStart < from || codeEnd > end) continue;
      html += `${text(from, codeStart)}<code dir="ltr">${words(codeStart, codeEnd)}</code>`;
      from = codeEnd;
    }
    return html + text(from, end);
  }

  function heading(block: Block): string {
    const { start, end, level = 1 } = block;
    // The title stands above the document; it is repeated only if it is all that is quoted.
    if (level === 0 && !(quote && quote.start >= start && quote.end <= end)) return '';
    // Assistive technology reads levels in order: none is skipped on the way down.
    const shown = Math.min(Math.max(level, 1) + 1, (headings.at(-1)?.level ?? 1) + 1, 6);
    const id = `h${start}`;
    headings.push({ id, level: shown, text: text.slice(start, end) });
    return `<h${shown} id="${id}" dir="auto">${words(start, end)}</h${shown}>`;
  }

  function code({ start, end, language }: Block): string {
    const label = language === undefined ? says.code : `${says.code}: ${language}`;
    // It scrolls, so the keyboard must reach it.
    return `<pre dir="ltr" tabindex="0" role="region" aria-label="${escapeHtml(label)}"><code>${words(start, end)}</code></pre>`;
  }

  function table(rows: Block[]): string {
    const cells = (row: Block, tag: 'th' | 'td') =>
      cellSpans(text, row)
        .map(({ start, end }) => `<${tag}>${inline(start, end, row)}</${tag}>`)
        .join('');
    const head = rows.filter((row) => row.header).map((row) => `<tr>${cells(row, 'th')}</tr>`);
    const body = rows.filter((row) => !row.header).map((row) => `<tr>${cells(row, 'td')}</tr>`);
    const inHead = head.length > 0 ? `<thead>${head.join('')}</thead>` : '';
    const inBody = body.length > 0 ? `<tbody>${body.join('')}</tbody>` : '';
    return `<div class="table" tabindex="0" role="region" aria-label="${says.table}"><table dir="auto">${inHead}${inBody}</table></div>`;
  }

  /** Where a page begins that the block stands on. */
  function pageMarks({ start }: Block): string {
    const begun = pending.filter((page) => page.start <= start);
    pending = pending.slice(begun.length);
    return begun
      .map(({ page }) => `<p class="page" id="page${page}"><span lang="${says.language}">${says.page(page)}</span></p>`)
      .join('');
  }

  /** `outside`: how many lists around these blocks are open already. */
  function flow(blocks: Block[], outside: number): string {
    const lists: ('ol' | 'ul')[] = [];
    let html = '';
    const closeTo = (depth: number) => {
      while (lists.length > depth) html += `</li></${lists.pop()}>`;
    };
    for (let at = 0; at < blocks.length; ) {
      const block = blocks[at] as Block;
      const marks = pageMarks(block);
      if (block.callout !== undefined) {
        const run = calloutRun(blocks, at);
        const levels = Math.min(...run.map(levelsOf));
        closeTo(Math.max(0, Math.min(levels, MAX_LISTS) - outside));
        const plain = run.map(({ callout, ...inner }) => inner);
        html += `${marks}${callout(block.callout, flow(plain, Math.max(levels, outside)))}`;
        at += run.length;
        continue;
      }
      if (block.kind === 'list-item') {
        const depth = Math.max(1, Math.min(block.depth ?? 1, MAX_LISTS) - outside);
        const tag = block.ordered ? 'ol' : 'ul';
        closeTo(depth);
        html += marks;
        if (lists.length === depth && lists.at(-1) !== tag) closeTo(depth - 1);
        if (lists.length === depth) html += '</li>';
        while (lists.length < depth) {
          html += `${lists.length < depth - 1 ? '<ul dir="auto"><li class="bare">' : `<${tag} dir="auto">`}`;
          lists.push(lists.length < depth - 1 ? 'ul' : tag);
        }
        html += item(block);
        at += 1;
        continue;
      }
      closeTo(Math.max(0, Math.min(levelsOf(block), MAX_LISTS) - outside));
      const { rows, size } = block.kind === 'table-row' ? tableRun(text, blocks, at) : { rows: [block], size: 1 };
      html += marks + (block.kind === 'table-row' ? table(rows) : single(block));
      at += size;
    }
    closeTo(0);
    return html;
  }

  function single(block: Block): string {
    if (block.kind === 'heading') return heading(block);
    if (block.kind === 'code') return code(block);
    return `<p dir="auto">${inline(block.start, block.end, block)}</p>`;
  }

  function item(block: Block): string {
    const marker = markerOf(text, block);
    const number = block.ordered ? Number.parseInt(marker, 10) : Number.NaN;
    // An item whose marker is a letter, or that began before this part, keeps what it has.
    const bare = marker === '' ? ' class="bare"' : '';
    const value = Number.isNaN(number) ? '' : ` value="${number}"`;
    return `<li${bare}${value}>${inline(block.start + marker.length, block.end, block)}`;
  }

  return { headings, flow };
}

const anchor = (address: string, html: string) =>
  `<a href="${escapeHtml(address)}" target="_blank" rel="noopener noreferrer nofollow ugc">${html}</a>`;

/** Adjacent blocks in one callout. */
function calloutRun(blocks: Block[], from: number): Block[] {
  let end = from;
  while (blocks[end]?.callout === blocks[from]?.callout && end < blocks.length) end += 1;
  return blocks.slice(from, end);
}

const callout = (kind: NonNullable<Block['callout']>, html: string): string =>
  kind === 'quote' ? `<blockquote>${html}</blockquote>` : `<div role="note" class="${kind}">${html}</div>`;

/** An address in running text, without the punctuation of its sentence. */
const ADDRESS = /\bhttps?:\/\/[^\s<>"'`|()[\]{}]{2,500}(?<![.,;:!?*_…。、])/g;

/** Text for an element or an attribute in quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

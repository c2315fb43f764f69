import type { TextRange } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import { type Block, parseBlocks } from './markdown/blocks.ts';
import { type Inline, parseInline } from './markdown/inline.ts';
import { settled } from './markdown/unfinished.ts';
import { markUnsupported } from './markdown/unsupported.ts';

/** Longer texts are cut off here: no answer is, and a hostile one must not hold up the page. */
const LONGEST = 32_768;

/** A text of more pieces is shown as it is written: the browser would take too long to lay so many elements out. */
const MOST_PIECES = 2000;

/** What stands in a text and is more than text. */
export interface MarkdownViews {
  /** Draws the marker of a citation; `nothing` where there is no such citation. */
  marker: (id: number) => TemplateResult | typeof nothing;
  /** Draws a block of code. */
  code: (text: string) => TemplateResult;
}

/**
 * Draws Markdown. Tokens become templates and text becomes text nodes: there is no way from the text to the page's
 * HTML, and drawing it asks no server for anything. `growing`: more of it will come. `unsupported`: ranges of it that no
 * source supports.
 */
export function renderMarkdown(
  text: string,
  views: MarkdownViews,
  { growing = false, unsupported = [] }: { growing?: boolean; unsupported?: readonly TextRange[] } = {},
): unknown {
  const cut = text.slice(0, LONGEST);
  const shown = growing ? settled(cut) : cut;
  try {
    const drawing = { ...views, pieces: 0 };
    return parseBlocks(markUnsupported(shown, unsupported)).map((block) => renderBlock(block, drawing));
  } catch {
    return html`<p class="plain">${shown}</p>`;
  }
}

interface Drawing extends MarkdownViews {
  /** Drawn so far. */
  pieces: number;
}

function count(drawing: Drawing): void {
  drawing.pieces += 1;
  if (drawing.pieces > MOST_PIECES) throw new RangeError('Too many pieces.');
}

/** The words of a Markdown text alone, for a screen reader's announcement: no marks, no markers, no addresses. */
export function plainText(text: string): string {
  return text
    .replace(/\[\d{1,3}\]/g, '')
    .replace(/\[([^[\]\n]{1,400})\]\([^()\n]{0,2000}\)/g, '$1')
    .replace(/[*_`#>|~]+/g, '')
    .replace(/\s+([.,;:!?])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

function renderBlock(block: Block, drawing: Drawing): unknown {
  count(drawing);
  const inline = (text: string) => {
    count(drawing);
    return renderInline(parseInline(text), drawing);
  };
  switch (block.type) {
    case 'paragraph':
      return html`<p>${inline(block.text)}</p>`;
    // The panel has the page's headings above it, so the answer's own ones start low.
    case 'heading':
      return block.level < 3 ? html`<h3>${inline(block.text)}</h3>` : html`<h4>${inline(block.text)}</h4>`;
    case 'code':
      return drawing.code(unmarked(block.text));
    case 'quote':
      return html`<blockquote>${block.blocks.map((inner) => renderBlock(inner, drawing))}</blockquote>`;
    case 'rule':
      return html`<hr />`;
    case 'list': {
      const items = block.items.map((item) => html`<li>${renderItem(item, drawing)}</li>`);
      return block.ordered ? html`<ol start=${block.start}>${items}</ol>` : html`<ul>${items}</ul>`;
    }
    case 'table':
      return html`<div class="table" tabindex="0"><table>
        <thead><tr>${block.header.map((cell) => html`<th>${inline(cell)}</th>`)}</tr></thead>
        <tbody>${block.rows.map((row) => html`<tr>${row.map((cell) => html`<td>${inline(cell)}</td>`)}</tr>`)}</tbody>
      </table></div>`;
  }
}

/** An item of one paragraph needs no paragraph around it. */
function renderItem(item: Block[], drawing: Drawing): unknown {
  count(drawing);
  return item.map((block, index) =>
    index === 0 && block.type === 'paragraph'
      ? renderInline(parseInline(block.text), drawing)
      : renderBlock(block, drawing),
  );
}

function renderInline(pieces: Inline[], drawing: Drawing): unknown {
  return pieces.map((piece) => renderPiece(piece, drawing));
}

function renderPiece(piece: Inline, drawing: Drawing): unknown {
  count(drawing);
  if (typeof piece === 'string') return piece;
  switch (piece.type) {
    case 'strong':
      return html`<strong>${renderInline(piece.children, drawing)}</strong>`;
    case 'emphasis':
      return html`<em>${renderInline(piece.children, drawing)}</em>`;
    case 'strike':
      return html`<s>${renderInline(piece.children, drawing)}</s>`;
    case 'code':
      return html`<code>${unmarked(piece.text)}</code>`;
    case 'unsupported':
      return html`<span class="unsupported">${renderInline(piece.children, drawing)}</span>`;
    case 'break':
      return html`<br />`;
    case 'citation':
      return drawing.marker(piece.id);
    case 'link':
      return renderLink(piece.href, renderInline(piece.children, drawing), piece.children);
  }
}

/** Code is shown to the letter. */
function unmarked(code: string): string {
  return code.replace(/[\ue000\ue001]/g, '');
}

/** A link says where it leads, unless its words are the address already. */
function renderLink(href: string, label: unknown, words: Inline[]): TemplateResult {
  const { host } = new URL(href);
  const told = !host || [href, host].includes(words.join('')) || href === `${words.join('')}/`;
  return html`<a href=${href} target="_blank" rel="noopener noreferrer nofollow ugc">${label}</a>${
    told ? nothing : html`<span class="host"> (${host})</span>`
  }`;
}

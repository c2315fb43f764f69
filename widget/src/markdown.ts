import { html, nothing, type TemplateResult } from 'lit';
import { type Block, parseBlocks } from './markdown/blocks.ts';
import { type Inline, parseInline } from './markdown/inline.ts';

/** Longer texts are cut off here: no answer is, and a hostile one must not hold up the page. */
const LONGEST = 32_768;

/** Draws the marker of a citation; `nothing` where there is no such citation. */
export type MarkerView = (id: number) => TemplateResult | typeof nothing;

/**
 * Draws Markdown. Tokens become templates and text becomes text nodes: there is no way from the text to the page's
 * HTML, and drawing it asks no server for anything.
 */
export function renderMarkdown(text: string, marker: MarkerView): unknown {
  const shown = text.slice(0, LONGEST);
  try {
    return parseBlocks(shown).map((block) => renderBlock(block, marker));
  } catch {
    return html`<p>${shown}</p>`;
  }
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

function renderBlock(block: Block, marker: MarkerView): unknown {
  const inline = (text: string) => renderInline(parseInline(text), marker);
  switch (block.type) {
    case 'paragraph':
      return html`<p>${inline(block.text)}</p>`;
    // The panel has the page's headings above it, so the answer's own ones start low.
    case 'heading':
      return block.level < 3 ? html`<h3>${inline(block.text)}</h3>` : html`<h4>${inline(block.text)}</h4>`;
    case 'code':
      return html`<pre tabindex="0"><code>${block.text}</code></pre>`;
    case 'quote':
      return html`<blockquote>${block.blocks.map((inner) => renderBlock(inner, marker))}</blockquote>`;
    case 'rule':
      return html`<hr />`;
    case 'list': {
      const items = block.items.map((item) => html`<li>${renderItem(item, marker)}</li>`);
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
function renderItem(item: Block[], marker: MarkerView): unknown {
  return item.map((block, index) =>
    index === 0 && block.type === 'paragraph'
      ? renderInline(parseInline(block.text), marker)
      : renderBlock(block, marker),
  );
}

function renderInline(pieces: Inline[], marker: MarkerView): unknown {
  return pieces.map((piece) => renderPiece(piece, marker));
}

function renderPiece(piece: Inline, marker: MarkerView): unknown {
  if (typeof piece === 'string') return piece;
  switch (piece.type) {
    case 'strong':
      return html`<strong>${renderInline(piece.children, marker)}</strong>`;
    case 'emphasis':
      return html`<em>${renderInline(piece.children, marker)}</em>`;
    case 'strike':
      return html`<s>${renderInline(piece.children, marker)}</s>`;
    case 'code':
      return html`<code>${piece.text}</code>`;
    case 'break':
      return html`<br />`;
    case 'citation':
      return marker(piece.id);
    case 'link':
      return renderLink(piece.href, renderInline(piece.children, marker), piece.children);
  }
}

/** A link says where it leads, unless its words are the address already. */
function renderLink(href: string, label: unknown, words: Inline[]): TemplateResult {
  const { host } = new URL(href);
  const told = !host || [href, host].includes(words.join('')) || href === `${words.join('')}/`;
  return html`<a href=${href} target="_blank" rel="noopener noreferrer nofollow ugc">${label}</a>${
    told ? nothing : html`<span class="host"> (${host})</span>`
  }`;
}

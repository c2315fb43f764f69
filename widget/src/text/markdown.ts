import type { TextRange } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import { type Block, parseBlocks } from './markdown/blocks.ts';
import { type Inline, parseInline } from './markdown/inline.ts';
import { markUnsupported } from './markdown/mark-unsupported.ts';
import { renderablePrefix } from './markdown/renderable-prefix.ts';

/** Longer texts are cut off, in characters. No real answer is as long; a hostile one must not block the page. */
const MAX_LENGTH = 32_768;

/** A text with more nodes is shown as plain text: laying out so many elements would take too long. */
const MAX_NODES = 2000;
/** Of an answer's code, the characters that may be highlighted: colours for more would be as many nodes again. */
const MAX_HIGHLIGHTED = 4000;

/** Characters of a word that a marker is kept on one line with. */
const MAX_GLUED = 24;
/** The end of a text that a marker is kept on one line with: in scripts without spaces two characters. */
const LAST_WORD = /[^\s\u2e80-\uffef]{1,24}$|\S{1,2}$/;

/** Render the parts of a text that are interactive. */
export interface MarkdownRenderers {
  /** Renders the marker of a citation; `nothing` if there is no such citation. */
  marker: (id: number) => TemplateResult | typeof nothing;
  /** Renders a block of code. `language` is empty if it is unknown, or the block is not complete. */
  code: (text: string, language: string) => TemplateResult;
  /** Renders what is in bold; by default as such. */
  strong?: (content: unknown) => TemplateResult;
}

/**
 * Renders Markdown. Tokens become templates and text becomes text nodes, so no text reaches the page as HTML, and nothing is
 * loaded from another server. `growing`: the text is not complete. `unsupported`: the ranges that no source supports.
 */
export function renderMarkdown(
  text: string,
  views: MarkdownRenderers,
  { growing = false, unsupported = [] }: { growing?: boolean; unsupported?: readonly TextRange[] } = {},
): unknown {
  const cut = text.slice(0, MAX_LENGTH);
  const shown = growing ? renderablePrefix(cut) : cut;
  try {
    const state = { ...views, nodes: 0, codeLength: 0 };
    return parseBlocks(markUnsupported(shown, unsupported)).map((block) => renderBlock(block, state));
  } catch {
    return html`<p class="plain">${shown}</p>`;
  }
}

interface RenderState extends MarkdownRenderers {
  /** The number of nodes so far. */
  nodes: number;
  /** The characters of code so far. */
  codeLength: number;
}

function countNode(state: RenderState): void {
  state.nodes += 1;
  if (state.nodes > MAX_NODES) throw new RangeError('Too many nodes.');
}

/** The plain text of Markdown for a screen reader: no marks, no citation markers, no addresses. */
export function plainText(text: string): string {
  return text
    .replace(/\[\d{1,3}\]/g, '')
    .replace(/\[([^[\]\n]{1,400})\]\([^()\n]{0,2000}\)/g, '$1')
    .replace(/\\(?=[_\W])|[*_`#>|~]+/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:!?])/g, '$1')
    .trim();
}

function renderBlock(block: Block, state: RenderState): unknown {
  countNode(state);
  const inline = (text: string) => {
    countNode(state);
    return renderInline(parseInline(text), state);
  };
  switch (block.type) {
    case 'paragraph':
      return html`<p>${inline(block.text)}</p>`;
    // The answer's headings start at level 3, as the panel's title is a heading of level 2.
    case 'heading':
      return block.level < 4 ? html`<h3>${inline(block.text)}</h3>` : html`<h4>${inline(block.text)}</h4>`;
    case 'code': {
      const text = withoutMarks(block.text);
      state.codeLength += text.length;
      return state.code(text, state.codeLength > MAX_HIGHLIGHTED ? '' : block.language);
    }
    case 'quote':
      return html`<blockquote>${block.blocks.map((inner) => renderBlock(inner, state))}</blockquote>`;
    case 'rule':
      return html`<hr />`;
    case 'list': {
      const items = block.items.map((item) => html`<li>${renderItem(item, state)}</li>`);
      return block.ordered ? html`<ol start=${block.start}>${items}</ol>` : html`<ul>${items}</ul>`;
    }
    case 'table':
      return html`<div class="table" tabindex="0"><table>
        ${block.header.some(Boolean) ? html`<thead><tr>${block.header.map((cell) => html`<th>${inline(cell)}</th>`)}</tr></thead>` : nothing}
        <tbody>${block.rows.map((row) => html`<tr>${row.map((cell) => html`<td>${inline(cell)}</td>`)}</tr>`)}</tbody>
      </table></div>`;
  }
}

/** A leading paragraph of an item is rendered without `<p>`. */
function renderItem(item: Block[], state: RenderState): unknown {
  countNode(state);
  return item.map((block, index) =>
    index === 0 && block.type === 'paragraph'
      ? renderInline(parseInline(block.text), state)
      : renderBlock(block, state),
  );
}

function renderInline(nodes: Inline[], state: RenderState): unknown {
  const shown: unknown[] = [];
  for (let at = 0; at < nodes.length; ) {
    const node = nodes[at] as Inline;
    let end = at + 1;
    while (isCitation(nodes[end])) end += 1;
    shown.push(
      end > at + 1 && !isCitation(node) ? renderCited(node, nodes.slice(at + 1, end), state) : renderNode(node, state),
    );
    at = end > at + 1 && !isCitation(node) ? end : at + 1;
  }
  return shown;
}

const isCitation = (node: Inline | undefined): boolean => typeof node === 'object' && node.type === 'citation';

/** Text with the markers behind it. They stay on the line of its last word. */
function renderCited(node: Inline, markers: Inline[], state: RenderState): unknown {
  if (typeof node === 'string') {
    const word = LAST_WORD.exec(node)?.[0] ?? '';
    return [node.slice(0, node.length - word.length), renderGlued([word, ...markers], state)];
  }
  if (node.type === 'strong' || node.type === 'emphasis' || node.type === 'unsupported')
    return renderNode({ ...node, children: [...node.children, ...markers] }, state);
  const words = node.type === 'code' ? node.text : node.type === 'link' ? node.children.join('') : '';
  // What is long has to be broken.
  const isShort = words.length > 0 && words.length <= MAX_GLUED;
  return isShort ? renderGlued([node, ...markers], state) : [node, ...markers].map((one) => renderNode(one, state));
}

function renderGlued(nodes: Inline[], state: RenderState): TemplateResult {
  return html`<span class="glue">${nodes.map((node) => renderNode(node, state))}</span>`;
}

function renderNode(node: Inline, state: RenderState): unknown {
  const { strong = (content: unknown) => html`<strong>${content}</strong>` } = state;
  countNode(state);
  if (typeof node === 'string') return node;
  switch (node.type) {
    case 'strong':
      return strong(renderInline(node.children, state));
    case 'emphasis':
      return html`<em>${renderInline(node.children, state)}</em>`;
    case 'strike':
      return html`<s>${renderInline(node.children, state)}</s>`;
    case 'code':
      return html`<code>${withoutMarks(node.text)}</code>`;
    case 'unsupported':
      return html`<span class="unsupported">${renderInline(node.children, state)}</span>`;
    case 'break':
      return html`<br />`;
    case 'citation':
      return state.marker(node.id);
    case 'link':
      return renderLink(node, state);
  }
}

/** Code is shown without the marks of unsupported ranges. */
function withoutMarks(code: string): string {
  return code.replace(/[\ue000\ue001]/g, '');
}

/** A link to another site shows its host, unless its text is the address already. */
function renderLink({ href, children }: Extract<Inline, { type: 'link' }>, state: RenderState): TemplateResult {
  const { host } = new URL(href);
  const text = children.join('');
  const isShown = !host || host === location.host || [href, host].includes(text) || href === `${text}/`;
  return html`<a href=${href} target="_blank" rel="noopener noreferrer nofollow ugc">${renderInline(children, state)}</a>${
    isShown ? nothing : html`<span class="host"> (${host})</span>`
  }`;
}

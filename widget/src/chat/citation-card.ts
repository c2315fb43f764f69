import type { Citation } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import { CLOSE, icon } from '../base/icon.ts';
import { toolButton } from '../base/tool-button.ts';
import type { Strings } from '../locales/strings.ts';
import { labelOf, type Place } from '../text/citation-label.ts';
import { safeHref } from '../text/markdown/inline.ts';
import { type MarkdownRenderers, renderMarkdown } from '../text/markdown.ts';
import { OPEN } from './answer-icons.ts';

/** What a source in the list below an answer shows and calls. */
export interface SourceView {
  citation: Citation;
  /** The numbers of all citations of this place. */
  ids: readonly number[];
  strings: Strings;
  baseURL: string;
  /** Whether its card is open. */
  open: boolean;
  cite: (event: Event) => void;
}

/** What the card of a citation shows and calls. */
export interface CardView {
  citation: Citation;
  strings: Strings;
  /** The language that dates are written in. */
  language: string;
  baseURL: string;
  /** Renders a block of code. */
  code: MarkdownRenderers['code'];
  close: () => void;
  enter: () => void;
  leave: () => void;
}

/** A source below an answer, which opens its card. All of its content is rendered as text. */
export function sourceItem({ citation, ids, strings, baseURL, open, cite }: SourceView): TemplateResult {
  return html`<li part="source">
    <button type="button" class="source" aria-haspopup="dialog" aria-expanded=${open} @click=${cite}>
      <span class="number">${ids.join(', ')}</span>
      <span class="where">${sourceLocation(citation, strings, baseURL)}</span>
    </button>
  </li>`;
}

/** The passage of a citation with the quote marked, its place in the document, and a link. All of its content is rendered as text. */
export function citationCard(view: CardView): TemplateResult {
  const { citation, strings, language, baseURL } = view;
  const href = safeHref(citation.url, baseURL);
  return html`<div class="card" part="card" role="dialog" tabindex="-1" aria-label=${strings.sourceMarker(citation.id, citation.title)}
    @pointerenter=${view.enter} @pointerleave=${view.leave}>
    <div class="card-head">
      <span class="number">${citation.id}</span>
      <span class="where">${sourceLocation(citation, strings, baseURL)}</span>
      ${toolButton(strings.close, CLOSE, view.close)}
    </div>
    <blockquote part="passage" class="prose" dir="auto" tabindex="0">${passage(view)}</blockquote>
    <div class="card-foot">
      ${
        href
          ? html`<a href=${href} target="_blank" rel="noopener noreferrer">${strings.openDocument}${icon(OPEN)}<span
              class="visually-hidden"> (${strings.newTab})</span></a>`
          : nothing
      }
      ${indexedAt(citation, strings, language)}
    </div>
  </div>`;
}

/** The passage in its form, or of an earlier version as text, with the quote marked. */
function passage({ citation: { markdown, text, quote }, code }: CardView): unknown {
  const strong = (content: unknown) => html`<mark part="quote">${content}</mark>`;
  if (markdown) return renderMarkdown(markdown, { marker: () => nothing, code, strong });
  const at = text.indexOf(quote);
  return html`<p class="plain">${
    quote && at >= 0 ? [text.slice(0, at), strong(quote), text.slice(at + quote.length)] : text
  }</p>`;
}

/** The title of a document, and below it what tells the place from others: section, site or file, page. */
export function sourceLocation(place: Place, strings: Strings, baseURL: string): TemplateResult {
  const [title, section, from, page] = labelOf(place, baseURL);
  const parts = [section, from, page === undefined ? '' : strings.page(page)].filter(Boolean);
  return html`<bdi class="name">${title}</bdi>${
    parts.length
      ? html`<span class="place">${parts.map((part, at) => html`${at ? ' · ' : ''}<bdi>${part}</bdi>`)}</span>`
      : nothing
  }`;
}

/** The list below an answer: one row for each place in a document, whatever the number of passages cited from it. */
export function mergeSources(citations: readonly Citation[], baseURL: string): { citation: Citation; ids: number[] }[] {
  const places = new Map<string, Citation[]>();
  for (const citation of citations) {
    const place = JSON.stringify([citation.source_id, ...labelOf(citation, baseURL)]);
    places.set(place, [...(places.get(place) ?? []), citation]);
  }
  return [...places.values()].map((same) => ({
    citation: same[0] as Citation,
    ids: same.map(({ id }) => id),
  }));
}

/** When the source was indexed: the document may have changed since. */
function indexedAt({ indexed_at }: Citation, strings: Strings, language: string): TemplateResult | typeof nothing {
  const at = Date.parse(indexed_at);
  if (Number.isNaN(at)) return nothing;
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(at);
  return html`<time datetime=${new Date(at).toISOString()}>${strings.indexed(date)}</time>`;
}

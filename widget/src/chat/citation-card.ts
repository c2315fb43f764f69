import type { Citation } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import { CLOSE, icon } from '../base/icon.ts';
import { toolButton } from '../base/tool-button.ts';
import type { Strings } from '../locales/strings.ts';
import { distinctionOf, headingBelow, labelOf } from '../text/citation-label.ts';
import { safeHref } from '../text/markdown/inline.ts';
import { OPEN } from './answer-icons.ts';

/** Characters of the passage shown on either side of the quote. */
const CONTEXT_LENGTH = 220;

/** What a source in the list below an answer shows and calls. */
export interface SourceView {
  citation: Citation;
  /** The numbers of all citations of this place. */
  ids: readonly number[];
  /** What tells its source from another of the list with the same title; empty if there is no other. */
  distinction: string;
  strings: Strings;
  /** Whether its card is open. */
  open: boolean;
  cite: (event: Event) => void;
}

/** What the card of a citation shows and calls. */
export interface CardView {
  citation: Citation;
  /** What tells its source from another of the answer with the same title; empty if there is no other. */
  distinction: string;
  strings: Strings;
  /** The language that dates are written in. */
  language: string;
  baseURL: string;
  /** Whether the whole passage is shown, or only the text around the quote. */
  expanded: boolean;
  expand: () => void;
  close: () => void;
  enter: () => void;
  leave: () => void;
}

/** A source below an answer, which opens its card. All of its content is rendered as text. */
export function sourceItem({ citation, ids, distinction, strings, open, cite }: SourceView): TemplateResult {
  return html`<li part="source">
    <button type="button" class="source" aria-haspopup="dialog" aria-expanded=${open} @click=${cite}>
      <span class="number">${ids.join(', ')}</span>
      <span class="where">${sourceLocation(citation, strings, distinction)}</span>
    </button>
  </li>`;
}

/** The passage of a citation with the quote marked, its place in the document, and a link. All of its content is rendered as text. */
export function citationCard(view: CardView): TemplateResult {
  const { citation, distinction, strings, language, baseURL, expanded } = view;
  const { before, quote, after, cut } = excerpt(citation, expanded);
  const href = safeHref(citation.url, baseURL);
  return html`<div class="card" part="card" role="dialog" tabindex="-1" aria-label=${strings.sourceMarker(citation.id, citation.title)}
    @pointerenter=${view.enter} @pointerleave=${view.leave}>
    <div class="card-head">
      <span class="number">${citation.id}</span>
      <span class="where">${sourceLocation(citation, strings, distinction)}</span>
      ${toolButton(strings.close, CLOSE, view.close)}
    </div>
    <blockquote part="passage" dir="auto" tabindex="0">${withoutBlankLines(before)}${
      quote ? html`<mark part="quote">${withoutBlankLines(quote)}</mark>` : nothing
    }${withoutBlankLines(after)}</blockquote>
    <div class="card-foot">
      ${
        href
          ? html`<a href=${href} target="_blank" rel="noopener noreferrer">${strings.openDocument}${icon(OPEN)}<span
              class="visually-hidden"> (${strings.newTab})</span></a>`
          : nothing
      }
      ${cut ? html`<button type="button" class="quiet" @click=${view.expand}>${strings.wholePassage}</button>` : nothing}
      ${indexedAt(citation, strings, language)}
    </div>
  </div>`;
}

/** The title of a document, and below it what distinguishes it, the heading and the page. */
function sourceLocation(citation: Citation, strings: Strings, distinction: string): TemplateResult {
  const place = [
    distinction,
    headingBelow(citation),
    citation.page === undefined ? '' : strings.page(citation.page),
  ].filter(Boolean);
  return html`<bdi class="name">${citation.title}</bdi>${
    place.length
      ? html`<span class="place">${place.map((part, at) => html`${at ? ' · ' : ''}<bdi>${part}</bdi>`)}</span>`
      : nothing
  }`;
}

/** The list below an answer: one row for each place in a document, whatever the number of passages cited from it. */
export function mergeSources(
  citations: readonly Citation[],
): { citation: Citation; ids: number[]; distinction: string }[] {
  const places = new Map<string, Citation[]>();
  for (const citation of citations) {
    const place = JSON.stringify([citation.source_id, ...labelOf(citation)]);
    places.set(place, [...(places.get(place) ?? []), citation]);
  }
  return [...places.values()].map((same) => ({
    citation: same[0] as Citation,
    ids: same.map(({ id }) => id),
    distinction: distinctionOf(same[0] as Citation, citations),
  }));
}

/** When the source was indexed: the document may have changed since. */
function indexedAt({ indexed_at }: Citation, strings: Strings, language: string): TemplateResult | typeof nothing {
  const at = Date.parse(indexed_at);
  if (Number.isNaN(at)) return nothing;
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(at);
  return html`<time datetime=${new Date(at).toISOString()}>${strings.indexed(date)}</time>`;
}

/** Removes blank lines, to save space. */
function withoutBlankLines(text: string): string {
  return text.replace(/\n\s*\n/g, '\n');
}

/** Splits a passage around its quote and shortens it at spaces. `quote` is empty if it is not in the passage. */
export function excerpt(
  { text, quote }: Pick<Citation, 'text' | 'quote'>,
  expanded: boolean,
): { before: string; quote: string; after: string; cut: boolean } {
  const at = quote ? text.indexOf(quote) : -1;
  const found = at < 0 ? '' : quote;
  const before = text.slice(0, Math.max(at, 0));
  const after = text.slice(Math.max(at, 0) + found.length);
  if (expanded) return { before, quote: found, after, cut: false };
  const space = before.indexOf(' ', before.length - CONTEXT_LENGTH);
  // Some scripts have no spaces: without one nearby, cut anywhere.
  const from = before.length <= CONTEXT_LENGTH ? 0 : space < 0 ? before.length - CONTEXT_LENGTH : space + 1;
  const room = found ? CONTEXT_LENGTH : 3 * CONTEXT_LENGTH;
  const until = after.length <= room ? after.length : Math.max(after.lastIndexOf(' ', room), room - 40);
  return {
    before: from > 0 ? `… ${before.slice(from)}` : before,
    quote: found,
    after: until < after.length ? `${after.slice(0, until)} …` : after,
    cut: from > 0 || until < after.length,
  };
}

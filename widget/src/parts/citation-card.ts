import type { Citation } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import type { Strings } from '../locales/strings.ts';
import { OPEN } from './answer-icons.ts';
import { CLOSE, icon } from './icon.ts';

/** Characters of the passage shown on either side of the quoted words. */
const AROUND = 220;

/** What one source in the list under an answer shows and calls. */
export interface SourceView {
  citation: Citation;
  strings: Strings;
  /** Is its card open? */
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
  /** Is the whole passage shown, not only the quoted words' surroundings? */
  whole: boolean;
  showWhole: () => void;
  close: () => void;
  stay: () => void;
  leave: () => void;
}

/** One source under an answer, which opens its card. Everything in it is text. */
export function source({ citation, strings, open, cite }: SourceView): TemplateResult {
  return html`<li part="source">
    <button type="button" class="source" aria-haspopup="dialog" aria-expanded=${open} @click=${cite}>
      <span class="number">${citation.id}</span>
      <span class="where">${whereabouts(citation, strings)}</span>
    </button>
  </li>`;
}

/** The passage of a citation with the quoted words marked, where it stands, and the way there. Everything in it is text. */
export function citationCard(view: CardView): TemplateResult {
  const { citation, strings, language, baseURL, whole } = view;
  const { before, quote, after, cut } = excerpt(citation, whole);
  const href = documentHref(citation.url, baseURL);
  return html`<div class="card" part="card" role="dialog" tabindex="-1" aria-label=${strings.sourceMarker(citation.id, citation.title)}
    @pointerenter=${view.stay} @pointerleave=${view.leave}>
    <div class="card-head">
      <span class="number">${citation.id}</span>
      <span class="where">${whereabouts(citation, strings)}</span>
      <button type="button" class="tool" aria-label=${strings.close} title=${strings.close} @click=${view.close}>${icon(CLOSE)}</button>
    </div>
    <blockquote part="passage" dir="auto" tabindex="0">${lines(before)}${
      quote ? html`<mark part="quote">${lines(quote)}</mark>` : nothing
    }${lines(after)}</blockquote>
    <div class="card-foot">
      ${
        href
          ? html`<a href=${href} target="_blank" rel="noopener noreferrer">${strings.openDocument}${icon(OPEN)}<span
              class="unseen"> (${strings.newTab})</span></a>`
          : nothing
      }
      ${cut ? html`<button type="button" class="quiet" @click=${view.showWhole}>${strings.wholePassage}</button>` : nothing}
      ${indexedAt(citation, strings, language)}
    </div>
  </div>`;
}

/** The title of a document, and below it the headings and the page. */
function whereabouts(citation: Citation, strings: Strings): TemplateResult {
  const place = [headingBelow(citation), citation.page === undefined ? '' : strings.page(citation.page)].filter(
    Boolean,
  );
  return html`<span class="name">${citation.title}</span>${
    place.length ? html`<span class="place">${place.join(' · ')}</span>` : nothing
  }`;
}

/** When the server has read the source: words that have changed since are cited as they were. */
function indexedAt({ indexed_at }: Citation, strings: Strings, language: string): TemplateResult | typeof nothing {
  const at = Date.parse(indexed_at);
  if (Number.isNaN(at)) return nothing;
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(at);
  return html`<time datetime=${new Date(at).toISOString()}>${strings.indexed(date)}</time>`;
}

/** The heading path without the document's title, which stands above it already. */
function headingBelow({ heading = '', title }: Citation): string {
  return heading === title ? '' : heading.startsWith(`${title} › `) ? heading.slice(title.length + 3) : heading;
}

/** Empty lines cost more room than they are worth here. */
function lines(text: string): string {
  return text.replace(/\n\s*\n/g, '\n');
}

/** The quoted words with what stands around them, cut at spaces. A quote that is not in the passage marks nothing. */
export function excerpt(
  { text, quote }: Pick<Citation, 'text' | 'quote'>,
  whole: boolean,
): { before: string; quote: string; after: string; cut: boolean } {
  const at = quote ? text.indexOf(quote) : -1;
  const found = at < 0 ? '' : quote;
  const before = text.slice(0, Math.max(at, 0));
  const after = text.slice(Math.max(at, 0) + found.length);
  if (whole) return { before, quote: found, after, cut: false };
  const space = before.indexOf(' ', before.length - AROUND);
  // Not every script has spaces: where there is none near, any place is as good.
  const from = before.length <= AROUND ? 0 : space < 0 ? before.length - AROUND : space + 1;
  const room = found ? AROUND : 3 * AROUND;
  const until = after.length <= room ? after.length : Math.max(after.lastIndexOf(' ', room), room - 40);
  return {
    before: from > 0 ? `… ${before.slice(from)}` : before,
    quote: found,
    after: until < after.length ? `${after.slice(0, until)} …` : after,
    cut: from > 0 || until < after.length,
  };
}

/** Where a citation leads: http and https only, whatever the server says. Undefined for everything else. */
function documentHref(address: string, baseURL: string): string | undefined {
  try {
    const url = new URL(address, baseURL);
    return /^https?:$/.test(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

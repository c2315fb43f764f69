import type { SearchResult } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import { ARROW, CLOSE, icon, SEARCH } from '../base/icon.ts';
import { toolButton } from '../base/tool-button.ts';
import type { Strings } from '../locales/strings.ts';

/** A row of the list. */
export type SearchRow =
  | { kind: 'result'; result: SearchResult }
  | { kind: 'ask'; query: string }
  | { kind: 'ask-page' };

/** What the search shows and calls. */
export interface SearchView {
  strings: Strings;
  query: string;
  rows: readonly SearchRow[];
  /** The index of the row that Enter chooses. */
  active: number;
  /** Why the last search failed; empty if it did not. */
  failure: string;
  /** Results are on their way. */
  busy: boolean;
  nothingFound: boolean;
  /** How many results there are, for screen readers. */
  status: string;
  write: (query: string) => void;
  activate: (row: number) => void;
  /** Without an event: by Enter. */
  choose: (row: SearchRow, event?: MouseEvent) => void;
  enter: () => void;
  close: () => void;
  /** The dialog has been closed, by whatever means. */
  closed: () => void;
}

/** The API's limit, in characters. */
const MAX_QUERY_LENGTH = 1000;

/** Pages such as those of Sphinx prevent what Escape does, and the dialog would stay open. */
const keepEscape = (event: KeyboardEvent) => event.key === 'Escape' && event.stopPropagation();

/** The search: a combobox with a list that it controls. The focus stays in the field. */
export function searchDialog(view: SearchView): TemplateResult {
  const { strings, query, rows, active } = view;
  return html`<dialog class="search" part="search" aria-label=${strings.search} @close=${view.closed} @keydown=${keepEscape}
    @click=${(event: Event) => event.target === event.currentTarget && view.close()}>
    <div class="search-box">
      <div class="search-field">
        ${icon(SEARCH)}
        <input type="text" role="combobox" aria-label=${strings.search} aria-autocomplete="list" aria-controls="rows"
          aria-expanded=${rows.length > 0} aria-activedescendant=${rows.length > 0 ? `row-${active}` : nothing}
          placeholder=${strings.searchPlaceholder} maxlength=${MAX_QUERY_LENGTH} autocomplete="off" autocapitalize="off"
          spellcheck="false" enterkeyhint="search" dir="auto" .value=${query} @keydown=${(event: KeyboardEvent) => onKeydown(event, view)}
          @input=${(event: Event) => view.write((event.target as HTMLInputElement).value)}>
        ${toolButton(strings.close, CLOSE, view.close)}
      </div>
      ${view.failure || view.nothingFound ? html`<p class="search-note">${view.failure || strings.nothingFound}</p>` : nothing}
      <div class="rows" id="rows" role="listbox" aria-label=${strings.search} aria-busy=${view.busy}
        ?hidden=${rows.length === 0}>${rows.map((row, at) => rowOf(row, at, view))}</div>
      <div class="visually-hidden" role="status">${view.failure || view.status}</div>
    </div>
  </dialog>`;
}

function onKeydown(event: KeyboardEvent, { rows, active, activate, enter }: SearchView): void {
  // While an input method is composing, these keys are its own.
  if (event.isComposing) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && rows.length > 0) {
    const next = (active + step + rows.length) % rows.length;
    activate(next);
    const list = (event.currentTarget as HTMLElement).closest('.search-box')?.querySelector('.rows');
    list?.children[next]?.scrollIntoView({ block: 'nearest' });
  } else if (event.key === 'Enter') enter();
  else return;
  event.preventDefault();
}

function rowOf(row: SearchRow, at: number, { strings, rows, active, activate, choose }: SearchView): TemplateResult {
  const selected = at === active;
  // Not on `pointerenter`: rows that move below a pointer at rest must not become active.
  const point = () => selected || activate(at);
  if (row.kind !== 'result')
    return html`<div class="row ask" id="row-${at}" role="option" aria-selected=${selected} @pointermove=${point}
      @click=${(event: MouseEvent) => choose(row, event)}>${row.kind === 'ask' ? strings.askThis(row.query) : strings.askAboutPage}${icon(ARROW)}</div>`;
  const { url, title, source_id, source_name, heading = '', text, highlights } = row.result;
  const href = webAddress(url);
  const path = heading.startsWith(title) ? heading : [title, heading].filter(Boolean).join(' › ');
  const hasNamesake = rows.some(
    (other) => other.kind === 'result' && other.result.title === title && other.result.source_id !== source_id,
  );
  return html`<a class="row" part="result" id="row-${at}" role="option" aria-selected=${selected} tabindex="-1"
    href=${href ?? nothing} target=${href && new URL(href).origin === location.origin ? nothing : '_blank'}
    rel="noopener noreferrer" @pointermove=${point} @click=${(event: MouseEvent) => choose(row, event)}>
    <span class="row-title" dir="auto">${path}${hasNamesake && source_name ? html` · <bdi>${source_name}</bdi>` : nothing}</span>
    <span class="row-text" dir="auto">${marked(text, highlights)}</span>
  </a>`;
}

/** The text with the words that were searched for marked. All of it is rendered as text. */
function marked(text: string, highlights: SearchResult['highlights']): unknown[] {
  const parts: unknown[] = [];
  let at = 0;
  for (const { start, end } of highlights) {
    parts.push(text.slice(at, start), html`<mark>${text.slice(start, end)}</mark>`);
    at = end;
  }
  return [...parts, text.slice(at)];
}

/** The address if it is one of the web: documents decide where their pages are, and no script may be among them. */
function webAddress(url: string): string | undefined {
  try {
    const { protocol, href } = new URL(url);
    return protocol === 'https:' || protocol === 'http:' ? href : undefined;
  } catch {
    return undefined;
  }
}

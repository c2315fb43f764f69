import type { SourceQuery, SourceStatus, SourceType } from '@footnote/sdk';
import { css, html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { icon } from '../../parts/icon.ts';

/** The filter of the list, from the query string. */
export interface SourceFilter {
  status: SourceStatus | '';
  type: SourceType | '';
  search: string;
}

const STATUSES = [
  { value: '', label: 'Any state' },
  { value: 'completed', label: 'Ready' },
  { value: 'processing', label: 'Being read' },
  { value: 'pending', label: 'Waiting' },
  { value: 'failed', label: 'Failed' },
] as const;

const TYPES = [
  { value: '', label: 'Any kind' },
  { value: 'file', label: 'Files' },
  { value: 'url', label: 'Pages and sites' },
  { value: 'text', label: 'Texts' },
] as const;

export const filterStyles = css`
  .filters { display: grid; grid-template-columns: minmax(0, 1fr) 11rem 11rem; gap: var(--space-2); }
  .filters label, .searching { position: relative; display: block; }
  .searching svg { position: absolute; inset-block-start: calc(50% - 8px); inset-inline-start: 0.625rem; color: var(--soft); pointer-events: none; }
  .searching .input { padding-inline-start: 2rem; }
  @media (max-width: 40rem) { .filters { grid-template-columns: 1fr 1fr; } .filters label:first-child { grid-column: 1 / -1; } }
`;

/** Parses the filter in the query string; unknown values are ignored. */
export function filterOf(query: URLSearchParams | undefined): SourceFilter {
  const one = <Value extends string>(name: string, known: readonly { value: Value }[]) =>
    known.find(({ value }) => value === query?.get(name))?.value;
  return { status: one('status', STATUSES) ?? '', type: one('type', TYPES) ?? '', search: query?.get('search') ?? '' };
}

export const isFiltered = ({ status, type, search }: SourceFilter) => status !== '' || type !== '' || search !== '';

/** Converts the filter to a query of the API. */
export function queryOf({ status, type, search }: SourceFilter): SourceQuery {
  const words = search.trim();
  return { ...(status && { status }), ...(type && { type }), ...(words && { search: words }) };
}

/** A search field for sources. */
export const sourceSearch = (text: string, change: (text: string) => void): TemplateResult =>
  html`<label class="searching"><span class="only-read">Search</span>${icon('search', 16)}<input class="input" type="search" dir="auto" placeholder="Title, file name or address" maxlength="200" .value=${live(text)}
      @input=${({ target }: Event) => change((target as HTMLInputElement).value)}></label>`;

/** A search field and two selects. */
export function sourceFilters(filter: SourceFilter, change: (filter: Partial<SourceFilter>) => void): TemplateResult {
  const select = (name: 'status' | 'type', label: string, options: readonly { value: string; label: string }[]) =>
    html`<label><span class="only-read">${label}</span><select class="input" @change=${({ target }: Event) => change({ [name]: (target as HTMLSelectElement).value })}>
      ${options.map((one) => html`<option value=${one.value} .selected=${one.value === filter[name]}>${one.label}</option>`)}</select></label>`;
  return html`<div class="filters" role="search" aria-label="Sources">
    ${sourceSearch(filter.search, (search) => change({ search }))}
    ${select('status', 'State', STATUSES)}${select('type', 'Kind', TYPES)}</div>`;
}

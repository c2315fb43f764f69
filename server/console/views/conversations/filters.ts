import type { ConversationFilter, Rating } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import { selectField } from '../../parts/forms/field.ts';
import { icon } from '../../parts/icon.ts';

/** The filter and the position of the list, from the query string. */
export interface ListQuery {
  filter: ConversationFilter;
  offset: number;
}

const RATINGS: readonly { value: string; label: string }[] = [
  { value: '', label: 'All' },
  { value: 'any', label: 'Rated' },
  { value: 'up', label: 'Helpful' },
  { value: 'down', label: 'Not helpful' },
];
const ENDS: readonly { value: string; label: string }[] = [
  { value: '', label: 'All' },
  { value: 'refused', label: 'Not answered' },
  { value: 'unsure', label: 'Unsure' },
  { value: 'answered', label: 'All answered' },
];
/** The query string of each choice. */
const END_QUERIES: Readonly<Record<string, { refused: string | null; unsure: string | null }>> = {
  '': { refused: null, unsure: null },
  refused: { refused: 'true', unsure: null },
  unsure: { refused: null, unsure: 'true' },
  answered: { refused: 'false', unsure: 'false' },
};
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Parses the query string; invalid values are ignored. */
export function parseListQuery(query: URLSearchParams): ListQuery {
  const text = (name: string) => query.get(name)?.trim() || undefined;
  const day = (name: string) => (DAY.test(text(name) ?? '') ? text(name) : undefined);
  const feedback = RATINGS.find(({ value }) => value !== '' && value === text('feedback'))?.value as
    | Rating
    | 'any'
    | undefined;
  const flag = (name: string) => ({ true: true, false: false })[text(name) ?? ''];
  const entries = Object.entries({
    search: text('search')?.slice(0, 200),
    feedback,
    refused: flag('refused'),
    unsure: flag('unsure'),
    from: day('from'),
    to: day('to'),
    visitor_id: text('visitor_id'),
  });
  return {
    filter: Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as ConversationFilter,
    offset: Math.max(0, Math.floor(Number(text('offset') ?? 0)) || 0),
  };
}

const endOf = ({ refused, unsure }: ConversationFilter) =>
  refused ? 'refused' : unsure ? 'unsure' : refused === false ? 'answered' : '';

/** True if any filter is set. */
export const isFiltered = (filter: ConversationFilter) => Object.keys(filter).length > 0;

/** The filter fields above the list. `change` gets the changes of the query string. */
export function filterFields(
  filter: ConversationFilter,
  change: (changes: Record<string, string | null>) => void,
): TemplateResult {
  const date = (name: 'from' | 'to', label: string) => html`<div class="field"><label for=${name}>${label}</label>
    <input class="input" type="date" id=${name} .value=${filter[name] ?? ''} @change=${(event: Event) => change({ [name]: (event.target as HTMLInputElement).value })}></div>`;
  return html`<search class="filters">
    <div class="field words"><label for="search">Search</label><input class="input" type="search" id="search" dir="auto" maxlength="200" autocomplete="off" placeholder="Words of questions and answers"
      .value=${filter.search ?? ''} @input=${(event: Event) => change({ search: (event.target as HTMLInputElement).value })}></div>
    ${selectField({ name: 'refused', label: 'Answers', value: endOf(filter), options: ENDS, change: (end) => change({ ...END_QUERIES[end] }) })}
    ${selectField({ name: 'feedback', label: 'Ratings', value: filter.feedback ?? '', options: RATINGS, change: (feedback) => change({ feedback }) })}
    ${date('from', 'From')}${date('to', 'To')}
  </search>
  ${
    filter.visitor_id === undefined
      ? nothing
      : html`<div><button class="button small" type="button" @click=${() => change({ visitor_id: null })}>Only of visitor ${filter.visitor_id}${icon('close', 14)}</button></div>`
  }`;
}

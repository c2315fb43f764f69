import { html, nothing, type TemplateResult } from 'lit';
import type { Resource } from '../controllers/resource.ts';
import { errorMessage } from '../format.ts';
import { type IconName, icon } from './icon.ts';

/**
 * Renders a resource: a placeholder until it is loaded, then the result of `draw`, with an error message above it if it could
 * not be loaded again.
 */
export function renderResource<Value, Key>(
  resource: Resource<Value, Key>,
  draw: (value: Value) => unknown,
  { lines = 3 }: { lines?: number } = {},
): unknown {
  const { value, error } = resource;
  const failed = error ? errorNotice(error, () => void resource.reload(), resource.loading) : nothing;
  if (value !== undefined) return html`${failed}${draw(value)}`;
  return error ? failed : skeleton(lines);
}

/** A placeholder while data is being loaded. */
export function skeleton(lines = 3): TemplateResult {
  return html`<div class="stack" role="status"><span class="only-read">Loading…</span>
    ${Array.from({ length: lines }, () => html`<span class="skeleton"></span>`)}</div>`;
}

/** A loading error with a button to try again. */
export function errorNotice(error: unknown, again: () => void, busy = false): TemplateResult {
  return html`<div class="note bad" role="alert">${icon('alert')}
    <div class="spread"><span>${errorMessage(error)}</span>
      <button class="button small" type="button" aria-busy=${busy} @click=${again}>Try again</button></div></div>`;
}

/** Shown instead of an empty list: what will appear here, and how to get there. */
export function emptyState(given: {
  icon: IconName;
  title: string;
  text: TemplateResult | string;
  action?: TemplateResult;
}): TemplateResult {
  return html`<div class="empty"><span class="figure">${icon(given.icon, 22)}</span>
    <h2>${given.title}</h2><p>${given.text}</p>${given.action ?? nothing}</div>`;
}

/** A message within a page. */
export function notice(
  text: TemplateResult | string,
  { tone = '', name = 'info' }: { tone?: '' | 'good' | 'warn' | 'bad'; name?: IconName } = {},
): TemplateResult {
  return html`<div class="note ${tone}">${icon(name)}<div>${text}</div></div>`;
}

/** A label with a coloured background; `dot` marks something in progress or in use. */
export function badge(
  text: string,
  tone: '' | 'good' | 'warn' | 'bad' | 'accent' = '',
  { dot = false }: { dot?: boolean } = {},
): TemplateResult {
  return html`<span class="badge ${tone}">${dot ? html`<span class="dot"></span>` : nothing}${text}</span>`;
}

/** The top of a page: title, description and actions. */
export function pageHeader(given: {
  title: unknown;
  lead?: TemplateResult | string;
  actions?: unknown;
  back?: { href: string; label: string };
}): TemplateResult {
  const { title, lead, actions, back } = given;
  return html`<div class="stack tight">
    ${back ? html`<div><a class="button quiet small back" href=${back.href}>${icon('back', 16)}${back.label}</a></div>` : nothing}
    <div class="head"><div><h1 tabindex="-1">${typeof title === 'string' ? html`<bdi>${title}</bdi>` : title}</h1>${lead ? html`<p class="soft">${lead}</p>` : nothing}</div>
      ${actions ? html`<div class="actions">${actions}</div>` : nothing}</div></div>`;
}

/** Tabs, which are links; one is the current page. */
export function tabs(
  label: string,
  items: readonly { href: string; label: string; current: boolean }[],
): TemplateResult {
  return html`<nav class="tabs" aria-label=${label}>${items.map(
    (one) => html`<a href=${one.href} aria-current=${one.current ? 'page' : nothing}>${one.label}</a>`,
  )}</nav>`;
}

/** The position in a long list, and buttons for the pages before and after; nothing if the whole list is shown. */
export function pagination(given: {
  total: number;
  limit: number;
  offset: number;
  /** The plural of what is listed: `sources`. */
  of: string;
  move(offset: number): void;
}): TemplateResult | typeof nothing {
  const { total, limit, offset, of, move } = given;
  if (total <= limit && offset === 0) return nothing;
  const last = Math.min(offset + limit, total);
  return html`<nav class="spread" aria-label="Pages of ${of}">
    <span class="soft small number">${total === 0 ? 0 : offset + 1}–${last} of ${total} ${of}</span>
    <span class="row"><button class="button small" type="button" ?disabled=${offset === 0} @click=${() => move(Math.max(0, offset - limit))}>Previous</button>
      <button class="button small" type="button" ?disabled=${last >= total} @click=${() => move(offset + limit)}>Next</button></span></nav>`;
}

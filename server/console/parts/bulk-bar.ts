import { css, html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Selection } from '../controllers/selection.ts';
import { formatCount } from '../format.ts';
import { type IconName, icon } from './icon.ts';
import './progress-bar.ts';

/** For the `styles` of a view whose entries can be selected. */
export const bulkStyles = css`
  .pick { display: grid; place-items: center; inline-size: 1.5rem; block-size: 1.5rem; margin-inline-start: -0.25rem; cursor: pointer; }
  .pick input { inline-size: 1rem; block-size: 1rem; margin: 0; accent-color: var(--accent); cursor: pointer; }
  @media (pointer: coarse) { .pick { inline-size: 2.75rem; block-size: 2.75rem; margin-inline-start: -0.75rem; } }
  .bulk { position: sticky; inset-block-start: 0; z-index: 5; margin-block-end: calc(-1 * var(--space-4)); display: flex; flex-wrap: wrap; gap: var(--space-1) var(--space-3); align-items: center; min-block-size: 2.5rem; padding-inline: var(--space-4); border: 1px solid transparent; border-radius: var(--round-m); }
  .bulk.some { border-color: var(--line); background: var(--card); box-shadow: var(--shadow-s); }
  .bulk .actions { flex: 1; padding-block: var(--space-1); }
  .bulk ui-progress { flex: 1 1 8rem; }
  .list > li:has(.pick input:checked) { background: var(--accent-shade); }
  @media (forced-colors: active) { .bulk:not(.some) { border-color: Canvas; } }
  @media print { .bulk, .pick { display: none; } }
  @media (max-width: 52rem) { .bulk { inset-block-start: calc(var(--control) + 1rem); } }
  @media (max-width: 40rem) { .bulk .actions { flex: 1 1 100%; } }
`;

/** Something that can be done with all selected entries. */
export interface BulkAction {
  label: string;
  icon: IconName;
  danger?: boolean;
  run(): void;
}

/** The checkbox of an entry. A click with Shift selects the range from the last one. */
export function pick(selection: Selection, id: string, order: readonly string[], name: string): TemplateResult {
  return html`<label class="pick above"><input type="checkbox" aria-label="Select ${name}" .checked=${live(selection.has(id))}
    @click=${(event: MouseEvent) => selection.toggle(id, order, event.shiftKey)}></label>`;
}

/** Above a list: selects all of it, and what can be done with the selected entries. `text` is shown while no entry is selected. */
export function bulkBar(given: {
  selection: Selection;
  /** The ids that are listed. */
  order: readonly string[];
  text: string;
  actions: readonly BulkAction[];
  /** How much of an action is done; null while no action runs. */
  running: { label: string; done: number; total: number; stop(): void } | null;
}): TemplateResult {
  const { selection, order, text, actions, running } = given;
  const selected = order.filter((id) => selection.has(id)).length;
  const all = selected === order.length && selected > 0;
  return html`<div class="bulk ${selected > 0 ? 'some' : ''}" role="group" aria-label="Selection">
    <label class="pick"><input type="checkbox" aria-label="Select all on this page" .checked=${live(all)} .indeterminate=${live(selected > 0 && !all)}
      @change=${() => selection.set(all ? [] : order)}></label>
    <span class="small number ${selected > 0 ? '' : 'soft'}" role="status">${
      running
        ? `${running.label}: ${formatCount(running.done)} of ${formatCount(running.total)}`
        : selected > 0
          ? `${formatCount(selected)} selected`
          : text
    }</span>
    ${
      running
        ? html`<ui-progress .value=${running.done} .max=${running.total} label=${running.label}></ui-progress>
          <button class="button small" type="button" @click=${running.stop}>Stop</button>`
        : selected > 0
          ? html`<div class="actions">${actions.map(
              (one) =>
                html`<button class="button small ${one.danger ? 'danger' : ''}" type="button" @click=${one.run}>${icon(one.icon, 16)}${one.label}</button>`,
            )}<button class="button quiet small" type="button" @click=${() => selection.set([])}>Clear</button></div>`
          : nothing
    }</div>`;
}

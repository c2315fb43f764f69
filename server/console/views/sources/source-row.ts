import type { Source } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { icon } from '../../parts/icon.ts';
import type { MenuItem } from '../../parts/menu.ts';
import '../../parts/menu.ts';
import '../../parts/progress-bar.ts';
import { formatDuration, formatRelativeTime, plural } from '../../format.ts';
import { badge } from '../../parts/states.ts';
import { type SourceRemedies, sourceError } from './source-error.ts';
import { detailsOf, iconOf, isProcessing, sourceName, stageOf } from './source-labels.ts';

/** The styles of the rows. */
export const sourceRowStyles = css`
  .list > .source { display: grid; grid-template-columns: auto minmax(0, 1fr) 9rem 6.5rem auto; gap: 0 var(--space-3); align-content: center; }
  .list > .source.plain { grid-template-columns: auto minmax(0, 1fr) 9rem 6.5rem; }
  .source:first-child { border-start-start-radius: calc(var(--round-l) - 1px); border-start-end-radius: calc(var(--round-l) - 1px); }
  .source:last-child { border-end-start-radius: calc(var(--round-l) - 1px); border-end-end-radius: calc(var(--round-l) - 1px); }
  .source .sign { display: grid; place-items: center; inline-size: 2rem; block-size: 2rem; border-radius: var(--round-m); background: var(--sunk); color: var(--soft); }
  .source .start { display: flex; align-items: center; gap: var(--space-2); }
  .source .what, .source .when { display: grid; min-inline-size: 0; }
  .source .when { text-align: end; }
  .source .going { grid-column: 2 / -1; display: grid; gap: 0.375rem; padding-block: var(--space-2) var(--space-1); }
  .source .note { grid-column: 2 / -1; margin-block: var(--space-2) var(--space-1); }
  .source .words { flex: 1 1 16rem; }
  @media (max-width: 40rem) {
    .list > .source, .list > .source.plain { grid-template-columns: auto minmax(0, 1fr) auto; }
    .source .state { grid-row: 2; grid-column: 2; padding-block-start: var(--space-1); }
    .source .when, .source .pick + .sign { display: none; }
    .source ui-menu { grid-row: 1; grid-column: 3; }
    .source .going, .source .note { grid-column: 1 / -1; }
  }
`;

/** The actions of a row. Pages of a site have none. */
export interface RowActions extends SourceRemedies {
  menu(source: Source): readonly MenuItem[];
}

/** A source in a list: type, state and error; `actions` is null for those who may only read. */
export function sourceRow(
  source: Source,
  actions: RowActions | null,
  { plain = actions === null, box = nothing }: { plain?: boolean; box?: TemplateResult | typeof nothing } = {},
): TemplateResult {
  const name = sourceName(source);
  const href = `/projects/${encodeURIComponent(source.project_id)}/sources/${encodeURIComponent(source.id)}`;
  return html`<li class="source ${plain ? 'plain' : ''}">
    <span class="start">${box}<span class="sign">${icon(iconOf(source))}</span></span>
    <div class="what"><span class="title"><a class="cover cut" dir="auto" href=${href} title=${name}>${name}</a></span>
      <span class="soft small cut">${detailsOf(source)}</span></div>
    <div class="state">${sourceState(source)}</div>
    <div class="when soft small number"><span>${source.status === 'completed' ? plural(source.chunks_count, 'passage') : nothing}</span><span>${formatRelativeTime(source.updated_at)}</span></div>
    ${plain || actions === null ? nothing : html`<ui-menu class="above" label="More for ${name}" .items=${actions.menu(source)}></ui-menu>`}
    ${isProcessing(source) ? html`<div class="going">${sourceProgress(source)}</div>` : nothing}
    ${sourceError(source, actions)}</li>`;
}

/** The state of a source as a badge. */
export function sourceState({ status, error, progress, reading }: Source): TemplateResult {
  if (status === 'failed') return badge('Failed', 'bad');
  if (status === 'completed' && error) return badge('Ready, update failed', 'warn');
  if (status === 'completed') return reading?.warning ? badge('Ready, in part', 'warn') : badge('Ready', 'good');
  return status === 'pending' || progress?.stage === 'queued'
    ? badge('Waiting')
    : badge('Being read', 'accent', { dot: true });
}

/** The progress of a source: stage, count and time. */
export function sourceProgress(source: Source): TemplateResult {
  const { words, done, total } = stageOf(source);
  // Only the first processing has a start time.
  const since = source.completed_at === null ? Math.max(0, Date.now() - Date.parse(source.created_at)) : 0;
  return html`<ui-progress .value=${done} .max=${total} label="${words} (${sourceName(source)})"></ui-progress>
    <span class="spread small soft number"><span>${words}</span>${since > 1000 ? html`<span>for ${formatDuration(since)}</span>` : nothing}</span>`;
}

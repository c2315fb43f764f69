import { css, html, nothing, type TemplateResult } from 'lit';
import { formatDateTime, formatRelativeTime } from '../../format.ts';
import { icon } from '../../parts/icon.ts';
import '../../parts/menu.ts';
import type { MenuItem } from '../../parts/menu.ts';
import { badge } from '../../parts/states.ts';
import type { QueueItem, QueueKind } from './queue.ts';

/** The styles of a row of the queue. */
export const queueRowStyles = css`
  .list > .item { display: grid; grid-template-columns: auto 6.25rem minmax(0, 1fr) auto auto; gap: 0 var(--space-3); align-items: center; padding-block: var(--space-2); }
  .list > .item.read { grid-template-columns: 6.25rem minmax(0, 1fr); }
  .why { display: flex; flex-wrap: wrap; gap: var(--space-1); align-items: center; }
  .figure { padding: 0.0625rem 0.375rem; border-radius: var(--round-s); background: var(--sunk); color: var(--soft); font-weight: 600; font-size: var(--text-xs); white-space: nowrap; font-variant-numeric: tabular-nums; }
  .figure.warn { background: var(--warn-shade); color: var(--warn); }
  @media (forced-colors: active) { .figure { border: 1px solid; } }
  .what { min-inline-size: 0; }
  .what h2 { font-size: inherit; }
  .open { display: flex; gap: var(--space-1); align-items: baseline; inline-size: 100%; min-block-size: 1.5rem; padding: 0; border: 0; background: none; color: var(--ink); font: 550 var(--text-m) / 1.4 var(--sans); text-align: start; overflow-wrap: anywhere; cursor: pointer; }
  .open svg { flex: none; align-self: start; margin-block-start: 0.1875rem; color: var(--soft); transition: transform var(--quick); }
  .open[aria-expanded="false"] svg { transform: rotate(-90deg); }
  .about { display: flex; flex-wrap: wrap; gap: 0 var(--space-2); align-items: center; padding-inline-start: 1.25rem; overflow-wrap: anywhere; }
  .about .comment { color: var(--ink); }
  .about > a { display: inline-flex; align-items: center; min-block-size: 1.5rem; }
  .item > .actions { gap: var(--space-1); justify-content: flex-end; }
  .more { grid-column: 3 / -1; display: grid; gap: var(--space-3); grid-template-columns: minmax(0, 1fr); padding-block: var(--space-2); padding-inline-start: 1.25rem; }
  .read .more { grid-column: 2 / -1; }
  .more h3 { font-size: var(--text-s); }
  .questions { display: grid; gap: var(--space-1); }
  .questions li { display: flex; flex-wrap: wrap; gap: 0.125rem var(--space-3); justify-content: space-between; overflow-wrap: anywhere; }
  .questions .row { display: flex; gap: var(--space-2); align-items: baseline; }
  .near { display: grid; gap: var(--space-3); padding-block-start: var(--space-2); }
  .near li { display: grid; gap: 0.25rem; padding-inline-start: var(--space-3); border-inline-start: 2px solid var(--line); }
  .near .text { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; overflow-wrap: anywhere; white-space: pre-line; }
  @media (pointer: coarse) { .open { min-block-size: 2.75rem; align-items: center; } .open svg { align-self: center; } }
  @media (max-width: 60rem) {
    .list > .item { grid-template-columns: auto minmax(0, 1fr) auto; row-gap: var(--space-1); }
    .list > .item.read { grid-template-columns: minmax(0, 1fr); }
    .item > .why { grid-column: 2; }
    .item.read > * { grid-column: 1; }
    .item > ui-menu { grid-column: 3; grid-row: 1; }
    .item > .what { grid-column: 2 / -1; }
    .item > .actions { grid-column: 1 / -1; justify-content: flex-start; padding-block-start: var(--space-1); }
    .item > .why { padding-inline-start: 1.25rem; }
    .item > .more { grid-column: 1 / -1; }
    .about .badge { white-space: normal; border-radius: var(--round-m); }
  }
  @media print { .list > .item, .list > .item.read { grid-template-columns: 6.25rem minmax(0, 1fr); } .item > .more { grid-column: 2 / -1; } }
`;

/** What can be done with an item. */
export interface ItemActions {
  /** Opens the form for an answer in the owner's words. */
  answer(): void;
  /** Leads to the source that should answer it, or to a new one. */
  fix(): void;
  ignore(): void;
  reopen(): void;
  menu: readonly MenuItem[];
}

/** A question of the queue in one row, and what is known of it once it is opened. `actions` and `box` are for those who may change it. */
export function queueRow(
  item: QueueItem,
  kind: QueueKind,
  given: {
    at(page: string): string;
    actions: ItemActions | null;
    box: unknown;
    opened: boolean;
    toggle(): void;
    /** Whether the source is being looked for. */
    busy: boolean;
  },
): TemplateResult {
  const { question, at, figure, about, details, answer } = item;
  const { actions, opened } = given;
  return html`<li class="item ${actions ? '' : 'read'}" data-kind=${item.kind}>
    ${given.box}<div class="why">${badge(kind.word, kind.tone)}${figure ? html`<span class="figure ${figure.warns ? 'warn' : ''}" title=${figure.title}>${figure.text}</span>` : nothing}</div>
    <div class="what"><h2><button class="open" type="button" aria-expanded=${opened} @click=${given.toggle}>${icon('chevron', 16)}<bdi>${question}</bdi></button></h2>
      <div class="about soft small"><time datetime=${at} title=${formatDateTime(at)}>${formatRelativeTime(at)}</time>${about ?? nothing}
        ${answer && item.kind !== 'review' ? html`<a href=${given.at('answers')}>${badge('Your answer is shown now', 'good')}</a>` : nothing}</div></div>
    ${actions ? buttons(item, kind, actions, given.busy) : nothing}
    ${opened ? html`<div class="more">${details ?? nothing}</div>` : nothing}</li>`;
}

function buttons(item: QueueItem, kind: QueueKind, actions: ItemActions, busy: boolean): TemplateResult {
  const { question, visitor, done } = item;
  const button = (label: string, act: () => void, wait = false) =>
    html`<button class="button small" type="button" aria-label="${label}: ${question}" aria-busy=${wait} @click=${act}>${label}</button>`;
  return html`<div class="actions above">${
    visitor
      ? html`<a class="button small" href=${mailTo(visitor.email, question)} aria-label="Answer this: ${question}">Answer this</a>`
      : button('Answer this', actions.answer)
  }${visitor || item.kind === 'review' ? nothing : button('Fix the source', actions.fix, busy)}${
    kind.ignore ? (done ? button('Open again', actions.reopen) : button(kind.ignore.label, actions.ignore)) : nothing
  }</div><ui-menu class="above" label="More for “${question}”" .items=${actions.menu}></ui-menu>`;
}

const mailTo = (email: string, question: string) =>
  `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${question.slice(0, 100)}`)}`;

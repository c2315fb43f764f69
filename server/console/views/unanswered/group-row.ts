import type { NearPassage, UnansweredGroup } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { formatCount, formatDateTime, formatRelativeTime, plural } from '../../format.ts';
import { icon } from '../../parts/icon.ts';
import type { MenuItem } from '../../parts/menu.ts';
import '../../parts/menu.ts';
import { badge } from '../../parts/states.ts';

/** The styles of a group. */
export const groupStyles = css`
  .list > .group { display: grid; grid-template-columns: auto 3rem minmax(0, 1fr) auto auto; gap: 0 var(--space-3); padding-block: var(--space-2); }
  .list > .group.read { grid-template-columns: 3rem minmax(0, 1fr) auto; }
  .times { justify-self: start; min-inline-size: 2.25rem; padding: 0.125rem 0.375rem; border-radius: var(--round-s); background: var(--warn-shade); color: var(--warn); font-weight: 600; font-size: var(--text-s); text-align: center; white-space: nowrap; font-variant-numeric: tabular-nums; }
  .what { min-inline-size: 0; }
  .what h2 { font-size: inherit; }
  .open { display: flex; gap: var(--space-1); align-items: baseline; inline-size: 100%; min-block-size: 1.5rem; padding: 0; border: 0; background: none; color: var(--ink); font: 550 var(--text-m) / 1.4 var(--sans); text-align: start; overflow-wrap: anywhere; cursor: pointer; }
  .open svg { align-self: center; color: var(--soft); transition: transform var(--quick); }
  .open[aria-expanded="false"] svg { transform: rotate(-90deg); }
  .about { display: flex; flex-wrap: wrap; gap: 0 var(--space-2); align-items: center; padding-inline-start: 1.25rem; }
  .more { grid-column: 3 / -1; display: grid; gap: var(--space-3); padding-block: var(--space-2); padding-inline-start: 1.25rem; }
  .read .more { grid-column: 2 / -1; }
  .more h3 { font-size: var(--text-s); }
  .questions { display: grid; gap: var(--space-1); }
  .questions li { display: flex; flex-wrap: wrap; gap: 0.125rem var(--space-3); justify-content: space-between; overflow-wrap: anywhere; }
  .questions .row { display: flex; gap: var(--space-2); align-items: baseline; }
  .near { display: grid; gap: var(--space-3); padding-block-start: var(--space-2); }
  .near li { display: grid; gap: 0.25rem; padding-inline-start: var(--space-3); border-inline-start: 2px solid var(--line); }
  .near .text { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; overflow-wrap: anywhere; white-space: pre-line; }
  @media (pointer: coarse) { .open { min-block-size: 2.75rem; align-items: center; } }
  @media (max-width: 40rem) {
    .list > .group { grid-template-columns: auto minmax(0, 1fr) auto; gap: var(--space-1) var(--space-2); }
    .list > .group.read { grid-template-columns: auto minmax(0, 1fr); }
    .times { grid-column: 2; grid-row: 2; }
    .read .times { grid-column: 1; grid-row: 1; }
    .group .write { grid-column: 2 / -1; grid-row: 2; justify-self: end; }
    .group ui-menu { grid-column: 3; grid-row: 1; }
    .more, .read .more { grid-column: 1 / -1; }
    .about .badge { white-space: normal; border-radius: var(--round-m); }
  }
  @media print { .list > .group, .list > .group.read { grid-template-columns: 3rem minmax(0, 1fr); } .more { grid-column: 2 / -1; } }
`;

/** The actions of a group. */
export interface GroupActions {
  /** Opens the form of an answer that becomes a source. */
  write(group: UnansweredGroup): void;
  menu(group: UnansweredGroup): readonly MenuItem[];
}

/**
 * A group of similar questions in one row: how often it was asked and when; opened, also its wordings and the most similar
 * passages. With `actions` and `box` for those who may answer them.
 */
export function groupRow(
  project: string,
  group: UnansweredGroup,
  given: { actions: GroupActions | null; box: unknown; opened: boolean; toggle(): void },
): TemplateResult {
  const { question, count, unsure_count, last_asked_at, curated_answer_id } = group;
  const { actions, opened } = given;
  const at = (page: string) => `/projects/${encodeURIComponent(project)}/${page}`;
  return html`<li class="group ${actions ? '' : 'read'}">
    ${given.box}<span class="times" title="Asked ${plural(count, 'time')}">${formatCount(count)} ×</span>
    <div class="what"><h2><button class="open" type="button" aria-expanded=${opened} @click=${given.toggle}>${icon('chevron', 16)}<bdi>${question}</bdi></button></h2>
      <div class="about soft small"><time datetime=${last_asked_at} title=${formatDateTime(last_asked_at)}>${formatRelativeTime(last_asked_at)}</time>
        ${unsure_count > 0 ? badge(unsure_count === count ? 'Unsure: only the closest passages were shown' : `${unsure_count} of ${count} unsure`, 'warn') : nothing}
        ${curated_answer_id ? html`<a href=${at('answers')}>${badge('Your answer is shown now', 'good')}</a>` : nothing}</div></div>
    ${
      actions
        ? html`<button class="button small write" type="button" @click=${() => actions.write(group)}>${icon('text', 16)}Write the answer</button>
      <ui-menu label="More for “${question}”" .items=${actions.menu(group)}></ui-menu>`
        : nothing
    }
    ${opened ? details(group, at) : nothing}</li>`;
}

function details(
  { count, unsure_count, questions, passages }: UnansweredGroup,
  at: (page: string) => string,
): TemplateResult {
  return html`<div class="more">
    <div><h3>${questions.length === 1 ? 'The question' : `The ${plural(questions.length, 'question')}${count > questions.length ? ' asked last' : ''}`}</h3>
      <ul class="questions">${questions.map(
        ({ text, finish_reason, asked_at, conversation_id }) =>
          html`<li><span class="row"><a href=${at(`conversations/${encodeURIComponent(conversation_id)}`)}><bdi>${text}</bdi></a>${finish_reason === 'unsure' && unsure_count < count ? badge('Unsure') : nothing}</span><time class="soft small" datetime=${asked_at} title=${formatDateTime(asked_at)}>${formatRelativeTime(asked_at)}</time></li>`,
      )}</ul></div>
    ${
      passages.length === 0
        ? html`<p class="soft small">Nothing in your documents is similar.</p>`
        : html`<div><h3>The most similar passages of your documents</h3><ul class="near">${passages.map((one) => near(one, at))}</ul></div>`
    }</div>`;
}

function near({ title, heading, page, text, source_id }: NearPassage, at: (page: string) => string): TemplateResult {
  return html`<li><span><a href=${at(`sources/${encodeURIComponent(source_id)}`)}><bdi>${title || 'A source without a title'}</bdi></a>
    <span class="soft small">${[heading, page === undefined ? '' : `page ${page}`].filter(Boolean).join(' · ')}</span></span>
    ${text ? html`<p class="text soft" dir="auto">${text}</p>` : nothing}</li>`;
}

import type { NearPassage, UnansweredGroup } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { formatDateTime, formatRelativeTime, plural } from '../../format.ts';
import { icon } from '../../parts/icon.ts';
import { badge } from '../../parts/states.ts';

/** The styles of a group. */
export const groupStyles = css`
  .groups { display: grid; gap: var(--space-4); grid-template-columns: minmax(0, 1fr); }
  .group { display: grid; gap: var(--space-4); grid-template-columns: minmax(0, 1fr); }
  .top { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: var(--space-4); align-items: start; }
  .times { display: grid; justify-items: center; align-content: center; min-inline-size: 3.25rem; padding: var(--space-2); border-radius: var(--round-m); background: var(--warn-shade); color: var(--warn); line-height: 1.15; font-size: var(--text-xs); }
  .times b { font-size: var(--text-l); font-variant-numeric: tabular-nums; }
  .questions .row { display: flex; gap: var(--space-2); align-items: baseline; }
  .group h2 { overflow-wrap: anywhere; }
  details summary { cursor: pointer; color: var(--accent-ink); padding-block: 0.25rem; inline-size: fit-content; }
  @media (pointer: coarse) { details summary { padding-block: 0.75rem; } }
  .questions { display: grid; gap: var(--space-2); padding-block: var(--space-2); }
  .questions li { display: flex; flex-wrap: wrap; gap: 0.125rem var(--space-3); justify-content: space-between; overflow-wrap: anywhere; }
  .near { display: grid; gap: var(--space-3); padding-block: var(--space-2); }
  .near li { display: grid; gap: 0.25rem; padding-inline-start: var(--space-3); border-inline-start: 2px solid var(--line); }
  .near .text { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; overflow-wrap: anywhere; white-space: pre-line; }
`;

/** The actions of a group. */
export interface GroupActions {
  write(group: UnansweredGroup): void;
  /** Opens the form of an answer that is shown as written. */
  answer(group: UnansweredGroup): void;
  setAside(group: UnansweredGroup): void;
}

/** A group of similar questions, with `actions` for those who may answer them: how often it was asked, its wordings, and the most similar passages. */
export function groupCard(project: string, group: UnansweredGroup, actions: GroupActions | null): TemplateResult {
  const { question, count, unsure_count, last_asked_at, questions, passages, curated_answer_id } = group;
  const at = (page: string) => `/projects/${encodeURIComponent(project)}/${page}`;
  return html`<li class="card group">
    <div class="top"><span class="times"><b>${count}</b>${count === 1 ? 'time' : 'times'}</span>
      <div><h2>${question}</h2><p class="soft small">Last asked <time datetime=${last_asked_at} title=${formatDateTime(last_asked_at)}>${formatRelativeTime(last_asked_at)}</time></p>
        ${unsure_count > 0 ? badge(unsure_count === count ? 'Unsure: only the closest passages were shown' : `${unsure_count} of ${count} unsure`, 'warn') : nothing}
        ${curated_answer_id ? html`<a href=${at('answers')}>${badge('It gets an answer of yours now', 'good')}</a>` : nothing}</div></div>
    <div class="stack tight">
      <details><summary>${questions.length === 1 ? 'The question' : `The ${plural(questions.length, 'question')}${count > questions.length ? ' asked last' : ''}`}</summary>
        <ul class="questions">${questions.map(
          ({ text, finish_reason, asked_at, conversation_id }) =>
            html`<li><span class="row"><a href=${at(`conversations/${encodeURIComponent(conversation_id)}`)}>${text}</a>${finish_reason === 'unsure' && unsure_count < count ? badge('Unsure') : nothing}</span><time class="soft small" datetime=${asked_at} title=${formatDateTime(asked_at)}>${formatRelativeTime(asked_at)}</time></li>`,
        )}</ul></details>
      ${
        passages.length === 0
          ? html`<p class="soft small">Nothing in your documents is similar.</p>`
          : html`<details><summary>The most similar passages of your documents</summary><ul class="near">${passages.map((one) => near(one, at))}</ul></details>`
      }
    </div>
    <div class="actions">${actions ? html`<button class="button primary" type="button" @click=${() => actions.write(group)}>${icon('text', 16)}Write the answer</button>` : nothing}
      ${actions && !curated_answer_id ? html`<button class="button" type="button" @click=${() => actions.answer(group)}>${icon('user', 16)}Answer it yourself</button>` : nothing}
      <a class="button" href=${at(`playground?${new URLSearchParams({ ask: question }).toString()}`)}>${icon('play', 16)}Ask it</a>
      ${actions ? html`<button class="button quiet" type="button" @click=${() => actions.setAside(group)}>Set aside</button>` : nothing}</div></li>`;
}

function near({ title, heading, page, text, source_id }: NearPassage, at: (page: string) => string): TemplateResult {
  return html`<li><span><a href=${at(`sources/${encodeURIComponent(source_id)}`)}>${title || 'A source without a title'}</a>
    <span class="soft small">${[heading, page === undefined ? '' : `page ${page}`].filter(Boolean).join(' · ')}</span></span>
    ${text ? html`<p class="text soft">${text}</p>` : nothing}</li>`;
}

import type { UnansweredGroup } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { formatDateTime, formatRelativeTime, plural } from '../../format.ts';
import { icon } from '../../parts/icon.ts';
import type { MenuItem } from '../../parts/menu.ts';
import '../../parts/menu.ts';
import { badge } from '../../parts/states.ts';

/** The styles of a group. */
export const groupStyles = css`
  .list > .group { display: grid; grid-template-columns: auto 3rem minmax(0, 1fr) auto auto; gap: 0 var(--space-3); padding-block: var(--space-2); }
  .list > .group.read { grid-template-columns: 3rem minmax(0, 1fr) auto; }
  .figure { justify-self: start; min-inline-size: 2.25rem; padding: 0.125rem 0.375rem; border-radius: var(--round-s); background: var(--sunk); color: var(--soft); font-weight: 600; font-size: var(--text-s); text-align: center; white-space: nowrap; font-variant-numeric: tabular-nums; }
  .figure.warn { background: var(--warn-shade); color: var(--warn); }
  @media (forced-colors: active) { .figure { border: 1px solid; } }
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
    .figure { grid-column: 2; grid-row: 2; }
    .read .figure { grid-column: 1; grid-row: 1; }
    .group .write { grid-column: 2 / -1; grid-row: 2; justify-self: end; }
    .group ui-menu { grid-column: 3; grid-row: 1; }
    .more, .read .more { grid-column: 1 / -1; }
    .about .badge { white-space: normal; border-radius: var(--round-m); }
  }
  @media print { .list > .group, .list > .group.read { grid-template-columns: 3rem minmax(0, 1fr); } .more { grid-column: 2 / -1; } }
`;

/** Questions that ask for the same: what all kinds of groups have. */
export type QuestionGroup = Pick<
  UnansweredGroup,
  'id' | 'question' | 'count' | 'last_asked_at' | 'curated_answer_id'
> & {
  questions: { message_id: string; conversation_id: string; text: string; asked_at: string }[];
};

/** The actions of a group. */
export interface GroupActions<Group> {
  /** Opens the form of an answer that becomes a source. */
  write(group: Group): void;
  menu(group: Group): readonly MenuItem[];
}

/** What a kind of groups shows of one. */
export interface GroupFace<Group extends QuestionGroup> {
  /** The figure before the question, what it says, and whether it asks for attention. */
  figure(group: Group): { text: string; title: string; warns: boolean };
  /** Beside the time. */
  about(group: Group): unknown;
  /** Beside one of its questions. */
  aboutQuestion(question: Group['questions'][number], group: Group): unknown;
  /** Below its questions, once it is opened. */
  details(group: Group, at: (page: string) => string): unknown;
}

/**
 * A group of similar questions in one row: its figure and when it was asked; opened, also its wordings, each of which leads to its
 * conversation. With `actions` and `box` for those who may answer them.
 */
export function groupRow<Group extends QuestionGroup>(
  project: string,
  group: Group,
  given: {
    face: GroupFace<Group>;
    actions: GroupActions<Group> | null;
    box: unknown;
    opened: boolean;
    toggle(): void;
  },
): TemplateResult {
  const { question, last_asked_at, curated_answer_id } = group;
  const { face, actions, opened } = given;
  const at = (page: string) => `/projects/${encodeURIComponent(project)}/${page}`;
  const { text, title, warns } = face.figure(group);
  return html`<li class="group ${actions ? '' : 'read'}">
    ${given.box}<span class="figure ${warns ? 'warn' : ''}" title=${title}>${text}</span>
    <div class="what"><h2><button class="open" type="button" aria-expanded=${opened} @click=${given.toggle}>${icon('chevron', 16)}<bdi>${question}</bdi></button></h2>
      <div class="about soft small"><time datetime=${last_asked_at} title=${formatDateTime(last_asked_at)}>${formatRelativeTime(last_asked_at)}</time>
        ${face.about(group)}
        ${curated_answer_id ? html`<a href=${at('answers')}>${badge('Your answer is shown now', 'good')}</a>` : nothing}</div></div>
    ${
      actions
        ? html`<button class="button small write" type="button" @click=${() => actions.write(group)}>${icon('text', 16)}Write the answer</button>
      <ui-menu label="More for “${question}”" .items=${actions.menu(group)}></ui-menu>`
        : nothing
    }
    ${opened ? html`<div class="more">${asked(group, face, at)}${face.details(group, at)}</div>` : nothing}</li>`;
}

function asked<Group extends QuestionGroup>(
  group: Group,
  face: GroupFace<Group>,
  at: (page: string) => string,
): TemplateResult {
  const { questions, count } = group;
  return html`<div><h3>${questions.length === 1 ? 'The question' : `The ${plural(questions.length, 'question')}${count > questions.length ? ' asked last' : ''}`}</h3>
    <ul class="questions">${questions.map(
      (one) =>
        html`<li><span class="row"><a href=${at(`conversations/${encodeURIComponent(one.conversation_id)}`)}><bdi>${one.text}</bdi></a>${face.aboutQuestion(one, group)}</span><time class="soft small" datetime=${one.asked_at} title=${formatDateTime(one.asked_at)}>${formatRelativeTime(one.asked_at)}</time></li>`,
    )}</ul></div>`;
}

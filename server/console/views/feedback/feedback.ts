import type { FeedbackEntry, FeedbackState, Page } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { Resource } from '../../controllers/resource.ts';
import { errorMessage, formatDateTime, formatRelativeTime } from '../../format.ts';
import { answerText, answerTextStyles } from '../../parts/answer-text.ts';
import { segmentedControl, segmentedControlStyles } from '../../parts/forms/segmented-control.ts';
import { icon } from '../../parts/icon.ts';
import { may } from '../../parts/role.ts';
import { badge, emptyState, pageHeader, pagination, renderResource } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';
import '../answers/answer-form.ts';

const LIMIT = 20;
const STATES = [
  { value: 'new', label: 'New' },
  { value: 'seen', label: 'Seen' },
  { value: 'done', label: 'Done' },
] as const;

/** `/projects/{id}/feedback`: what readers thought of answers, sorted by what the owner has done with it. */
export class FeedbackView extends View {
  static override styles = [
    shared,
    segmentedControlStyles,
    answerTextStyles,
    css`
      .entries { display: grid; gap: var(--space-4); grid-template-columns: minmax(0, 1fr); }
      .entry { display: grid; gap: var(--space-3); grid-template-columns: minmax(0, 1fr); }
      .entry h2 { overflow-wrap: anywhere; }
      details summary { cursor: pointer; color: var(--accent-ink); padding-block: 0.25rem; inline-size: fit-content; }
      @media (pointer: coarse) { details summary { padding-block: 0.75rem; } }
    `,
  ];
  static override properties = { state: { state: true }, offset: { state: true }, correcting: { state: true } };
  state: FeedbackState = 'new';
  offset = 0;
  /** The question that is answered in the owner's own words; null if there is none. */
  correcting: string | null = null;
  readonly #entries = new Resource<Page<FeedbackEntry>, { project: string; state: FeedbackState; offset: number }>(
    this,
    {
      key: () => ({ project: this.params.project ?? '', state: this.state, offset: this.offset }),
      load: ({ project, state, offset }, signal) =>
        this.app.client.feedback.list(project, { state, limit: LIMIT, offset }, { signal }),
    },
  );

  override render(): TemplateResult {
    return html`<div class="page">
      ${pageHeader({
        title: 'Feedback',
        lead: 'Ratings and comments on answers. An answer that is rated again counts as new.',
        actions: segmentedControl({
          name: 'state',
          label: 'State',
          value: this.state,
          options: STATES,
          change: (state) => {
            this.state = state;
            this.offset = 0;
          },
        }),
      })}
      ${renderResource(this.#entries, (page) => (page.total === 0 ? this.#nothing() : this.#list(page)), { lines: 8 })}
      <answer-form .app=${this.app} .project=${this.params.project} .answer=${null} .question=${this.correcting ?? ''} .open=${this.correcting !== null}
        @close=${() => this.#correct(null)} @saved=${this.#corrected}></answer-form>
    </div>`;
  }

  #nothing(): TemplateResult {
    return emptyState({
      icon: 'check',
      title: this.state === 'new' ? 'Nothing new' : 'Nothing here',
      text: 'Ratings and comments of visitors appear here.',
    });
  }

  #list(page: Page<FeedbackEntry>): TemplateResult {
    const at = (path: string) => `/projects/${encodeURIComponent(this.params.project ?? '')}/${path}`;
    return html`<ul class="entries">${page.items.map(
      (entry) => html`<li class="card entry">
        <div><h2><bdi>${entry.question}</bdi></h2><p class="row small">${entry.rating === 'up' ? badge('Helpful', 'good') : badge('Not helpful', 'bad')}
          <time class="soft" datetime=${entry.answered_at} title=${formatDateTime(entry.answered_at)}>Answered ${formatRelativeTime(entry.answered_at)}</time></p></div>
        ${entry.comment ? html`<p>“<bdi>${entry.comment}</bdi>”</p>` : nothing}
        <details><summary>The answer</summary>${answerText(entry.answer)}</details>
        <div class="actions">${(
          may(this.project, 'editor') ? STATES.filter(({ value }) => value !== entry.state) : []
        ).map(
          ({ value, label }) =>
            html`<button class="button small" type="button" aria-label="${label}: ${entry.question}" @click=${() => this.#sort(entry, value)}>${label}</button>`,
        )}${
          may(this.project, 'editor') && entry.rating === 'down'
            ? html`<button class="button small" type="button" aria-label="Answer word for word: ${entry.question}" @click=${() => this.#correct(entry.question)}>${icon('person', 16)}Answer word for word</button>`
            : nothing
        }<a class="button small quiet" href=${at(`conversations/${encodeURIComponent(entry.conversation_id)}`)}>Conversation</a></div></li>`,
    )}</ul>${pagination({ ...page, of: 'ratings', move: (offset) => this.#move(offset) })}`;
  }

  #correct(question: string | null): void {
    this.correcting = question;
  }

  readonly #corrected = (): void => this.app.toast('Saved. The chat shows your words from now on.');

  #move(offset: number): void {
    this.offset = offset;
  }

  async #sort({ id }: FeedbackEntry, state: FeedbackState): Promise<void> {
    try {
      await this.app.client.feedback.update(this.params.project ?? '', id, { state });
      await this.#entries.reload();
    } catch (error) {
      this.app.toast(errorMessage(error), 'bad');
    }
  }
}

customElements.define('view-feedback', FeedbackView);

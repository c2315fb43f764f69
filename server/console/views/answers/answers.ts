import type { CuratedAnswer, Page } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { Resource } from '../../controllers/resource.ts';
import { errorMessage, formatDate, formatRelativeTime, plural } from '../../format.ts';
import { icon } from '../../parts/icon.ts';
import { may } from '../../parts/role.ts';
import { badge, emptyState, pageHeader, pagination, renderResource } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';
import './answer-form.ts';

const LIMIT = 50;

/** `/projects/{id}/answers`: the answers that the owner has written. */
export class AnswersView extends View {
  static override styles = [
    shared,
    css`
      .line { display: grid; gap: 0.25rem; }
      .text { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; overflow-wrap: anywhere; }
      @media (max-width: 40rem) { .list > li { flex-wrap: wrap; } .line { flex-basis: 100%; } }
    `,
  ];
  static override properties = { offset: { state: true }, writing: { state: true }, open: { state: true } };
  offset = 0;
  /** The one in the dialog; null for a new one. */
  writing: CuratedAnswer | null = null;
  open = false;
  readonly #answers = new Resource<Page<CuratedAnswer>, { project: string; offset: number }>(this, {
    key: () => ({ project: this.params.project ?? '', offset: this.offset }),
    load: ({ project, offset }, signal) =>
      this.app.client.curatedAnswers.list(project, { limit: LIMIT, offset }, { signal }),
  });

  override render(): TemplateResult {
    const add = html`<button class="button primary" type="button" @click=${() => this.#write(null)}>${icon('add', 16)}New answer</button>`;
    return html`<div class="page">
      ${pageHeader({
        title: 'Your answers',
        lead: 'The chat shows them as you write them, marked as yours, for their question and others like it.',
        actions: this.#answers.value?.total && may(this.project, 'editor') ? add : nothing,
      })}
      ${renderResource(this.#answers, (page) =>
        page.total === 0
          ? emptyState({
              icon: 'text',
              title: 'No answers of yours yet',
              text: html`Write one where your documents do not say it well, or not at all. The <a href="/projects/${encodeURIComponent(this.params.project ?? '')}/improve?kind=unanswered">unanswered questions</a> are a good start.`,
              ...(may(this.project, 'editor') && { action: add }),
            })
          : this.#list(page),
      )}
      <answer-form .app=${this.app} .project=${this.params.project} .answer=${this.writing} .question=${''} .open=${this.open}
        @close=${this.#closed} @saved=${this.#saved}></answer-form>
    </div>`;
  }

  #list(page: Page<CuratedAnswer>): TemplateResult {
    return html`<ul class="list">${this.app.removals.left(page.items).map(
      (answer) => html`<li><div class="line grow"><span class="title break"><bdi>${answer.question}</bdi></span>
        <span class="text soft small"><bdi>${answer.answer}</bdi></span>
        <span class="row small">${states(answer)}<span class="soft">${uses(answer)}</span></span></div>
        ${may(this.project, 'editor') ? this.#buttons(answer) : nothing}</li>`,
    )}</ul>${pagination({ ...page, of: 'answers', move: (offset) => this.#move(offset) })}`;
  }

  #buttons(answer: CuratedAnswer): TemplateResult {
    return html`<button class="button quiet small" type="button" aria-label="Change “${answer.question}”" @click=${() => this.#write(answer)}>Change</button>
        <button class="button quiet small" type="button" aria-label="${answer.enabled ? 'Disable' : 'Enable'} “${answer.question}”" @click=${() => this.#switch(answer)}>${answer.enabled ? 'Disable' : 'Enable'}</button>
        <button class="button quiet icon small" type="button" aria-label="Delete “${answer.question}”" title="Delete" @click=${() => this.#delete(answer)}>${icon('trash')}</button>`;
  }

  #write(answer: CuratedAnswer | null): void {
    this.writing = answer;
    this.open = true;
  }

  #closed(): void {
    this.open = false;
  }

  #move(offset: number): void {
    this.offset = offset;
  }

  async #saved(): Promise<void> {
    this.app.toast('Saved. The chat uses it from now on.');
    await this.#answers.reload();
  }

  async #switch({ id, enabled }: CuratedAnswer): Promise<void> {
    try {
      await this.app.client.curatedAnswers.update(this.params.project ?? '', id, { enabled: !enabled });
      this.app.toast(enabled ? 'It is not used any more.' : 'It is used again.');
      await this.#answers.reload();
    } catch (error) {
      this.app.toast(errorMessage(error), 'bad');
    }
  }

  #delete({ id, question }: CuratedAnswer): void {
    const project = this.params.project ?? '';
    this.app.removals.add({
      ids: [id],
      text: `Your answer to “${question}” deleted. Conversations that showed it keep it.`,
      remove: async (client) => {
        await client.curatedAnswers.delete(project, id);
        return [];
      },
      removed: () => this.isConnected && this.#answers.reload(),
    });
    this.renderRoot.querySelector('h1')?.focus();
  }
}

function states({ state, review_due, review_at, expires_at, wordings }: CuratedAnswer): unknown[] {
  return [
    state === 'disabled' ? badge('Disabled') : nothing,
    state === 'expired' && expires_at ? badge(`Expired on ${formatDate(expires_at)}`, 'warn') : nothing,
    state === 'active' && expires_at ? badge(`Until ${formatDate(expires_at)}`) : nothing,
    review_due && review_at ? badge(`Review due since ${formatDate(review_at)}`, 'warn') : nothing,
    wordings.length > 0 ? html`<span class="soft">${plural(wordings.length + 1, 'wording')}</span>` : nothing,
  ];
}

const uses = ({ uses, last_used_at }: CuratedAnswer): string =>
  last_used_at === null ? 'Not used yet' : `Used ${plural(uses, 'time')}, last ${formatRelativeTime(last_used_at)}`;

customElements.define('view-answers', AnswersView);

import type { Handover, HandoverStatus, Page } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { Action } from '../../controllers/action.ts';
import { Resource } from '../../controllers/resource.ts';
import { formatDateTime, formatRelativeTime } from '../../format.ts';
import '../../parts/dialogs/dialog.ts';
import { inlineError, textField } from '../../parts/forms/field.ts';
import { icon } from '../../parts/icon.ts';
import { may } from '../../parts/role.ts';
import { emptyState, notice, pageHeader, pagination, renderResource, tabs } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';

const LIMIT = 20;

/** `/projects/{id}/handovers`: questions that visitors handed over to a person. */
export class HandoversView extends View {
  static override styles = [
    shared,
    css`
      .handover { display: grid; gap: var(--space-2); min-inline-size: 0; }
      .question { white-space: pre-wrap; overflow-wrap: anywhere; }
    `,
  ];
  static override properties = { offset: { state: true }, assigned: { state: true }, assignee: { state: true } };
  offset = 0;
  /** The handover whose dialog is open. */
  assigned: Handover | null = null;
  assignee = '';
  readonly #assign = new Action(this);
  readonly #change = new Action(this);
  readonly #handovers = new Resource<Page<Handover>, { project: string; status: HandoverStatus; offset: number }>(
    this,
    {
      key: () => ({ project: this.params.project ?? '', status: this.#status, offset: this.offset }),
      load: ({ project, status, offset }, signal) =>
        this.app.client.projects.handovers.list(project, { status, limit: LIMIT, offset }, { signal }),
    },
  );

  get #status(): HandoverStatus {
    return this.app.router.current?.query.get('status') === 'closed' ? 'closed' : 'open';
  }

  override render(): TemplateResult {
    const at = `/projects/${encodeURIComponent(this.params.project ?? '')}/handovers`;
    const status = this.#status;
    return html`<div class="page">
      ${pageHeader({ title: 'Handovers', lead: 'Questions that visitors hand over to a person, with the address for the answer.' })}
      ${this.project && this.project.handover === null ? notice(html`The widget does not offer it yet. <a href=${at.replace('/handovers', '/settings')}>Switch it on in the settings</a>`) : nothing}
      ${tabs('State', [
        { href: at, label: 'Open', current: status === 'open' },
        { href: `${at}?status=closed`, label: 'Closed', current: status === 'closed' },
      ])}
      ${inlineError(this.#change.error())}
      ${renderResource(this.#handovers, (page) =>
        page.total === 0
          ? emptyState({
              icon: 'person',
              title: status === 'open' ? 'Nothing to answer' : 'Nothing closed yet',
              text:
                status === 'open'
                  ? 'When a visitor asks for a person, the question appears here.'
                  : 'Handovers that you close appear here.',
            })
          : html`<ul class="list">${this.app.removals.left(page.items).map((one) => this.#item(one))}</ul>
            ${pagination({ ...page, of: 'handovers', move: (offset) => this.#move(offset) })}`,
      )}
      ${this.#window()}
    </div>`;
  }

  #item(one: Handover): TemplateResult {
    const conversation = `/projects/${encodeURIComponent(this.params.project ?? '')}/conversations/${encodeURIComponent(one.conversation_id ?? '')}`;
    const closed = one.status === 'closed';
    return html`<li><div class="handover grow">
      <p class="question"><bdi>${one.question}</bdi></p>
      <div class="row soft small"><a class="break" href=${`mailto:${encodeURIComponent(one.email)}`}>${one.email}</a>
        <span title=${formatDateTime(one.created_at)}>${formatRelativeTime(one.created_at)}</span>
        <span>${one.assignee ? `with ${one.assignee}` : 'not assigned'}</span></div>
      <div class="row soft small">${one.conversation_id ? html`<a href=${conversation}>The conversation</a>` : nothing}
        ${one.page_url ? html`<a class="break" href=${one.page_url} target="_blank" rel="noopener noreferrer">The page</a>` : nothing}
        <span class="break">Agreed to: “<bdi>${one.consent}</bdi>”</span></div>
      ${
        may(this.project, 'editor')
          ? html`<div class="actions">
        <button class="button small ${closed ? '' : 'primary'}" type="button" @click=${() => this.#close(one, !closed)}>${closed ? 'Open again' : 'Close'}</button>
        <button class="button small" type="button" @click=${() => this.#ask(one)}>Assign</button>
        <button class="button quiet icon small" type="button" aria-label="Delete the handover of ${one.email}" title="Delete" @click=${() => this.#delete(one)}>${icon('trash')}</button></div>`
          : nothing
      }
    </div></li>`;
  }

  #window(): TemplateResult {
    return html`<ui-dialog heading="Who looks after it?" .open=${this.assigned !== null} .locked=${this.#assign.busy} @close=${() => this.#ask(null)}>
      <form id="form" class="stack" novalidate @submit=${this.#submit}>
        ${textField({
          name: 'assignee',
          label: 'Name',
          value: this.assignee,
          optional: true,
          focused: true,
          maxlength: 100,
          hint: 'Leave it empty to assign it to no one.',
          error: this.#assign.field('assignee'),
          change: (assignee) => {
            this.assignee = assignee;
          },
        })}
        <div><button class="button small" type="button" @click=${this.#toMyself}>Myself</button></div>
        ${inlineError(this.#assign.error('assignee'))}</form>
      <button slot="footer" class="button" type="button" @click=${this.#closeWindow}>Cancel</button>
      <button slot="footer" class="button primary" type="submit" form="form" aria-busy=${this.#assign.busy}>Assign</button></ui-dialog>`;
  }

  #ask(one: Handover | null): void {
    this.assigned = one;
    this.assignee = one?.assignee ?? '';
    this.#assign.clear();
  }

  #move(offset: number): void {
    this.offset = offset;
  }

  #closeWindow(): void {
    this.renderRoot.querySelector('ui-dialog')?.close();
  }

  async #toMyself(): Promise<void> {
    const me = await this.#assign.run(() => this.app.client.auth.me());
    if (me) this.assignee = me.name;
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const { assigned, assignee } = this;
    if (!assigned) return;
    const update = { assignee: assignee.trim() || null };
    const changed = await this.#assign.run(() =>
      this.app.client.projects.handovers.update(this.params.project ?? '', assigned.id, update),
    );
    if (!changed) return;
    this.#closeWindow();
    await this.#handovers.reload();
  }

  async #close({ id }: Handover, closed: boolean): Promise<void> {
    const status = closed ? 'closed' : 'open';
    const changed = await this.#change.run(() =>
      this.app.client.projects.handovers.update(this.params.project ?? '', id, { status }),
    );
    if (!changed) return;
    this.app.toast(closed ? 'Closed' : 'Open again');
    await this.#handovers.reload();
    // The pressed button has been removed with its row.
    this.renderRoot.querySelector('h1')?.focus();
  }

  #delete({ id, email }: Handover): void {
    const project = this.params.project ?? '';
    this.app.removals.add({
      ids: [id],
      text: `Handover of ${email} deleted.`,
      remove: async (client) => {
        await client.projects.handovers.delete(project, id);
        return [];
      },
      removed: () => this.isConnected && this.#handovers.reload(),
    });
    this.renderRoot.querySelector('h1')?.focus();
  }
}

customElements.define('view-handovers', HandoversView);

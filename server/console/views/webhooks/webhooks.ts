import type { CreatedWebhook, Page, Webhook } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { Action } from '../../controllers/action.ts';
import { Resource } from '../../controllers/resource.ts';
import { plural } from '../../format.ts';
import '../../parts/dialogs/dialog.ts';
import { inlineError } from '../../parts/forms/field.ts';
import { icon } from '../../parts/icon.ts';
import { may, reasonFor } from '../../parts/role.ts';
import { emptyState, notice, pageHeader, renderResource } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';
import { newWebhookDraft, type WebhookDraft, webhookFields, webhookRequest } from './webhook-draft.ts';
import { webhookSecret } from './webhook-secret.ts';
import { webhookBadge } from './webhook-state.ts';

/** `/projects/{id}/webhooks`: where events are sent. The secret of a new one is shown once. */
export class WebhooksView extends View {
  static override styles = [
    shared,
    css`
      .hook { display: grid; gap: 0.125rem; min-inline-size: 0; }
      .events { display: grid; gap: var(--space-2); }
      .events legend { padding: 0; margin-block-end: var(--space-2); }
      @media (max-width: 40rem) { .list > li { flex-wrap: wrap; } }
    `,
  ];
  static override properties = { asking: { state: true }, draft: { state: true }, created: { state: true } };
  asking = false;
  draft: WebhookDraft = newWebhookDraft();
  /** The new webhook while its dialog is open. */
  created: CreatedWebhook | null = null;
  readonly #create = new Action(this);
  readonly #webhooks = new Resource<Page<Webhook>, string>(this, {
    key: () => (may(this.project, 'owner') ? (this.params.project ?? '') : null),
    load: (project, signal) => this.app.client.projects.webhooks.list(project, {}, { signal }),
  });

  override render(): TemplateResult {
    if (this.project && !may(this.project, 'owner'))
      return html`<div class="page">${pageHeader({ title: 'Webhooks' })}${notice(reasonFor('owner'))}</div>`;
    const add = html`<button class="button primary" type="button" @click=${() => this.#ask(true)}>${icon('add', 16)}New webhook</button>`;
    const stopped = this.#webhooks.value?.items.filter(({ disabled_reason }) => disabled_reason).length ?? 0;
    return html`<div class="page">
      ${pageHeader({
        title: 'Webhooks',
        lead: 'Messages to your own server, to Slack or to a mail relay when something happens in this project.',
        actions: this.#webhooks.value?.total ? add : nothing,
      })}
      ${stopped ? notice(`The server has switched off ${plural(stopped, 'webhook')}. Open it to see why.`, { tone: 'bad', name: 'alert' }) : nothing}
      ${renderResource(this.#webhooks, (page) =>
        page.total === 0
          ? emptyState({
              icon: 'send',
              title: 'No webhooks yet',
              text: 'Add an address that is told of unanswered questions, ratings and sources that could not be read.',
              action: add,
            })
          : this.#list(page.items),
      )}
      ${this.#window()}
    </div>`;
  }

  #list(webhooks: Webhook[]): TemplateResult {
    return html`<ul class="list">${webhooks.map(
      (
        webhook,
      ) => html`<li><div class="hook grow"><span class="title break"><a class="cover" href=${`/projects/${encodeURIComponent(this.params.project ?? '')}/webhooks/${encodeURIComponent(webhook.id)}`}>${webhook.description || webhook.url}</a></span>
        ${webhook.description ? html`<span class="soft small break">${webhook.url}</span>` : nothing}
        <span class="soft small">${webhook.events.join(' · ')}</span></div>${webhookBadge(webhook)}</li>`,
    )}</ul>`;
  }

  #window(): TemplateResult {
    const { created } = this;
    return html`<ui-dialog heading=${created ? 'Its secret' : 'New webhook'} .open=${this.asking} .locked=${this.#create.busy} @close=${() => this.#ask(false)}>
      ${
        created
          ? html`${webhookSecret(created.secret)}
            <button slot="footer" class="button primary" type="button" @click=${this.#close}>I have copied it</button>`
          : html`<form id="form" class="stack" novalidate @submit=${this.#submit}>
              ${webhookFields({ draft: this.draft, change: (draft) => this.#change(draft), error: (name) => this.#create.field(name) })}
              ${inlineError(this.#create.error('url', 'description', 'events'))}</form>
            <button slot="footer" class="button" type="button" @click=${this.#close}>Cancel</button>
            <button slot="footer" class="button primary" type="submit" form="form" aria-busy=${this.#create.busy}>Create the webhook</button>`
      }</ui-dialog>`;
  }

  #ask(asking: boolean): void {
    this.asking = asking;
    this.draft = newWebhookDraft();
    this.created = null;
    this.#create.clear();
  }

  #change(draft: WebhookDraft): void {
    this.draft = draft;
  }

  #close(): void {
    this.renderRoot.querySelector('ui-dialog')?.close();
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const { draft } = this;
    const created = await this.#create.run(() =>
      this.app.client.projects.webhooks.create(this.params.project ?? '', webhookRequest(draft)),
    );
    if (!created) return;
    this.created = created;
    await this.#webhooks.reload();
  }
}

customElements.define('view-webhooks', WebhooksView);

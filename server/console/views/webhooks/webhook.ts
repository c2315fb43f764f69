import type { Page, Webhook, WebhookDelivery, WebhookDeliveryStatus } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Action } from '../../controllers/action.ts';
import { Poll } from '../../controllers/poll.ts';
import { Resource } from '../../controllers/resource.ts';
import { errorMessage, formatDateTime, plural } from '../../format.ts';
import { confirm } from '../../parts/dialogs/confirm.ts';
import '../../parts/dialogs/dialog.ts';
import { inlineError, selectField } from '../../parts/forms/field.ts';
import { icon } from '../../parts/icon.ts';
import { badge, emptyState, pageHeader, pagination, renderResource } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';
import { newWebhookDraft, type WebhookDraft, webhookFields, webhookRequest } from './webhook-draft.ts';
import { webhookSecret } from './webhook-secret.ts';
import { webhookBadge, webhookNotice } from './webhook-state.ts';

const LIMIT = 20;
const STATES: Record<WebhookDeliveryStatus, TemplateResult> = {
  pending: badge('Waits', 'accent'),
  delivered: badge('Delivered', 'good'),
  failed: badge('Failed', 'bad'),
};
const FILTERS = [
  { value: '', label: 'All messages' },
  { value: 'failed', label: 'Failed' },
  { value: 'pending', label: 'Waiting' },
  { value: 'delivered', label: 'Delivered' },
];

/** `/projects/{id}/webhooks/{id}`: a webhook, and the messages that were sent to it. */
export class WebhookView extends View {
  static override styles = [
    shared,
    css`
      .events { display: grid; gap: var(--space-2); }
      .events legend { padding: 0; margin-block-end: var(--space-2); }
      details { border-block-start: 1px solid var(--line); padding-block: var(--space-3); }
      summary { display: flex; flex-wrap: wrap; gap: var(--space-2) var(--space-3); align-items: baseline; cursor: pointer; }
      pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
      .messages { align-items: end; }
      .filter { max-inline-size: 14rem; }
      .body { display: grid; gap: var(--space-3); padding-block-start: var(--space-3); }
    `,
  ];
  static override properties = {
    offset: { state: true },
    status: { state: true },
    window: { state: true },
    draft: { state: true },
    secret: { state: true },
  };
  offset = 0;
  status: WebhookDeliveryStatus | '' = '';
  /** Which dialog is open. */
  window: 'form' | 'secret' | null = null;
  draft: WebhookDraft = newWebhookDraft();
  /** The new secret while its dialog is open. */
  secret = '';
  readonly #save = new Action(this);
  readonly #act = new Action(this);
  readonly #webhook = new Resource<Webhook, { project: string; id: string }>(this, {
    key: () => this.#ids,
    load: ({ project, id }, signal) => this.#api.retrieve(project, id, { signal }),
  });
  readonly #deliveries = new Resource<
    Page<WebhookDelivery>,
    { project: string; id: string; offset: number; status: WebhookDeliveryStatus | '' }
  >(this, {
    key: () => ({ ...this.#ids, offset: this.offset, status: this.status }),
    load: ({ project, id, offset, status }, signal) =>
      this.#api.deliveries(project, id, { limit: LIMIT, offset, ...(status && { status }) }, { signal }),
  });

  constructor() {
    super();
    new Poll(this, {
      active: () => this.#deliveries.value?.items.some(({ status }) => status === 'pending') ?? false,
      request: async (signal) => {
        const { project, id } = this.#ids;
        const before = JSON.stringify(this.#deliveries.value);
        const query = { limit: LIMIT, offset: this.offset, ...(this.status && { status: this.status }) };
        const [webhook, deliveries] = await Promise.all([
          this.#api.retrieve(project, id, { signal }),
          this.#api.deliveries(project, id, query, { signal }),
        ]);
        this.#webhook.set(webhook);
        this.#deliveries.set(deliveries);
        return JSON.stringify(deliveries) !== before;
      },
    });
  }

  get #ids(): { project: string; id: string } {
    return { project: this.params.project ?? '', id: this.params.webhook ?? '' };
  }

  get #api() {
    return this.app.client.projects.webhooks;
  }

  override render(): TemplateResult {
    const webhook = this.#webhook.value;
    return html`<div class="page">
      ${pageHeader({
        title: webhook?.description || 'Webhook',
        lead: webhook ? html`<span class="break">${webhook.url}</span>` : '',
        back: { href: `/projects/${encodeURIComponent(this.#ids.project)}/webhooks`, label: 'Webhooks' },
        actions: webhook ? this.#actions(webhook) : nothing,
      })}
      ${renderResource(this.#webhook, (value) => html`${webhookNotice(value)}${this.#facts(value)}${inlineError(this.#act.error())}`)}
      <section class="stack"><div class="spread messages"><h2>Messages</h2>
        <div class="filter">${selectField({ name: 'status', label: 'Show', value: this.status, options: FILTERS, change: (status) => this.#filter(status as WebhookDeliveryStatus | '') })}</div></div>
      ${renderResource(this.#deliveries, (page) =>
        page.total === 0
          ? emptyState({
              icon: 'send',
              title: 'No messages',
              text: 'What is sent is listed here for 30 days, with the answer.',
            })
          : this.#list(page),
      )}</section>
      ${this.#windows(webhook)}
    </div>`;
  }

  #actions(webhook: Webhook): TemplateResult {
    const { busy } = this.#act;
    return html`<button class="button" type="button" ?disabled=${!webhook.enabled} aria-busy=${busy} @click=${this.#test}>${icon('send', 16)}Send a test</button>
      <button class="button ${webhook.enabled ? '' : 'primary'}" type="button" aria-busy=${busy} @click=${() => this.#enable(!webhook.enabled)}>${webhook.enabled ? 'Switch off' : 'Switch on'}</button>`;
  }

  #facts(webhook: Webhook): TemplateResult {
    const { former_secret_until: until } = webhook;
    return html`<div class="card stack"><dl class="facts">
      <dt>State</dt><dd>${webhookBadge(webhook)}</dd>
      <dt>Events</dt><dd class="break">${webhook.events.join(', ')}</dd>
      <dt>Created</dt><dd>${formatDateTime(webhook.created_at)}</dd>
      ${until && Date.parse(until) > Date.now() ? html`<dt>Former secret</dt><dd>also signs until ${formatDateTime(until)}</dd>` : nothing}</dl>
      <div class="actions"><button class="button small" type="button" @click=${() => this.#edit(webhook)}>Change</button>
        <button class="button small" type="button" @click=${this.#rotate}>New secret</button>
        <button class="button small danger" type="button" @click=${() => this.#delete(webhook)}>Delete</button></div></div>`;
  }

  #list(page: Page<WebhookDelivery>): TemplateResult {
    // A message that comes in must not take over what another has open.
    const messages = repeat(
      page.items,
      ({ id }) => id,
      (one) => this.#delivery(one),
    );
    return html`<div>${messages}</div>
      ${pagination({ ...page, of: 'messages', move: (offset) => this.#move(offset) })}`;
  }

  #delivery(one: WebhookDelivery): TemplateResult {
    const { response_status, response_text, error, attempts, milliseconds, next_attempt_at } = one;
    const answer = response_status === null ? '' : `${response_status}`;
    return html`<details><summary>${STATES[one.status]}<span class="mono">${one.event}</span><span class="soft small">${formatDateTime(one.created_at)}</span>
        <span class="soft small">${answer ? `${answer} · ` : ''}${plural(attempts, 'attempt')}</span></summary>
      <div class="body">
        ${error ? html`<p>${error}</p>` : nothing}
        ${next_attempt_at ? html`<p class="soft small">Next attempt ${formatDateTime(next_attempt_at)}</p>` : nothing}
        <dl class="facts"><dt>Id</dt><dd class="mono break">${one.id}</dd>
          ${milliseconds === null ? nothing : html`<dt>Took</dt><dd>${milliseconds} ms</dd>`}</dl>
        <div><h3 class="label">Sent</h3><pre class="mono small">${JSON.stringify(one.payload, null, 2)}</pre></div>
        ${response_text ? html`<div><h3 class="label">Answer</h3><pre class="mono small">${response_text}</pre></div>` : nothing}
        ${one.status === 'pending' && (attempts === 0 || !error) ? nothing : html`<div><button class="button small" type="button" ?disabled=${!this.#webhook.value?.enabled} @click=${() => this.#redeliver(one)}>${icon('sync', 16)}Redeliver</button></div>`}
      </div></details>`;
  }

  #windows(webhook: Webhook | undefined): TemplateResult {
    return html`<ui-dialog heading=${this.window === 'secret' ? 'The new secret' : 'Change the webhook'} .open=${this.window !== null} .locked=${this.#save.busy} @close=${() => this.#show(null)}>
      ${
        this.window === 'secret'
          ? html`${webhookSecret(this.secret)}<p class="soft small">For a day, messages are signed with the former one as well.</p>
            <button slot="footer" class="button primary" type="button" @click=${this.#close}>I have copied it</button>`
          : html`<form id="form" class="stack" novalidate @submit=${this.#submit}>
            ${webhook ? webhookFields({ draft: this.draft, change: (draft) => this.#change(draft), error: (name) => this.#save.field(name) }) : nothing}
            ${inlineError(this.#save.error('url', 'description', 'events'))}</form>
          <button slot="footer" class="button" type="button" @click=${this.#close}>Cancel</button>
          <button slot="footer" class="button primary" type="submit" form="form" aria-busy=${this.#save.busy}>Save</button>`
      }</ui-dialog>`;
  }

  #show(window: 'form' | 'secret' | null): void {
    this.window = window;
    this.secret = '';
    this.#save.clear();
  }

  #edit(webhook: Webhook): void {
    this.draft = newWebhookDraft(webhook);
    this.#show('form');
  }

  #change(draft: WebhookDraft): void {
    this.draft = draft;
  }

  #filter(status: WebhookDeliveryStatus | ''): void {
    this.status = status;
    this.offset = 0;
  }

  #move(offset: number): void {
    this.offset = offset;
  }

  #close(): void {
    this.renderRoot.querySelector('ui-dialog')?.close();
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const { project, id } = this.#ids;
    const { draft } = this;
    const changed = await this.#save.run(() => this.#api.update(project, id, webhookRequest(draft)));
    if (!changed) return;
    this.#webhook.set(changed);
    this.#close();
    this.app.toast('Saved');
  }

  async #enable(enabled: boolean): Promise<void> {
    const { project, id } = this.#ids;
    const changed = await this.#act.run(() => this.#api.update(project, id, { enabled }));
    if (!changed) return;
    this.#webhook.set(changed);
    this.app.toast(enabled ? 'Switched on' : 'Switched off');
  }

  async #test(): Promise<void> {
    const { project, id } = this.#ids;
    if (!(await this.#act.run(() => this.#api.test(project, id)))) return;
    this.app.toast('The test is on its way');
    await this.#reload();
  }

  async #redeliver({ id: delivery }: WebhookDelivery): Promise<void> {
    const { project, id } = this.#ids;
    try {
      await this.#api.redeliver(project, id, delivery);
      this.app.toast('It is on its way again');
    } catch (error) {
      this.app.toast(errorMessage(error), 'bad');
    }
    await this.#reload();
  }

  /** In this order: a message that is shown as answered may have switched the webhook off. */
  async #reload(): Promise<void> {
    await this.#deliveries.reload();
    await this.#webhook.reload();
  }

  async #rotate(): Promise<void> {
    const { project, id } = this.#ids;
    const done = await confirm({
      title: 'Make a new secret?',
      text: 'For a day, messages are signed with both secrets, so there is time to give the receiver the new one.',
      action: 'Make a new secret',
      act: async () => {
        const { secret, ...webhook } = await this.#api.rotate(project, id);
        this.#webhook.set(webhook);
        this.#show('secret');
        this.secret = secret;
      },
    });
    if (!done) this.#show(null);
  }

  async #delete(webhook: Webhook): Promise<void> {
    const { project, id } = this.#ids;
    const done = await confirm({
      title: 'Delete this webhook?',
      text: html`<span class="break">${webhook.url}</span> gets no more messages, and the list of messages is deleted.`,
      action: 'Delete the webhook',
      danger: true,
      act: () => this.#api.delete(project, id),
    });
    if (!done) return;
    this.app.toast('Webhook deleted');
    this.app.router.go(`/projects/${encodeURIComponent(project)}/webhooks`);
  }
}

customElements.define('view-webhook', WebhookView);

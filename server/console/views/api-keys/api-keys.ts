import type { ApiKey, CreatedApiKey, Page } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { Action } from '../../controllers/action.ts';
import { Resource } from '../../controllers/resource.ts';
import '../../parts/code-block.ts';
import { confirm } from '../../parts/dialogs/confirm.ts';
import '../../parts/dialogs/dialog.ts';
import { formatDate, formatRelativeTime } from '../../format.ts';
import { withFreshPassword } from '../../parts/dialogs/with-fresh-password.ts';
import { inlineError, textField } from '../../parts/forms/field.ts';
import { icon } from '../../parts/icon.ts';
import { may, reasonFor } from '../../parts/role.ts';
import { emptyState, notice, pageHeader, pagination, renderResource } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';
import './agent-setup.ts';
import {
  DEFAULT_OVERLAP,
  describeRights,
  type KeyDraft,
  keyRequest,
  keyRights,
  newKeyDraft,
  overlapField,
} from './key-draft.ts';

const LIMIT = 20;

/** `/projects/{id}/keys`: API keys. A new key is shown once. */
export class ApiKeysView extends View {
  static override styles = [
    shared,
    css`
      .key { display: grid; gap: 0.125rem; }
      .used { text-align: end; }
      .scopes { display: grid; gap: var(--space-2); }
      .scopes legend { padding: 0; margin-block-end: var(--space-2); }
      @media (max-width: 40rem) { .list > li { flex-wrap: wrap; } .key { flex-basis: calc(100% - 7.5rem); order: -1; } .used { order: 1; flex: 1 0 100%; text-align: start; } }
    `,
  ];
  static override properties = {
    offset: { state: true },
    asking: { state: true },
    draft: { state: true },
    rotated: { state: true },
    overlap: { state: true },
    created: { state: true },
  };
  offset = 0;
  asking = false;
  draft: KeyDraft = newKeyDraft();
  /** The key that is to be rotated; null to make another one. */
  rotated: ApiKey | null = null;
  /** The seconds that the former key stays valid. */
  overlap = DEFAULT_OVERLAP;
  /** The new key while its dialog is open. */
  created: CreatedApiKey | null = null;
  readonly #create = new Action(this);
  readonly #keys = new Resource<Page<ApiKey>, { project: string; offset: number }>(this, {
    key: () => (may(this.project, 'owner') ? { project: this.params.project ?? '', offset: this.offset } : null),
    load: ({ project, offset }, signal) =>
      this.app.client.projects.apiKeys.list(project, { limit: LIMIT, offset }, { signal }),
  });

  override render(): TemplateResult {
    if (this.project && !may(this.project, 'owner'))
      return html`<div class="page">${pageHeader({ title: 'API keys' })}${notice(reasonFor('owner'))}</div>`;
    const add = html`<button class="button primary" type="button" @click=${() => this.#ask(true)}>${icon('add', 16)}New key</button>`;
    return html`<div class="page">
      ${pageHeader({
        title: 'API keys',
        lead: 'For servers and scripts that add sources and ask questions in this project. Never put them into a web page; use the widget there.',
        actions: this.#keys.value?.total ? add : nothing,
      })}
      ${renderResource(this.#keys, (page) =>
        page.total === 0
          ? emptyState({
              icon: 'key',
              title: 'No keys yet',
              text: html`Make one for each server or script, so that you can take it away from that one alone. <a href="/docs">How the API works</a>`,
              action: add,
            })
          : this.#list(page),
      )}
      ${this.project ? html`<agent-setup .project=${this.project}></agent-setup>` : nothing}
      ${this.#window()}
    </div>`;
  }

  #list(page: Page<ApiKey>): TemplateResult {
    return html`<ul class="list">${page.items.map(
      (
        key,
      ) => html`<li><div class="key grow"><span class="title break"><bdi>${key.name || 'Without a name'}</bdi></span><span class="soft small"><span class="mono">${key.prefix}…</span> · created ${formatDate(key.created_at)}${describeRights(key)}</span></div>
        <span class="used soft small">${key.last_used_at ? `Used ${formatRelativeTime(key.last_used_at)}` : 'Never used'}</span>
        <button class="button quiet icon small" type="button" aria-label="Rotate ${key.name || key.prefix}" title="Rotate" @click=${() => this.#ask(true, key)}>${icon('sync')}</button>
        <button class="button quiet icon small" type="button" aria-label="Delete ${key.name || key.prefix}" title="Delete" @click=${() => this.#delete(key)}>${icon('trash')}</button></li>`,
    )}</ul>${pagination({ ...page, of: 'keys', move: (offset) => this.#move(offset) })}`;
  }

  #window(): TemplateResult {
    const { created, rotated } = this;
    const heading = created ? 'Your new key' : rotated ? `Rotate ${rotated.name || 'this key'}` : 'New key';
    return html`<ui-dialog heading=${heading} .open=${this.asking} .locked=${this.#create.busy} @close=${() => this.#ask(false)}>
      ${
        created
          ? html`${notice('Copy it now: it is not shown again. Anyone who has it can use it.', { tone: 'warn', name: 'key' })}
            <ui-code wrap .code=${created.key} label="The key"></ui-code>
            <button slot="footer" class="button primary" type="button" @click=${this.#close}>I have copied it</button>`
          : html`<form id="form" class="stack" novalidate @submit=${this.#submit}>
              ${rotated ? this.#rotationFields(rotated) : this.#keyFields()}</form>
            <button slot="footer" class="button" type="button" @click=${this.#close}>Cancel</button>
            <button slot="footer" class="button primary" type="submit" form="form" aria-busy=${this.#create.busy}>${rotated ? 'Rotate the key' : 'Create the key'}</button>`
      }</ui-dialog>`;
  }

  #rotationFields(key: ApiKey): TemplateResult {
    return html`<p>A new key takes the place of <span class="mono">${key.prefix}…</span>, with the same rights.</p>
      ${overlapField(this.overlap, (overlap) => {
        this.overlap = overlap;
      })}
      ${inlineError(this.#create.error())}`;
  }

  #keyFields(): TemplateResult {
    return html`${textField({ name: 'name', label: 'What is it for?', value: this.draft.name, placeholder: 'Nightly import', optional: true, focused: true, maxlength: 100, error: this.#create.field('name'), change: (name) => this.#change({ ...this.draft, name }) })}
              ${keyRights({ draft: this.draft, change: (draft) => this.#change(draft), error: (name) => this.#create.field(name) })}
              ${inlineError(this.#create.error('name', 'scopes', 'expires_at', 'allowed_addresses'))}`;
  }

  #ask(asking: boolean, rotated: ApiKey | null = null): void {
    this.asking = asking;
    this.rotated = rotated;
    this.overlap = DEFAULT_OVERLAP;
    this.draft = newKeyDraft();
    this.created = null;
  }

  #change(draft: KeyDraft): void {
    this.draft = draft;
  }

  #move(offset: number): void {
    this.offset = offset;
  }

  #close(): void {
    this.renderRoot.querySelector('ui-dialog')?.close();
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const { params, draft, rotated, overlap } = this;
    const { apiKeys } = this.app.client.projects;
    const created = await this.#create.run(() =>
      withFreshPassword(this.app, () =>
        rotated
          ? apiKeys.rotate(params.project ?? '', rotated.id, { overlap_seconds: Number(overlap) })
          : apiKeys.create(params.project ?? '', keyRequest(draft)),
      ),
    );
    if (!created) return;
    this.created = created;
    await this.#keys.reload();
  }

  async #delete(key: ApiKey): Promise<void> {
    const done = await confirm({
      title: `Delete ${key.name || 'this key'}?`,
      text: html`Whatever uses <span class="mono">${key.prefix}…</span> is refused from now on.`,
      action: 'Delete the key',
      danger: true,
      act: () => this.app.client.projects.apiKeys.delete(this.params.project ?? '', key.id),
    });
    if (!done) return;
    this.app.toast('Key deleted');
    await this.#keys.reload();
    // The pressed button has been removed with its row.
    this.renderRoot.querySelector('h1')?.focus();
  }
}

customElements.define('view-api-keys', ApiKeysView);

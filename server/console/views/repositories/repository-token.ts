import type { Repository } from '@footnote/sdk';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import '../../parts/dialogs/dialog.ts';
import { inlineError, textField } from '../../parts/forms/field.ts';
import { shared } from '../../styles/shared.ts';

/**
 * `<repository-token .app=${…} .repository=${…} .open=${…} @changed=${({ detail }) => …} @close=${…}>`: a dialog that replaces or
 * removes the token of a repository. Event `changed`: a `CustomEvent<Repository>`.
 */
export class RepositoryToken extends LitElement {
  static override properties = {
    app: { attribute: false },
    repository: { attribute: false },
    open: { attribute: false },
    token: { state: true },
  };
  static override styles = shared;
  declare app: App;
  declare repository: Repository;
  readonly #action = new Action(this);
  open = false;
  token = '';

  override render(): TemplateResult {
    const action = this.#action;
    const { has_token } = this.repository;
    return html`<ui-dialog heading=${has_token ? 'Replace the token' : 'Add a token'} .open=${this.open} .locked=${action.busy} @close=${this.#closed}>
      <form id="form" class="stack" novalidate @submit=${this.#submit}>
        <p class="soft">The repository is read again with it at once. ${has_token ? 'Revoke the former one where it was made.' : ''}</p>
        ${textField({
          name: 'token',
          label: 'New token',
          type: 'password',
          value: this.token,
          required: true,
          focused: true,
          maxlength: 1000,
          hint: html`One that may read the repository, and nothing else. Where a user name belongs to it: <code>name:token</code>.`,
          error: action.field('token'),
          change: (token) => {
            this.token = token;
          },
        })}
        ${inlineError(action.error('token'))}
      </form>
      ${has_token ? html`<button slot="footer" class="button danger" type="button" ?disabled=${action.busy} @click=${() => this.#save(null)}>Remove the token</button>` : nothing}
      <button slot="footer" class="button" type="button" ?disabled=${action.busy} @click=${this.#cancel}>Cancel</button>
      <button slot="footer" class="button primary" type="submit" form="form" aria-busy=${action.busy}>Save and read again</button>
    </ui-dialog>`;
  }

  #cancel(): void {
    this.renderRoot.querySelector('ui-dialog')?.close();
  }

  #closed(): void {
    this.token = '';
    this.#action.clear();
    this.dispatchEvent(new Event('close'));
  }

  #submit(event: Event): void {
    event.preventDefault();
    if (this.token.trim() === '') this.#action.refuse({ token: 'is required' });
    else void this.#save(this.token.trim());
  }

  async #save(token: string | null): Promise<void> {
    const { id, project_id } = this.repository;
    const changed = await this.#action.run(() => this.app.client.repositories.update(project_id, id, { token }));
    if (!changed) return;
    this.#cancel();
    this.dispatchEvent(new CustomEvent<Repository>('changed', { detail: changed }));
  }
}

customElements.define('repository-token', RepositoryToken);

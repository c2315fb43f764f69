import type { User } from '@footnote/sdk';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import { Resource } from '../../controllers/resource.ts';
import { withFreshPassword } from '../../parts/dialogs/with-fresh-password.ts';
import { inlineError } from '../../parts/forms/field.ts';
import { settingsSection, settingsSectionStyles } from '../../parts/forms/settings-section.ts';
import { badge, renderResource } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { goToProvider } from './provider.ts';

/** `<account-provider .app=${…} .user=${…}>`: links the account to the OpenID Connect provider. Nothing where there is none. */
export class AccountProvider extends LitElement {
  static override properties = { app: { attribute: false }, user: { attribute: false } };
  static override styles = [shared, settingsSectionStyles];
  declare app: App;
  declare user: User;
  readonly #changing = new Action(this);
  readonly #setup = new Resource(this, { key: () => 'setup', load: () => this.app.session.setup() });
  readonly #link = new Resource(this, {
    key: () => (this.#setup.value?.sign_in.provider ? 'provider' : null),
    load: (_, signal) => this.app.client.auth.provider.retrieve({ signal }),
  });

  override render(): TemplateResult | typeof nothing {
    const name = this.#setup.value?.sign_in.provider;
    if (!name) return nothing;
    return settingsSection(
      name,
      'A way to sign in without the password of this account.',
      renderResource(this.#link, ({ linked }) => this.#state(name, linked), { lines: 2 }),
    );
  }

  #state(name: string, linked: boolean): TemplateResult {
    const { has_password } = this.user;
    const change = linked
      ? html`<button class="button" type="button" aria-busy=${this.#changing.busy} @click=${this.#unlink}>Unlink ${name}</button>`
      : html`<button class="button" type="button" aria-busy=${this.#changing.busy} @click=${this.#leave}>Link ${name}</button>`;
    return html`<div class="row">${linked ? badge('Linked', 'good') : badge('Not linked')}</div>
      ${inlineError(this.#changing.error())}
      <div>${linked && !has_password ? html`<p class="soft small">This account has no password, so it needs ${name} to sign in.</p>` : change}</div>`;
  }

  /** The password is asked for before the way to the provider, as the answer is valid for minutes only. */
  readonly #leave = async (): Promise<void> => {
    await this.#changing.run(() => goToProvider(this.app, { purpose: 'link', keep: false, next: '/settings/account' }));
  };

  readonly #unlink = async (): Promise<void> => {
    const done = await this.#changing.run(() =>
      withFreshPassword(this.app, () => this.app.client.auth.provider.unlink()),
    );
    if (!done) return;
    this.app.toast('Unlinked');
    await this.#link.reload();
  };
}

customElements.define('account-provider', AccountProvider);

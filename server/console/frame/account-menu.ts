import type { User } from '@footnote/sdk';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { App } from '../app.ts';
import { Resource } from '../controllers/resource.ts';
import { confirmLeave } from '../parts/dialogs/confirm-leave.ts';
import { icon } from '../parts/icon.ts';
import { shared } from '../styles/shared.ts';

/** `<account-menu .app=${…}>`: the signed-in user and the sign-out button. */
export class AccountMenu extends LitElement {
  static override properties = { app: { attribute: false } };
  static override styles = [
    shared,
    css`
      .who { display: flex; align-items: center; gap: var(--space-2); }
      .who a { display: grid; grid-template-columns: auto minmax(0, 1fr); align-items: center; gap: 0.625rem; flex: 1; min-inline-size: 0; min-block-size: var(--control); padding: var(--space-1) var(--space-2); border-radius: var(--round-m); color: var(--ink); text-decoration: none; }
      .who a:hover { background: var(--hover); }
      .face { display: grid; place-items: center; inline-size: 1.75rem; block-size: 1.75rem; border-radius: 50%; background: var(--accent-shade); color: var(--accent-ink); font-weight: 650; font-size: var(--text-xs); }
      .names { display: grid; min-inline-size: 0; line-height: 1.3; }
    `,
  ];
  declare app: App;
  readonly #user = new Resource<User>(this, { key: () => 'me', load: () => this.app.session.user() });
  readonly #changed = () => void (this.app.session.signedIn && this.#user.reload());

  override connectedCallback(): void {
    super.connectedCallback();
    this.app.session.addEventListener('changed', this.#changed);
  }

  override disconnectedCallback(): void {
    this.app.session.removeEventListener('changed', this.#changed);
    super.disconnectedCallback();
  }

  override render(): TemplateResult {
    const { name = '', email = '' } = this.#user.value ?? {};
    return html`<div class="who">
      <a href="/settings/account" title="Your account"><span class="face" aria-hidden="true">${name.trim().charAt(0).toUpperCase() || icon('user', 16)}</span>
        <span class="names"><span class="cut small">${name || nothing}</span><span class="cut soft small">${email || 'Your account'}</span></span></a>
      <button class="button quiet icon small" type="button" aria-label="Sign out" title="Sign out" @click=${this.#signOut}>${icon('sign')}</button></div>`;
  }

  async #signOut(): Promise<void> {
    if (!(await confirmLeave())) return;
    await this.app.removals.flush();
    await this.app.session.signOut();
  }
}

customElements.define('account-menu', AccountMenu);

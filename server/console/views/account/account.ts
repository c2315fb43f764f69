import type { User } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { Action } from '../../controllers/action.ts';
import { Resource } from '../../controllers/resource.ts';
import { Unsaved } from '../../controllers/unsaved.ts';
import { confirm } from '../../parts/dialogs/confirm.ts';
import '../../parts/audit-log.ts';
import { inlineError, textField } from '../../parts/forms/field.ts';
import { settingsSection, settingsSectionStyles } from '../../parts/forms/settings-section.ts';
import { pageHeader, renderResource } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';
import './account-provider.ts';
import './account-second-factor.ts';
import './account-sessions.ts';
import type { AccountSessions } from './account-sessions.ts';

/** `/settings/account`: name, password, second factor, sessions and deletion of the account. */
export class AccountView extends View {
  static override styles = [
    shared,
    settingsSectionStyles,
    css`section:first-of-type { border: 0; padding-block-start: 0; }`,
  ];
  static override properties = { name: { state: true }, current: { state: true }, password: { state: true } };
  /** The changed name, or null. */
  name: string | null = null;
  current = '';
  password = '';
  readonly #naming = new Action(this);
  readonly #changing = new Action(this);
  /** Only the name counts, as browsers fill in passwords by themselves. */
  readonly #unsaved = new Unsaved(this, {
    changed: () => this.name !== null && this.name !== this.#user.value?.name,
    discard: () => {
      this.#naming.clear();
      this.name = null;
    },
  });
  readonly #user = new Resource<User>(this, {
    key: () => 'me',
    load: (_, signal) => this.app.client.auth.me({ signal }),
  });

  override render(): TemplateResult {
    return html`<div class="page">${pageHeader({ title: 'Account' })}
      ${renderResource(this.#user, (user) => html`<div>${this.#profile(user)}${user.has_password ? html`${this.#newPassword(user)}<account-second-factor .app=${this.app}></account-second-factor>` : nothing}<account-provider .app=${this.app} .user=${user}></account-provider><account-sessions .app=${this.app}></account-sessions><audit-log .app=${this.app}></audit-log>${this.#deletion(user)}</div>`, { lines: 6 })}</div>`;
  }

  #profile(user: User): TemplateResult {
    const name = this.name ?? user.name;
    return settingsSection(
      'You',
      'You sign in with this e-mail address. It cannot be changed.',
      html`<form class="stack" novalidate @submit=${this.#rename}>
        ${textField({
          name: 'name',
          label: 'Name',
          value: name,
          autocomplete: 'name',
          required: true,
          maxlength: 100,
          error: this.#naming.field('name'),
          change: (value) => {
            this.name = value;
          },
        })}
        ${textField({ name: 'email', label: 'E-mail', value: user.email, type: 'email', disabled: true, change: () => {} })}
        ${inlineError(this.#naming.error('name'))}
        <div class="actions"><button class="button primary" type="submit" ?disabled=${name === user.name} aria-busy=${this.#naming.busy}>Save</button>
          <button class="button quiet" type="button" ?disabled=${name === user.name} @click=${this.#unsaved.discard}>Discard</button></div></form>`,
    );
  }

  #newPassword(user: User): TemplateResult {
    const action = this.#changing;
    return settingsSection(
      'Password',
      'A new password signs you out everywhere else. You stay signed in here.',
      html`<form class="stack" novalidate @submit=${this.#change}>
        <input class="only-read" type="email" autocomplete="username" aria-hidden="true" tabindex="-1" readonly .value=${user.email}>
        ${textField({
          name: 'current_password',
          label: 'Current password',
          type: 'password',
          autocomplete: 'current-password',
          value: this.current,
          required: true,
          error: action.field('current_password'),
          change: (value) => {
            this.current = value;
          },
        })}
        ${textField({
          name: 'password',
          label: 'New password',
          type: 'password',
          autocomplete: 'new-password',
          value: this.password,
          required: true,
          hint: 'At least 8 characters.',
          error: action.field('password'),
          change: (value) => {
            this.password = value;
          },
        })}
        ${inlineError(action.error('password', 'current_password'))}
        <div><button class="button primary" type="submit" ?disabled=${!this.current || !this.password} aria-busy=${action.busy}>Change the password</button></div></form>`,
    );
  }

  #deletion(user: User): TemplateResult {
    return settingsSection(
      'Delete',
      'This is permanent. Only a backup of the server can bring it back.',
      html`<p>All of your projects are deleted with your account, including their sources, keys and conversations.</p>
        <div><button class="button danger" type="button" @click=${() => this.#delete(user)}>Delete the account…</button></div>`,
    );
  }

  async #rename(event: Event): Promise<void> {
    event.preventDefault();
    const name = this.name ?? '';
    const user = await this.#naming.run(() => this.app.client.auth.updateMe({ name }));
    if (!user) return;
    this.name = null;
    this.#user.set(user);
    this.app.session.setUser(user);
    this.app.toast('Saved');
  }

  async #change(event: Event): Promise<void> {
    event.preventDefault();
    const { current, password } = this;
    const changed = await this.#changing.run(() =>
      this.app.client.auth.updateMe({ password, current_password: current }),
    );
    if (!changed) return;
    this.current = '';
    this.password = '';
    this.app.toast('The password has been changed. You are signed out everywhere else');
    await this.renderRoot.querySelector<AccountSessions>('account-sessions')?.reload();
  }

  async #delete(user: User): Promise<void> {
    const { client, session } = this.app;
    const done = await confirm({
      title: 'Delete your account?',
      text: html`Everything of <strong>${user.email}</strong> on this server is deleted: projects, sources, keys and conversations. This cannot be undone.`,
      action: 'Delete the account',
      danger: true,
      password: user.has_password,
      act: (current_password) => client.auth.deleteMe(user.has_password ? { current_password } : {}),
    });
    if (done) await session.signOut('deleted');
  }
}

customElements.define('view-account', AccountView);

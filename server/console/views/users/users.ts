import type { ListedUser, Page } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { AfterTyping } from '../../controllers/after-typing.ts';
import { Resource } from '../../controllers/resource.ts';
import { formatDate, formatRelativeTime, plural } from '../../format.ts';
import { confirm } from '../../parts/dialogs/confirm.ts';
import { selectField, textField } from '../../parts/forms/field.ts';
import { badge, emptyState, pageHeader, pagination, renderResource } from '../../parts/states.ts';
import { listRowStyles } from '../../styles/list-row.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';

const LIMIT = 20;
const STATES = [
  { value: '', label: 'All accounts' },
  { value: 'false', label: 'In use' },
  { value: 'true', label: 'Deactivated' },
];

/** `/settings/users`: the accounts of the server. For the operator. */
export class UsersView extends View {
  static override styles = [
    shared,
    listRowStyles,
    css`
      .filter { display: grid; grid-template-columns: minmax(0, 1fr) 12rem; gap: var(--space-3); }
      @media (max-width: 40rem) { .filter { grid-template-columns: minmax(0, 1fr); } }
    `,
  ];
  static override properties = {
    offset: { state: true },
    typed: { state: true },
    search: { state: true },
    deactivated: { state: true },
  };
  offset = 0;
  /** The search text while it is being typed. */
  typed = '';
  search = '';
  deactivated = '';
  readonly #typing = new AfterTyping(this);
  #shown: Page<ListedUser> | undefined;
  readonly #own = new Resource(this, { key: () => 'me', load: () => this.app.session.user() });
  readonly #users = new Resource<Page<ListedUser>, { offset: number; search: string; deactivated: string }>(this, {
    key: () => ({ offset: this.offset, search: this.search.trim(), deactivated: this.deactivated }),
    load: ({ offset, search, deactivated }, signal) =>
      this.app.client.server.users.list(
        {
          limit: LIMIT,
          offset,
          ...(search && { search }),
          ...(deactivated && { deactivated: deactivated === 'true' }),
        },
        { signal },
      ),
  });

  override render(): TemplateResult {
    // The previous result stays until the new one is loaded.
    this.#shown = this.#users.value ?? this.#shown;
    return html`<div class="page">
      ${pageHeader({ title: 'Users', lead: 'The accounts of this server. Only its operator sees this page.' })}
      <div class="filter">${textField({ name: 'search', label: 'Search', type: 'search', value: this.typed, placeholder: 'Name or e-mail address', maxlength: 200, change: (text) => this.#type(text) })}
        ${selectField({ name: 'deactivated', label: 'Show', value: this.deactivated, options: STATES, change: (state) => this.#choose(state) })}</div>
      ${this.#shown && !this.#users.error ? this.#list(this.#shown) : renderResource(this.#users, (page) => this.#list(page))}
    </div>`;
  }

  #list(page: Page<ListedUser>): TemplateResult {
    if (page.items.length === 0)
      return emptyState({ icon: 'search', title: 'No accounts', text: 'No account matches these filters.' });
    return html`<ul class="list" aria-busy=${this.#users.loading}>${page.items.map((user) => this.#row(user))}</ul>
      ${pagination({ ...page, of: 'accounts', move: (offset) => this.#move(offset) })}`;
  }

  #row(user: ListedUser): TemplateResult {
    const { id, name, email, operator, linked, deactivated_at, projects, last_login_at, created_at } = user;
    const isOwn = id === this.#own.value?.id;
    const login = last_login_at === null ? 'no login in 90 days' : `signed in ${formatRelativeTime(last_login_at)}`;
    return html`<li><div class="what grow"><span class="name"><span class="title break"><bdi>${name}</bdi></span>${operator ? badge('Operator', 'accent') : nothing}${isOwn ? badge('You', 'good') : nothing}${linked ? badge('Linked') : nothing}${deactivated_at === null ? nothing : badge(`Deactivated ${formatDate(deactivated_at)}`, 'warn')}</span>
        <span class="soft small break">${email} · owns ${plural(projects, 'project')} · ${login} · since ${formatDate(created_at)}</span></div>
      ${isOwn ? nothing : this.#actions(user)}</li>`;
  }

  #actions(user: ListedUser): TemplateResult {
    const { name, linked, deactivated_at } = user;
    const unlink = html`<button class="button small" type="button" aria-label="Unlink ${name}" @click=${() => this.#unlink(user)}>Unlink</button>`;
    return html`${linked ? unlink : nothing}${
      deactivated_at === null
        ? html`<button class="button small" type="button" aria-label="Deactivate ${name}" @click=${() => this.#deactivate(user)}>Deactivate</button>`
        : html`<button class="button small" type="button" aria-label="Reactivate ${name}" @click=${() => this.#reactivate(user)}>Reactivate</button>`
    }`;
  }

  #type(text: string): void {
    this.typed = text;
    this.#typing.run(() => {
      this.search = text;
      this.offset = 0;
    });
  }

  #choose(state: string): void {
    this.deactivated = state;
    this.offset = 0;
  }

  #move(offset: number): void {
    this.offset = offset;
  }

  async #deactivate({ id, name, projects }: ListedUser): Promise<void> {
    const done = await confirm({
      title: `Deactivate ${name}?`,
      text: `The account is signed out everywhere and cannot sign in.${projects > 0 ? ' Its projects keep working, with their widgets and API keys.' : ''} You can reactivate it.`,
      action: 'Deactivate',
      danger: true,
      act: () => this.app.client.server.users.deactivate(id),
    });
    if (done) await this.#changed(`${name} is deactivated`);
  }

  async #reactivate({ id, name }: ListedUser): Promise<void> {
    const done = await confirm({
      title: `Reactivate ${name}?`,
      text: 'The account can sign in again.',
      action: 'Reactivate',
      act: () => this.app.client.server.users.reactivate(id),
    });
    if (done) await this.#changed(`${name} can sign in again`);
  }

  async #unlink({ id, name, email }: ListedUser): Promise<void> {
    const done = await confirm({
      title: `Unlink ${name}?`,
      text: `The person who signs in to this account with the provider is signed out everywhere and cannot sign in to it any more. The next person who signs in there with ${email} gets the account and its projects, unless it has a password.`,
      action: 'Unlink',
      danger: true,
      act: () => this.app.client.server.users.unlink(id),
    });
    if (done) await this.#changed(`${name} is unlinked from the provider`);
  }

  async #changed(message: string): Promise<void> {
    this.app.toast(message);
    await this.#users.reload();
    this.renderRoot.querySelector('h1')?.focus();
  }
}

customElements.define('view-users', UsersView);

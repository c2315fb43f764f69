import type { Page, Session } from '@footnote/sdk';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import { Resource } from '../../controllers/resource.ts';
import { formatDateTime, formatRelativeTime, plural } from '../../format.ts';
import { inlineError } from '../../parts/forms/field.ts';
import { settingsSection, settingsSectionStyles } from '../../parts/forms/settings-section.ts';
import { badge, pagination, renderResource } from '../../parts/states.ts';
import { listRowStyles } from '../../styles/list-row.ts';
import { shared } from '../../styles/shared.ts';

const LIMIT = 10;

/** `<account-sessions .app=${…}>`: where the account is signed in. Sessions are ended one by one, or all others at once. */
export class AccountSessions extends LitElement {
  static override properties = { app: { attribute: false }, offset: { state: true } };
  static override styles = [shared, listRowStyles, settingsSectionStyles];
  declare app: App;
  offset = 0;
  readonly #ending = new Action(this);
  readonly #sessions = new Resource<Page<Session>, number>(this, {
    key: () => this.offset,
    load: (offset, signal) => this.app.client.auth.sessions.list({ limit: LIMIT, offset }, { signal }),
  });

  override render(): TemplateResult {
    return settingsSection(
      'Where you are signed in',
      'Each sign-in ends by itself after a day. End those that you do not recognise, then change your password.',
      renderResource(this.#sessions, (page) => this.#list(page)),
    );
  }

  /** Loads the sessions again, as after others have been ended elsewhere. */
  reload(): Promise<void> {
    return this.#sessions.reload();
  }

  #list(page: Page<Session>): TemplateResult {
    const others = page.total - 1;
    return html`<ul class="list">${page.items.map((session) => this.#row(session))}</ul>
      ${pagination({ ...page, of: 'sessions', move: (offset) => this.#move(offset) })}
      ${inlineError(this.#ending.error())}
      ${
        others > 0
          ? html`<div><button class="button" type="button" aria-busy=${this.#ending.busy} @click=${this.#endOthers}>Sign out everywhere else</button></div>`
          : nothing
      }`;
  }

  #row(session: Session): TemplateResult {
    const name = session.client ?? 'Unknown program';
    const began = formatDateTime(session.created_at);
    const place = session.same_address ? 'from your present network' : 'from another network';
    return html`<li><div class="what grow"><span class="name"><span class="title break">${name}</span>${session.current ? badge('This session', 'good') : nothing}</span>
        <span class="soft small">Signed in ${began}, ${place}${session.current ? nothing : html` · used ${formatRelativeTime(session.last_used_at)}`}</span></div>
      ${
        session.current
          ? nothing
          : html`<button class="button small" type="button" aria-label="Sign out ${name}, signed in ${began}" @click=${() => this.#end(session)}>Sign out</button>`
      }</li>`;
  }

  #move(offset: number): void {
    this.offset = offset;
  }

  async #end(session: Session): Promise<void> {
    const ended = await this.#ending.run(() => this.app.client.auth.sessions.delete(session.id));
    if (ended) this.app.toast('Signed out there');
    await this.#reloaded();
  }

  readonly #endOthers = async (): Promise<void> => {
    const ended = await this.#ending.run(() => this.app.client.auth.sessions.deleteOthers());
    if (ended) this.app.toast(`${plural(ended.count, 'other session')} signed out`);
    await this.#reloaded();
  };

  /** Goes back a page if the last session of this one is gone. */
  async #reloaded(): Promise<void> {
    await this.#sessions.reload();
    if (this.offset > 0 && this.#sessions.value?.items.length === 0) this.#move(this.offset - LIMIT);
    await this.updateComplete;
    // The pressed button may have been removed with its row.
    if (!this.renderRoot.querySelector(':focus')) this.renderRoot.querySelector<HTMLElement>('h2')?.focus();
  }
}

customElements.define('account-sessions', AccountSessions);

import type { AuditEntry, AuditExportQuery, AuditQuery, Footnote, Page } from '@footnote/sdk';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { App } from '../app.ts';
import { Action } from '../controllers/action.ts';
import { Resource } from '../controllers/resource.ts';
import { formatDateTime } from '../format.ts';
import { shared } from '../styles/shared.ts';
import { inlineError, selectField, textField } from './forms/field.ts';
import { settingsSection, settingsSectionStyles } from './forms/settings-section.ts';
import { saveFile } from './save-file.ts';
import { badge, emptyState, pagination, renderResource } from './states.ts';

const LIMIT = 10;

/** What each action is called. An action of a later version is shown by its own name. */
const ACTIONS: Record<string, string> = {
  'auth.register': 'Account created',
  'auth.login': 'Signed in',
  'auth.provider-sign-in': 'Signed in with the provider',
  'provider.link': 'Provider linked',
  'provider.unlink': 'Provider unlinked',
  'auth.logout': 'Signed out',
  'auth.confirm': 'Password confirmed',
  'auth.update-me': 'Account changed',
  'auth.delete-me': 'Account deleted',
  'sessions.delete': 'Session ended',
  'sessions.delete-others': 'All other sessions ended',
  'second-factor.set-up': 'Second factor prepared',
  'second-factor.enable': 'Second factor turned on',
  'second-factor.disable': 'Second factor turned off',
  'second-factor.renew-recovery-codes': 'Recovery codes renewed',
  'projects.create': 'Project created',
  'projects.update': 'Project settings changed',
  'projects.delete': 'Project deleted',
  'projects.transfer': 'Project transferred',
  'members.update': 'Role of a member changed',
  'members.delete': 'Member removed, or left',
  'invitations.create': 'Invitation sent',
  'invitations.delete': 'Invitation revoked',
  'invitations.accept': 'Invitation accepted',
  'users.deactivate': 'Account deactivated',
  'users.reactivate': 'Account reactivated',
  'widget.put-image': 'Logo or avatar of the widget set',
  'widget.delete-image': 'Logo or avatar of the widget removed',
  'widget.revoke': 'Visitors’ tokens revoked',
  'api-keys.create': 'API key created',
  'api-keys.rotate': 'API key rotated',
  'api-keys.delete': 'API key revoked',
  'sources.batch': 'Sources sent or removed',
  'sources.delete': 'Source deleted',
  'conversations.delete': 'Conversation deleted',
  'conversations.delete-all': 'Conversations deleted',
  'conversations.export': 'Conversations exported',
  'server-projects.set-quotas': 'Quotas of a project set',
  'backups.create': 'Backup begun',
  'backup-uploads.create': 'Upload of a backup begun',
  'backup-uploads.finish': 'Backup uploaded',
  'backup-uploads.delete': 'Upload of a backup given up',
  'backups.schedule': 'Backups scheduled',
  'backups.unschedule': 'Scheduled backups turned off',
  'backups.link': 'Backup downloaded',
  'backups.restore': 'Restore planned',
  'backups.cancel-restore': 'Planned restore cancelled',
  'command.restore': 'Restored from a backup',
  'backups.delete': 'Backup deleted',
  'server.restart': 'Server restarted',
  'server-engines.add': 'Engine added',
  'server-engines.remove': 'Engine removed',
  'server-models.pull': 'Model downloaded',
  'server-models.use': 'Model chosen',
  'model-server.use': 'Model server chosen',
  'model-server.forget': 'Model server removed',
  'audit-log.export': 'Audit log exported',
  'server-audit-log.export': 'Audit log of the server exported',
  'command.reset-password': 'Password reset on the server',
  'command.make-operator': 'Made operator on the server',
  'command.deactivate-user': 'Deactivated on the server',
  'command.reactivate-user': 'Reactivated on the server',
};

const CHOICES = [
  { value: '', label: 'Everything' },
  ...Object.entries(ACTIONS).map(([value, label]) => ({ value, label })),
];

const ACTORS: Record<AuditEntry['actor']['kind'], (entry: AuditEntry) => string> = {
  user: ({ actor, user_id, client, same_address }) =>
    `${actor.id === user_id ? '' : `by ${actor.name ?? actor.id}, `}${client ?? 'Unknown program'}, ${same_address ? 'from your present network' : 'from another network'}`,
  key: ({ actor, client }) => `API key ${actor.id ?? ''}${client ? `, ${client}` : ''}`,
  command: () => 'With a command on the server’s machine',
};

/**
 * `<audit-log .app=${…} .whole=${…}>`: what was done to the account and its projects, or with `whole`, for the operator, to all.
 */
export class AuditLogList extends LitElement {
  static override properties = {
    app: { attribute: false },
    whole: { attribute: false },
    offset: { state: true },
    action: { state: true },
    from: { state: true },
    to: { state: true },
  };
  static override styles = [
    shared,
    settingsSectionStyles,
    css`
      .what { display: grid; gap: 0.125rem; min-inline-size: 0; }
      .name { display: flex; flex-wrap: wrap; gap: var(--space-1) var(--space-2); align-items: center; }
      .filter { display: flex; flex-wrap: wrap; gap: var(--space-3); align-items: end; }
      .filter .button { margin-inline-start: auto; }
    `,
  ];
  declare app: App;
  whole = false;
  offset = 0;
  /** Only entries with this action; empty for all. */
  action = '';
  /** Only entries of these days, in UTC; empty for all. */
  from = '';
  to = '';
  readonly #exporting = new Action(this);
  readonly #entries = new Resource<Page<AuditEntry>, string>(this, {
    key: () => [this.offset, this.action, this.from, this.to].join(' '),
    load: (_, signal) => this.#log.list({ ...this.#filter(), limit: LIMIT, offset: this.offset }, { signal }),
  });

  override render(): TemplateResult {
    const body = html`<div class="stack">
        <div class="filter">${selectField({ name: 'action', label: 'Show', value: this.action, options: CHOICES, change: this.#choose })}
          ${this.whole ? html`${textField({ name: 'from', label: 'From', type: 'date', value: this.from, change: (from) => this.#within({ from }) })}${textField({ name: 'to', label: 'To', type: 'date', value: this.to, change: (to) => this.#within({ to }) })}` : nothing}
          <button class="button" type="button" aria-busy=${this.#exporting.busy} @click=${this.#export}>Export as CSV</button></div>
        ${inlineError(this.#exporting.error())}
        ${renderResource(this.#entries, (page) => this.#list(page))}</div>`;
    // The operator has a page for it.
    if (this.whole) return body;
    return settingsSection(
      'Audit log',
      'What was done to your account and projects, by you and by other members, kept for a year. It cannot be changed.',
      body,
    );
  }

  get #log(): Footnote['auth']['auditLog'] {
    const { auth, server } = this.app.client;
    return this.whole ? server.auditLog : auth.auditLog;
  }

  #filter(): AuditQuery & AuditExportQuery {
    const { action, from, to } = this;
    return { ...(action && { action }), ...(from && { from }), ...(to && { to }) };
  }

  #list(page: Page<AuditEntry>): TemplateResult {
    if (page.total === 0) return emptyState({ icon: 'check', title: 'Nothing yet', text: 'No entries of this kind.' });
    return html`<ul class="list">${page.items.map((entry) => this.#row(entry))}</ul>
      ${pagination({ ...page, of: 'entries', move: (offset) => this.#move(offset) })}`;
  }

  #row(entry: AuditEntry): TemplateResult {
    const { action, outcome, target, fields, created_at } = entry;
    const about = target ? (target.name ?? target.id) : null;
    return html`<li><div class="what grow"><span class="name"><span class="title break">${ACTIONS[action] ?? action}</span>${outcome === 'denied' ? badge('Refused', 'warn') : nothing}${about === null ? nothing : html`<span class="soft break">${about}</span>`}</span>
        <span class="soft small break">${formatDateTime(created_at)} · ${ACTORS[entry.actor.kind](entry)}${this.whole ? html` · account ${entry.user_id}` : nothing}${fields.length === 0 ? nothing : html` · ${fields.join(', ')}`}</span></div></li>`;
  }

  #move(offset: number): void {
    this.offset = offset;
  }

  readonly #choose = (action: string): void => {
    this.action = action;
    this.offset = 0;
  };

  #within({ from = this.from, to = this.to }: { from?: string; to?: string }): void {
    Object.assign(this, { from, to, offset: 0 });
  }

  readonly #export = async (): Promise<void> => {
    const file = await this.#exporting.run(async () => this.#log.export({ ...this.#filter(), format: 'csv' }));
    const content = file && (await this.#exporting.run(() => file.blob()));
    if (!content) return;
    saveFile(content, file.filename || 'audit-log.csv');
    this.app.toast('Exported. The file is in your browser’s downloads.');
    await this.#entries.reload();
  };
}

customElements.define('audit-log', AuditLogList);

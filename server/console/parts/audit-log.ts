import type { AuditEntry, AuditExportQuery, AuditQuery, Footnote, Page } from '@footnote/sdk';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { App } from '../app.ts';
import { Action } from '../controllers/action.ts';
import { Resource } from '../controllers/resource.ts';
import { formatDateTime } from '../format.ts';
import { listRowStyles } from '../styles/list-row.ts';
import { shared } from '../styles/shared.ts';
import { AUDIT_ACTIONS } from './audit-actions.ts';
import { inlineError, selectField, textField } from './forms/field.ts';
import { settingsSection, settingsSectionStyles } from './forms/settings-section.ts';
import { saveFile } from './save-file.ts';
import { badge, emptyState, pagination, renderResource } from './states.ts';

const LIMIT = 10;

const CHOICES = [
  { value: '', label: 'Everything' },
  ...Object.entries(AUDIT_ACTIONS).map(([value, label]) => ({ value, label })),
];

const BY: Record<AuditEntry['actor']['kind'], (entry: AuditEntry) => string> = {
  user: ({ actor }) => `by ${person(actor.email, actor.id)}`,
  key: ({ actor }) => (actor.name === null ? 'by an API key that has been deleted' : `by the API key “${actor.name}”`),
  command: () => 'by a command on the server’s machine',
};

/** Who did it and with what. `whole`: the log is not only of one's own account. */
function describeActor(entry: AuditEntry, whole: boolean): string[] {
  const { actor, user_id, user_email, client, same_address } = entry;
  const isOwn = actor.kind === 'user' && actor.id === user_id;
  const network = same_address ? 'from your present network' : 'from another network';
  return [
    ...(isOwn && !whole ? [] : [BY[actor.kind](entry)]),
    ...(isOwn || !whole ? [] : [`in the account of ${person(user_email, user_id)}`]),
    ...(actor.kind === 'command' ? [] : [`${client ?? 'Unknown program'}, ${network}`]),
  ];
}

const person = (email: string | null, id: string | null) => email ?? `deleted account ${id ?? ''}`;

/** What it was done to: people by their address, all else by name; by the id what has none. */
function describeTarget(target: NonNullable<AuditEntry['target']>): string {
  if (target.id.startsWith('usr_')) return person(target.email, target.id);
  return target.name ?? target.id;
}

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
    listRowStyles,
    settingsSectionStyles,
    css`
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
    const about = target ? describeTarget(target) : null;
    const facts = [formatDateTime(created_at), ...describeActor(entry, this.whole), fields.join(', ')].filter(Boolean);
    return html`<li><div class="what grow"><span class="name"><span class="title break">${AUDIT_ACTIONS[action] ?? action}</span>${outcome === 'denied' ? badge('Refused', 'warn') : nothing}${about === null ? nothing : html`<span class="soft break"><bdi>${about}</bdi></span>`}</span>
        <span class="soft small break">${facts.join(' · ')}</span></div></li>`;
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

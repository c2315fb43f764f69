import type { CreatedInvitation, Invitation, InvitedRole, Member, Page } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { Action } from '../../controllers/action.ts';
import { Resource } from '../../controllers/resource.ts';
import { formatDate } from '../../format.ts';
import '../../parts/code-block.ts';
import { confirm } from '../../parts/dialogs/confirm.ts';
import '../../parts/dialogs/dialog.ts';
import { withFreshPassword } from '../../parts/dialogs/with-fresh-password.ts';
import { inlineError, selectField, textField } from '../../parts/forms/field.ts';
import { icon } from '../../parts/icon.ts';
import '../../parts/menu.ts';
import type { MenuItem } from '../../parts/menu.ts';
import { may, ROLES } from '../../parts/role.ts';
import { badge, emptyState, notice, pageHeader, pagination, renderResource } from '../../parts/states.ts';
import { listRowStyles } from '../../styles/list-row.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';

const LIMIT = 50;
const ROLE_CHOICES = (['viewer', 'editor'] as const).map((value) => ({
  value,
  label: `${ROLES[value].label}: can ${ROLES[value].may}`,
}));
const BOUND_CHOICES = [
  { value: 'email', label: 'One person, by e-mail address' },
  { value: 'link', label: 'The person who opens the link first' },
];

interface Draft {
  bound: string;
  email: string;
  role: InvitedRole;
}
const NEW: Draft = { bound: 'email', email: '', role: 'editor' };

/** What became of a new invitation, and what is left to do. */
function outcome({ email, mail }: CreatedInvitation): TemplateResult {
  const only = `Only ${email} can use it, also without an account so far.`;
  if (mail === 'sent')
    return notice(
      html`A mail with the link went to <strong class="break">${email}</strong>. If it does not arrive, send the link yourself: it is shown only now.`,
      { tone: 'good', name: 'check' },
    );
  if (mail === 'failed')
    return notice(
      html`<strong>The mail to <span class="break">${email}</span> could not be sent.</strong> Send the link yourself: it is shown only now. ${only}`,
      { tone: 'bad', name: 'alert' },
    );
  const text = email === null ? 'The person who opens it first becomes a member.' : only;
  return notice(`It is shown only now. ${text}`, { tone: 'warn', name: 'key' });
}

/** `/projects/{id}/members`: who works on the project, and for the owner, who is invited. */
export class MembersView extends View {
  static override styles = [
    shared,
    listRowStyles,
    css`
      .list { overflow: visible; }
    `,
  ];
  static override properties = {
    offset: { state: true },
    asking: { state: true },
    draft: { state: true },
    created: { state: true },
  };
  offset = 0;
  asking = false;
  draft: Draft = NEW;
  /** The new invitation while its dialog is open. */
  created: CreatedInvitation | null = null;
  readonly #create = new Action(this);
  readonly #setup = new Resource(this, { key: () => 'setup', load: () => this.app.session.setup() });
  readonly #members = new Resource<Page<Member>, { project: string; offset: number }>(this, {
    key: () => ({ project: this.params.project ?? '', offset: this.offset }),
    load: ({ project, offset }, signal) =>
      this.app.client.projects.members.list(project, { limit: LIMIT, offset }, { signal }),
  });
  readonly #invitations = new Resource<Page<Invitation>, string>(this, {
    key: () => (may(this.project, 'owner') ? (this.params.project ?? null) : null),
    load: (project, signal) => this.app.client.projects.invitations.list(project, { limit: 100 }, { signal }),
  });

  override render(): TemplateResult {
    const isOwner = may(this.project, 'owner');
    return html`<div class="page">
      ${pageHeader({
        title: 'Members',
        lead: isOwner
          ? 'The people who work on this project with you.'
          : 'The people who work on this project. Its owner invites and removes them.',
        actions: isOwner
          ? html`<button class="button primary" type="button" @click=${() => this.#ask(true)}>${icon('add', 16)}Invite</button>`
          : nothing,
      })}
      ${renderResource(this.#members, (page) => this.#list(page))}
      ${isOwner ? this.#pending() : nothing}
      ${this.#window()}
    </div>`;
  }

  #list(page: Page<Member>): TemplateResult {
    return html`<ul class="list" aria-label="Members">${page.items.map((member) => this.#row(member))}</ul>
      ${pagination({ ...page, of: 'members', move: (offset) => this.#move(offset) })}`;
  }

  #row(member: Member): TemplateResult {
    const { name, email, role, current, deactivated, joined_at } = member;
    const items = this.#actions(member);
    return html`<li><div class="what grow"><span class="name"><span class="title break"><bdi>${name}</bdi></span>${badge(ROLES[role].label, role === 'owner' ? 'accent' : '')}${current ? badge('You', 'good') : nothing}${deactivated ? badge('Deactivated', 'warn') : nothing}</span>
        <span class="soft small break">${email} · ${role === 'owner' ? 'since' : 'joined'} ${formatDate(joined_at)}</span></div>
      ${items.length > 0 ? html`<ui-menu label="More for ${name}" .items=${items}></ui-menu>` : nothing}</li>`;
  }

  /** What the user may do with a member: the owner with all others, everybody else with themselves. */
  #actions(member: Member): MenuItem[] {
    if (member.role === 'owner') return [];
    if (member.current)
      return [{ label: 'Leave the project', icon: 'sign', danger: true, choose: () => void this.#leave(member) }];
    if (!may(this.project, 'owner')) return [];
    const other = member.role === 'editor' ? 'viewer' : 'editor';
    return [
      { label: `Make ${other}`, icon: 'user', choose: () => void this.#change(member, other) },
      { label: 'Make owner…', icon: 'key', disabled: member.deactivated, choose: () => void this.#transfer(member) },
      { label: 'Remove', icon: 'trash', danger: true, choose: () => void this.#remove(member) },
    ];
  }

  #pending(): TemplateResult {
    return html`<section class="stack" aria-labelledby="pending"><h2 id="pending" tabindex="-1">Pending invitations</h2>
      ${renderResource(this.#invitations, ({ items }) =>
        items.length === 0
          ? emptyState({
              icon: 'user',
              title: 'No pending invitations',
              text: this.#sendsMail
                ? 'An invitation goes to its address by mail, or is a link that you send yourself. It is valid for a week and can be used once.'
                : 'An invitation is a link that you send yourself. It is valid for a week and can be used once.',
            })
          : html`<ul class="list" aria-label="Pending invitations">${items.map(
              (
                one,
              ) => html`<li><div class="what grow"><span class="name"><span class="title break">${one.email ?? 'Anyone with the link'}</span>${badge(ROLES[one.role].label)}</span>
                <span class="soft small">Valid until ${formatDate(one.expires_at)}</span></div>
                <button class="button small" type="button" aria-label="Revoke the invitation for ${one.email ?? 'the person with the link'}" @click=${() => this.#revoke(one)}>Revoke</button></li>`,
            )}</ul>`,
      )}</section>`;
  }

  #window(): TemplateResult {
    const { created } = this;
    const isMailed = this.#sendsMail && this.draft.bound === 'email';
    const heading = !created ? 'Invite somebody' : created.mail === 'sent' ? 'Invitation sent' : 'Send this link';
    return html`<ui-dialog heading=${heading} .open=${this.asking} .locked=${this.#create.busy} @close=${() => this.#ask(false)}>
      ${
        created
          ? html`${outcome(created)}
            <ui-code wrap .code=${created.url} label="The invitation’s link"></ui-code>
            <p class="soft small">Valid until ${formatDate(created.expires_at)}. You can revoke it on this page.</p>
            <button slot="footer" class="button primary" type="button" @click=${this.#close}>${created.mail === 'sent' ? 'Done' : 'I have copied it'}</button>`
          : html`<form id="form" class="stack" novalidate @submit=${this.#submit}>${this.#fields()}</form>
            <button slot="footer" class="button" type="button" @click=${this.#close}>Cancel</button>
            <button slot="footer" class="button primary" type="submit" form="form" aria-busy=${this.#create.busy}>${isMailed ? 'Send the invitation' : 'Make the link'}</button>`
      }</ui-dialog>`;
  }

  get #sendsMail(): boolean {
    return this.#setup.value?.sends_mail === true;
  }

  #fields(): TemplateResult {
    const { draft } = this;
    const set = (changes: Partial<Draft>) => {
      this.draft = { ...draft, ...changes };
    };
    return html`${selectField({ name: 'bound', label: 'For', value: draft.bound, options: BOUND_CHOICES, change: (bound) => set({ bound }) })}
      ${
        draft.bound === 'email'
          ? textField({
              name: 'email',
              label: 'E-mail',
              type: 'email',
              value: draft.email,
              required: true,
              focused: true,
              error: this.#create.field('email'),
              change: (email) => set({ email }),
            })
          : nothing
      }
      ${selectField({ name: 'role', label: 'As', value: draft.role, options: ROLE_CHOICES, change: (role) => set({ role: role as InvitedRole }) })}
      ${inlineError(this.#create.error('email', 'role'))}`;
  }

  #ask(asking: boolean): void {
    this.asking = asking;
    this.draft = NEW;
    this.created = null;
    this.#create.clear();
  }

  #move(offset: number): void {
    this.offset = offset;
  }

  #close(): void {
    this.renderRoot.querySelector('ui-dialog')?.close();
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const { bound, email, role } = this.draft;
    const created = await this.#create.run(() =>
      this.app.client.projects.invitations.create(this.params.project ?? '', {
        email: bound === 'email' ? email : null,
        role,
      }),
    );
    if (!created) return;
    this.created = created;
    await this.#invitations.reload();
  }

  async #change(member: Member, role: InvitedRole): Promise<void> {
    const done = await confirm({
      title: `Make ${member.name} ${role === 'editor' ? 'an editor' : 'a viewer'}?`,
      text: `${member.name} can then ${ROLES[role].may}. This applies at once.`,
      action: `Make ${role}`,
      act: () => this.app.client.projects.members.update(this.params.project ?? '', member.id, { role }),
    });
    if (done) await this.#changed(`${member.name} is now ${role === 'editor' ? 'an editor' : 'a viewer'}`);
  }

  async #remove(member: Member): Promise<void> {
    const done = await confirm({
      title: `Remove ${member.name}?`,
      text: 'This person can no longer see the project. API keys stay valid: rotate those that the person knows.',
      action: 'Remove',
      danger: true,
      act: () => this.app.client.projects.members.delete(this.params.project ?? '', member.id),
    });
    if (done) await this.#changed(`${member.name} is removed`);
  }

  async #leave(member: Member): Promise<void> {
    const done = await confirm({
      title: 'Leave this project?',
      text: 'You can no longer see it. Its owner can invite you again.',
      action: 'Leave the project',
      danger: true,
      act: () => this.app.client.projects.members.delete(this.params.project ?? '', member.id),
    });
    if (!done) return;
    this.app.router.go('/projects');
    this.app.toast('You have left the project');
  }

  async #transfer(member: Member): Promise<void> {
    const id = this.params.project ?? '';
    const { app } = this;
    const done = await confirm({
      title: `Make ${member.name} the owner?`,
      text: `${member.name} then decides on members, API keys and deletion, and the project counts against the limits of that account. You become an editor, and only the new owner can undo this.`,
      action: 'Transfer the project',
      danger: true,
      typed: this.project?.name ?? '',
      act: () => withFreshPassword(app, () => app.client.projects.members.transfer(id, { user_id: member.id })),
    });
    if (!done) return;
    app.projectChanged(null);
    await this.#changed(`${member.name} is now the owner`);
  }

  async #revoke(one: Invitation): Promise<void> {
    const done = await confirm({
      title: 'Revoke this invitation?',
      text: 'Its link no longer works.',
      action: 'Revoke',
      danger: true,
      act: () => this.app.client.projects.invitations.delete(this.params.project ?? '', one.id),
    });
    if (!done) return;
    this.app.toast('Invitation revoked');
    await this.#invitations.reload();
    // The pressed button has been removed with its row.
    this.renderRoot.querySelector<HTMLElement>('#pending')?.focus();
  }

  async #changed(message: string): Promise<void> {
    this.app.toast(message);
    await this.#members.reload();
    this.renderRoot.querySelector('h1')?.focus();
  }
}

customElements.define('view-members', MembersView);

import type { OpenInvitation } from '@footnote/sdk';
import { css, html, type TemplateResult } from 'lit';
import { Action } from '../../controllers/action.ts';
import { Resource } from '../../controllers/resource.ts';
import { errorMessage, formatDate } from '../../format.ts';
import { inlineError, textField } from '../../parts/forms/field.ts';
import { ROLES } from '../../parts/role.ts';
import { skeleton } from '../../parts/states.ts';
import { View } from '../../view.ts';
import { guestCard, guestStyles } from './guest-card.ts';
import { forgetInvitation, keepInvitation, keptInvitation } from './kept-invitation.ts';

function tokenOfAddress(): string {
  const token = location.hash.slice(1);
  if (token) keepInvitation(token);
  return token || keptInvitation();
}

/** `/invitation#TOKEN`: what somebody is invited to. Accepts it with the account that is signed in, or with a new one. */
export class InvitationView extends View {
  static override styles = [guestStyles, css`:host { margin-inline: auto; padding-block: var(--space-6); }`];
  static override properties = {
    token: { state: true },
    name: { state: true },
    email: { state: true },
    password: { state: true },
  };
  /** Browsers do not send the part after the `#`. */
  token = tokenOfAddress();
  name = '';
  email = '';
  password = '';
  readonly #action = new Action(this);
  readonly #invitation = new Resource<OpenInvitation>(this, {
    // Once it is accepted and this page is left, it is void.
    key: () => (this.isConnected ? this.token : null),
    load: (token, signal) => this.app.client.projects.invitations.look({ token }, { signal }),
  });
  readonly #setup = new Resource(this, { key: () => 'setup', load: () => this.app.session.setup() });
  readonly #account = new Resource(this, {
    key: () => (this.app.session.signedIn ? 'me' : null),
    load: () => this.app.session.user(),
  });

  readonly #linkOpened = () => {
    this.token = tokenOfAddress();
  };

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('hashchange', this.#linkOpened);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.#linkOpened);
  }

  override render(): TemplateResult {
    const { value, error } = this.#invitation;
    if (error)
      return guestCard({
        title: 'Invitation',
        body: html`<p>${errorMessage(error)}</p>`,
        foot: html`<p class="soft small"><a href="/projects">Go to Footnote</a></p>`,
      });
    if (!value) return guestCard({ title: 'Invitation', body: skeleton(3) });
    const { project_name, owner_name, role, expires_at } = value;
    return guestCard({
      title: html`Join ${project_name}`,
      lead: html`${owner_name} invites you as ${role === 'editor' ? 'an editor' : 'a viewer'}. You can then ${ROLES[role].may}.`,
      body: this.app.session.signedIn ? this.#asAccount(value) : this.#asGuest(value),
      foot: html`<p class="soft small">Valid until ${formatDate(expires_at)}.</p>`,
    });
  }

  /** With the account that is signed in. */
  #asAccount({ email }: OpenInvitation): TemplateResult {
    const own = this.#account.value?.email;
    if (email !== null && own !== undefined && own !== email)
      return html`<div class="stack"><p>This invitation is for <strong class="break">${email}</strong>, and you are signed in as <strong class="break">${own}</strong>.</p>
        <button class="button wide" type="button" @click=${() => this.app.session.signOut()}>Sign out</button></div>`;
    return html`<div class="stack">${own ? html`<p>You are signed in as <strong class="break">${own}</strong>.</p>` : skeleton(1)}
      ${inlineError(this.#action.error())}
      <button class="button primary wide" type="button" aria-busy=${this.#action.busy} @click=${this.#accept}>Join the project</button></div>`;
  }

  #asGuest({ email }: OpenInvitation): TemplateResult {
    const action = this.#action;
    const signIn = html`<a class="button wide" href="/login?next=/invitation">Sign in with an account</a>`;
    if (this.#setup.value?.sign_in.password === false) return html`<div class="stack">${signIn}</div>`;
    return html`<form class="stack" novalidate @submit=${this.#register}>
        <p>New here? Create your account:</p>
        ${textField({ name: 'name', label: 'Your name', value: this.name, autocomplete: 'name', required: true, error: action.field('name'), change: this.#set('name') })}
        ${textField({ name: 'email', label: 'E-mail', type: 'email', value: email ?? this.email, disabled: email !== null, autocomplete: 'email', required: true, error: action.field('email'), change: this.#set('email') })}
        ${textField({ name: 'password', label: 'Password', type: 'password', value: this.password, autocomplete: 'new-password', required: true, hint: 'At least 8 characters.', error: action.field('password'), change: this.#set('password') })}
        ${inlineError(action.error('name', 'email', 'password'))}
        <button class="button primary wide" type="submit" aria-busy=${action.busy}>Create the account and join</button>
        <p class="soft small">Already have an account?</p>${signIn}
      </form>`;
  }

  #set(name: 'name' | 'email' | 'password') {
    return (value: string) => {
      this[name] = value;
    };
  }

  readonly #accept = async (): Promise<void> => {
    const accepted = await this.#action.run(() => this.app.client.projects.invitations.accept({ token: this.token }));
    if (!accepted) return;
    forgetInvitation();
    this.app.router.go(`/projects/${encodeURIComponent(accepted.project_id)}/sources`, { replace: true });
    this.app.toast('You are a member of the project');
  };

  async #register(event: Event): Promise<void> {
    event.preventDefault();
    const { name, password, token } = this;
    const email = this.#invitation.value?.email ?? this.email;
    await this.#action.run(async () => {
      await this.app.client.auth.register({ name, email, password, invitation: token });
      forgetInvitation();
      // The invitation is used up: the page that comes next is the list with the project.
      this.app.router.go('/login', { replace: true });
      await this.app.session.signIn(email, password, false);
    });
  }
}

customElements.define('view-invitation', InvitationView);

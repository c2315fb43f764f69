import { html, nothing, type TemplateResult } from 'lit';
import { Action } from '../../controllers/action.ts';
import { Resource } from '../../controllers/resource.ts';
import { inlineError, textField } from '../../parts/forms/field.ts';
import { View } from '../../view.ts';
import { guestCard, guestStyles } from './guest-card.ts';

/** `/welcome`: creates an account. An empty server shows only this page, and needs the link that it printed. */
export class WelcomeView extends View {
  static override styles = guestStyles;
  static override properties = { name: { state: true }, email: { state: true }, password: { state: true } };
  readonly #action = new Action(this);
  readonly #setup = new Resource(this, { key: () => 'setup', load: () => this.app.session.setup() });
  name = '';
  email = '';
  password = '';

  override render(): TemplateResult {
    const action = this.#action;
    if (this.#setup.value?.accounts === false && this.#setupToken() === null) return this.#explanation();
    return guestCard({
      title: 'Create your account',
      lead: 'It exists on this server only. You sign in with it to add documents and to see what people ask.',
      body: html`<form class="stack" novalidate @submit=${this.#submit}>
        ${textField({ name: 'name', label: 'Your name', value: this.name, autocomplete: 'name', required: true, focused: true, error: action.field('name'), change: this.#set('name') })}
        ${textField({ name: 'email', label: 'E-mail', type: 'email', value: this.email, autocomplete: 'email', required: true, error: action.field('email'), change: this.#set('email') })}
        ${textField({ name: 'password', label: 'Password', type: 'password', value: this.password, autocomplete: 'new-password', required: true, hint: 'At least 8 characters. A few words in a row are easy to remember and hard to guess.', error: action.field('password'), change: this.#set('password') })}
        ${inlineError(action.error('name', 'email', 'password'))}
        <button class="button primary wide" type="submit" aria-busy=${action.busy}>Create the account</button>
      </form>`,
      foot: this.#foot(),
    });
  }

  #explanation(): TemplateResult {
    return guestCard({
      title: 'Create the first account',
      lead: 'It is the operator’s account, so only people with access to the server can create it.',
      body: html`<div class="stack">
        <p>Open the link that the server has printed, where it was started or in its log. This command prints it again:</p>
        <p><code>${this.#setup.value?.command} setup-link</code></p>
      </div>`,
    });
  }

  /** The end of the setup link; null if the page was opened without it. */
  #setupToken(): string | null {
    return new URLSearchParams(location.hash.slice(1)).get('setup');
  }

  readonly #linkOpened = () => this.requestUpdate();

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('hashchange', this.#linkOpened);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.#linkOpened);
  }

  #foot(): TemplateResult | typeof nothing {
    if (this.#setup.value?.accounts !== true) return nothing;
    return html`<p class="soft small">Already have an account? <a href="/login">Sign in</a></p>`;
  }

  #set(name: 'name' | 'email' | 'password') {
    return (value: string) => {
      this[name] = value;
    };
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const { name, email, password } = this;
    await this.#action.run(async () => {
      const setup_token = this.#setupToken();
      await this.app.client.auth.register({ name, email, password, ...(setup_token !== null && { setup_token }) });
      await this.app.session.signIn(email, password, false);
    });
  }
}

customElements.define('view-welcome', WelcomeView);

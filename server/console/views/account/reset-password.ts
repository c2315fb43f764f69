import { html, type TemplateResult } from 'lit';
import { Action } from '../../controllers/action.ts';
import { inlineError, textField } from '../../parts/forms/field.ts';
import { notice } from '../../parts/states.ts';
import { View } from '../../view.ts';
import { guestCard, guestStyles } from './guest-card.ts';

/** `/reset-password`: asks for a link by mail; with the token of such a link, for a new password. */
export class ResetPasswordView extends View {
  static override styles = guestStyles;
  static override properties = { email: { state: true }, password: { state: true }, done: { state: true } };
  readonly #action = new Action(this);
  /** In the part of the address that browsers do not send. */
  readonly #token = /^#token=(.+)$/.exec(location.hash)?.[1] ?? null;
  email = '';
  password = '';
  done = false;

  override render(): TemplateResult {
    const back = html`<p class="soft small"><a href="/login">Back to signing in</a></p>`;
    if (this.#token === null) {
      const sent =
        'If there is an account with this address, a link is on its way to it. It is valid for half an hour.';
      return guestCard({
        title: 'Forgot your password?',
        lead: 'Enter the e-mail address of your account to get a link for a new one.',
        body: this.done
          ? notice(sent, { tone: 'good', name: 'check' })
          : this.#form(this.#emailField(), 'Send the link'),
        foot: back,
      });
    }
    const set = html`Your password is changed, and all sessions have ended. <a href="/login">Sign in</a>`;
    return guestCard({
      title: 'Set a new password',
      body: this.done
        ? notice(set, { tone: 'good', name: 'check' })
        : this.#form(this.#passwordField(), 'Set the password'),
      foot: back,
    });
  }

  #form(field: TemplateResult, action: string): TemplateResult {
    return html`<form class="stack" novalidate @submit=${this.#submit}>${field}${inlineError(this.#action.error('email', 'password'))}
      <button class="button primary wide" type="submit" aria-busy=${this.#action.busy}>${action}</button></form>`;
  }

  #emailField(): TemplateResult {
    return textField({
      name: 'email',
      label: 'E-mail',
      type: 'email',
      value: this.email,
      autocomplete: 'username',
      required: true,
      focused: true,
      error: this.#action.field('email'),
      change: (value) => {
        this.email = value;
      },
    });
  }

  #passwordField(): TemplateResult {
    return textField({
      name: 'password',
      label: 'New password',
      type: 'password',
      value: this.password,
      autocomplete: 'new-password',
      required: true,
      focused: true,
      hint: 'At least 8 characters.',
      error: this.#action.field('password'),
      change: (value) => {
        this.password = value;
      },
    });
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const { email, password } = this;
    const { auth } = this.app.client;
    const token = this.#token;
    const done = await this.#action.run(async () =>
      token === null ? auth.requestPasswordReset({ email }) : auth.resetPassword({ token, password }),
    );
    if (!done) return;
    this.done = true;
    // The token is of no more use.
    if (token !== null) history.replaceState(history.state, '', location.pathname);
  }
}

customElements.define('view-reset-password', ResetPasswordView);

import { html, nothing, type TemplateResult } from 'lit';
import { Action } from '../../controllers/action.ts';
import { Resource } from '../../controllers/resource.ts';
import { checkboxField, inlineError, textField } from '../../parts/forms/field.ts';
import { notice } from '../../parts/states.ts';
import { View } from '../../view.ts';
import { guestCard, guestStyles } from './guest-card.ts';

const ENDED = {
  expired: 'Your session has ended. Sign in again to continue where you were.',
  'signed-out': 'You are signed out.',
  deleted: 'Your account and everything in it has been deleted.',
};

/** `/login`: signs in, and continues to the requested page. */
export class LoginView extends View {
  static override styles = guestStyles;
  static override properties = { email: { state: true }, password: { state: true }, keep: { state: true } };
  readonly #action = new Action(this);
  readonly #setup = new Resource(this, { key: () => 'setup', load: () => this.app.session.setup() });
  email = '';
  password = '';
  keep = false;

  override render(): TemplateResult {
    const action = this.#action;
    const { ended } = this.app.session;
    return guestCard({
      title: 'Sign in to Footnote',
      body: html`<form class="stack" novalidate @submit=${this.#submit}>
        ${ended && !action.error() ? notice(ENDED[ended], { tone: ended === 'expired' ? 'warn' : '' }) : nothing}
        ${textField({
          name: 'email',
          label: 'E-mail',
          type: 'email',
          value: this.email,
          autocomplete: 'username',
          required: true,
          focused: true,
          error: action.field('email'),
          change: (value) => {
            this.email = value;
          },
        })}
        ${textField({
          name: 'password',
          label: 'Password',
          type: 'password',
          value: this.password,
          autocomplete: 'current-password',
          required: true,
          error: action.field('password'),
          change: (value) => {
            this.password = value;
          },
        })}
        ${checkboxField({
          name: 'keep',
          label: 'Keep me signed in on this computer',
          checked: this.keep,
          change: (checked) => {
            this.keep = checked;
          },
        })}
        ${inlineError(action.error('email', 'password'))}
        <button class="button primary wide" type="submit" aria-busy=${action.busy}>Sign in</button>
      </form>`,
      foot: html`<details class="soft small"><summary>Forgot your password?</summary>
          <p>The operator of this server can set a new one${this.#setup.value ? html`: stop the server, run <code>${this.#setup.value.command} users reset-password EMAIL</code> in Footnote's folder on its machine, and start it again` : nothing}.</p></details>
        ${this.#setup.value?.registration === 'open' ? html`<p class="soft small">New here? <a href="/welcome">Create an account</a></p>` : nothing}`,
    });
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    await this.#action.run(() => this.app.session.signIn(this.email, this.password, this.keep));
  }
}

customElements.define('view-login', LoginView);

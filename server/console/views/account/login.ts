import { AuthenticationError } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { Action } from '../../controllers/action.ts';
import { Resource } from '../../controllers/resource.ts';
import { safePath } from '../../controllers/router.ts';
import { checkboxField, inlineError, secondFactorField, textField } from '../../parts/forms/field.ts';
import { notice } from '../../parts/states.ts';
import { View } from '../../view.ts';
import { guestCard, guestStyles } from './guest-card.ts';
import { goToProvider } from './provider.ts';

const ENDED = {
  expired: 'Your session has ended. Sign in again to continue where you were.',
  'signed-out': 'You are signed out.',
  deleted: 'Your account and everything in it has been deleted.',
};

/** `/login`: signs in, and continues to the requested page. */
export class LoginView extends View {
  static override styles = [guestStyles, css`.or { text-align: center; }`];
  static override properties = {
    email: { state: true },
    password: { state: true },
    keep: { state: true },
    code: { state: true },
    withPassword: { state: true },
  };
  readonly #action = new Action(this);
  readonly #leaving = new Action(this);
  readonly #setup = new Resource(this, { key: () => 'setup', load: () => this.app.session.setup() });
  email = '';
  password = '';
  keep = false;
  withPassword = false;
  /** Null until the server asks for a code besides the password. */
  code: string | null = null;

  override render(): TemplateResult {
    if (this.code !== null) return this.#codeStep(this.code);
    return guestCard({
      title: 'Sign in to Footnote',
      body: html`<form class="stack" novalidate @submit=${this.#submit}>
        ${this.#providerButton()}
        ${this.#setup.value?.sign_in.password === false && !this.withPassword ? this.#passwordLink() : this.#passwordFields()}
      </form>`,
      foot: this.#foot(),
    });
  }

  /** With passwords off, only operators have use for them. */
  #passwordLink(): TemplateResult {
    return html`<button class="button quiet wide" type="button" @click=${this.#usePassword}>Operators: use a password</button>`;
  }

  readonly #usePassword = (): void => {
    this.withPassword = true;
  };

  #providerButton(): TemplateResult | typeof nothing {
    const { provider, password } = this.#setup.value?.sign_in ?? { provider: null, password: true };
    if (provider === null) return nothing;
    return html`<button class="button wide ${password ? '' : 'primary'}" type="button" aria-busy=${this.#leaving.busy} @click=${this.#leave}>Sign in with ${provider}</button>
      ${inlineError(this.#leaving.error())}
      ${password || this.withPassword ? html`<p class="soft small or">or with a password</p>` : nothing}`;
  }

  readonly #leave = async (): Promise<void> => {
    const next = this.app.router.current?.query.get('next') ?? '/projects';
    await this.#leaving.run(() =>
      goToProvider(this.app, { purpose: 'sign-in', keep: this.keep, next: safePath(next) }),
    );
  };

  #passwordFields(): TemplateResult {
    const action = this.#action;
    const { ended } = this.app.session;
    return html`${ended && !action.error() ? notice(ENDED[ended], { tone: ended === 'expired' ? 'warn' : '' }) : nothing}
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
        <button class="button primary wide" type="submit" aria-busy=${action.busy}>Sign in</button>`;
  }

  #foot(): TemplateResult {
    return html`${this.#setup.value?.sends_mail ? html`<p class="soft small"><a href="/reset-password">Forgot your password?</a></p>` : this.#resetByOperator()}
        ${this.#setup.value?.registration === 'open' ? html`<p class="soft small">New here? <a href="/welcome">Create an account</a></p>` : nothing}`;
  }

  /** Without mail, only the operator can help. */
  #resetByOperator(): TemplateResult {
    return html`<details class="soft small"><summary>Forgot your password?</summary>
          <p>The operator of this server can set a new one${this.#setup.value ? html`: stop the server, run <code>${this.#setup.value.command} users reset-password EMAIL</code> in Footnote's folder on its machine, and start it again` : nothing}.</p></details>`;
  }

  #codeStep(code: string): TemplateResult {
    const action = this.#action;
    return guestCard({
      title: 'One more step',
      lead: html`Your account <span class="break">${this.email}</span> also needs a code.`,
      body: html`<form class="stack" novalidate @submit=${this.#submit}>
        ${secondFactorField({
          value: code,
          error: action.field('code'),
          change: (value) => {
            this.code = value;
          },
        })}
        ${inlineError(action.error('code'))}
        <button class="button primary wide" type="submit" ?disabled=${code.trim() === ''} aria-busy=${action.busy}>Sign in</button>
        <button class="button quiet wide" type="button" @click=${this.#back}>Back</button>
      </form>`,
      foot: html`<details class="soft small"><summary>Lost your phone and the recovery codes?</summary>
          <p>The operator of this server can turn off the second factor${this.#setup.value ? html`: stop the server, run <code>${this.#setup.value.command} users reset-password EMAIL --second-factor-off</code> in Footnote's folder on its machine, and start it again` : nothing}.</p></details>`,
    });
  }

  readonly #back = async (): Promise<void> => {
    this.code = null;
    this.#action.clear();
    await this.#focus('#password');
  };

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const { email, password, keep, code } = this;
    await this.#action.run(async () => {
      try {
        await this.app.session.signIn(email, password, keep, code ?? undefined);
      } catch (error) {
        const asked = AuthenticationError.isInstance(error) && error.code === 'second_factor_required';
        if (!asked) throw error;
        this.code = '';
      }
    });
    if (this.code !== null && this.isConnected) await this.#focus('#code');
  }

  async #focus(field: string): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(field)?.focus();
  }
}

customElements.define('view-login', LoginView);

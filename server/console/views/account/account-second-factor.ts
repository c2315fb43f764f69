import type { SecondFactor, SecondFactorSetup } from '@footnote/sdk';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import { Resource } from '../../controllers/resource.ts';
import { formatDate, plural } from '../../format.ts';
import '../../parts/code-block.ts';
import { confirm } from '../../parts/dialogs/confirm.ts';
import '../../parts/dialogs/dialog.ts';
import { withFreshPassword } from '../../parts/dialogs/with-fresh-password.ts';
import { inlineError, textField } from '../../parts/forms/field.ts';
import { settingsSection, settingsSectionStyles } from '../../parts/forms/settings-section.ts';
import { qrCode } from '../../parts/qr-code.ts';
import { badge, notice, renderResource } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';

/** With fewer, the section suggests to make new ones. */
const FEW_CODES = 4;

/** `<account-second-factor .app=${…}>`: sets up codes of an authenticator app, renews the recovery codes, and turns it off. */
export class AccountSecondFactor extends LitElement {
  static override properties = {
    app: { attribute: false },
    setup: { state: true },
    codes: { state: true },
    code: { state: true },
  };
  static override styles = [
    shared,
    settingsSectionStyles,
    css`
      .qr { inline-size: min(13rem, 100%); block-size: auto; border-radius: var(--round-m); justify-self: center; }
    `,
  ];
  declare app: App;
  /** What the app is to learn, while the dialog asks for its first code. */
  setup: SecondFactorSetup | null = null;
  /** New recovery codes, while the dialog shows them. */
  codes: readonly string[] | null = null;
  code = '';
  readonly #action = new Action(this);
  readonly #enabling = new Action(this);
  readonly #state = new Resource<SecondFactor>(this, {
    key: () => 'second factor',
    load: (_, signal) => this.app.client.auth.secondFactor.retrieve({ signal }),
  });

  override render(): TemplateResult {
    return settingsSection(
      'Second factor',
      'A code from an app on your phone, in addition to your password. The password alone is then not enough to sign in.',
      html`${renderResource(this.#state, (state) => (state.enabled ? this.#on(state) : this.#off()))}
        ${inlineError(this.#action.error())}${this.#dialog()}`,
    );
  }

  #off(): TemplateResult {
    return html`<p>Any authenticator app works, even offline.</p>
      <div><button class="button" type="button" aria-busy=${this.#action.busy} @click=${this.#setUp}>Set up…</button></div>`;
  }

  #on({ enabled_at, recovery_codes_left: left }: SecondFactor): TemplateResult {
    return html`<p>${badge('On', 'good', { dot: true })} since ${enabled_at ? formatDate(enabled_at) : ''}. ${plural(left, 'recovery code')} left.</p>
      ${left < FEW_CODES ? notice('Make new recovery codes before the last one is used: without your phone, only they let you in.', { tone: 'warn' }) : nothing}
      <div class="actions"><button class="button" type="button" aria-busy=${this.#action.busy} @click=${this.#renew}>New recovery codes</button>
        <button class="button danger" type="button" @click=${this.#turnOff}>Turn off…</button></div>`;
  }

  #dialog(): TemplateResult {
    const { setup, codes } = this;
    return html`<ui-dialog heading=${codes ? 'Your recovery codes' : 'Set up the second factor'} .open=${setup !== null || codes !== null}
      .locked=${this.#enabling.busy} @close=${this.#closed}>${codes ? this.#recoveryCodes(codes) : setup ? this.#firstCode(setup) : nothing}</ui-dialog>`;
  }

  #firstCode(setup: SecondFactorSetup): TemplateResult {
    return html`<p>Scan this with your authenticator app, or type the key into it.</p>
      ${qrCode(setup.uri, 'QR code for an authenticator app')}
      <ui-code wrap .code=${setup.secret} label="The key"></ui-code>
      <form id="form" class="stack" novalidate @submit=${this.#enable}>
        ${textField({
          name: 'code',
          label: 'The code that the app shows now',
          value: this.code,
          autocomplete: 'one-time-code',
          required: true,
          focused: true,
          error: this.#enabling.field('code'),
          change: (code) => {
            this.code = code;
          },
        })}
        ${inlineError(this.#enabling.error('code'))}
      </form>
      <button slot="footer" class="button" type="button" @click=${this.#close}>Cancel</button>
      <button slot="footer" class="button primary" type="submit" form="form" ?disabled=${this.code.trim() === ''} aria-busy=${this.#enabling.busy}>Turn on</button>`;
  }

  #recoveryCodes(codes: readonly string[]): TemplateResult {
    return html`${notice('Save them now, and not on your phone: they are not shown again. Each lets you sign in once without the app.', { tone: 'warn', name: 'key' })}
      <ui-code .code=${codes.join('\n')} label="Recovery codes"></ui-code>
      <button slot="footer" class="button primary" type="button" @click=${this.#close}>I have saved them</button>`;
  }

  readonly #setUp = async (): Promise<void> => {
    const setup = await this.#action.run(() =>
      withFreshPassword(this.app, () => this.app.client.auth.secondFactor.setUp()),
    );
    if (!setup) return;
    this.code = '';
    this.#enabling.clear();
    this.setup = setup;
  };

  readonly #enable = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { code } = this;
    const enabled = await this.#enabling.run(() => this.app.client.auth.secondFactor.enable({ code }));
    if (enabled) await this.#show(enabled.recovery_codes);
  };

  readonly #renew = async (): Promise<void> => {
    const renewed = await this.#action.run(() =>
      withFreshPassword(this.app, () => this.app.client.auth.secondFactor.renewRecoveryCodes()),
    );
    if (renewed) await this.#show(renewed.recovery_codes);
  };

  async #show(codes: readonly string[]): Promise<void> {
    this.codes = codes;
    this.setup = null;
    await this.#state.reload();
    // What had the focus is gone.
    this.renderRoot.querySelector<HTMLElement>('ui-dialog .primary')?.focus();
  }

  readonly #turnOff = async (): Promise<void> => {
    const { app } = this;
    const done = await confirm({
      title: 'Turn off the second factor?',
      text: 'You then sign in with your password alone. The recovery codes stop working, and you can remove the entry from your app.',
      action: 'Turn it off',
      danger: true,
      act: async () => this.#state.set(await withFreshPassword(app, () => app.client.auth.secondFactor.disable())),
    });
    if (!done) return;
    app.toast('The second factor is off');
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('h2')?.focus();
  };

  readonly #close = (): void => {
    this.renderRoot.querySelector('ui-dialog')?.close();
  };

  readonly #closed = (): void => {
    this.setup = null;
    this.codes = null;
  };
}

customElements.define('account-second-factor', AccountSecondFactor);

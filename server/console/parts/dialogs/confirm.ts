import { BadRequestError } from '@footnote/sdk';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { Action } from '../../controllers/action.ts';
import { shared } from '../../styles/shared.ts';
import { inlineError, secondFactorField, textField } from '../forms/field.ts';
import './dialog.ts';

/** A confirmation dialog. */
export interface Question {
  title: string;
  text: TemplateResult | string;
  /** The label of the confirming button: the action itself, "Delete the project". */
  action: string;
  /** The label of the cancelling button. Default "Cancel". */
  cancel?: string;
  /** True if the action destroys something. */
  danger?: boolean;
  /** The text that the user must type to confirm. */
  typed?: string;
  /** True if the user must enter their password, which `act` gets. */
  password?: boolean;
  /**
   * The action. Its errors are shown in the dialog, which then stays open. After the error `second_factor_required`, the dialog
   * asks for a code, which the next call gets.
   */
  act(password: string, code?: string): Promise<unknown>;
}

/**
 * Asks for confirmation and runs the action. Resolves with true once it is done.
 * @example
 * if (await confirm({ title: 'Delete this key?', text: '…', action: 'Delete the key', danger: true, act: () => … })) …
 */
export function confirm(question: Question): Promise<boolean> {
  const element = new Confirm(question);
  document.body.append(element);
  return element.answer.finally(() => element.remove());
}

/** `<ui-confirm>`: created by `confirm` only. */
class Confirm extends LitElement {
  static override properties = { typed: { state: true }, password: { state: true }, code: { state: true } };
  static override styles = shared;
  readonly #action = new Action(this);
  readonly #question: Question;
  readonly answer: Promise<boolean>;
  #settle: (done: boolean) => void = () => {};
  #done = false;
  typed = '';
  password = '';
  /** Null until a code is asked for. */
  code: string | null = null;

  constructor(question: Question) {
    super();
    this.#question = question;
    this.answer = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  /** Resolves with false if it is removed, for example because the session has ended. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#settle(this.#done);
  }

  override render(): TemplateResult {
    const { title, text, action, cancel = 'Cancel', danger, typed, password } = this.#question;
    const ready =
      (typed === undefined || this.typed.trim() === typed.trim()) &&
      (!password || this.password !== '') &&
      this.code?.trim() !== '';
    return html`<ui-dialog open heading=${title} .locked=${this.#action.busy} @close=${() => this.#settle(this.#done)}>
      <div>${text}</div>
      <form id="form" class="stack" @submit=${(event: Event) => this.#submit(event, ready)}>
        ${
          typed === undefined
            ? nothing
            : textField({
                name: 'typed',
                label: `Type “${typed}” to go on`,
                value: this.typed,
                change: (value) => {
                  this.typed = value;
                },
              })
        }
        ${
          password
            ? textField({
                name: 'password',
                label: 'Your password',
                type: 'password',
                autocomplete: 'current-password',
                value: this.password,
                change: (value) => {
                  this.password = value;
                },
              })
            : nothing
        }
        ${
          this.code === null
            ? nothing
            : secondFactorField({
                value: this.code,
                error: this.#action.field('code'),
                change: (value) => {
                  this.code = value;
                },
              })
        }
        ${inlineError(this.#action.error('code'))}
      </form>
      <button slot="footer" class="button" type="button" ?disabled=${this.#action.busy} @click=${this.#cancel}>${cancel}</button>
      <button slot="footer" class="button primary ${danger ? 'danger' : ''}" type="submit" form="form" ?disabled=${!ready}
        aria-busy=${this.#action.busy}>${action}</button>
    </ui-dialog>`;
  }

  async #submit(event: Event, ready: boolean): Promise<void> {
    event.preventDefault();
    if (!ready) return;
    const done = await this.#action.run(async () => {
      try {
        await this.#question.act(this.password, this.code ?? undefined);
      } catch (error) {
        if (this.code !== null || !asksForCode(error)) throw error;
        this.code = '';
        return false;
      }
      return true;
    });
    if (!done) {
      await this.updateComplete;
      if (this.code === '') this.renderRoot.querySelector<HTMLElement>('#code')?.focus();
      return;
    }
    this.#done = true;
    await this.updateComplete;
    this.#cancel();
  }

  #cancel(): void {
    this.renderRoot.querySelector('ui-dialog')?.close();
  }
}

const asksForCode = (error: unknown) => BadRequestError.isInstance(error) && error.code === 'second_factor_required';

customElements.define('ui-confirm', Confirm);

declare global {
  interface HTMLElementTagNameMap {
    'ui-dialog': import('./dialog.ts').Dialog;
  }
}

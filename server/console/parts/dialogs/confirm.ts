import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { Action } from '../../controllers/action.ts';
import { shared } from '../../styles/shared.ts';
import { field, problem } from '../forms/field.ts';
import './dialog.ts';

/** What is asked before something is done that cannot be undone. */
export interface Question {
  title: string;
  text: TemplateResult | string;
  /** What the button says: the act itself, "Delete the project". */
  action: string;
  /** What the button says that leaves everything as it is. Default "Cancel". */
  cancel?: string;
  /** It destroys something. */
  danger?: boolean;
  /** Only who types this may go on. */
  typed?: string;
  /** Only who gives their password may go on; it is handed to `act`. */
  password?: boolean;
  /** Does it. What it throws is shown in the window, which then stays. */
  act(password: string): Promise<unknown>;
}

/**
 * Asks, and does it where the owner agrees. True once it is done.
 * @example
 * if (await confirm({ title: 'Delete this key?', text: '…', action: 'Delete the key', danger: true, act: () => … })) …
 */
export function confirm(question: Question): Promise<boolean> {
  const element = new Confirm(question);
  document.body.append(element);
  return element.answer.finally(() => element.remove());
}

/** `<ui-confirm>`: made by `confirm`, never written in a template. */
class Confirm extends LitElement {
  static override properties = { typed: { state: true }, password: { state: true } };
  static override styles = shared;
  readonly #action = new Action(this);
  readonly #question: Question;
  readonly answer: Promise<boolean>;
  #settle: (done: boolean) => void = () => {};
  #done = false;
  typed = '';
  password = '';

  constructor(question: Question) {
    super();
    this.#question = question;
    this.answer = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  /** Taken off the page, as when the session ends, it is answered with no. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#settle(this.#done);
  }

  override render(): TemplateResult {
    const { title, text, action, cancel = 'Cancel', danger, typed, password } = this.#question;
    const ready = (typed === undefined || this.typed.trim() === typed.trim()) && (!password || this.password !== '');
    return html`<ui-dialog open heading=${title} .locked=${this.#action.busy} @close=${() => this.#settle(this.#done)}>
      <div>${text}</div>
      <form id="form" class="stack" @submit=${(event: Event) => this.#submit(event, ready)}>
        ${
          typed === undefined
            ? nothing
            : field({
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
            ? field({
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
        ${problem(this.#action.error())}
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
      await this.#question.act(this.password);
      return true;
    });
    if (!done) return;
    this.#done = true;
    await this.updateComplete;
    this.#cancel();
  }

  #cancel(): void {
    this.renderRoot.querySelector('ui-dialog')?.close();
  }
}

customElements.define('ui-confirm', Confirm);

declare global {
  interface HTMLElementTagNameMap {
    'ui-dialog': import('./dialog.ts').Dialog;
  }
}

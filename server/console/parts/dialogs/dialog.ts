import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { Unsaved } from '../../controllers/unsaved.ts';
import { shared } from '../../styles/shared.ts';
import { icon } from '../icon.ts';

/**
 * `<ui-dialog heading="Add a page" ?open=${…} @close=${…}>`: a dialog, based on the native `<dialog>`.
 * Attributes: `heading`; `open`; `wide`; `locked`: cannot be closed while an action is running; `asks`: asks before what was typed
 * is lost by Escape, by the close button or by leaving the page. `close()` and Cancel do not ask.
 * Slots: the content, and `footer` for the buttons. Event `close`: it has been closed; set `open` to false.
 */
export class Dialog extends LitElement {
  static override properties = {
    heading: {},
    open: { type: Boolean, reflect: true },
    wide: { type: Boolean },
    locked: { type: Boolean },
    asks: { type: Boolean },
    asking: { state: true },
  };
  static override styles = [
    shared,
    css`
      :host { display: contents; }
      dialog { inline-size: min(30rem, calc(100vw - 2rem)); max-block-size: min(46rem, calc(100dvh - 2rem)); padding: 0; border: 1px solid var(--line); border-radius: var(--round-l); background: var(--card); color: var(--ink); box-shadow: var(--shadow-l); overflow: hidden; }
      dialog.wide { inline-size: min(48rem, calc(100vw - 2rem)); }
      dialog[open] { display: grid; grid-template-rows: auto minmax(0, 1fr) auto; animation: come var(--calm) cubic-bezier(0.2, 0.8, 0.2, 1); }
      dialog::backdrop { background: rgb(10 13 20 / 45%); animation: fade var(--calm); }
      @keyframes come { from { opacity: 0; transform: translateY(0.75rem) scale(0.985); } }
      @keyframes fade { from { opacity: 0; } }
      .top { display: flex; align-items: center; justify-content: space-between; gap: var(--space-3); padding: var(--space-4) var(--space-4) 0 var(--space-5); }
      .body { padding: var(--space-3) var(--space-5) var(--space-5); overflow-y: auto; display: grid; gap: var(--space-4); grid-template-columns: minmax(0, 1fr); }
      .bottom { display: flex; flex-wrap: wrap; gap: var(--space-2); justify-content: flex-end; padding: var(--space-4) var(--space-5); border-block-start: 1px solid var(--line); background: var(--shade); }
      .bottom:is(.none, .hidden) { display: none; }
      .question { display: flex; flex-wrap: wrap; gap: var(--space-2) var(--space-3); align-items: center; justify-content: flex-end; padding: var(--space-4) var(--space-5); border-block-start: 1px solid var(--line); background: var(--warn-shade); }
      .question span { flex: 1 1 12rem; }
    `,
  ];
  heading = '';
  open = false;
  wide = false;
  locked = false;
  asks = false;
  /** Whether the question is shown. */
  asking = false;
  #typed = false;
  /** Whether there is something in the footer. */
  #footed = false;

  constructor() {
    super();
    new Unsaved(this, { changed: () => this.#losesText, discard: () => this.close() });
  }

  get #losesText(): boolean {
    return this.asks && this.open && this.#typed;
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.open) return nothing;
    return html`<dialog class=${this.wide ? 'wide' : ''} aria-labelledby="heading" @close=${this.#closed} @cancel=${this.#cancel} @mousedown=${this.#outside} @input=${this.#type}>
      <div class="top"><h2 id="heading" tabindex="-1">${this.heading}</h2>
        <button class="button quiet icon small" type="button" aria-label="Close" ?disabled=${this.locked} @click=${this.#leave}>${icon('close')}</button></div>
      <div class="body"><slot></slot></div>
      ${this.asking ? this.#question() : nothing}
      <div class="bottom ${this.asking ? 'hidden' : ''} ${this.#footed ? '' : 'none'}"><slot name="footer" @slotchange=${this.#filled}></slot></div>
    </dialog>`;
  }

  protected override updated(changed: PropertyValues): void {
    if (!changed.has('open') || !this.open) return;
    const dialog = this.renderRoot.querySelector('dialog');
    dialog?.showModal();
    // Without a field, the heading gets the focus instead of the close button.
    (this.#firstField() ?? this.renderRoot.querySelector('h2'))?.focus();
  }

  /** What is to be filled in first: the first required field that is empty, else the one for the focus, else the first one. */
  #firstField(): HTMLElement | undefined {
    const fields = [
      ...this.querySelectorAll<HTMLInputElement>('input:not([type="checkbox"]), textarea, select'),
    ].filter(({ disabled }) => !disabled);
    return fields.find(({ required, value }) => required && value === '') ?? fields.find(isForFocus) ?? fields[0];
  }

  /** Closes the dialog unless it is locked. */
  close(): void {
    if (!this.locked) this.renderRoot.querySelector('dialog')?.close();
  }

  #closed(): void {
    this.open = false;
    this.asking = false;
    this.#typed = false;
    this.dispatchEvent(new Event('close'));
  }

  #question(): TemplateResult {
    return html`<div class="question" role="alert"><span>Discard what you have typed?</span>
      <button class="button" type="button" @click=${this.#stay}>Keep it</button>
      <button class="button danger" type="button" @click=${() => this.close()}>Discard</button></div>`;
  }

  #type(): void {
    this.#typed = true;
    this.requestUpdate();
  }

  #leave(): void {
    if (this.#losesText) this.asking = true;
    else this.close();
  }

  #stay(): void {
    this.asking = false;
  }

  #cancel(event: Event): void {
    if (this.locked || this.#losesText) event.preventDefault();
    if (this.#losesText) this.asking = !this.asking;
  }

  #outside(event: MouseEvent): void {
    if (event.target === event.currentTarget) this.#leave();
  }

  #filled(event: Event): void {
    const slot = event.target as HTMLSlotElement;
    this.#footed = slot.assignedElements().length > 0;
    this.requestUpdate();
  }
}

const isForFocus = (field: HTMLElement) => field.matches('[autofocus]');

customElements.define('ui-dialog', Dialog);

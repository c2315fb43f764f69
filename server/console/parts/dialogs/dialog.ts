import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { shared } from '../../styles/shared.ts';
import { icon } from '../icon.ts';

/**
 * `<ui-dialog heading="Add a page" ?open=${…} @close=${…}>`: a dialog, based on the native `<dialog>`.
 * Attributes: `heading`; `open`; `wide`; `locked`: cannot be closed while an action is running.
 * Slots: the content, and `footer` for the buttons. Event `close`: it has been closed; set `open` to false.
 */
export class Dialog extends LitElement {
  static override properties = {
    heading: {},
    open: { type: Boolean, reflect: true },
    wide: { type: Boolean },
    locked: { type: Boolean },
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
      .bottom.none { display: none; }
    `,
  ];
  heading = '';
  open = false;
  wide = false;
  locked = false;

  override render(): TemplateResult | typeof nothing {
    if (!this.open) return nothing;
    return html`<dialog class=${this.wide ? 'wide' : ''} aria-labelledby="heading" @close=${this.#closed} @cancel=${this.#cancel} @mousedown=${this.#outside}>
      <div class="top"><h2 id="heading" tabindex="-1">${this.heading}</h2>
        <button class="button quiet icon small" type="button" aria-label="Close" ?disabled=${this.locked} @click=${() => this.close()}>${icon('close')}</button></div>
      <div class="body"><slot></slot></div>
      <div class="bottom none"><slot name="footer" @slotchange=${this.#filled}></slot></div>
    </dialog>`;
  }

  protected override updated(changed: PropertyValues): void {
    if (!changed.has('open') || !this.open) return;
    const dialog = this.renderRoot.querySelector('dialog');
    dialog?.showModal();
    // Focus the first field, which may be in another tree; otherwise the heading instead of the close button.
    const first = this.querySelector<HTMLElement>('[autofocus], input:not([type="hidden"]), textarea, select');
    (first ?? this.renderRoot.querySelector('h2'))?.focus();
  }

  /** Closes the dialog unless it is locked. */
  close(): void {
    if (!this.locked) this.renderRoot.querySelector('dialog')?.close();
  }

  #closed(): void {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  }

  #cancel(event: Event): void {
    if (this.locked) event.preventDefault();
  }

  #outside(event: MouseEvent): void {
    if (event.target === event.currentTarget) this.close();
  }

  #filled(event: Event): void {
    const slot = event.target as HTMLSlotElement;
    slot.parentElement?.classList.toggle('none', slot.assignedElements().length === 0);
  }
}

customElements.define('ui-dialog', Dialog);

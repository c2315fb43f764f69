import { html, LitElement, type TemplateResult } from 'lit';
import { shared } from '../styles/shared.ts';
import { icon } from './icon.ts';

/**
 * `<ui-copy value="…" label="Copy the key">`: copies a text to the clipboard.
 * Attributes: `value`: the text; `label`: the button's label, default "Copy"; `bare`: shows only the icon.
 */
export class CopyButton extends LitElement {
  static override properties = { value: {}, label: {}, bare: { type: Boolean }, done: { state: true } };
  static override styles = shared;
  value = '';
  label = 'Copy';
  bare = false;
  /** The result of the last copy; null after two seconds. */
  done: boolean | null = null;

  override render(): TemplateResult {
    const words = this.done === null ? this.label : this.done ? 'Copied' : 'Could not copy';
    return html`<button class="button small ${this.bare ? 'quiet icon' : ''}" type="button" aria-label=${this.label} title=${words}
      @click=${this.#copy}>${icon(this.done ? 'check' : 'copy', 16)}${this.bare ? '' : words}</button>
      <span class="only-read" role="status">${this.done === null ? '' : words}</span>`;
  }

  async #copy(): Promise<void> {
    // Without https there is no clipboard API. The user can still select the text.
    this.done = await (navigator.clipboard?.writeText(this.value) ?? Promise.reject(new Error('no clipboard'))).then(
      () => true,
      () => false,
    );
    setTimeout(() => {
      this.done = null;
    }, 2000);
  }
}

customElements.define('ui-copy', CopyButton);

import type { Source } from '@footnote/sdk';
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import '../../parts/dialogs/dialog.ts';
import { inlineError, textField } from '../../parts/forms/field.ts';
import { shared } from '../../styles/shared.ts';

/**
 * `<replace-text .app=${…} .source=${…} .open=${…} @changed=${({ detail }) => …} @close=${…}>`: a dialog for the text that
 * replaces a text source. Event `changed`: a `CustomEvent<Source>`.
 */
export class ReplaceText extends LitElement {
  static override properties = {
    app: { attribute: false },
    source: { attribute: false },
    open: { attribute: false },
    heading: { state: true },
    text: { state: true },
  };
  static override styles = shared;
  declare app: App;
  declare source: Source;
  readonly #action = new Action(this);
  open = false;
  heading = '';
  text = '';

  override render(): TemplateResult {
    const action = this.#action;
    return html`<ui-dialog asks heading="Replace the text" wide .open=${this.open} .locked=${action.busy} @close=${this.#closed}>
      <form id="form" class="stack" novalidate @submit=${this.#submit}>
        ${textField({
          name: 'title',
          label: 'Title',
          value: this.heading,
          required: true,
          maxlength: 300,
          error: action.field('title'),
          change: (value) => {
            this.heading = value;
          },
        })}
        ${textField({
          name: 'text',
          label: 'The new text',
          value: this.text,
          required: true,
          rows: 12,
          hint: 'Paste the whole text. It replaces the old one as soon as it has been read.',
          error: action.field('text'),
          change: (value) => {
            this.text = value;
          },
        })}
        ${inlineError(action.error('title', 'text'))}
      </form>
      <button slot="footer" class="button" type="button" ?disabled=${action.busy} @click=${this.#cancel}>Cancel</button>
      <button slot="footer" class="button primary" type="submit" form="form" aria-busy=${action.busy}>Replace the text</button>
    </ui-dialog>`;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('open') && this.open) this.heading = this.source.metadata.title ?? '';
  }

  #cancel(): void {
    this.renderRoot.querySelector('ui-dialog')?.close();
  }

  #closed(): void {
    this.text = '';
    this.#action.clear();
    this.dispatchEvent(new Event('close'));
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const body = { title: this.heading, text: this.text };
    const source = await this.#action.run(() => this.app.client.sources.replaceText(this.source.id, body));
    if (!source) return;
    this.#cancel();
    this.dispatchEvent(new CustomEvent<Source>('changed', { detail: source }));
  }
}

customElements.define('replace-text', ReplaceText);

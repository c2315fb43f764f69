import type { Source } from '@footnote/sdk';
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import '../../parts/dialogs/dialog.ts';
import { inlineError, textField } from '../../parts/forms/field.ts';
import { nameValueLines, parseNameValues } from '../../parts/name-values.ts';
import { shared } from '../../styles/shared.ts';
import { ownMetadata } from './source-facts.ts';

/**
 * `<describe-source .app=${…} .source=${…} .open=${…} @changed=${({ detail }) => …} @close=${…}>`: a dialog for what the owner says
 * of a source: the address that citations open, and metadata. Event `changed`: a `CustomEvent<Source>`.
 */
export class DescribeSource extends LitElement {
  static override properties = {
    app: { attribute: false },
    source: { attribute: false },
    open: { attribute: false },
    address: { state: true },
    said: { state: true },
  };
  static override styles = shared;
  declare app: App;
  declare source: Source;
  readonly #action = new Action(this);
  open = false;
  address = '';
  said = '';

  override render(): TemplateResult {
    const action = this.#action;
    return html`<ui-dialog asks heading="Address and metadata" wide .open=${this.open} .locked=${action.busy} @close=${this.#closed}>
      <form id="form" class="stack" novalidate @submit=${this.#submit}>
        ${textField({
          name: 'url',
          label: 'Address on your website',
          type: 'url',
          optional: true,
          placeholder: 'https://docs.example.com/install',
          hint: 'The page that shows this document. Citations open it at the words that they quote.',
          value: this.address,
          maxlength: 2000,
          error: action.field('url'),
          change: (value) => {
            this.address = value;
          },
        })}
        ${textField({
          name: 'metadata',
          label: 'Metadata',
          optional: true,
          rows: 4,
          placeholder: 'version=2',
          hint: html`A line <code>name=value</code> for each, at most 16. Searches, questions and the widget can be limited to sources with a value.`,
          value: this.said,
          error: action.field('metadata'),
          change: (value) => {
            this.said = value;
          },
        })}
        ${inlineError(action.error('url', 'metadata'))}
      </form>
      <button slot="footer" class="button" type="button" ?disabled=${action.busy} @click=${this.#cancel}>Cancel</button>
      <button slot="footer" class="button primary" type="submit" form="form" aria-busy=${action.busy}>Save</button>
    </ui-dialog>`;
  }

  protected override willUpdate(changed: PropertyValues): void {
    // A poll must not overwrite what is being edited.
    if (!changed.has('open') || !this.open) return;
    this.address = this.source.url ?? '';
    this.said = nameValueLines(ownMetadata(this.source));
  }

  #cancel(): void {
    this.renderRoot.querySelector('ui-dialog')?.close();
  }

  #closed(): void {
    this.#action.clear();
    this.dispatchEvent(new Event('close'));
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const { pairs, wrong } = parseNameValues(this.said);
    const names = pairs.map(([name]) => name);
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    if (wrong !== null) return this.#action.refuse({ metadata: `“${wrong}” is not of the form name=value` });
    if (twice !== undefined) return this.#action.refuse({ metadata: `“${twice}” may be there only once` });
    const changes = { url: this.address.trim() || null, metadata: Object.fromEntries(pairs) };
    const source = await this.#action.run(() => this.app.client.sources.update(this.source.id, changes));
    if (!source) return;
    this.#cancel();
    this.app.toast('Saved.');
    this.dispatchEvent(new CustomEvent<Source>('changed', { detail: source }));
  }
}

customElements.define('describe-source', DescribeSource);

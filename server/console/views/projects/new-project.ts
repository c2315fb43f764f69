import { html, LitElement, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import '../../parts/dialogs/dialog.ts';
import { inlineError, textField } from '../../parts/forms/field.ts';
import { shared } from '../../styles/shared.ts';

/** `<new-project .app=${…} .open=${…} @close=${…}>`: a dialog that creates a project and opens it. */
export class NewProject extends LitElement {
  static override properties = {
    app: { attribute: false },
    open: { attribute: false },
    name: { state: true },
    description: { state: true },
  };
  static override styles = shared;
  declare app: App;
  readonly #action = new Action(this);
  open = false;
  name = '';
  description = '';

  override render(): TemplateResult {
    const action = this.#action;
    return html`<ui-dialog heading="New project" .open=${this.open} .locked=${action.busy} @close=${this.#close}>
      <form id="form" class="stack" novalidate @submit=${this.#submit}>
        ${textField({
          name: 'name',
          label: 'Name',
          value: this.name,
          required: true,
          focused: true,
          maxlength: 100,
          error: action.field('name'),
          change: (value) => {
            this.name = value;
          },
        })}
        ${textField({
          name: 'description',
          label: 'Description',
          value: this.description,
          optional: true,
          rows: 3,
          hint: 'Only you see it; visitors do not.',
          error: action.field('description'),
          change: (value) => {
            this.description = value;
          },
        })}
        ${inlineError(action.error('name', 'description'))}
      </form>
      <button slot="footer" class="button" type="button" @click=${this.#cancel}>Cancel</button>
      <button slot="footer" class="button primary" type="submit" form="form" aria-busy=${action.busy}>Create the project</button>
    </ui-dialog>`;
  }

  #cancel(): void {
    this.renderRoot.querySelector('ui-dialog')?.close();
  }

  #close(): void {
    this.name = '';
    this.description = '';
    this.#action.clear();
    this.dispatchEvent(new Event('close'));
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const { name, description } = this;
    const project = await this.#action.run(() => this.app.client.projects.create({ name, description }));
    if (project) this.app.router.go(`/projects/${encodeURIComponent(project.id)}/sources`);
  }
}

customElements.define('new-project', NewProject);

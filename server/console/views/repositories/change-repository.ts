import type { Repository } from '@footnote/sdk';
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import '../../parts/dialogs/dialog.ts';
import { inlineError, textField } from '../../parts/forms/field.ts';
import { shared } from '../../styles/shared.ts';
import { type RepositoryDraft, repositoryDraft, updateRequest } from './repository-draft.ts';
import {
  CHOICE_FIELDS,
  choiceFields,
  forgeField,
  KEPT_FIELDS,
  keptFields,
  repositoryFieldStyles,
} from './repository-fields.ts';

/**
 * `<change-repository .app=${…} .repository=${…} .open=${…} @changed=${({ detail }) => …} @close=${…}>`: a dialog for the options of a
 * repository. Event `changed`: a `CustomEvent<Repository>`.
 */
export class ChangeRepository extends LitElement {
  static override properties = {
    app: { attribute: false },
    repository: { attribute: false },
    open: { attribute: false },
    draft: { state: true },
  };
  static override styles = [shared, repositoryFieldStyles];
  declare app: App;
  declare repository: Repository;
  readonly #action = new Action(this);
  open = false;
  draft: RepositoryDraft = repositoryDraft();

  override render(): TemplateResult {
    const action = this.#action;
    const change = (draft: RepositoryDraft) => {
      this.draft = draft;
    };
    return html`<ui-dialog asks wide heading="Options" .open=${this.open} .locked=${action.busy} @close=${this.#closed}>
      <form id="form" class="stack" novalidate @submit=${this.#submit}>
        <p class="soft">With other options, all of it is read again. Files that are not wanted any more leave the project.</p>
        ${textField({
          name: 'branch',
          label: 'Branch',
          value: this.draft.branch,
          optional: true,
          maxlength: 250,
          hint: 'Empty: the default branch.',
          error: action.field('branch'),
          change: (branch) => change({ ...this.draft, branch }),
        })}
        ${choiceFields(this.draft, action, change)}
        ${keptFields(this.draft, action, change)}
        ${forgeField(this.draft, action, change)}
        ${inlineError(action.error(...CHOICE_FIELDS, ...KEPT_FIELDS))}
      </form>
      <button slot="footer" class="button" type="button" ?disabled=${action.busy} @click=${this.#cancel}>Cancel</button>
      <button slot="footer" class="button primary" type="submit" form="form" aria-busy=${action.busy}>Save and read again</button>
    </ui-dialog>`;
  }

  protected override willUpdate(changed: PropertyValues): void {
    // A poll must not overwrite what is being edited.
    if (changed.has('open') && this.open) this.draft = repositoryDraft(this.repository);
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
    const { id, project_id } = this.repository;
    const request = updateRequest(this.draft);
    const changed = await this.#action.run(() => this.app.client.repositories.update(project_id, id, request));
    if (!changed) return;
    this.#cancel();
    this.dispatchEvent(new CustomEvent<Repository>('changed', { detail: changed }));
  }
}

customElements.define('change-repository', ChangeRepository);

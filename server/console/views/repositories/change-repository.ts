import type { Repository } from '@footnote/sdk';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import '../../parts/dialogs/dialog.ts';
import { inlineError, textField } from '../../parts/forms/field.ts';
import { notice } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { lookAgainRequest, type RepositoryDraft, repositoryDraft, updateRequest } from './repository-draft.ts';
import {
  CHOICE_FIELDS,
  choiceFields,
  forgeField,
  KEPT_FIELDS,
  keptFields,
  repositoryFieldStyles,
} from './repository-fields.ts';
import { branchChoice, LookAction, lookProgress } from './repository-look.ts';
import { previewStyles, repositoryPreview } from './repository-preview.ts';

/**
 * `<change-repository .app=${…} .repository=${…} .open=${…} @changed=${({ detail }) => …} @close=${…}>`: a dialog for the options of a
 * repository, which shows what would be read with them. Event `changed`: a `CustomEvent<Repository>`.
 */
export class ChangeRepository extends LitElement {
  static override properties = {
    app: { attribute: false },
    repository: { attribute: false },
    open: { attribute: false },
    draft: { state: true },
  };
  static override styles = [shared, repositoryFieldStyles, previewStyles];
  declare app: App;
  declare repository: Repository;
  readonly #action = new Action(this);
  readonly #look = new LookAction(this, this.#action);
  open = false;
  draft: RepositoryDraft = repositoryDraft();

  override render(): TemplateResult {
    const [action, look] = [this.#action, this.#look];
    const current = look.current(lookAgainRequest(this.draft, this.repository));
    const change = (draft: RepositoryDraft) => {
      this.draft = draft;
    };
    return html`<ui-dialog asks wide heading="Options" .open=${this.open} .locked=${action.busy && !look.busy} @close=${this.#closed}>
      <form id="form" class="stack" novalidate @submit=${this.#submit}>
        <p class="soft">With other options, all of it is read again. Files that are not wanted any more leave the project.</p>
        ${look.seen ? branchChoice(look.seen, this.draft, action, change) : this.#branch()}
        ${choiceFields(this.draft, action, change)}
        ${look.busy ? this.#looking() : current ? repositoryPreview(current) : this.#before()}
        ${keptFields(this.draft, action, change)}
        ${forgeField(this.draft, action, change)}
        ${inlineError(action.error(...CHOICE_FIELDS, ...KEPT_FIELDS))}
      </form>
      <button slot="footer" class="button" type="button" ?disabled=${action.busy && !look.busy} @click=${this.#cancel}>Cancel</button>
      <button slot="footer" class="button primary" type="submit" form="form" ?disabled=${look.busy} aria-busy=${action.busy && !look.busy}>Save and read again</button>
    </ui-dialog>`;
  }

  /** Before the branches are known. */
  #branch(): TemplateResult {
    return textField({
      name: 'branch',
      label: 'Branch',
      value: this.draft.branch,
      optional: true,
      maxlength: 250,
      hint: 'Empty: the default branch.',
      error: this.#action.field('branch'),
      change: (branch) => {
        this.draft = { ...this.draft, branch };
      },
    });
  }

  /** Where nothing was seen yet of what is asked for. */
  #before(): TemplateResult {
    return html`${this.#look.seen ? notice('What would be read has to be looked at again, with what you have changed.') : nothing}
      <div class="actions"><button class="button" type="button" ?disabled=${this.#action.busy} @click=${this.#see}>See what would be read</button></div>`;
  }

  #looking(): TemplateResult {
    return html`${lookProgress()}
      <div class="actions"><button class="button" type="button" @click=${() => this.#look.stop()}>Stop looking</button></div>`;
  }

  protected override willUpdate(changed: PropertyValues): void {
    // A poll must not overwrite what is being edited.
    if (changed.has('open') && this.open) this.draft = repositoryDraft(this.repository);
  }

  #cancel(): void {
    this.renderRoot.querySelector('ui-dialog')?.close();
  }

  async #see(): Promise<void> {
    const { project_id } = this.repository;
    await this.#look.look(lookAgainRequest(this.draft, this.repository), (body, options) =>
      this.app.client.repositories.look(project_id, body, options),
    );
  }

  #closed(): void {
    this.#look.clear();
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

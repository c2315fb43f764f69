import type { AddModelRequest, BroughtModels, ModelPurpose, ServerModels } from '@footnote/sdk';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import '../../parts/dialogs/dialog.ts';
import { withFreshPassword } from '../../parts/dialogs/with-fresh-password.ts';
import { inlineError, selectField, textField } from '../../parts/forms/field.ts';
import { shared } from '../../styles/shared.ts';

const FOLDER_PURPOSES: { value: ModelPurpose; label: string }[] = [
  { value: 'embedding', label: 'Finding passages' },
  { value: 'reranking', label: 'Judging passages' },
  { value: 'verifying', label: 'Checking sentences' },
];
const POOLINGS = [
  { value: '', label: 'As its own files say' },
  { value: 'mean', label: 'The mean of all tokens' },
  { value: 'cls', label: 'The first token (cls)' },
  { value: 'last', label: 'The last token' },
];

/** What is typed, before it is sent. */
interface Draft {
  name: string;
  purpose: ModelPurpose;
  licence: string;
  pooling: string;
  queryPrefix: string;
  passagePrefix: string;
}

/**
 * `<own-model-dialog .app .file @close @added>`: asks what the files of a model do not say, and adds it; closed while `file` is
 * null. A file that is chosen again has what was typed for it before. `added` has the new report.
 */
export class OwnModelDialog extends LitElement {
  static override properties = { app: { attribute: false }, file: { attribute: false }, draft: { state: true } };
  static override styles = [shared];
  declare app: App;
  file: BroughtModels['files'][number] | null = null;
  draft: Draft = emptyDraft('', 'generation');
  /** The file of the draft. */
  #of = '';
  readonly #add = new Action(this);

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('file') || !this.file) return;
    const { file, kind } = this.file;
    if (file !== this.#of) this.draft = emptyDraft(file, kind === 'file' ? 'generation' : 'embedding');
    this.#of = file;
    this.#add.clear();
  }

  override render(): TemplateResult {
    const { file } = this;
    return html`<ui-dialog heading="Add ${file?.file ?? ''}" .open=${file !== null} @close=${this.#close}>
      ${file ? this.#form(file.kind) : nothing}
      <button slot="footer" class="button" type="button" @click=${this.#close}>Cancel</button>
      <button slot="footer" class="button primary" type="submit" form="model" aria-busy=${this.#add.busy} @click=${this.#submit}>Add it</button></ui-dialog>`;
  }

  #form(kind: 'file' | 'folder'): TemplateResult {
    const { draft } = this;
    return html`<form class="stack" id="model" novalidate @submit=${this.#submit}>
      <p class="soft">It is copied, read and checked without being run. A model file is as dangerous as a program: add only what comes from a source that you trust.</p>
      ${textField({ ...this.#text('name'), label: 'Name', required: true, focused: true, maxlength: 80, hint: 'Letters, digits, dots and hyphens.' })}
      ${kind === 'folder' ? selectField({ name: 'purpose', label: 'It is for', value: draft.purpose, options: FOLDER_PURPOSES, change: (purpose) => this.#set({ purpose: purpose as ModelPurpose }) }) : html`<p class="soft small">It is for writing answers.</p>`}
      ${textField({ ...this.#text('licence'), label: 'Licence', optional: true, maxlength: 200 })}
      ${draft.purpose === 'embedding' ? this.#vectors() : nothing}
      ${inlineError(this.#add.error('name', 'licence'))}</form>`;
  }

  #vectors(): TemplateResult {
    const { pooling } = this.draft;
    return html`${selectField({ name: 'pooling', label: 'Its vectors are', value: pooling, options: POOLINGS, change: (value) => this.#set({ pooling: value }), hint: 'Its authors state this, often as “pooling”. If its files do not say it, you are told.' })}
      ${textField({ ...this.#text('queryPrefix'), label: 'Before a question', optional: true, maxlength: 500, hint: 'Words that its authors put before questions, such as “query: ”. Empty: as its files say.' })}
      ${textField({ ...this.#text('passagePrefix'), label: 'Before a passage', optional: true, maxlength: 500 })}`;
  }

  #text(name: 'name' | 'licence' | 'queryPrefix' | 'passagePrefix') {
    return {
      name,
      value: this.draft[name],
      change: (value: string) => this.#set({ [name]: value }),
      error: this.#add.field(name),
    };
  }

  #set(changes: Partial<Draft>): void {
    this.draft = { ...this.draft, ...changes };
  }

  readonly #submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { file, draft } = this;
    if (!file || this.#add.busy) return;
    const { models } = this.app.client.server;
    const report = await this.#add.run<ServerModels>(() =>
      withFreshPassword(this.app, () => models.add(draft.name.trim(), requestOf(file.file, draft))),
    );
    if (report) this.dispatchEvent(new CustomEvent('added', { detail: report }));
  };

  readonly #close = (): void => {
    this.dispatchEvent(new Event('close'));
  };
}

const emptyDraft = (file: string, purpose: ModelPurpose): Draft => ({
  name: file.replace(/\.gguf$/i, ''),
  purpose,
  licence: '',
  pooling: '',
  queryPrefix: '',
  passagePrefix: '',
});

function requestOf(file: string, { purpose, licence, pooling, queryPrefix, passagePrefix }: Draft): AddModelRequest {
  return {
    file,
    purpose,
    ...(licence.trim() && { licence: licence.trim() }),
    ...(purpose === 'embedding' && {
      pooling: (pooling || null) as Exclude<AddModelRequest['pooling'], undefined>,
      query_prefix: queryPrefix || null,
      passage_prefix: passagePrefix || null,
    }),
  };
}

customElements.define('own-model-dialog', OwnModelDialog);

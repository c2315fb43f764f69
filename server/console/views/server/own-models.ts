import type { BroughtModels, ServerModels } from '@footnote/sdk';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import { formatBytes } from '../../format.ts';
import { inlineError } from '../../parts/forms/field.ts';
import '../../parts/progress-bar.ts';
import { badge } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import './own-model-dialog.ts';

type Brought = BroughtModels['files'][number];

/** `<own-models .app .brought @changed>`: adds a model that the operator has put on the server. `changed` has the new report. */
export class OwnModels extends LitElement {
  static override properties = {
    app: { attribute: false },
    brought: { attribute: false },
    choosing: { state: true },
  };
  static override styles = [
    shared,
    css`
      .brought { display: grid; gap: 0.125rem; flex: 1 1 14rem; min-inline-size: 0; }
      .name { display: flex; flex-wrap: wrap; gap: var(--space-2); align-items: center; font-weight: 550; overflow-wrap: anywhere; }
      .list > li { flex-wrap: wrap; }
      ui-progress { margin-block: 0.375rem; max-inline-size: 26rem; }
    `,
  ];
  declare app: App;
  declare brought: BroughtModels;
  /** The file whose name and purpose are being asked for. */
  choosing: Brought | null = null;
  readonly #change = new Action(this);

  override render(): TemplateResult {
    const { folder, files } = this.brought;
    return html`<div class="stack"><p class="soft small">Put the file or the folder of the model into <code class="break">${folder}</code> on the server’s machine; make that directory if it is not there. Models for answers are one GGUF file; the others are a folder with an ONNX file, its configuration and its tokenizer.</p>
      ${this.#adding()}${this.#failed()}
      ${files.length === 0 ? html`<p class="soft small">Nothing is in that directory yet.</p>` : html`<ul class="list">${files.map((file) => this.#file(file))}</ul>`}
      <div class="row"><button class="button small" type="button" aria-busy=${this.#change.busy} @click=${this.#look}>Look again</button></div>
      ${inlineError(this.#change.error())}</div>
      <own-model-dialog .app=${this.app} .file=${this.choosing} @close=${this.#close} @added=${this.#added}></own-model-dialog>`;
  }

  #adding(): TemplateResult | typeof nothing {
    const { adding } = this.brought;
    if (!adding) return nothing;
    const { name, done, total } = adding;
    const copied = total > 0 && done >= total;
    const what = copied ? 'Checking it…' : total > 0 ? `${formatBytes(done)} of ${formatBytes(total)}` : 'Starting…';
    return html`<div class="stack tight">
      <div class="spread"><span class="name">${name}${badge('Being added', 'accent', { dot: true })}</span>
        <button class="button small" type="button" aria-label="Cancel ${name}" @click=${() => this.#cancel(name)}>Cancel</button></div>
      <span class="soft small number" role="status">${what}</span>
      <ui-progress value=${done} max=${total} label="Adding ${name}"></ui-progress></div>`;
  }

  #failed(): TemplateResult | typeof nothing {
    const { failed } = this.brought;
    return failed ? inlineError(`${failed.name} was not added, and nothing of it is kept. ${failed.reason}`) : nothing;
  }

  #file(file: Brought): TemplateResult {
    const { adding } = this.brought;
    return html`<li><div class="brought"><span class="name">${file.file}</span>
      <span class="soft small">${file.kind === 'file' ? 'A file' : 'A folder'}${file.size === null ? nothing : ` · ${formatBytes(file.size)}`}</span></div>
      <button class="button small" type="button" aria-label="Add ${file.file}" ?disabled=${adding !== null} @click=${() => this.#choose(file)}>Add…</button></li>`;
  }

  #choose(file: Brought): void {
    this.choosing = file;
  }

  readonly #look = (): Promise<void> => this.#act(() => this.app.client.server.models.retrieve());

  async #cancel(name: string): Promise<void> {
    await this.#act(() => this.app.client.server.models.cancelAdd(name));
  }

  async #act(act: () => Promise<ServerModels>): Promise<void> {
    const report = await this.#change.run(act);
    if (report) this.#emit(report);
  }

  #emit(report: ServerModels): void {
    this.dispatchEvent(new CustomEvent('changed', { detail: report }));
  }

  readonly #close = (): void => {
    this.choosing = null;
  };

  readonly #added = ({ detail }: CustomEvent<ServerModels>): void => {
    this.choosing = null;
    this.#emit(detail);
  };
}

customElements.define('own-models', OwnModels);

import type { ConversationFilter, ExportFormat, Footnote } from '@footnote/sdk';
import { css, html, LitElement, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import '../../parts/dialogs/dialog.ts';
import { inlineError } from '../../parts/forms/field.ts';
import '../../parts/progress-bar.ts';
import { formatBytes, plural } from '../../format.ts';
import { saveFile } from '../../parts/save-file.ts';
import { notice } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { isFiltered } from './filters.ts';

const FORMATS: readonly { value: ExportFormat; label: string; text: string }[] = [
  { value: 'csv', label: 'CSV', text: 'A table, for spreadsheets.' },
  { value: 'jsonl', label: 'JSON Lines', text: 'One message per line, for programs.' },
];

/**
 * `<export-conversations .app=${…} .project=${id} .filter=${…} .total=${…} .open=${…} @close=${…}>`: a dialog that downloads
 * the questions and answers of the filtered conversations as a file.
 */
export class ExportConversations extends LitElement {
  static override properties = {
    app: { attribute: false },
    project: { attribute: false },
    filter: { attribute: false },
    total: { attribute: false },
    open: { attribute: false },
    format: { state: true },
    fetched: { state: true },
  };
  static override styles = [
    shared,
    css`
      .formats { display: grid; gap: var(--space-2); }
      .formats label { display: grid; grid-template-columns: auto 1fr; gap: 0 var(--space-3); align-items: center; padding: var(--space-3) var(--space-4); border: 1px solid var(--line); border-radius: var(--round-m); cursor: pointer; }
      .formats label:has(:checked) { border-color: var(--accent); background: var(--accent-shade); }
      .formats label:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 1px; }
      .formats input { grid-row: span 2; accent-color: var(--accent); inline-size: 1rem; block-size: 1rem; margin: 0; }
    `,
  ];
  declare app: App;
  declare project: string;
  declare filter: ConversationFilter;
  declare total: number;
  open = false;
  format: ExportFormat = 'csv';
  /** Bytes received so far. */
  fetched = 0;
  readonly #action = new Action(this);
  #stop: AbortController | null = null;

  override disconnectedCallback(): void {
    this.#stop?.abort();
    super.disconnectedCallback();
  }

  override render(): TemplateResult {
    const { busy } = this.#action;
    return html`<ui-dialog heading="Export conversations" .open=${this.open} @close=${this.#close}>
      <p>Every question and answer of ${plural(this.total, 'conversation')}${isFiltered(this.filter) ? ' that matches your search' : ''}, with citations and ratings.</p>
      <fieldset class="formats" ?disabled=${busy}><legend class="only-read">Format</legend>${FORMATS.map(
        ({
          value,
          label,
          text,
        }) => html`<label><input type="radio" name="format" .checked=${this.format === value} @change=${() => this.#choose(value)}>
          <strong>${label}</strong><span class="soft small">${text}</span></label>`,
      )}</fieldset>
      ${notice('Questions may contain personal data. Keep the file where only you can read it.')}
      ${busy ? html`<div class="stack tight"><ui-progress label="Exporting"></ui-progress><span class="soft small number" role="status">${formatBytes(this.fetched)} so far</span></div>` : ''}
      ${inlineError(this.#action.error())}
      <button slot="footer" class="button" type="button" @click=${() => this.renderRoot.querySelector('ui-dialog')?.close()}>Cancel</button>
      <button slot="footer" class="button primary" type="button" aria-busy=${busy} @click=${this.#export}>Download</button>
    </ui-dialog>`;
  }

  #choose(format: ExportFormat): void {
    this.format = format;
  }

  #close(): void {
    this.#stop?.abort();
    this.dispatchEvent(new Event('close'));
  }

  async #export(): Promise<void> {
    const stop = new AbortController();
    this.#stop = stop;
    this.fetched = 0;
    const file = await this.#action.run(() =>
      fetchFile(this.app.client, this.project, { ...this.filter, format: this.format }, stop.signal, (fetched) => {
        this.fetched = fetched;
      }),
    );
    if (stop.signal.aborted) return this.#action.clear();
    if (!file) return;
    saveFile(file.content, file.name);
    this.app.toast('Exported. The file is in your browser’s downloads.');
    this.renderRoot.querySelector('ui-dialog')?.close();
  }
}

async function fetchFile(
  client: Footnote,
  project: string,
  query: ConversationFilter & { format: ExportFormat },
  signal: AbortSignal,
  progress: (bytes: number) => void,
): Promise<{ content: Blob; name: string }> {
  const file = await client.conversations.export(project, query, { signal });
  const parts: Blob[] = [];
  let size = 0;
  for await (const text of file) {
    const part = new Blob([text]);
    parts.push(part);
    size += part.size;
    progress(size);
  }
  return { content: new Blob(parts, { type: file.type }), name: file.filename || `conversations.${query.format}` };
}

customElements.define('export-conversations', ExportConversations);

import type { ProjectQuotas, StoredProject } from '@footnote/sdk';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import '../../parts/dialogs/dialog.ts';
import { inlineError, textField } from '../../parts/forms/field.ts';
import { shared } from '../../styles/shared.ts';

const MEGABYTE = 1e6;

/** `<quotas-dialog .app .project @close @saved>`: sets the quotas of a project; closed while `project` is null. */
export class QuotasDialog extends LitElement {
  static override properties = {
    app: { attribute: false },
    project: { attribute: false },
    sources: { state: true },
    megabytes: { state: true },
    questions: { state: true },
  };
  static override styles = shared;
  declare app: App;
  project: StoredProject | null = null;
  /** What is entered; empty for the server's own. */
  sources = '';
  megabytes = '';
  questions = '';
  readonly #save = new Action(this);

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('project') || !this.project) return;
    const { sources, bytes, daily_questions } = this.project.quotas;
    this.sources = textOf(sources);
    this.megabytes = textOf(bytes === null ? null : bytes / MEGABYTE);
    this.questions = textOf(daily_questions);
    this.#save.clear();
  }

  override render(): TemplateResult {
    return html`<ui-dialog heading="Quotas of ${this.project?.name ?? ''}" .open=${this.project !== null} @close=${() => this.dispatchEvent(new Event('close'))}>
      ${this.project ? this.#form() : nothing}
      <button slot="footer" class="button" type="button" @click=${() => this.dispatchEvent(new Event('close'))}>Cancel</button>
      <button slot="footer" class="button primary" type="submit" form="quotas" aria-busy=${this.#save.busy} @click=${this.#submit}>Set the quotas</button></ui-dialog>`;
  }

  #form(): TemplateResult {
    const number = { type: 'number', min: 0, optional: true, placeholder: 'As the server’s settings say' } as const;
    return html`<form class="stack" id="quotas" novalidate @submit=${this.#submit}>
      <p class="soft">Leave a field empty for the server’s own setting. What is there stays, even if it is more.</p>
      ${textField({ ...number, name: 'sources', label: 'Sources', value: this.sources, focused: true, error: this.#save.field('sources'), change: this.#set('sources') })}
      ${textField({ ...number, name: 'bytes', label: 'Size of the sources together, in MB', value: this.megabytes, error: this.#save.field('bytes'), change: this.#set('megabytes') })}
      ${textField({ ...number, name: 'daily_questions', label: 'Questions a day', value: this.questions, error: this.#save.field('daily_questions'), change: this.#set('questions') })}
      ${inlineError(this.#save.error('sources', 'bytes', 'daily_questions'))}</form>`;
  }

  #set(name: 'sources' | 'megabytes' | 'questions'): (text: string) => void {
    return (text) => {
      this[name] = text;
    };
  }

  readonly #submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { project } = this;
    if (!project || this.#save.busy) return;
    const megabytes = numberOf(this.megabytes);
    const quotas: ProjectQuotas = {
      sources: numberOf(this.sources),
      bytes: megabytes === null ? null : Math.round(megabytes * MEGABYTE),
      daily_questions: numberOf(this.questions),
    };
    const saved = await this.#save.run(() => this.app.client.server.projects.setQuotas(project.id, quotas));
    if (saved) this.dispatchEvent(new Event('saved'));
  };
}

const textOf = (quota: number | null) => (quota === null ? '' : String(quota));
const numberOf = (text: string) => (text.trim() === '' ? null : Number(text));

customElements.define('quotas-dialog', QuotasDialog);

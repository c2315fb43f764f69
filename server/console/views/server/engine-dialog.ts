import type { EngineGpu, EngineOnOffer, ServerModels } from '@footnote/sdk';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import { formatBytes } from '../../format.ts';
import '../../parts/dialogs/dialog.ts';
import { withFreshPassword } from '../../parts/dialogs/with-fresh-password.ts';
import { checkboxField, inlineError, selectField } from '../../parts/forms/field.ts';
import { shared } from '../../styles/shared.ts';
import { GPU_NAMES, languageName } from './engine-names.ts';

/**
 * `<engine-dialog .app .engine @close @added>`: chooses the build and the languages of an engine, and adds it; closed while
 * `engine` is null. `added` has the new report.
 */
export class EngineDialog extends LitElement {
  static override properties = {
    app: { attribute: false },
    engine: { attribute: false },
    gpu: { state: true },
    languages: { state: true },
  };
  static override styles = [
    shared,
    css`
      .languages { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: var(--space-2); }
      fieldset { border: 0; padding: 0; margin: 0; }
      legend { padding: 0; margin-block-end: var(--space-2); font-weight: 550; }
    `,
  ];
  declare app: App;
  engine: EngineOnOffer | null = null;
  gpu: EngineGpu | '' = '';
  languages: string[] = [];
  readonly #add = new Action(this);

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('engine') || !this.engine) return;
    const { installed, languages } = this.engine;
    this.gpu = installed?.gpu ?? '';
    this.languages = installed?.languages ?? languages?.usual ?? [];
    this.#add.clear();
  }

  override render(): TemplateResult {
    const { engine } = this;
    const isThere = engine?.installed != null;
    return html`<ui-dialog heading="${isThere ? 'Change' : 'Add'} the program ${engine?.name ?? ''}" .open=${engine !== null} @close=${this.#close}>
      ${engine ? this.#form(engine) : nothing}
      <button slot="footer" class="button" type="button" @click=${this.#close}>Cancel</button>
      <button slot="footer" class="button primary" type="submit" form="engine" aria-busy=${this.#add.busy} @click=${this.#submit}>${isThere ? 'Change it' : 'Add it'}</button></ui-dialog>`;
  }

  #form({ package: source, gpus, languages, installed }: EngineOnOffer): TemplateResult {
    const builds = [
      { value: '', label: 'The processor' },
      ...gpus.map(({ name, size }) => ({ value: name, label: `${GPU_NAMES[name]}, ${formatBytes(size)}` })),
    ];
    return html`<form class="stack" id="engine" novalidate @submit=${this.#submit}>
      <p class="soft">npm installs ${source} on the server, and every file is compared with its pinned checksum.${installed ? ' What is there is replaced once that is done.' : ''}</p>
      ${gpus.length > 0 ? selectField({ name: 'gpu', label: 'Models run on', value: this.gpu, options: builds, change: this.#setGpu, error: this.#add.field('gpu'), hint: 'Where the graphics card cannot be used, they run on the processor.' }) : nothing}
      ${
        languages
          ? html`<fieldset><legend>Languages of your scans and pictures</legend><div class="languages">${byName(languages.offered).map((each) => checkboxField({ name: each, label: languageName(each), checked: this.languages.includes(each), change: (checked) => this.#setLanguage(each, checked) }))}</div></fieldset>`
          : nothing
      }
      ${inlineError(this.#add.field('languages') ? 'Choose at least one language.' : this.#add.error('gpu'))}</form>`;
  }

  readonly #setGpu = (gpu: string): void => {
    this.gpu = gpu as EngineGpu | '';
  };

  #setLanguage(language: string, checked: boolean): void {
    const others = this.languages.filter((each) => each !== language);
    this.languages = checked ? [...others, language] : others;
  }

  readonly #submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { engine } = this;
    if (!engine || this.#add.busy) return;
    const request = { gpu: this.gpu || null, ...(engine.languages && { languages: this.languages }) };
    const { models } = this.app.client.server;
    const report = await this.#add.run<ServerModels>(() =>
      withFreshPassword(this.app, () => models.addEngine(engine.name, request)),
    );
    if (report) this.dispatchEvent(new CustomEvent('added', { detail: report }));
  };

  readonly #close = (): void => {
    this.dispatchEvent(new Event('close'));
  };
}

const byName = (languages: string[]) =>
  languages.toSorted((one, other) => languageName(one).localeCompare(languageName(other)));

customElements.define('engine-dialog', EngineDialog);

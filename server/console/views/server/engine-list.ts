import type { AddEngineRequest, EngineOnOffer, ServerModels } from '@footnote/sdk';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import { formatBytes } from '../../format.ts';
import { confirm } from '../../parts/dialogs/confirm.ts';
import { withFreshPassword } from '../../parts/dialogs/with-fresh-password.ts';
import { inlineError } from '../../parts/forms/field.ts';
import '../../parts/progress-bar.ts';
import { badge } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import './engine-dialog.ts';
import { GPU_NAMES, languageName } from './engine-names.ts';

/**
 * `<engine-list .app .engines @changed>`: the engines on offer, which are added and removed here. `changed` has the new report.
 */
export class EngineList extends LitElement {
  static override properties = {
    app: { attribute: false },
    engines: { attribute: false },
    changing: { state: true },
    choosing: { state: true },
  };
  static override styles = [
    shared,
    css`
      .engine { display: grid; gap: 0.125rem; flex: 1 1 14rem; min-inline-size: 0; }
      .name { display: flex; flex-wrap: wrap; gap: var(--space-2); align-items: center; font-weight: 550; overflow-wrap: anywhere; }
      .list > li { flex-wrap: wrap; }
      ui-progress { margin-block: 0.375rem; max-inline-size: 26rem; }
    `,
  ];
  declare app: App;
  declare engines: EngineOnOffer[];
  /** The engine that the current action concerns. */
  changing = '';
  /** The engine whose build and languages are being chosen. */
  choosing: EngineOnOffer | null = null;
  readonly #change = new Action(this);

  override render(): TemplateResult {
    const busy = this.engines.some(({ adding }) => adding !== null);
    return html`<ul class="list">${this.engines.map((engine) => this.#engine(engine, busy))}</ul>
      <engine-dialog .app=${this.app} .engine=${this.choosing} @close=${this.#closeDialog} @added=${this.#added}></engine-dialog>`;
  }

  #engine(engine: EngineOnOffer, busy: boolean): TemplateResult {
    const { name, runs, size, adding, error, restart_needed } = engine;
    const { package: source } = engine;
    const facts = [...(size === null ? [] : [formatBytes(size)]), source];
    return html`<li>
      <div class="engine"><span class="name">${sentenceCase(runs)}${mark(engine)}</span>
        <span class="soft small"><code>${name}</code> · ${facts.join(' · ')}</span>
        ${engine.installed ? installedWords(engine) : nothing}
        ${adding ? html`<span class="soft small number" role="status">${adding.total > 0 ? `${formatBytes(adding.done)} of ${formatBytes(adding.total)}` : 'Starting…'}</span><ui-progress value=${adding.done} max=${adding.total} label="Adding ${name}"></ui-progress>` : nothing}
        ${error ? html`<span class="error">It could not be added. ${error}</span>` : nothing}
        ${restart_needed ? html`<span class="small">Restart the server to use it. Until then, the model that runs now keeps the version before.</span>` : nothing}
        ${adding ? nothing : this.#byHand(engine)}</div>
      ${this.#buttons(engine, busy)}${this.changing === name ? inlineError(this.#change.error()) : nothing}</li>`;
  }

  /** Why it cannot be added here, and the command that adds it from files. */
  #byHand({ state, size, cannot_add, add_command }: EngineOnOffer): TemplateResult | typeof nothing {
    if (cannot_add === null || state === 'present') return nothing;
    if (size === null) return html`<span class="soft small">${sentenceCase(cannot_add)}</span>`;
    return html`<span class="soft small">${cannot_add} Take it from a machine that has it: pack its folder, copy the archive to this server, and run <code class="break">${add_command}</code> in the folder of Footnote.</span>`;
  }

  #buttons(engine: EngineOnOffer, busy: boolean): TemplateResult | typeof nothing {
    const { name, state, installed, cannot_add, adding, gpus, languages } = engine;
    if (adding) return this.#button(name, 'Cancel', () => this.#cancel(name), false);
    const hasChoice = gpus.length > 0 || languages !== null;
    const add = () => {
      if (hasChoice) this.choosing = engine;
      else void this.#add(name, { gpu: installed?.gpu ?? null });
    };
    const label = state === 'absent' ? 'Add' : state === 'outdated' ? 'Update' : 'Change';
    const canAdd = cannot_add === null && (state !== 'present' || hasChoice);
    return html`${canAdd ? this.#button(name, hasChoice ? `${label}…` : label, add, busy) : nothing}${installed ? this.#button(name, 'Remove', () => this.#remove(name), busy) : nothing}`;
  }

  #button(name: string, label: string, act: () => void, disabled: boolean): TemplateResult {
    return html`<button class="button small" type="button" aria-label="${label.replace('…', '')} ${name}" ?disabled=${disabled} aria-busy=${this.#change.busy && this.changing === name} @click=${act}>${label}</button>`;
  }

  async #add(name: string, request: AddEngineRequest): Promise<void> {
    const { models } = this.app.client.server;
    await this.#act(name, () => withFreshPassword(this.app, () => models.addEngine(name, request)));
  }

  async #cancel(name: string): Promise<void> {
    if (await this.#act(name, () => this.app.client.server.models.cancelEngine(name)))
      this.app.toast('Stopped. Nothing of it is kept.');
  }

  async #remove(name: string): Promise<void> {
    const { models } = this.app.client.server;
    await confirm({
      title: `Remove the program ${name}?`,
      text: 'Its files are deleted from the server. It can be added again.',
      action: 'Remove it',
      danger: true,
      act: async () => this.#emit(await withFreshPassword(this.app, () => models.removeEngine(name))),
    });
  }

  async #act(name: string, act: () => Promise<ServerModels>): Promise<boolean> {
    if (this.#change.busy) return false;
    this.changing = name;
    const report = await this.#change.run(act);
    if (report) this.#emit(report);
    return report !== undefined;
  }

  #emit(report: ServerModels): void {
    this.dispatchEvent(new CustomEvent('changed', { detail: report }));
  }

  readonly #closeDialog = (): void => {
    this.choosing = null;
  };

  readonly #added = ({ detail }: CustomEvent<ServerModels>): void => {
    this.choosing = null;
    this.#emit(detail);
  };
}

function mark({ state, installed, adding }: EngineOnOffer): TemplateResult | typeof nothing {
  if (adding) return badge(installed === null ? 'Being added' : 'Being changed', 'accent', { dot: true });
  if (state === 'present') return badge('On the server', 'good', { dot: true });
  return state === 'outdated' ? badge('Another version', 'warn') : nothing;
}

/** What is on the server besides what the list says of the engine. */
function installedWords({ installed, state }: EngineOnOffer): TemplateResult | typeof nothing {
  if (!installed) return nothing;
  const words = [
    ...(state === 'outdated' ? [`Version ${installed.version} is on the server`] : []),
    ...(installed.gpu ? [`For graphics cards, with ${GPU_NAMES[installed.gpu]}`] : []),
    ...(installed.languages.length > 0 ? [installed.languages.map(languageName).join(', ')] : []),
  ];
  return words.length === 0 ? nothing : html`<span class="soft small">${words.join(' · ')}</span>`;
}

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

customElements.define('engine-list', EngineList);

import type { EngineOnOffer, ServerModel, ServerModels } from '@footnote/sdk';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import { formatBytes, formatCount } from '../../format.ts';
import { withFreshPassword } from '../../parts/dialogs/with-fresh-password.ts';
import { inlineError } from '../../parts/forms/field.ts';
import { icon } from '../../parts/icon.ts';
import '../../parts/progress-bar.ts';
import { shared } from '../../styles/shared.ts';

/** The program that runs models for finding passages. */
const ENGINE = 'transformers';

/** What is recommended, with what it needs. */
export interface Recommendation {
  model: ServerModel;
  engine: EngineOnOffer;
  /** How much is still to be downloaded, in bytes. */
  size: number;
}

/**
 * The model that finds passages best on this server. Null if that is the built-in search, if a model finds them already, if a
 * setting decides it, or if this server cannot download it.
 */
export function recommendation(report: ServerModels): Recommendation | null {
  const { embedder, engines, models, offline, shared } = report;
  const model = models.find(({ name }) => name === report.recommendation?.model);
  const engine = engines.find(({ name }) => name === ENGINE);
  if (!model || !engine || shared || embedder.model !== null || embedder.decided_by === 'setting') return null;
  const isMissing = engine.state !== 'present';
  if ((isMissing && engine.cannot_add !== null) || (offline && model.state !== 'present')) return null;
  return { model, engine, size: (isMissing ? (engine.size ?? 0) : 0) + Math.max(0, model.size - model.done) };
}

/**
 * `<model-recommendation .app .report @changed>`: one model in one sentence, with one button that adds what runs it, downloads it and
 * takes it into use. The page reads the report again meanwhile. Event `changed`: `detail` is the new report.
 */
export class ModelRecommendation extends LitElement {
  static override properties = {
    app: { attribute: false },
    report: { attribute: false },
    started: { state: true },
  };
  static override styles = [
    shared,
    css`
      .card { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: var(--space-3) var(--space-4); align-items: center; border-color: var(--accent); }
      .card > svg { color: var(--accent-ink); }
      .wide { grid-column: 2 / -1; }
      @media (max-width: 48rem) { .card { grid-template-columns: auto minmax(0, 1fr); } .card > .button { grid-column: 2; justify-self: start; } }
    `,
  ];
  declare app: App;
  declare report: ServerModels;
  /** The button was pressed: the next step follows when one is done. */
  started = false;
  /** How much there was to download when it was pressed. */
  #whole = 0;
  readonly #step = new Action(this);

  override render(): TemplateResult | typeof nothing {
    const found = recommendation(this.report);
    if (!found) return nothing;
    const { model, engine, size } = found;
    const { memory = 0, asked = 0, answered = 0, answered_builtin = 0 } = this.report.recommendation ?? {};
    const error = engine.error ?? model.error;
    return html`<section class="card" aria-labelledby="recommended">${icon('models', 22)}
      <div class="stack tight"><h2 id="recommended">Recommended: find what is said in other words</h2>
        <p><strong>${model.name}</strong> finds passages that do not have the words of the question (${model.languages}): ${formatCount(answered)} of ${formatCount(asked)} questions about documentation were answered with it, and ${formatCount(answered_builtin)} with the built-in search. It takes ${formatBytes(memory)} of memory. ${size > 0 ? html`${formatBytes(size)} are downloaded once, and it` : 'It'} runs on this machine: nothing is sent anywhere. Your documents are read once more in the background; questions are answered meanwhile.</p></div>
      ${this.started ? nothing : html`<button class="button primary" type="button" aria-busy=${this.#step.busy} @click=${this.#start}>${size > 0 ? 'Download and use it' : 'Use this model'}</button>`}
      ${this.started ? html`<div class="wide stack tight">${this.#progress(found)}</div>` : nothing}
      ${error && !this.started ? html`<span class="error wide">It could not be added. ${error}</span>` : nothing}
      ${this.#step.error() ? html`<div class="wide">${inlineError(this.#step.error())}</div>` : nothing}</section>`;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('report') && this.started && !this.#step.busy) void this.#next();
  }

  #progress({ size, engine }: Recommendation): TemplateResult {
    const left = size - (engine.adding?.done ?? 0);
    const done = Math.max(0, this.#whole - left);
    const what = left > 0 ? `${formatBytes(done)} of ${formatBytes(this.#whole)}` : 'Taking it into use…';
    return html`<div class="spread"><span class="small number" role="status">${what}</span>${left > 0 ? html`<button class="button small" type="button" @click=${this.#cancel}>Cancel</button>` : nothing}</div><ui-progress value=${done} max=${Math.max(1, this.#whole)} label="Download of the recommended model"></ui-progress>`;
  }

  readonly #start = (): void => {
    this.#whole = recommendation(this.report)?.size ?? 0;
    this.#step.clear();
    void this.#next(true);
  };

  /** Ends the download. What has arrived of the model is kept for the next attempt. */
  readonly #cancel = async (): Promise<void> => {
    const found = recommendation(this.report);
    if (!found || this.#step.busy) return;
    this.started = false;
    const { models } = this.app.client.server;
    const { engine, model } = found;
    const report = await this.#step.run<ServerModels>(() =>
      engine.adding === null ? models.cancel(model.name) : models.cancelEngine(engine.name),
    );
    if (report) this.#emit(report);
  };

  /** Does what comes next, if nothing is under way. `first`: errors of an earlier attempt do not count. */
  async #next(first = false): Promise<void> {
    const { models } = this.app.client.server;
    const found = recommendation(this.report);
    if (!found) {
      this.started = false;
      return;
    }
    const { model, engine } = found;
    const waits = engine.adding !== null || model.state === 'downloading' || model.state === 'waiting';
    if (waits && !first) return;
    if (!first && (engine.error ?? model.error) !== null) {
      this.started = false;
      return;
    }
    this.started = true;
    const report = await this.#step.run<ServerModels>(() => {
      if (waits) return models.retrieve();
      if (engine.state !== 'present')
        return withFreshPassword(this.app, () => models.addEngine(engine.name, { gpu: null }));
      return model.state === 'present' ? models.use(model.name) : models.pull(model.name);
    });
    if (report) this.#emit(report);
    else this.started = false;
  }

  #emit(report: ServerModels): void {
    this.dispatchEvent(new CustomEvent('changed', { detail: report }));
  }
}

customElements.define('model-recommendation', ModelRecommendation);

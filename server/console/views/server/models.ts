import type { EngineOnOffer, ServerModels } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { Poll } from '../../controllers/poll.ts';
import { Resource } from '../../controllers/resource.ts';
import { formatCount } from '../../format.ts';
import { settingsSection, settingsSectionStyles } from '../../parts/forms/settings-section.ts';
import '../../parts/progress-bar.ts';
import { notice, pageHeader, renderResource } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';
import './engine-list.ts';
import { ModelChoice } from './model-choice.ts';
import { MODEL_PURPOSES, modelPurpose } from './model-purpose.ts';
import { recommendation } from './model-recommendation.ts';
import { modelResultStyles } from './model-results.ts';
import './model-server-form.ts';
import './own-models.ts';

/** `/settings/models`: the engines in use and the models to download or use. For the operator. */
export class ModelsView extends View {
  static override styles = [
    shared,
    settingsSectionStyles,
    modelResultStyles,
    css`
      section:first-of-type { border: 0; padding-block-start: 0; }
      .model { display: grid; gap: 0.125rem; flex: 1 1 14rem; min-inline-size: 0; }
      .model .name { display: flex; flex-wrap: wrap; gap: var(--space-2); align-items: center; font-weight: 550; overflow-wrap: anywhere; }
      .list > li { flex-wrap: wrap; }
      .examination, .kept { flex-basis: 100%; }
      ui-progress { margin-block: 0.375rem; max-inline-size: 26rem; }
    `,
  ];
  static override properties = { serverWorks: { state: true } };
  /** Whether the form for model servers is waiting for one. */
  serverWorks = false;
  readonly #choice = new ModelChoice(this);
  readonly #models = new Resource<ServerModels>(this, {
    key: () => 'models',
    load: (_, signal) => this.app.client.server.models.retrieve({ signal }),
  });

  readonly #poll = new Poll(this, {
    active: () => isInProgress(this.#models.value) || this.#choice.examines || this.serverWorks,
    request: async (signal) => {
      const before = JSON.stringify(this.#models.value);
      const now = await this.app.client.server.models.retrieve({ signal });
      this.#tellAdded(this.#models.value?.engines ?? [], now.engines);
      this.#tellOwn(this.#models.value?.brought.adding?.name, now);
      this.#models.set(now);
      return JSON.stringify(now) !== before;
    },
  });

  override render(): TemplateResult {
    return html`<div class="page">
      ${pageHeader({
        title: 'Models',
        lead: 'Footnote works without any. A model runs on this machine, or on a server that you connect: that server is sent the questions and the passages that may answer them.',
      })}
      ${renderResource(this.#models, (report) => html`${this.#reEmbedding(report)}${this.#shared(report)}${this.#offline(report)}${this.#recommended(report)}<div>${MODEL_PURPOSES.map((purpose) => modelPurpose(purpose, report, this.#choice, () => this.#serverForm(report)))}${this.#ownModels(report)}${this.#engines(report)}</div>`, { lines: 8 })}
    </div>`;
  }

  /** The progress of re-embedding. */
  #reEmbedding({ re_embedding, embedder }: ServerModels): TemplateResult | typeof nothing {
    if (!re_embedding) return nothing;
    const { done, total } = re_embedding;
    return html`<div class="card stack tight" role="status">
      <div class="spread"><strong>Your documents are being indexed with ${embedder.model ?? 'the built-in vectors'}</strong><span class="number soft">${formatCount(done)} of ${formatCount(total)} passages</span></div>
      <ui-progress value=${done} max=${Math.max(total, 1)} label="Passages read"></ui-progress>
      <p class="soft small">Questions are answered as before until it is done. You can leave this page.</p></div>`;
  }

  #shared({ shared }: ServerModels): TemplateResult | typeof nothing {
    if (!shared) return nothing;
    return notice(
      html`Several servers may share one database. Each uses its own settings, which should be the same on all. This page shows one of them, and a download goes to that one only. To use a model server, set <code>ANSWERER=openai</code>, <code>ANSWERER_URL</code>, <code>ANSWERER_MODEL</code> and <code>ANSWERER_API_KEY</code> on each.`,
      { name: 'info' },
    );
  }

  #offline({ offline, folder }: ServerModels): TemplateResult | typeof nothing {
    if (!offline) return nothing;
    return notice(
      html`This server does not download models. Copy a model's folder from another machine into <code class="break">${folder}</code>, then load this page again.`,
      { name: 'info' },
    );
  }

  #recommended(report: ServerModels): TemplateResult | typeof nothing {
    if (!recommendation(report)) return nothing;
    return html`<model-recommendation .app=${this.app} .report=${report} @changed=${this.#onChanged}></model-recommendation>`;
  }

  #ownModels({ brought }: ServerModels): TemplateResult {
    return settingsSection(
      'A model of your own',
      'One that is not in the lists above. It is added to them once it has been checked.',
      html`<own-models .app=${this.app} .brought=${brought} @changed=${this.#onChanged}></own-models>`,
    );
  }

  #engines({ engines }: ServerModels): TemplateResult {
    return settingsSection(
      'Programs',
      'What runs models on the server’s machine, or reads text from scans and pictures. They are not part of Footnote.',
      html`<engine-list .app=${this.app} .engines=${engines} @changed=${this.#onChanged}></engine-list>`,
    );
  }

  #serverForm({ server, offline, examining }: ServerModels): TemplateResult {
    return html`<h3>A model on a server</h3>
      <model-server-form .app=${this.app} .chosen=${server} .offline=${offline} .examining=${examining} @working=${({ detail }: CustomEvent<boolean>) => this.#serverWorking(detail)} @changed=${this.#onChanged}></model-server-form>`;
  }

  #serverWorking(works: boolean): void {
    this.serverWorks = works;
    this.#poll.restart();
    if (!works) void this.#models.reload();
  }

  /** Says what to do next once an engine has been added. */
  #tellAdded(before: EngineOnOffer[], now: EngineOnOffer[]): void {
    const { name } = before.find(({ adding }) => adding !== null) ?? {};
    const engine = now.find((each) => each.name === name);
    if (!engine || engine.adding !== null) return;
    if (engine.error !== null) this.app.toast(`${name} could not be added`, 'bad');
    else if (engine.state === 'present' && engine.languages)
      this.app.toast('Scans and pictures are read from now on. Sync the sources that need it.');
    else if (engine.state === 'present') this.app.toast(`${name} is on the server`);
  }

  /** Says so once a model of the operator's own has been added. */
  #tellOwn(name: string | undefined, now: ServerModels): void {
    if (name === undefined || now.brought.adding?.name === name) return;
    if (now.models.some((model) => model.name === name))
      this.app.toast(`${name} was checked and added. What you added it from is no longer needed.`);
  }

  /** Shows a new report, and follows what has begun. */
  changed(report: ServerModels): void {
    this.#models.set(report);
    this.#poll.restart();
  }

  readonly #onChanged = ({ detail }: CustomEvent<ServerModels>): void => this.changed(detail);
}

/** Whether anything is being downloaded, added or re-embedded. */
function isInProgress(report: ServerModels | undefined): boolean {
  if (!report) return false;
  return (
    report.re_embedding !== null ||
    report.examining !== null ||
    report.brought.adding !== null ||
    report.engines.some(({ adding }) => adding !== null) ||
    report.models.some(({ state }) => state === 'waiting' || state === 'downloading' || state === 'checking')
  );
}

customElements.define('view-models', ModelsView);

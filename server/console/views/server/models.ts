import {
  APIError,
  type ChosenModelServer,
  type EngineOnOffer,
  type ModelPurpose,
  type RequestOptions,
  type ServerEngine,
  type ServerModel,
  type ServerModels,
} from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { Action } from '../../controllers/action.ts';
import { Poll } from '../../controllers/poll.ts';
import { Resource } from '../../controllers/resource.ts';
import { confirm } from '../../parts/dialogs/confirm.ts';
import { withFreshPassword } from '../../parts/dialogs/with-fresh-password.ts';
import { inlineError } from '../../parts/forms/field.ts';
import '../../parts/progress-bar.ts';
import { formatBytes, formatCount } from '../../format.ts';
import { settingsSection, settingsSectionStyles } from '../../parts/forms/settings-section.ts';
import { badge, notice, pageHeader, renderResource } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';
import './engine-list.ts';
import './model-recommendation.ts';
import { ANYWAY, EXAMINATION_TIMEOUT, examinationProgress, keptCheck, modelResultStyles } from './model-results.ts';
import './model-server-form.ts';
import { ownModelFacts } from './own-model-facts.ts';
import './own-models.ts';

type UseModel = (anyway: boolean, options: RequestOptions) => Promise<ServerModels>;

/** The purposes of models: description, built-in alternative, and the environment variable that overrides the choice. */
const PURPOSES: Record<ModelPurpose, { title: string; about: string; builtIn: string | null; setting: string }> = {
  embedding: {
    title: 'Finding passages',
    about:
      'The built-in search finds passages by their words, and many that say the same in other words. A model finds more of those.',
    builtIn: 'builtin',
    setting: 'EMBEDDER',
  },
  generation: {
    title: 'Writing answers',
    about:
      'Without a model, answers are the sentences of your documents. A model writes its own; each is compared with its passage, and one that contradicts it gets no citation.',
    builtIn: 'extractive',
    setting: 'ANSWERER',
  },
  reranking: {
    title: 'Judging passages',
    about:
      'A model that reads each passage beside the question and puts the best first. It costs about a second an answer.',
    builtIn: null,
    setting: 'RERANKER_MODEL',
  },
  verifying: {
    title: 'Checking sentences',
    about:
      'Rules look for contradictions between a sentence that a model wrote and its passage. A model that reads both finds more of them.',
    builtIn: null,
    setting: 'VERIFIER_MODEL',
  },
};
const STATES: Record<ServerModel['state'], string> = {
  absent: 'Not on the server',
  partial: 'Partly downloaded',
  waiting: 'Queued',
  downloading: 'Downloading',
  present: 'On the server',
  checking: 'Being checked',
  changed: 'Changed since it was added',
};

/** Where no model is recommended above, what was measured. */
function recommended({ recommendation }: ServerModels): TemplateResult | typeof nothing {
  if (recommendation?.model !== 'builtin') return nothing;
  const { asked, answered } = recommendation;
  return html`<p class="soft small">For documents in English, the built-in search is best on this machine: ${formatCount(answered)} of ${formatCount(asked)} questions about documentation were answered with it, and not more with any model that was measured. For other languages, try one that knows them.</p>`;
}

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
  static override properties = { changing: { state: true }, using: { state: true }, serverWorks: { state: true } };
  /** The model that the current action concerns. */
  changing = '';
  /** Ends the examination under way of a model that is to be used. */
  using: AbortController | null = null;
  /** Whether the form for model servers is waiting for one. */
  serverWorks = false;
  /** How the last model that could not be used is used all the same. */
  #anyway: (() => void) | null = null;
  readonly #change = new Action(this);
  readonly #models = new Resource<ServerModels>(this, {
    key: () => 'models',
    load: (_, signal) => this.app.client.server.models.retrieve({ signal }),
  });

  readonly #poll = new Poll(this, {
    active: () => isInProgress(this.#models.value) || this.using !== null || this.serverWorks,
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
      ${renderResource(this.#models, (report) => html`${this.#reEmbedding(report)}${this.#shared(report)}${this.#offline(report)}<model-recommendation .app=${this.app} .report=${report} @changed=${({ detail }: CustomEvent<ServerModels>) => this.#changed(detail)}></model-recommendation><div>${this.#purposes(report)}${this.#ownModels(report)}${this.#engines(report)}</div>`, { lines: 8 })}
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

  #purposes(report: ServerModels): TemplateResult[] {
    const engines = {
      embedding: report.embedder,
      generation: report.answerer,
      reranking: report.reranker,
      verifying: report.verifier,
    };
    return (Object.keys(PURPOSES) as ModelPurpose[]).map((purpose) => {
      const { title, about } = PURPOSES[purpose];
      const models = report.models.filter((model) => model.purpose === purpose);
      const fixed = engines[purpose]?.decided_by === 'setting' || PURPOSES[purpose].builtIn === null;
      return settingsSection(
        title,
        about,
        html`${purpose === 'embedding' ? recommended(report) : nothing}${fixed ? this.#fixed(purpose, engines[purpose]) : nothing}${this.#missingEngine(purpose, report)}
          <ul class="list">${fixed ? nothing : this.#builtIn(purpose, engines[purpose])}${purpose === 'generation' ? this.#chosenServer(report, fixed) : nothing}${models.map((model) => this.#model(model, fixed, report))}</ul>
          ${purpose === 'generation' && !fixed ? this.#serverForm(report) : nothing}`,
      );
    });
  }

  #fixed(purpose: ModelPurpose, engine: ServerEngine | null): TemplateResult {
    const { setting } = PURPOSES[purpose];
    if (!engine) {
      return html`<p class="soft small">None is in use. To use one, start the server with <code>${setting}</code> and the name of a model.</p>`;
    }
    const runs = engine.model
      ? html`<strong>${engine.model}</strong> (${engine.engine})`
      : html`<strong>${engine.engine}</strong>`;
    return html`<p class="soft small">The server's setting <code>${setting}</code> decides this: ${runs} is in use. It takes precedence over what is chosen here.${purpose === 'generation' ? html` The command <code>doctor</code> says what the model can do.` : nothing}</p>`;
  }

  /** Says where to add what the models of a purpose run on. */
  #missingEngine(purpose: ModelPurpose, { engines }: ServerModels): TemplateResult | typeof nothing {
    const running = engines.filter(({ purposes }) => purposes.includes(purpose));
    const [first] = running;
    if (first === undefined || running.some(({ state }) => state === 'present')) return nothing;
    const what = first.state === 'outdated' ? 'is on the server in another version' : 'is not on the server';
    return html`<p class="soft small">These models need the program <strong>${first.name}</strong>, which ${what}. Add it below, under Programs.</p>`;
  }

  #ownModels({ brought }: ServerModels): TemplateResult {
    return settingsSection(
      'A model of your own',
      'One that is not in the lists above. It is added to them once it has been checked.',
      html`<own-models .app=${this.app} .brought=${brought} @changed=${({ detail }: CustomEvent<ServerModels>) => this.#changed(detail)}></own-models>`,
    );
  }

  #engines({ engines }: ServerModels): TemplateResult {
    return settingsSection(
      'Programs',
      'What runs models on the server’s machine, or reads text from scans and pictures. They are not part of Footnote.',
      html`<engine-list .app=${this.app} .engines=${engines} @changed=${({ detail }: CustomEvent<ServerModels>) => this.#changed(detail)}></engine-list>`,
    );
  }

  /** The model server that was chosen, also while something else is in use. */
  #chosenServer(report: ServerModels, fixed: boolean): TemplateResult | typeof nothing {
    const { server } = report;
    if (!server) return nothing;
    const { url, model, key, in_use } = server;
    const mark = in_use ? badge('In use', 'good', { dot: true }) : nothing;
    return html`<li>
      <div class="model"><span class="name">${model}${mark}${key === 'unreadable' ? badge('Key unreadable', 'bad') : nothing}</span>
        <span class="soft small break">On ${url}${key === 'stored' ? ', with a key' : nothing}</span></div>
      <div class="row">${in_use || fixed ? nothing : this.#button(model, 'Use', () => this.#examineAndUse(model, (anyway, options) => this.app.client.server.modelServer.use({ url, model, anyway }, options)))}
      ${this.#button(model, 'Remove', () => this.#forget(server))}</div>${keptCheck(report, model, url)}${this.#examination(model, report)}${this.#failure(model)}</li>`;
  }

  #serverForm({ server, offline, examining }: ServerModels): TemplateResult {
    return html`<h3>A model on a server</h3>
      <model-server-form .app=${this.app} .chosen=${server} .offline=${offline} .examining=${examining} @working=${({ detail }: CustomEvent<boolean>) => this.#serverWorking(detail)} @changed=${({ detail }: CustomEvent<ServerModels>) => this.#models.set(detail)}></model-server-form>`;
  }

  #builtIn(purpose: ModelPurpose, engine: ServerEngine | null): TemplateResult | typeof nothing {
    const { builtIn } = PURPOSES[purpose];
    if (builtIn === null) return nothing;
    const used = engine?.model === null;
    return html`<li><div class="model"><span class="name">Built in${used ? badge('In use', 'good', { dot: true }) : nothing}</span>
      <span class="soft small">No model, no download, any language</span></div>
      ${used ? nothing : this.#button(builtIn, 'Use', () => this.#use(builtIn, purpose))}${this.#failure(builtIn)}</li>`;
  }

  #model(model: ServerModel, fixed: boolean, report: ServerModels): TemplateResult {
    const { name, state, in_use, size, done, licence, languages, error } = model;
    const arriving = state === 'downloading' || state === 'waiting';
    const mark = in_use
      ? badge('In use', 'good', { dot: true })
      : arriving
        ? badge(STATES[state], 'accent', { dot: true })
        : state === 'changed'
          ? badge(STATES[state], 'bad')
          : state === 'absent'
            ? nothing
            : badge(STATES[state]);
    const facts = [
      formatBytes(size),
      ...(model.own ? [] : [languages]),
      licence === 'not stated' ? 'licence not stated' : licence,
    ];
    const known = done > 0 ? `${formatBytes(done)} of ${formatBytes(size)}` : formatBytes(size);
    return html`<li>
      <div class="model"><span class="name">${name}${mark}</span>
        <span class="soft small">${facts.with(0, arriving || state === 'partial' ? known : formatBytes(size)).join(' · ')}</span>
        ${state === 'downloading' ? html`<ui-progress value=${done} max=${size} label="Download of ${name}"></ui-progress>` : nothing}
        ${state === 'changed' ? html`<span class="error">A file of it has changed or is missing since it was added, so it is not run. Remove it, and add it again.</span>` : nothing}
        ${error ? html`<span class="error">The download has ended: ${error}</span>` : nothing}</div>
      <div class="row">${
        arriving
          ? this.#button(name, 'Cancel', () => this.#act(name, () => this.app.client.server.models.cancel(name)))
          : state === 'present'
            ? in_use || fixed
              ? nothing
              : this.#button(name, 'Use', () => this.#use(name, model.purpose))
            : report.offline || model.own
              ? nothing
              : this.#button(name, state === 'partial' ? 'Continue' : 'Download', () =>
                  this.#act(name, () => this.app.client.server.models.pull(name)),
                )
      }${in_use || arriving || state === 'absent' || (this.using && this.changing === name) ? nothing : this.#button(name, 'Remove', () => this.#remove(model))}</div>${ownModelFacts(model)}${keptCheck(report, name, null)}${this.#examination(name, report)}${this.#failure(name)}</li>`;
  }

  #examination(name: string, { examining }: ServerModels): TemplateResult | typeof nothing {
    const { using } = this;
    if (using === null || this.changing !== name) return nothing;
    return html`<div class="examination">${examinationProgress(examining, () => using.abort())}</div>`;
  }

  #button(name: string, label: string, act: () => void): TemplateResult {
    return html`<button class="button small" type="button" aria-label="${label} ${name}" aria-busy=${this.#change.busy && this.changing === name} @click=${act}>${label}</button>`;
  }

  #failure(name: string): unknown {
    if (this.changing !== name) return nothing;
    const anyway = this.#anyway;
    return html`${inlineError(this.#change.error())}${anyway ? html`<button class="button small" type="button" @click=${anyway}>Use ${name} all the same</button>` : nothing}`;
  }

  async #use(name: string, purpose: ModelPurpose): Promise<void> {
    if (purpose === 'embedding') {
      await confirm({
        title: `Find passages with ${name === 'builtin' ? 'the built-in vectors' : name}?`,
        text: 'All documents are indexed again in the background. Until that is done, questions are answered as before. With many documents it can take hours.',
        action: 'Use it',
        act: async () => this.#models.set(await this.app.client.server.models.use(name)),
      });
      return;
    }
    if (name === 'extractive') await this.#act(name, () => this.app.client.server.models.use(name));
    else
      await this.#examineAndUse(name, (anyway, options) =>
        this.app.client.server.models.use(name, { anyway }, options),
      );
  }

  /** Uses a model that writes answers, which may first be loaded and asked questions for minutes. */
  async #examineAndUse(name: string, use: UseModel, anyway = false): Promise<void> {
    if (this.#change.busy) return;
    const using = new AbortController();
    this.using = using;
    await this.#act(name, async () => {
      try {
        return await use(anyway, { signal: using.signal, timeout: EXAMINATION_TIMEOUT });
      } catch (error) {
        const isExamined = APIError.isInstance(error) && ANYWAY.includes((error as APIError).code);
        if (isExamined) this.#anyway = () => void this.#examineAndUse(name, use, true);
        if (!isExamined && !using.signal.aborted) throw error;
        this.#changed(await this.app.client.server.models.retrieve());
        if (isExamined) throw error;
        return undefined;
      } finally {
        this.using = null;
      }
    });
  }

  async #remove({ name, own }: ServerModel): Promise<void> {
    const { models } = this.app.client.server;
    await confirm({
      title: `Remove the model ${name}?`,
      text: own
        ? 'Its files are deleted from the server. The file or folder that you added it from stays where it is.'
        : 'Its files are deleted from the server. It can be downloaded again.',
      action: 'Remove it',
      danger: true,
      act: async () => this.#changed(await withFreshPassword(this.app, () => models.remove(name))),
    });
  }

  #serverWorking(works: boolean): void {
    this.serverWorks = works;
    this.#poll.restart();
    if (!works) void this.#models.reload();
  }

  async #forget({ model, url, in_use }: ChosenModelServer): Promise<void> {
    await confirm({
      title: `Remove ${model}?`,
      text: html`The address <span class="break">${url}</span> and its key are deleted from this server.${in_use ? ' Answers are the sentences of your documents from now on.' : ''}`,
      action: 'Remove it',
      danger: true,
      act: async () => this.#models.set(await this.app.client.server.modelServer.forget()),
    });
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

  #changed(report: ServerModels): void {
    this.#models.set(report);
    this.#poll.restart();
  }

  async #act(name: string, act: () => Promise<ServerModels | undefined>): Promise<void> {
    if (this.#change.busy) return;
    this.changing = name;
    this.#anyway = null;
    const report = await this.#change.run(act);
    if (report) this.#changed(report);
  }
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

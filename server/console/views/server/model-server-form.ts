import {
  APIError,
  type ChosenModelServer,
  type FoundModelServer,
  type ModelCheck,
  type ModelTrial,
  type ServedModelRequest,
  type ServedModels,
  type ServerModels,
} from '@footnote/sdk';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import { Resource } from '../../controllers/resource.ts';
import { plural } from '../../format.ts';
import { answerTextStyles } from '../../parts/answer-text.ts';
import { inlineError, selectField, textField } from '../../parts/forms/field.ts';
import '../../parts/progress-bar.ts';
import { notice } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import {
  ANYWAY,
  checkResult,
  EXAMINATION_TIMEOUT,
  examinationProgress,
  modelResultStyles,
  trialResult,
} from './model-results.ts';

/** What is being done, as its progress bar says it. */
const WORK = {
  connect: 'Asking the server for its models',
  try: 'Asking the model',
} as const;
type Work = keyof typeof WORK | 'check' | 'use';

const FIELDS = ['url', 'api_key', 'model', 'question'];

/**
 * `<model-server-form .app=${…} .chosen=${…} .offline=${…} @changed=${({ detail }) => …}>`: connects to a server that speaks
 * OpenAI's protocol, tries its models, and switches to one. Events: `changed`, a `CustomEvent<ServerModels>`, and `working`, a
 * `CustomEvent<boolean>`, when a model begins to be examined and when that has ended.
 */
export class ModelServerForm extends LitElement {
  static override styles = [
    shared,
    answerTextStyles,
    modelResultStyles,
    css`
      fieldset { display: grid; gap: var(--space-4); grid-template-columns: minmax(0, 1fr); }
      .two { display: grid; gap: var(--space-4); grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); align-items: start; }
    `,
  ];
  static override properties = {
    app: { attribute: false },
    chosen: { attribute: false },
    offline: { attribute: false },
    examining: { attribute: false },
    url: { state: true },
    key: { state: true },
    served: { state: true },
    model: { state: true },
    question: { state: true },
    work: { state: true },
    trial: { state: true },
    check: { state: true },
  };
  declare app: App;
  chosen: ChosenModelServer | null = null;
  offline = false;
  /** How far the examination of a model is. */
  examining: ServerModels['examining'] = null;
  /** Null until it is edited. */
  url: string | null = null;
  key = '';
  /** Undefined until the server has told its models. */
  served: ServedModels | undefined;
  model = '';
  question = 'What is a citation? Answer in one sentence.';
  work: Work | null = null;
  trial: ModelTrial | undefined;
  check: ModelCheck | undefined;
  /** Aborts the work under way. */
  #running: AbortController | null = null;
  readonly #action = new Action(this);
  /** Whether the last error may mean that the server only lists no models. */
  #mayLackList = false;
  /** Whether the last error is of a model that can be used all the same. */
  #mayUse = false;
  readonly #found = new Resource<FoundModelServer[]>(this, {
    key: () => 'found',
    load: async (_, signal) => (await this.app.client.server.modelServer.find({ signal })).servers,
  });

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#running?.abort();
  }

  override render(): TemplateResult {
    return html`<div class="stack">
      ${this.#offers()}
      <form class="stack" novalidate aria-label="Model server" @submit=${this.#connect}>
        <fieldset class="two" ?disabled=${this.work !== null}>${this.#address()}${this.#keyField()}</fieldset>
        <div class="actions"><button class="button ${this.served ? '' : 'primary'}" type="submit" ?disabled=${this.work !== null}>${this.served ? 'Connect again' : 'Connect'}</button>
          ${this.#mayLackList ? html`<button class="button quiet" type="button" @click=${this.#withoutList}>Enter the model’s name instead</button>` : nothing}</div>
      </form>
      ${this.served ? this.#models(this.served) : nothing}
      ${inlineError(this.#action.error(...FIELDS))}
      ${this.#mayUse ? html`<div class="actions"><button class="button" type="button" @click=${() => this.#use(true)}>Use it all the same</button></div>` : nothing}
      ${this.#progress()}
      <div class="stack" role="status">${this.trial ? trialResult(this.trial) : nothing}${this.check ? checkResult(this.check) : nothing}</div>
    </div>`;
  }

  /** What runs on this machine and is not chosen yet. */
  #offers(): TemplateResult | typeof nothing {
    const found = this.#found.value?.find(({ url }) => url !== this.chosen?.url && url !== this.served?.url);
    if (!found) return nothing;
    return notice(
      html`<div class="spread"><span>${found.name} runs on this machine with ${plural(found.models.length, 'model')}.</span>
        <button class="button small" type="button" ?disabled=${this.work !== null} @click=${() => this.#take(found)}>Connect to ${found.name}</button></div>`,
      { tone: 'good', name: 'server' },
    );
  }

  #address(): TemplateResult {
    return textField({
      name: 'url',
      label: 'Address',
      value: this.url ?? this.chosen?.url ?? '',
      type: 'text',
      required: true,
      maxlength: 500,
      placeholder: 'http://localhost:11434/v1',
      hint: this.offline ? 'On this machine, because of OFFLINE=1.' : 'Ollama, vLLM, or any other OpenAI API.',
      error: this.#action.field('url'),
      change: (value) => {
        this.url = value;
        this.#disconnect();
      },
    });
  }

  #keyField(): TemplateResult {
    const stored = this.chosen?.key === 'stored';
    const unreadable = this.chosen?.key === 'unreadable';
    return textField({
      name: 'api_key',
      label: 'Key',
      value: this.key,
      type: 'password',
      autocomplete: 'new-password',
      optional: true,
      maxlength: 1000,
      hint: stored
        ? 'A key is stored. Leave this empty to keep it.'
        : unreadable
          ? 'The stored key cannot be read. Enter it again.'
          : 'Stored encrypted, and never shown again.',
      error: this.#action.field('api_key'),
      change: (value) => {
        this.key = value;
        this.#disconnect();
      },
    });
  }

  #models({ models, url }: ServedModels): TemplateResult {
    const error = this.#action.field('model');
    const change = (value: string) => {
      this.model = value;
      this.#clearResults();
    };
    const common = { name: 'model', label: 'Model', value: this.model, error, change };
    const field =
      models.length > 0
        ? selectField({ ...common, options: models.map((value) => ({ value, label: value })) })
        : textField({
            ...common,
            required: true,
            maxlength: 200,
            hint: 'The server lists no models. With Ollama, get one first: ollama pull qwen3:8b',
          });
    return html`<form class="stack" novalidate aria-label="Model" @submit=${this.#ask}>
      <p class="soft small" role="status">Connected to <span class="break">${url}</span>${models.length > 0 ? html`, ${plural(models.length, 'model')}` : nothing}</p>
      <fieldset class="two" ?disabled=${this.work !== null}>${field}${textField({
        name: 'question',
        label: 'A question to try it with',
        value: this.question,
        maxlength: 1000,
        error: this.#action.field('question'),
        change: (value) => {
          this.question = value;
        },
      })}</fieldset>
      <div class="actions">
        <button class="button" type="submit" ?disabled=${this.work !== null}>Try it</button>
        <button class="button" type="button" ?disabled=${this.work !== null} @click=${this.#probe}>Examine it</button>
        <button class="button primary" type="button" ?disabled=${this.work !== null} @click=${() => this.#use(false)}>Use this model</button>
      </div></form>`;
  }

  #progress(): TemplateResult | typeof nothing {
    if (this.work === null) return nothing;
    if (this.work === 'check' || this.work === 'use')
      return examinationProgress(this.examining, () => this.#running?.abort());
    return html`<div class="stack tight"><div class="spread"><span class="small" role="status">${WORK[this.work]}…</span>
      <button id="cancel" class="button small" type="button" @click=${() => this.#running?.abort()}>Cancel</button></div>
      <ui-progress label=${WORK[this.work]}></ui-progress></div>`;
  }

  /** What the API gets. An empty key keeps the stored one. */
  #entered(): ServedModelRequest {
    const url = this.served?.url ?? this.url ?? this.chosen?.url ?? '';
    const key = this.key.trim();
    return { url, model: this.model, ...(key !== '' && { api_key: key }) };
  }

  /** Does one thing at a time, until it is done or cancelled. */
  async #run<Value>(work: Work, act: (signal: AbortSignal) => Promise<Value>): Promise<Value | undefined> {
    if (this.#action.busy) return undefined;
    const running = new AbortController();
    this.#running = running;
    // A disabled button loses the focus: meanwhile it is on "Cancel".
    const before = this.shadowRoot?.activeElement;
    this.work = work;
    void this.#focus('#cancel');
    this.#mayLackList = false;
    this.#clearResults();
    this.#tellWorking(work);
    const value = await this.#action.run(async () => {
      try {
        return await act(running.signal);
      } catch (error) {
        if (running.signal.aborted) return undefined;
        const code = APIError.isInstance(error) ? (error as APIError).code : null;
        this.#mayLackList = code === 'model_server_protocol';
        this.#mayUse = work === 'use' && ANYWAY.includes(code);
        throw error;
      } finally {
        this.work = null;
        this.#tellWorking(work);
      }
    });
    await this.updateComplete;
    if (this.#action.error() === null && before instanceof HTMLElement) before.focus();
    return running.signal.aborted ? undefined : value;
  }

  #tellWorking(work: Work): void {
    if (work !== 'check' && work !== 'use') return;
    this.dispatchEvent(new CustomEvent<boolean>('working', { detail: this.work !== null }));
  }

  #connect(event: Event): void {
    event.preventDefault();
    void this.#list();
  }

  async #list(): Promise<void> {
    this.served = undefined;
    const { url, api_key } = this.#entered();
    if (url.trim() === '') {
      this.#action.refuse({ url: 'is required' });
      return this.#focus('#url');
    }
    const served = await this.#run('connect', (signal) =>
      this.app.client.server.modelServer.models({ url, ...(api_key && { api_key }) }, { signal }),
    );
    if (!served) return;
    this.served = served;
    this.url = served.url;
    const { model = '' } = this.chosen ?? {};
    if (!served.models.includes(this.model))
      this.model = served.models.includes(model) ? model : (served.models[0] ?? '');
    await this.#focus('#model');
  }

  async #focus(selector: string): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus();
  }

  #take({ url }: FoundModelServer): void {
    this.url = url;
    this.key = '';
    void this.#list();
  }

  async #withoutList(): Promise<void> {
    this.#mayLackList = false;
    this.#action.clear();
    this.served = { url: this.#entered().url, models: [] };
    await this.#focus('#model');
  }

  async #ask(event: Event): Promise<void> {
    event.preventDefault();
    const trial = { ...this.#entered(), question: this.question };
    this.trial = await this.#run('try', (signal) =>
      this.app.client.server.modelServer.try(trial, { signal, timeout: EXAMINATION_TIMEOUT }),
    );
  }

  async #probe(): Promise<void> {
    const served = this.#entered();
    this.check = await this.#run('check', (signal) =>
      this.app.client.server.modelServer.check(served, { signal, timeout: EXAMINATION_TIMEOUT }),
    );
  }

  async #use(anyway: boolean): Promise<void> {
    const served = this.#entered();
    const report = await this.#run('use', (signal) =>
      this.app.client.server.modelServer.use({ ...served, anyway }, { signal, timeout: EXAMINATION_TIMEOUT }),
    );
    if (!report) return;
    this.key = '';
    this.app.toast(`Answers are written by ${served.model} from now on.`, 'good');
    this.dispatchEvent(new CustomEvent<ServerModels>('changed', { detail: report }));
  }

  #disconnect(): void {
    this.served = undefined;
    this.#mayLackList = false;
    this.#clearResults();
  }

  #clearResults(): void {
    this.trial = undefined;
    this.check = undefined;
    this.#mayUse = false;
  }
}

customElements.define('model-server-form', ModelServerForm);

import {
  APIError,
  type ChosenModelServer,
  type ModelPurpose,
  type RequestOptions,
  type ServerModel,
  type ServerModels,
} from '@footnote/sdk';
import { html, type LitElement, nothing, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import { confirm } from '../../parts/dialogs/confirm.ts';
import { withFreshPassword } from '../../parts/dialogs/with-fresh-password.ts';
import { inlineError } from '../../parts/forms/field.ts';
import { ANYWAY, EXAMINATION_TIMEOUT, examinationProgress } from './model-results.ts';

type UseModel = (anyway: boolean, options: RequestOptions) => Promise<ServerModels>;

/** The page that shows the models. */
type ModelPage = LitElement & {
  app: App;
  /** Called with the report after each change. */
  changed(report: ServerModels): void;
};

/** Downloads models, takes them into use and removes them, one at a time, and says beside each what became of it. */
export class ModelChoice {
  readonly #page: ModelPage;
  readonly #change: Action;
  /** The model that the current action concerns. */
  #of = '';
  /** Ends the examination under way of a model that is to be used. */
  #using: AbortController | null = null;
  /** How the last model that could not be used is used all the same. */
  #anyway: (() => void) | null = null;

  constructor(page: ModelPage) {
    this.#page = page;
    this.#change = new Action(page);
  }

  /** Whether a model is being examined. */
  get examines(): boolean {
    return this.#using !== null;
  }

  examinesThis(name: string): boolean {
    return this.examines && this.#of === name;
  }

  get #client() {
    return this.#page.app.client.server;
  }

  button(name: string, label: string, act: () => void): TemplateResult {
    return html`<button class="button small" type="button" aria-label="${label} ${name}" aria-busy=${this.#change.busy && this.#of === name} @click=${act}>${label}</button>`;
  }

  /** What is under way with a model, or went wrong with it. */
  outcome(name: string, { examining }: ServerModels): unknown {
    if (this.#of !== name) return nothing;
    const [using, anyway] = [this.#using, this.#anyway];
    return html`${using ? html`<div class="examination">${examinationProgress(examining, () => using.abort())}</div>` : nothing}${inlineError(this.#change.error())}${anyway ? html`<button class="button small" type="button" @click=${anyway}>Use ${name} all the same</button>` : nothing}`;
  }

  async pull(name: string): Promise<void> {
    await this.#act(name, () => this.#client.models.pull(name));
  }

  async cancel(name: string): Promise<void> {
    await this.#act(name, () => this.#client.models.cancel(name));
  }

  /** Takes a model into use, or what is built in. */
  async use(name: string, purpose: ModelPurpose): Promise<void> {
    const { models } = this.#client;
    if (purpose === 'embedding') {
      await confirm({
        title: `Find passages with ${name === 'builtin' ? 'the built-in vectors' : name}?`,
        text: 'All documents are indexed again in the background. Until that is done, questions are answered as before. With many documents it can take hours.',
        action: 'Use it',
        act: async () => this.#page.changed(await models.use(name)),
      });
      return;
    }
    if (name === 'extractive') await this.#act(name, () => models.use(name));
    else await this.#examineAndUse(name, (anyway, options) => models.use(name, { anyway }, options));
  }

  async useServer({ url, model }: ChosenModelServer): Promise<void> {
    await this.#examineAndUse(model, (anyway, options) =>
      this.#client.modelServer.use({ url, model, anyway }, options),
    );
  }

  async remove({ name, own }: ServerModel): Promise<void> {
    const { models } = this.#client;
    await confirm({
      title: `Remove the model ${name}?`,
      text: own
        ? 'Its files are deleted from the server. The file or folder that you added it from stays where it is.'
        : 'Its files are deleted from the server. It can be downloaded again.',
      action: 'Remove it',
      danger: true,
      act: async () => this.#page.changed(await withFreshPassword(this.#page.app, () => models.remove(name))),
    });
  }

  async forgetServer({ model, url, in_use }: ChosenModelServer): Promise<void> {
    await confirm({
      title: `Remove ${model}?`,
      text: html`The address <span class="break">${url}</span> and its key are deleted from this server.${in_use ? ' Answers are the sentences of your documents from now on.' : ''}`,
      action: 'Remove it',
      danger: true,
      act: async () => this.#page.changed(await this.#client.modelServer.forget()),
    });
  }

  /** Uses a model that writes answers, which may first be loaded and asked questions for minutes. */
  async #examineAndUse(name: string, use: UseModel, anyway = false): Promise<void> {
    if (this.#change.busy) return;
    const using = new AbortController();
    this.#using = using;
    await this.#act(name, async () => {
      try {
        return await use(anyway, { signal: using.signal, timeout: EXAMINATION_TIMEOUT });
      } catch (error) {
        const isExamined = APIError.isInstance(error) && ANYWAY.includes((error as APIError).code);
        if (isExamined) this.#anyway = () => void this.#examineAndUse(name, use, true);
        if (!isExamined && !using.signal.aborted) throw error;
        this.#page.changed(await this.#client.models.retrieve());
        if (isExamined) throw error;
        return undefined;
      } finally {
        this.#using = null;
        this.#page.requestUpdate();
      }
    });
  }

  async #act(name: string, act: () => Promise<ServerModels | undefined>): Promise<void> {
    if (this.#change.busy) return;
    this.#of = name;
    this.#anyway = null;
    const report = await this.#change.run(act);
    if (report) this.#page.changed(report);
  }
}

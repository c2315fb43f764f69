import { type Settings as ClientSettings, Widget, type WidgetConfig } from '@footnote/sdk';
import type { ReactiveControllerHost } from 'lit';
import type { Store } from '../storage.ts';
import type { Failure } from './failures.ts';

/** How a project wants its widget to look and greet, as far as it is known. */
export type Look = Partial<WidgetConfig['widget']>;

/** What the look is read with. */
export interface ProjectAccess {
  api: () => ClientSettings;
  project: () => string;
  store: () => Store<Look>;
  failureOf: (error: unknown) => Promise<Failure>;
  onFailure: (failure: Failure, error: unknown) => void;
}

/** Reads what the project says of its widget, once. A chat without that is still a chat. */
export class ProjectController {
  look: Look = {};
  /** Why it could not be read. */
  trouble: Failure | undefined;
  /** Has the API answered this page? Then it is one of those that may use it. */
  allowed = false;
  readonly #host: ReactiveControllerHost;
  readonly #access: ProjectAccess;
  #prepared = false;

  constructor(host: ReactiveControllerHost, access: ProjectAccess) {
    this.#host = host;
    this.#access = access;
  }

  /** What the tab has kept of it. */
  restore(): void {
    this.look = this.#access.store().read() ?? {};
  }

  /** Tells of trouble where the greeting stands. */
  fail(failure: Failure, error: unknown): void {
    this.trouble = failure;
    this.#access.onFailure(failure, error);
    this.#host.requestUpdate();
  }

  async prepare(): Promise<void> {
    if (this.#prepared) return;
    this.#prepared = true;
    this.trouble = undefined;
    const { api, project, store, failureOf } = this.#access;
    try {
      const { widget } = await new Widget(api()).config(project(), { maxRetries: 0 });
      this.allowed = true;
      this.look = widget;
      store().write(widget);
    } catch (error) {
      this.#prepared = false;
      this.fail(await failureOf(error), error);
    }
    this.#host.requestUpdate();
  }
}

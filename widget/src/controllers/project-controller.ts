import { type Settings, Widget } from '@footnote/sdk';
import type { ReactiveControllerHost } from 'lit';
import type { Look } from '../look.ts';
import type { Store } from '../storage.ts';
import type { Failure } from './failures.ts';

/** What the look is read with. */
export interface ProjectAccess {
  api: () => Settings;
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
  /** Is it known how the widget greets, or that this cannot be known? Until then it does not greet, so that nothing moves. */
  known = false;
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
    const kept = this.#access.store().read();
    this.known = kept !== undefined;
    this.look = kept ?? {};
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
      const { widget } = await new Widget(api()).config(project());
      this.allowed = true;
      this.look = widget;
      store().write(widget);
    } catch (error) {
      this.#prepared = false;
      this.fail(await failureOf(error), error);
    }
    this.known = true;
    this.#host.requestUpdate();
  }
}

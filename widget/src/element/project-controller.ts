import { type Settings, Widget } from '@footnote/sdk';
import type { ReactiveControllerHost } from 'lit';
import type { Failure } from '../base/failures.ts';
import type { ProjectSettings } from '../base/project-settings.ts';
import type { Store } from '../base/storage.ts';

/** What is needed to load the settings. */
export interface ProjectOptions {
  api: () => Settings;
  project: () => string;
  store: () => Store<ProjectSettings>;
  /** Called when the settings have been loaded. */
  onLoaded: () => void;
  toFailure: (error: unknown) => Promise<Failure>;
  onFailure: (failure: Failure, error: unknown) => void;
}

/** Loads the project's widget settings once. The chat works without them, too. */
export class ProjectController {
  settings: ProjectSettings = {};
  /** Why they could not be loaded. */
  failure: Failure | undefined;
  /** Whether the settings are loaded or known to be unavailable. The greeting waits for this, so that nothing moves. */
  loaded = false;
  /** Whether the API has answered this page, so that its origin is allowed. */
  allowed = false;
  readonly #host: ReactiveControllerHost;
  readonly #options: ProjectOptions;
  #requested = false;

  constructor(host: ReactiveControllerHost, options: ProjectOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** Restores the settings that the tab has stored. */
  restore(): void {
    const stored = this.#options.store().read();
    this.loaded = stored !== undefined;
    this.settings = stored ?? {};
  }

  /** Shows a failure below the greeting. */
  fail(failure: Failure, error: unknown): void {
    this.failure = failure;
    this.#options.onFailure(failure, error);
    this.#host.requestUpdate();
  }

  async load(): Promise<void> {
    if (this.#requested) return;
    this.#requested = true;
    this.failure = undefined;
    const { api, project, store, toFailure, onLoaded } = this.#options;
    try {
      const { widget, widget_images, handover } = await new Widget(api()).config(project());
      this.allowed = true;
      this.settings = { ...widget, ...widget_images, handover, label: widget.launcher_label };
      // As the script tag reads them on the next page.
      for (const { language, launcher_label } of widget.texts) this.settings[`label-${language}`] = launcher_label;
      store().write(this.settings);
      onLoaded();
    } catch (error) {
      this.#requested = false;
      this.fail(await toFailure(error), error);
    }
    this.loaded = true;
    this.#host.requestUpdate();
  }
}

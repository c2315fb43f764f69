import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** How a resource is loaded. */
export interface ResourceOptions<Value, Key> {
  /** What the value depends on. A new key loads the value again; null loads nothing. */
  key(): Key | null;
  load(key: Key, signal: AbortSignal): Promise<Value>;
}

/**
 * Data from the server for a view. It is loaded when the view is connected, when the key changes and on `reload`; the request
 * is aborted when the view is removed. The previous value stays while a newer one is loaded.
 * @example
 * readonly #keys = new Resource(this, {
 *   key: () => this.params.project,
 *   load: (project, signal) => this.app.client.projects.apiKeys.list(project, {}, { signal }),
 * });
 */
export class Resource<Value, Key = string> implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #options: ResourceOptions<Value, Key>;
  #key: string | null = null;
  #loading: AbortController | null = null;
  /** Undefined until it has been loaded. */
  value: Value | undefined;
  /** Why the last load failed, or null. The previous value stays. */
  error: unknown = null;

  constructor(host: ReactiveControllerHost, options: ResourceOptions<Value, Key>) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  /** True while it is being loaded. */
  get loading(): boolean {
    return this.#loading !== null;
  }

  hostUpdate(): void {
    const key = this.#options.key();
    const text = key === null || key === undefined ? null : JSON.stringify(key);
    if (text === this.#key) return;
    this.#key = text;
    this.value = undefined;
    this.error = null;
    this.#stop();
    if (key !== null && key !== undefined) void this.#load(key);
  }

  hostDisconnected(): void {
    this.#stop();
    this.#key = null;
  }

  /** Loads the value again, keeping the current one meanwhile. Never throws; see `error`. */
  async reload(): Promise<void> {
    const key = this.#options.key();
    if (key === null || key === undefined) return;
    this.#key = JSON.stringify(key);
    await this.#load(key);
  }

  /** Sets a known value, for example the response to a change. */
  set(value: Value): void {
    this.#stop();
    this.value = value;
    this.error = null;
    this.#host.requestUpdate();
  }

  async #load(key: Key): Promise<void> {
    this.#stop();
    const loading = new AbortController();
    this.#loading = loading;
    this.#host.requestUpdate();
    try {
      const value = await this.#options.load(key, loading.signal);
      if (this.#loading !== loading) return;
      this.value = value;
      this.error = null;
    } catch (error) {
      if (this.#loading !== loading) return;
      this.error = error;
    }
    this.#loading = null;
    this.#host.requestUpdate();
  }

  #stop(): void {
    this.#loading?.abort();
    this.#loading = null;
  }
}

import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Longer waits are counted in minutes instead of seconds; milliseconds. */
const MINUTES_FROM_MS = 120_000;

/** Updates the element every second, or every minute, while the visitor has to wait before trying again. */
export class CountdownController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #until: () => number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `until` returns the time of the next possible try in milliseconds since 1970; 0 if there is nothing to wait for. */
  constructor(host: ReactiveControllerHost, until: () => number) {
    this.#host = host;
    this.#until = until;
    host.addController(this);
  }

  hostUpdated(): void {
    clearTimeout(this.#timer);
    const left = this.#until() - Date.now();
    if (left > 0) this.#timer = setTimeout(() => this.#host.requestUpdate(), left > MINUTES_FROM_MS ? 60_000 : 1000);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }
}

import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Milliseconds to wait from which on they are counted in minutes. */
const IN_MINUTES = 120_000;

/** While a visitor must wait before the next try, the seconds are counted down in front of them, and what is longer by the minute. */
export class CountdownController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #until: () => number;
  #clock: ReturnType<typeof setTimeout> | undefined;

  /** `until` is the moment (milliseconds since 1970) from which a new try makes sense; 0 where nobody waits for one. */
  constructor(host: ReactiveControllerHost, until: () => number) {
    this.#host = host;
    this.#until = until;
    host.addController(this);
  }

  hostUpdated(): void {
    clearTimeout(this.#clock);
    const left = this.#until() - Date.now();
    if (left > 0) this.#clock = setTimeout(() => this.#host.requestUpdate(), left > IN_MINUTES ? 60_000 : 1000);
  }

  hostDisconnected(): void {
    clearTimeout(this.#clock);
  }
}

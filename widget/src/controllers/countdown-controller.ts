import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** While a visitor must wait before the next try, the seconds are counted down in front of them. */
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
    if (this.#until() > Date.now()) this.#clock = setTimeout(() => this.#host.requestUpdate(), 1000);
  }

  hostDisconnected(): void {
    clearTimeout(this.#clock);
  }
}

import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Milliseconds after the last key until a search starts. */
const TYPED = 300;

/** Acts once no key follows, such as to search. What waits is dropped if the view is left. */
export class AfterTyping implements ReactiveController {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.cancel();
  }

  /** Takes the place of what waits. `milliseconds`: 0 for a choice that is complete, which is not typed. */
  run(act: () => void, milliseconds = TYPED): void {
    this.cancel();
    this.#timer = setTimeout(act, milliseconds);
  }

  cancel(): void {
    clearTimeout(this.#timer);
  }
}

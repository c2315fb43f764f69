import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { plural } from '../format.ts';
import { reportFailures } from '../parts/dialogs/failures.ts';
import { runAll } from './run-all.ts';
import { Selection } from './selection.ts';

/** The selected entries of a list, and the action that is running for them. */
export class Bulk implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly selection: Selection;
  #stop: AbortController | null = null;
  /** How much is done; null while no action is running. */
  running: { label: string; done: number; total: number; stop(): void } | null = null;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    this.selection = new Selection(host);
    host.addController(this);
  }

  hostConnected(): void {}

  hostDisconnected(): void {
    this.#stop?.abort();
  }

  /** Acts on each of the things, shows the progress and reports what failed: "2 sources could not be read again". */
  async run<Item extends { id: string; name: string }>(
    label: string,
    failed: string,
    items: readonly Item[],
    act: (item: Item) => Promise<unknown>,
  ): Promise<void> {
    if (this.running || items.length === 0) return;
    const stop = new AbortController();
    this.#stop = stop;
    const show = (done: number) => {
      this.running = { label, done, total: items.length, stop: () => stop.abort() };
      this.#host.requestUpdate();
    };
    show(0);
    const failures = await runAll(items, act, { progress: show, signal: stop.signal });
    this.running = null;
    this.selection.set(failures.map(({ id }) => id));
    reportFailures(`${plural(failures.length, 'item')} ${failed}`, failures);
  }
}

import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The selected entries of a list. */
export class Selection implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #ids = new Set<string>();
  /** Where a range begins: the entry that was clicked last. */
  #anchor: string | null = null;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {}

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** The selected ones of these entries. What is no longer listed is not selected either. */
  of<Item extends { id: string }>(items: readonly Item[]): Item[] {
    return items.filter(({ id }) => this.#ids.has(id));
  }

  /** Selects an entry or takes it out; with `range`, all from the one that was clicked before. */
  toggle(id: string, order: readonly string[], range: boolean): void {
    const select = !this.#ids.has(id);
    const from = range && this.#anchor !== null ? order.indexOf(this.#anchor) : -1;
    const to = order.indexOf(id);
    const ids = from < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
    for (const one of ids) this.#ids[select ? 'add' : 'delete'](one);
    this.#anchor = id;
    this.#host.requestUpdate();
  }

  /** Selects exactly these. */
  set(ids: readonly string[]): void {
    this.#ids.clear();
    for (const id of ids) this.#ids.add(id);
    this.#anchor = null;
    this.#host.requestUpdate();
  }
}

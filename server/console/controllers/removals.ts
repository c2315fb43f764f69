import type { Footnote } from '@footnote/sdk';
import { plural } from '../format.ts';
import { type Failure, reportFailures } from '../parts/dialogs/failures.ts';

/** Milliseconds in which a removal can be undone. */
const UNDO_MS = 8000;

/** Something that disappears at once and is removed on the server a little later, so that it can be undone until then. */
export interface Removal {
  /** What disappears from the lists. */
  ids: readonly string[];
  /** What the toast says: "3 sources deleted." */
  text: string;
  /** Sends the requests. Returns what could not be removed, by id; throws if nothing could. */
  remove(client: Footnote): Promise<readonly Failure[]>;
  /** Called once the server has removed it, for example to load the list again. */
  removed?(): unknown;
  /** Things with the same ids may come back. */
  mayReturn?: true;
}

/** How a toast with a button is shown. `gone` is called when it disappears without the button having been pressed. */
type ShowToast = (
  text: string,
  given: { action: { label: string; run(): void }; duration: number; gone(): void },
) => { close(): void };

/**
 * The removals of the page. A removal is sent when its toast disappears, when the user leaves or closes the page or signs out,
 * and never if it is undone before.
 */
export class Removals {
  readonly #client: () => Footnote;
  readonly #toast: ShowToast;
  readonly #changed: () => void;
  readonly #pending = new Map<Removal, { close(): void }>();
  readonly #sending = new Set<Promise<void>>();
  /** Of everything that is pending, being sent or gone. */
  readonly #ids = new Set<string>();

  /** `changed` draws the lists again. */
  constructor(client: () => Footnote, toast: ShowToast, changed: () => void) {
    this.#client = client;
    this.#toast = toast;
    this.#changed = changed;
    // The last event of a page that is sure to come. Its requests outlive the page.
    addEventListener('pagehide', () => void this.flush());
  }

  /** True if lists leave it out. */
  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** The entries of a list that are neither gone nor being removed. */
  left<Item extends { id: string }>(items: readonly Item[]): Item[] {
    return items.filter(({ id }) => !this.#ids.has(id));
  }

  add(removal: Removal): void {
    for (const id of removal.ids) this.#ids.add(id);
    const toast = this.#toast(removal.text, {
      action: { label: 'Undo', run: () => this.#undo(removal) },
      duration: UNDO_MS,
      gone: () => this.#end(removal),
    });
    this.#pending.set(removal, toast);
    this.#changed();
  }

  /** Undoes the latest removal; false if there is none. */
  undoLatest(): boolean {
    const [latest] = [...this.#pending.keys()].slice(-1);
    if (!latest) return false;
    this.#undo(latest);
    return true;
  }

  /** Sends everything now, and waits until the server has answered. */
  async flush(): Promise<void> {
    for (const removal of [...this.#pending.keys()]) this.#end(removal);
    await Promise.all(this.#sending);
  }

  #undo(removal: Removal): void {
    const toast = this.#pending.get(removal);
    this.#pending.delete(removal);
    toast?.close();
    this.#show(removal.ids);
  }

  /** Ends the time in which it can be undone. */
  #end(removal: Removal): void {
    const toast = this.#pending.get(removal);
    if (!this.#pending.delete(removal)) return;
    toast?.close();
    const sending = this.#send(removal).finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  async #send(removal: Removal): Promise<void> {
    const client = this.#client().withOptions({
      fetch: (input, init) => globalThis.fetch(input, { ...init, keepalive: true }),
    });
    const failures = await removal
      .remove(client)
      .catch((error: unknown): Failure[] => removal.ids.map((id) => ({ id, error })));
    if (failures.length < removal.ids.length) await removal.removed?.();
    // A list that was loaded before, and is shown now, still has what is gone.
    this.#show(removal.mayReturn ? removal.ids : failures.map(({ id }) => id));
    reportFailures(`${plural(failures.length, 'item')} could not be removed`, failures);
  }

  #show(ids: readonly string[]): void {
    for (const id of ids) this.#ids.delete(id);
    this.#changed();
  }
}

import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** A reader this close to the end (pixels) counts as being there. */
const NEAR = 48;
/** Room kept above what is scrolled to, in pixels. */
const MARGIN = 12;

/**
 * Follows a growing conversation, but only for a reader who is at its end, and never past the beginning of the last
 * turn: an answer longer than the panel is read from its first line. Who scrolls on to the end then is taken along.
 */
export class ScrollController implements ReactiveController {
  readonly #list: () => HTMLElement | null;
  readonly #content: () => unknown;
  /** Is the end to be shown whatever comes next? */
  #following = true;
  /** Was the reader at the end before the last change? Looked up anew each time: they may have left it since. */
  #near = false;
  #seen: unknown;

  /** `content` changes its identity whenever there is something new to follow. */
  constructor(host: ReactiveControllerHost, list: () => HTMLElement | null, content: () => unknown) {
    this.#list = list;
    this.#content = content;
    host.addController(this);
  }

  /** From now on the end is followed again, wherever the reader is: they have just asked something. */
  follow(): void {
    this.#following = true;
  }

  hostUpdate(): void {
    const list = this.#list();
    if (list) this.#near = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR;
  }

  hostUpdated(): void {
    const list = this.#list();
    if (!list) {
      // A panel that opens again begins at the end.
      this.#following = true;
      this.#seen = undefined;
      return;
    }
    if (this.#content() === this.#seen) return;
    this.#seen = this.#content();
    if (!this.#following && !this.#near) return;
    const last = list.querySelector<HTMLElement>('[data-turn]:last-of-type');
    const end = list.scrollHeight - list.clientHeight;
    const beginning = last ? last.offsetTop - MARGIN : end;
    // Who has gone on past the beginning by themselves is reading along, and is not taken back to it.
    list.scrollTop = list.scrollTop > beginning + 1 ? end : Math.min(end, beginning);
    this.#following = false;
  }

  /** Scrolls only as far as needed to show an element, and only the list: the page around it stays where it is. */
  reveal(element: HTMLElement): void {
    const list = this.#list();
    if (!list) return;
    const box = element.getBoundingClientRect();
    const view = list.getBoundingClientRect();
    const below = box.bottom + MARGIN - view.bottom;
    const above = view.top + MARGIN - box.top;
    if (above > 0) list.scrollTop -= above;
    else if (below > 0) list.scrollTop += Math.min(below, -above);
  }
}

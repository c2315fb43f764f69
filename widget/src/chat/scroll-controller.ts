import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** A reader within this distance of the end counts as being there; pixels. */
const AT_END_PX = 48;
/** Space above what is scrolled to, in pixels. */
const MARGIN = 12;

/**
 * Scrolls along with a growing conversation while the reader is at its end, but not past the start of the last turn: an
 * answer longer than the panel is read from its first line. A reader who then scrolls to the end is followed again.
 */
export class ScrollController implements ReactiveController {
  readonly #list: () => HTMLElement | null;
  readonly #content: () => unknown;
  /** Whether to scroll to the end with the next change, wherever the reader is. */
  #following = true;
  /** Whether the reader was at the end before the last change. */
  #atEnd = false;
  #rendered: unknown;

  /** `content` returns another object whenever the conversation has changed. */
  constructor(host: ReactiveControllerHost, list: () => HTMLElement | null, content: () => unknown) {
    this.#list = list;
    this.#content = content;
    host.addController(this);
  }

  /** Scrolls to the end with the next change: the reader has just asked something. */
  follow(): void {
    this.#following = true;
  }

  hostUpdate(): void {
    const list = this.#list();
    if (list) this.#atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < AT_END_PX;
  }

  hostUpdated(): void {
    const list = this.#list();
    if (!list) {
      // A panel that opens again starts at the end.
      this.#following = true;
      this.#rendered = undefined;
      return;
    }
    if (this.#content() === this.#rendered) return;
    this.#rendered = this.#content();
    if (!this.#following && !this.#atEnd) return;
    const last = list.querySelector<HTMLElement>('[data-turn]:last-of-type');
    const end = list.scrollHeight - list.clientHeight;
    const start = last ? last.offsetTop - MARGIN : end;
    // A reader who has scrolled past the start is reading along: do not scroll back.
    list.scrollTop = list.scrollTop > start + 1 ? end : Math.min(end, start);
    this.#following = false;
  }

  /** Scrolls the list, and not the page, as far as needed to show an element. */
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

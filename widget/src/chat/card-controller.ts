import type { Citation } from '@footnote/sdk';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Milliseconds that the mouse rests on a marker before its card opens, and is away before it closes. */
const HOVER = { enter: 150, leave: 250 };
/** Pixels between a marker and its card, and between the card and the edge of the panel. */
const GAP = 6;
/** Pixels above the quote: a line of what is before it. */
const QUOTE_MARGIN = 40;

/** The open citation. */
export interface OpenCard {
  /** The key of the turn it belongs to. */
  turn: number;
  citation: Citation;
  /** Opened by a click or a key: it has the focus and stays until it is closed. A preview closes when the mouse leaves. */
  pinned: boolean;
}

/**
 * Opens and closes the card of a citation. Hovering a marker shows a preview; a click, a tap or the keyboard pins it.
 * As WCAG 1.4.13 asks, the mouse may move into the card, and Escape closes it.
 */
export class CardController implements ReactiveController {
  open: OpenCard | undefined;
  readonly #host: ReactiveControllerHost & { renderRoot: HTMLElement | DocumentFragment };
  /** The marker or source that opened the card. It gets the focus back. */
  #anchor: HTMLElement | undefined;
  #rendered: OpenCard | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost & { renderRoot: HTMLElement | DocumentFragment }) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('keydown', this.#onDismiss);
    addEventListener('pointerdown', this.#onDismiss);
  }

  hostDisconnected(): void {
    removeEventListener('keydown', this.#onDismiss);
    removeEventListener('pointerdown', this.#onDismiss);
  }

  hostUpdated(): void {
    if (this.#rendered === this.open) return;
    const opened = this.open?.citation !== this.#rendered?.citation;
    this.#rendered = this.open;
    const card = this.#host.renderRoot.querySelector<HTMLElement>('.card');
    if (!card || !this.#anchor) return;
    if (opened) {
      position(card, this.#anchor);
      showQuote(card);
    }
    if (this.open?.pinned) card.focus({ preventScroll: true });
  }

  /** For `pointerenter` on a marker. */
  preview(event: PointerEvent, card: Omit<OpenCard, 'pinned'>): void {
    const anchor = event.currentTarget as HTMLElement;
    if (event.pointerType !== 'mouse' || this.open?.pinned) return;
    this.#schedule(HOVER.enter, () => this.#show({ ...card, pinned: false }, anchor));
  }

  /** For `pointerenter` on the card. */
  enter(): void {
    clearTimeout(this.#timer);
  }

  /** For `pointerleave` of the marker or the card. */
  leave(): void {
    if (!this.open?.pinned) this.#schedule(HOVER.leave, () => this.#show(undefined));
  }

  /** Opens a card that stays until it is closed. */
  pin(anchor: HTMLElement, card: Omit<OpenCard, 'pinned'>): void {
    this.#show({ ...card, pinned: true }, anchor);
  }

  /** Closes the card; false if no card is open. `restoreFocus` returns the focus to what opened it. */
  close(restoreFocus = true): boolean {
    const { open } = this;
    this.#show(undefined);
    if (open?.pinned && restoreFocus) this.#anchor?.focus({ preventScroll: true });
    return open !== undefined;
  }

  /** Escape closes a preview wherever the focus is; a click outside a card closes the card. */
  readonly #onDismiss = (event: KeyboardEvent | PointerEvent): void => {
    if (!this.open) return;
    if (event instanceof KeyboardEvent) {
      if (event.key === 'Escape' && !this.open.pinned) this.close();
      return;
    }
    const path = event.composedPath();
    const card = this.#host.renderRoot.querySelector('.card');
    if (!path.some((target) => target === card || target === this.#anchor)) this.close(false);
  };

  #schedule(milliseconds: number, run: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(run, milliseconds);
  }

  #show(card: OpenCard | undefined, anchor = this.#anchor): void {
    clearTimeout(this.#timer);
    this.open = card;
    this.#anchor = anchor;
    this.#host.requestUpdate();
  }
}

/** Scrolls the passage, and nothing else, to its quote. */
function showQuote(card: HTMLElement): void {
  const passage = card.querySelector('blockquote');
  const quote = card.querySelector('mark');
  if (passage && quote)
    passage.scrollTop += quote.getBoundingClientRect().top - passage.getBoundingClientRect().top - QUOTE_MARGIN;
}

/** Positions a card above or below its anchor, where there is more room. On small screens CSS puts it at the bottom. */
function position(card: HTMLElement, anchor: HTMLElement): void {
  const panel = card.parentElement?.getBoundingClientRect();
  if (!panel) return;
  const { top, bottom } = anchor.getBoundingClientRect();
  const above = top - panel.top - 2 * GAP;
  const below = panel.bottom - bottom - 2 * GAP;
  const values = {
    '--_top': below > above ? `${bottom - panel.top + GAP}px` : 'auto',
    '--_bottom': below > above ? 'auto' : `${panel.bottom - top + GAP}px`,
    '--_room': `${Math.max(above, below)}px`,
  };
  for (const [name, value] of Object.entries(values)) card.style.setProperty(name, value);
}

import type { Citation } from '@footnote/sdk';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Milliseconds that a mouse rests on a marker before its card comes, and may be away before it goes. */
const HOVER = { enter: 150, leave: 250 };
/** Pixels between a marker and its card, and between the card and the edge of the panel. */
const GAP = 6;

/** The citation that is shown. */
export interface OpenCard {
  /** The key of its turn. */
  turn: number;
  citation: Citation;
  /** Is the whole passage shown, not only the quoted words' surroundings? */
  whole: boolean;
  /** Opened on purpose: it has the focus, and stays until it is closed. Otherwise it goes with the mouse. */
  pinned: boolean;
}

/**
 * Opens and closes the card of a citation. A mouse on a marker previews it; a click, a finger or the keyboard opens it
 * for good. What can be seen can be reached: the mouse may go on into the card, and Escape closes it.
 */
export class CardController implements ReactiveController {
  open: OpenCard | undefined;
  readonly #host: ReactiveControllerHost & { renderRoot: HTMLElement | DocumentFragment };
  /** The marker or the source that it belongs to, which gets the focus back. */
  #anchor: HTMLElement | undefined;
  #placed: OpenCard | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost & { renderRoot: HTMLElement | DocumentFragment }) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('keydown', this.#dismiss);
    addEventListener('pointerdown', this.#dismiss);
  }

  hostDisconnected(): void {
    removeEventListener('keydown', this.#dismiss);
    removeEventListener('pointerdown', this.#dismiss);
  }

  hostUpdated(): void {
    if (this.#placed === this.open) return;
    const opened = this.open?.citation !== this.#placed?.citation;
    this.#placed = this.open;
    const card = this.#host.renderRoot.querySelector<HTMLElement>('.card');
    if (!card || !this.#anchor) return;
    if (opened) place(card, this.#anchor);
    if (this.open?.pinned) card.focus({ preventScroll: true });
  }

  /** A mouse has come to rest on a marker. */
  preview(event: PointerEvent, card: Omit<OpenCard, 'whole' | 'pinned'>): void {
    const anchor = event.currentTarget as HTMLElement;
    if (event.pointerType !== 'mouse' || this.open?.pinned) return;
    this.#later(HOVER.enter, () => this.#show({ ...card, whole: false, pinned: false }, anchor));
  }

  /** The mouse is in the card. */
  stay(): void {
    clearTimeout(this.#timer);
  }

  /** The mouse has left the marker, or the card. */
  leave(): void {
    if (!this.open?.pinned) this.#later(HOVER.leave, () => this.#show(undefined));
  }

  /** Opens a card for good. */
  pin(anchor: HTMLElement, card: Omit<OpenCard, 'whole' | 'pinned'>): void {
    this.#show({ ...card, whole: false, pinned: true }, anchor);
  }

  showWhole(): void {
    this.#show(this.open && { ...this.open, whole: true });
  }

  /** Closes the card; false where none is open. The focus goes back where it was, unless it goes on by itself. */
  close(giveBack = true): boolean {
    const { open } = this;
    this.#show(undefined);
    if (open?.pinned && giveBack) this.#anchor?.focus({ preventScroll: true });
    return open !== undefined;
  }

  /** Escape closes a preview wherever the focus is, and a click beside a card closes that. */
  readonly #dismiss = (event: KeyboardEvent | PointerEvent): void => {
    if (!this.open) return;
    if (event instanceof KeyboardEvent) {
      if (event.key === 'Escape' && !this.open.pinned) this.close();
      return;
    }
    const within = event.composedPath();
    const card = this.#host.renderRoot.querySelector('.card');
    if (!within.some((target) => target === card || target === this.#anchor)) this.close(false);
  };

  #later(milliseconds: number, act: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, milliseconds);
  }

  #show(card: OpenCard | undefined, anchor = this.#anchor): void {
    clearTimeout(this.#timer);
    this.open = card;
    this.#anchor = anchor;
    this.#host.requestUpdate();
  }
}

/** Puts a card above or below what it belongs to, where there is more room. Small screens have it at their lower edge instead. */
function place(card: HTMLElement, anchor: HTMLElement): void {
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

import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** What a dialog needs from its element. */
export interface DialogOptions {
  panel: () => HTMLElement | null;
  /** A dialog inside the panel. While it has the focus, Tab stays in it. */
  nestedDialog: () => HTMLElement | null;
  /** False for a panel that is a part of its page: it neither takes the focus nor traps it. */
  modal: () => boolean;
  /** Gets the focus when the dialog opens. */
  initialFocus: () => HTMLElement | null;
  /** Gets the focus when the dialog closes, unless another element of the page had it before. */
  opener: () => HTMLElement | null;
  /** Called on Escape. */
  dismiss: () => void;
}

/** Up to this width the panel covers the whole page; the same number is in the styles. */
const SHEET_QUERY = '(max-width: 520px)';

/** Whether the screen is so small that the panel covers it. */
export function isSheet(): boolean {
  return matchMedia(SHEET_QUERY).matches;
}

const FOCUSABLE = 'button:not([disabled]), a[href], textarea, [tabindex="0"]';

/** Manages the panel as a dialog: moves the focus in, traps it, returns it; handles Escape; makes room for an on-screen keyboard. */
export class DialogController implements ReactiveController {
  readonly #options: DialogOptions;
  #wasOpen = false;
  /** The element that had the focus before the dialog opened. */
  #focusedBefore: Element | null = null;
  /** True if the next opening is not the visitor's doing (after a reload), so the focus stays where it is. */
  #skipFocus = false;

  constructor(host: ReactiveControllerHost, options: DialogOptions) {
    this.#options = options;
    host.addController(this);
  }

  hostConnected(): void {
    globalThis.visualViewport?.addEventListener('resize', this.#fitViewport);
  }

  hostDisconnected(): void {
    globalThis.visualViewport?.removeEventListener('resize', this.#fitViewport);
  }

  /** Makes the next opening leave the focus alone. */
  openWithoutFocus(): void {
    this.#skipFocus = true;
  }

  hostUpdated(): void {
    const open = this.#options.panel() !== null;
    if (open === this.#wasOpen) return;
    this.#wasOpen = open;
    if (open) {
      this.#fitViewport();
      this.#focusedBefore = document.activeElement;
    }
    if (!this.#skipFocus && this.#options.modal()) {
      // Focusing forces a layout. It waits for the next task, so that rendering and layout are not one long task.
      if (open) setTimeout(() => this.#initialFocus()?.focus({ preventScroll: true }));
      else this.#returnTarget()?.focus({ preventScroll: true });
    }
    this.#skipFocus = false;
  }

  /** Handles the panel's `keydown`. */
  readonly onKeydown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.isComposing) {
      event.stopPropagation();
      this.#options.dismiss();
    } else if (event.key === 'Tab') {
      const nestedDialog = this.#options.nestedDialog();
      const within = nestedDialog?.contains(event.target as Node);
      const container = within ? nestedDialog : this.#options.modal() ? this.#options.panel() : null;
      if (container) wrapFocus(event, container);
    }
  };

  /** On a touch screen, focus in a text field opens the keyboard, which would hide the greeting. */
  #initialFocus(): HTMLElement | null {
    return matchMedia('(pointer: coarse)').matches ? this.#options.panel() : this.#options.initialFocus();
  }

  /** The page may have opened the dialog from its own button. The launcher does not exist while the panel is open. */
  #returnTarget(): HTMLElement | null {
    const before = this.#focusedBefore;
    const usable = before instanceof HTMLElement && before !== document.body && before.isConnected;
    return usable && !before.shadowRoot ? before : this.#options.opener();
  }

  readonly #fitViewport = (): void => {
    const viewport = globalThis.visualViewport;
    if (viewport) this.#options.panel()?.style.setProperty('--_viewport-height', `${viewport.height}px`);
  };
}

/** Moves the focus from the last element to the first on Tab, and back on Shift+Tab. */
function wrapFocus(event: KeyboardEvent, container: HTMLElement): void {
  const stops = [...container.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const active = (container.getRootNode() as ShadowRoot).activeElement;
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  if (active !== from && !(event.shiftKey && active === container)) return;
  event.preventDefault();
  to?.focus();
}

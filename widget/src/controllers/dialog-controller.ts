import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** What a dialog needs of its element. */
export interface DialogSettings {
  panel: () => HTMLElement | null;
  /** A dialog within the panel, which keeps the focus while it has it. */
  inner: () => HTMLElement | null;
  /** False for a panel that is a part of its page: it takes no focus, and keeps none in. */
  modal: () => boolean;
  /** Gets the focus when the dialog opens. */
  first: () => HTMLElement | null;
  /** Gets the focus when it closes, unless something else of the page had it before. */
  opener: () => HTMLElement | null;
  /** Escape was pressed. */
  dismiss: () => void;
}

/** Below this width the panel is a sheet over the whole page; the same number is in the styles. */
const SHEET = '(max-width: 520px)';

/** Is the screen so small that the panel covers it? */
export function isSheet(): boolean {
  return matchMedia(SHEET).matches;
}

const FOCUSABLE = 'button:not([disabled]), a[href], textarea, [tabindex="0"]';

/** The manners of a dialog: focus goes in, stays in, and goes back; Escape leaves; a keyboard on screen covers nothing. */
export class DialogController implements ReactiveController {
  readonly #settings: DialogSettings;
  #wasOpen = false;
  /** What of the page had the focus before the dialog took it. */
  #before: Element | null = null;
  /** True when the next opening is not the visitor's doing (after a reload), so the focus stays where it is. */
  #quiet = false;

  constructor(host: ReactiveControllerHost, settings: DialogSettings) {
    this.#settings = settings;
    host.addController(this);
  }

  hostConnected(): void {
    globalThis.visualViewport?.addEventListener('resize', this.#fit);
  }

  hostDisconnected(): void {
    globalThis.visualViewport?.removeEventListener('resize', this.#fit);
  }

  /** The next opening leaves the focus alone. */
  openQuietly(): void {
    this.#quiet = true;
  }

  hostUpdated(): void {
    const open = this.#settings.panel() !== null;
    if (open === this.#wasOpen) return;
    this.#wasOpen = open;
    if (open) {
      this.#fit();
      this.#before = document.activeElement;
    }
    if (!this.#quiet && this.#settings.modal()) {
      // Focus needs the layout. The panel is drawn in one task and laid out in the next.
      if (open) setTimeout(() => this.#firstFocus()?.focus({ preventScroll: true }));
      else this.#back()?.focus({ preventScroll: true });
    }
    this.#quiet = false;
  }

  /** For the panel's `keydown`. */
  readonly onKeydown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.isComposing) {
      event.stopPropagation();
      this.#settings.dismiss();
    } else if (event.key === 'Tab') {
      const inner = this.#settings.inner();
      const within = inner?.contains(event.target as Node);
      const keeper = within ? inner : this.#settings.modal() ? this.#settings.panel() : null;
      if (keeper) turnAround(event, keeper);
    }
  };

  /** On a touch screen focus in a text field calls the keyboard up, which would hide the greeting. */
  #firstFocus(): HTMLElement | null {
    return matchMedia('(pointer: coarse)').matches ? this.#settings.panel() : this.#settings.first();
  }

  /** A page may have opened the dialog from a button of its own. The launcher is gone while the panel is there. */
  #back(): HTMLElement | null {
    const before = this.#before;
    const still = before instanceof HTMLElement && before !== document.body && before.isConnected;
    return still && !before.shadowRoot ? before : this.#settings.opener();
  }

  readonly #fit = (): void => {
    const viewport = globalThis.visualViewport;
    if (viewport) this.#settings.panel()?.style.setProperty('--_viewport-height', `${viewport.height}px`);
  };
}

/** Tab goes on from the last stop to the first one, and back. */
function turnAround(event: KeyboardEvent, keeper: HTMLElement): void {
  const stops = [...keeper.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const active = (keeper.getRootNode() as ShadowRoot).activeElement;
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  if (active !== from && !(event.shiftKey && active === keeper)) return;
  event.preventDefault();
  to?.focus();
}

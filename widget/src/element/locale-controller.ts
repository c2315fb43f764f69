import { WIDGET_LANGUAGE_DIRECTIONS, type WidgetLanguage } from '@footnote/sdk';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { chooseLocale } from '../locales/choose.ts';
import { enOpening } from '../locales/en-opening.ts';
import { LOCALES, loadLocale } from '../locales/load.ts';
import type { OpeningStrings, Strings } from '../locales/strings.ts';

/** Loads the strings of the requested language. Until they are loaded, the panel is in English. */
export class LocaleController implements ReactiveController {
  /** All strings once `loadAll` has resolved; before that, at least those of an empty panel. */
  strings: OpeningStrings = enOpening;
  /** The language of `strings`. */
  language: WidgetLanguage = 'en';
  readonly #host: ReactiveControllerHost;
  readonly #wanted: () => string | undefined;
  #requested: WidgetLanguage = 'en';

  /** `wanted` is `auto` or a BCP 47 tag. */
  constructor(host: ReactiveControllerHost, wanted: () => string | undefined) {
    this.#host = host;
    this.#wanted = wanted;
    host.addController(this);
  }

  get direction(): 'rtl' | 'ltr' {
    return WIDGET_LANGUAGE_DIRECTIONS[this.language];
  }

  /** Whether the strings are in the requested language. */
  get loaded(): boolean {
    return this.#requested === this.language;
  }

  /** Loads those strings of the current language that an empty panel does not need. Rejects if they cannot be loaded. */
  async loadAll(): Promise<void> {
    if (this.strings === enOpening) this.#apply(this.language, await loadLocale(this.language));
  }

  hostUpdate(): void {
    const language = chooseLocale(this.#wanted(), LOCALES);
    if (language !== this.#requested) void this.#load(language);
  }

  async #load(language: WidgetLanguage): Promise<void> {
    this.#requested = language;
    try {
      this.#apply(language, await loadLocale(language));
    } catch {
      // The panel keeps its language; the next opening tries again.
      this.#requested = this.language;
      this.#host.requestUpdate();
    }
  }

  #apply(language: WidgetLanguage, strings: Strings): void {
    // Another language may have been requested in the meantime.
    if (this.#requested !== language) return;
    this.strings = strings;
    this.language = language;
    this.#host.requestUpdate();
  }
}

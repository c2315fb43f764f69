import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { chooseLocale, loadLocale } from '../locales/load.ts';
import type { Strings } from '../locales/strings.ts';

/** Loads the words of the language that is wanted, and speaks English until they are there. */
export class LocaleController implements ReactiveController {
  /** The words, where they are not English. */
  strings: Strings | undefined;
  /** The language spoken at present. */
  language = 'en';
  readonly #host: ReactiveControllerHost;
  readonly #wanted: () => string | undefined;
  readonly #active: () => boolean;
  #loading = 'en';

  /** `wanted` is `auto` or a BCP 47 tag; nothing is loaded before `active`. */
  constructor(host: ReactiveControllerHost, wanted: () => string | undefined, active: () => boolean) {
    this.#host = host;
    this.#wanted = wanted;
    this.#active = active;
    host.addController(this);
  }

  get direction(): 'rtl' | 'ltr' {
    return this.language === 'ar' ? 'rtl' : 'ltr';
  }

  hostUpdate(): void {
    if (!this.#active()) return;
    const wanted = this.#wanted() || 'auto';
    const language = chooseLocale(
      wanted === 'auto' ? [document.documentElement.lang, ...navigator.languages].filter(Boolean) : [wanted],
    );
    if (language !== this.#loading) void this.#load(language);
  }

  async #load(language: string): Promise<void> {
    this.#loading = language;
    try {
      const strings = await loadLocale(language);
      if (this.#loading !== language) return;
      this.strings = strings;
      this.language = language;
      this.#host.requestUpdate();
    } catch {
      // English is spoken by then; the next opening tries again.
      this.#loading = this.language;
    }
  }
}

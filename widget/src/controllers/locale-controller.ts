import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { chooseLocale, directionOf } from '../locales/choose.ts';
import { enOpening } from '../locales/en-opening.ts';
import { LOCALES, loadLocale } from '../locales/load.ts';
import type { OpeningStrings, Strings } from '../locales/strings.ts';

/** Loads the words of the language that is wanted, and speaks as much English as an empty panel needs until they are there. */
export class LocaleController implements ReactiveController {
  /** The words; all of them once `whole` has resolved. */
  words: OpeningStrings = enOpening;
  /** The language spoken at present. */
  language = 'en';
  readonly #host: ReactiveControllerHost;
  readonly #wanted: () => string | undefined;
  #loading = 'en';

  /** `wanted` is `auto` or a BCP 47 tag. */
  constructor(host: ReactiveControllerHost, wanted: () => string | undefined) {
    this.#host = host;
    this.#wanted = wanted;
    host.addController(this);
  }

  get direction(): 'rtl' | 'ltr' {
    return directionOf(this.language);
  }

  /** Is the language that is wanted the one that is spoken? */
  get settled(): boolean {
    return this.#loading === this.language;
  }

  /** Resolves when all words of the language are there; of English an empty panel has only some. Rejects where they cannot be loaded. */
  async whole(): Promise<void> {
    if (this.words === enOpening) this.#speak(this.language, await loadLocale(this.language));
  }

  hostUpdate(): void {
    const language = chooseLocale(this.#wanted(), LOCALES);
    if (language !== this.#loading) void this.#load(language);
  }

  async #load(language: string): Promise<void> {
    this.#loading = language;
    try {
      this.#speak(language, await loadLocale(language));
    } catch {
      // What was spoken before goes on being spoken; the next opening tries again.
      this.#loading = this.language;
      this.#host.requestUpdate();
    }
  }

  #speak(language: string, words: Strings | undefined): void {
    // Another language has been wanted in the meantime.
    if (this.#loading !== language || !words) return;
    this.words = words;
    this.language = language;
    this.#host.requestUpdate();
  }
}

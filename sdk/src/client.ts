import { type ClientOptions, override, settle } from './core/options.ts';
import { Chat } from './resources/chat.ts';
import { WidgetTokens } from './resources/widget-tokens.ts';

/** A client of one Footnote server. It holds no connection: making one costs nothing. */
export class Footnote {
  readonly chat: Chat;
  readonly widgetTokens: WidgetTokens;
  readonly #options: ClientOptions;

  /** Throws a `FootnoteError` where the options do not fit together. */
  constructor(options: ClientOptions = {}) {
    const settings = settle(options);
    this.#options = options;
    this.chat = new Chat(settings);
    this.widgetTokens = new WidgetTokens(settings);
  }

  /** A client like this one, with these options changed. A credential replaces the one of before, whatever its kind. */
  withOptions(changes: ClientOptions): Footnote {
    return new Footnote(override(this.#options, changes));
  }
}

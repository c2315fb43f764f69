import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { CountdownController } from './controllers/countdown-controller.ts';
import { DialogController, isSheet } from './controllers/dialog-controller.ts';
import { LocaleController } from './controllers/locale-controller.ts';
import { SessionController } from './controllers/session-controller.ts';
import { tell } from './events.ts';
import { styles } from './footnote-chat.styles.ts';
import type { OpeningStrings, Strings } from './locales/strings.ts';
import { type Look, readLook } from './look.ts';
import { chatLauncher } from './parts/chat-launcher.ts';
import { chatPanel } from './parts/chat-panel.ts';
import { messageComposer } from './parts/message-composer.ts';
import { welcome } from './parts/welcome.ts';
import { paint } from './theme.ts';

/**
 * A button in the corner of the page that opens a chat about a project's documents.
 *
 * @tag footnote-chat
 * @attr project - The project's id. Required.
 * @attr base-url - Where the API is, `/v1` included. The script tag sets it to its own server's.
 * @attr token - A widget token that the page's backend has minted.
 * @attr theme - `auto` (the visitor's system), `light` or `dark`. Wins over the project's setting, as do the next two.
 * @attr accent - A colour, `#rrggbb`.
 * @attr position - `bottom-right` or `bottom-left`.
 * @attr locale - `auto` (the page's language, else the browser's) or a BCP 47 tag; ar, de, en, es, fr, hi, it, ja, ko, nl, pt, zh.
 * @attr look - How the project looked when the snippet was made, until the project says so itself:
 *   `accent: #0a7c4a; position: bottom-left; theme: dark; locale: de`.
 * @attr mode - `launcher` (a button opens the chat), `modal` (in the middle, over the page) or `inline` (a part of the page).
 * @attr open - Present while the panel is open.
 *
 * @fires footnote-ready - The chat stands in the page.
 * @fires footnote-open - The panel is about to open.
 * @fires footnote-close - The panel is about to close.
 * @fires footnote-message - A question is about to be asked.
 * @fires footnote-answer - An answer has come.
 * @fires footnote-citation-click - A citation is about to be opened.
 * @fires footnote-feedback - An answer is about to be rated.
 * @fires footnote-error - Something failed.
 * @fires footnote-token-expired - The token has ended, and another is about to be fetched.
 *
 * @csspart launcher - The round button.
 * @csspart panel - The whole panel.
 * @csspart header - Its title and buttons.
 * @csspart greeting - The first words.
 * @csspart turn - A question with its answer.
 * @csspart question - A question.
 * @csspart answer - The text of an answer.
 * @csspart sources - The list of sources below it.
 * @csspart source - One of them.
 * @csspart card - The card of a citation.
 * @csspart passage - The passage in it.
 * @csspart quote - The quoted words in that.
 * @csspart error - What went wrong.
 * @csspart composer - The field for the question.
 *
 * @cssprop --footnote-accent - Launcher, send button, links.
 * @cssprop --footnote-on-accent - What stands on the accent; set both or none.
 * @cssprop --footnote-surface - The background of the panel.
 * @cssprop --footnote-text - Its text.
 * @cssprop --footnote-muted - Its less important text.
 * @cssprop --footnote-border - Its lines.
 * @cssprop --footnote-mark - Behind quoted words.
 * @cssprop --footnote-font - The font family.
 * @cssprop --footnote-radius - The roundness of the panel's corners.
 * @cssprop --footnote-width - The width of the panel.
 * @cssprop --footnote-height - The height of the panel.
 * @cssprop --footnote-offset - The distance from the corner of the page.
 * @cssprop --footnote-z-index - The layer of launcher and panel.
 */
export class FootnoteChat extends LitElement {
  static override styles = styles;
  static override properties = {
    project: {},
    baseUrl: { attribute: 'base-url' },
    token: {},
    theme: {},
    accent: {},
    position: {},
    locale: {},
    look: {},
    mode: { reflect: true },
    open: { type: Boolean, reflect: true },
    getToken: { attribute: false },
    strings: { attribute: false },
    _draft: { state: true },
    _said: { state: true },
  };

  declare project: string;
  declare baseUrl: string;
  declare token: string | undefined;
  declare theme: 'auto' | 'light' | 'dark' | undefined;
  declare accent: string | undefined;
  declare position: 'bottom-right' | 'bottom-left' | undefined;
  declare locale: string | undefined;
  declare look: string | undefined;
  declare mode: 'launcher' | 'modal' | 'inline' | undefined;
  declare open: boolean;
  /** Called for a widget token, and for another when the last one has lived 80 % of its life. */
  declare getToken: (() => string | Promise<string>) | undefined;
  /** Words that replace the widget's own. */
  declare strings: Partial<Strings> | undefined;

  declare protected _draft: string;
  /** What a screen reader is told, one line after the other. */
  declare protected _said: readonly string[];

  readonly #locale: LocaleController = new LocaleController(this, () => this.locale ?? this.#look.locale);
  readonly #session: SessionController = new SessionController(this, this.#locale, {
    draft: (question) => {
      this._draft = question;
      this.#find('textarea')?.focus();
    },
    say: (words) => {
      this._said = [...this._said, words];
    },
  });
  readonly #dialog = new DialogController(this, {
    modal: () => this.mode !== 'inline',
    panel: () => this.#find('.panel'),
    inner: () => this.#find('.card'),
    first: () => this.#find('textarea'),
    opener: () => this.#find('.launcher'),
    dismiss: () => this.#session.conversation?.closeCitation() || this.hide(),
  });
  /** Has the script tag put this element into the page, and told of it? */
  #drawn = false;

  constructor() {
    super();
    new CountdownController(this, () => (this.#shown ? this.#session.retryAt : 0));
    this.open = false;
    this._draft = '';
    this._said = [];
  }

  /** The server's id of the conversation; null before the first answer. */
  get conversationId(): string | null {
    return this.#session.conversation?.controller.id ?? null;
  }

  /** Opens the panel. */
  show(): void {
    if (!this.open && tell(this, 'footnote-open')) this.open = true;
  }

  /** Closes the panel; the conversation stays. */
  hide(): void {
    if (this.open && tell(this, 'footnote-close')) this.open = false;
  }

  /** Opens the panel, or closes it. */
  toggle(): void {
    if (this.open) this.hide();
    else this.show();
  }

  /** Opens the panel and asks. Resolves when the answer is there, or will not come. */
  async ask(question: string): Promise<void> {
    this.show();
    const words = question.trim();
    if (!words || this.#session.conversation?.controller.waiting) return;
    if (!tell(this, 'footnote-message', { question: words })) return;
    this._draft = words;
    const conversation = await this.#session.load();
    if (!conversation) return;
    this._draft = '';
    this._said = [this.#words.waiting];
    await conversation.ask(words);
  }

  /** Gives up on the question under way. */
  stop(): void {
    this.#session.conversation?.controller.stop();
  }

  /** Begins a new conversation. */
  reset(): void {
    this.#session.conversation?.reset();
    this._said = [];
    this.#find('textarea')?.focus();
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    // A copy: the list itself is about to be replaced.
    const drawn = [...(this.shadowRoot?.adoptedStyleSheets ?? [])];
    this.#drawn = this.shadowRoot !== null;
    const root = super.createRenderRoot() as ShadowRoot;
    // The script tag has drawn a launcher here; from now on it is this element's own.
    root.adoptedStyleSheets.unshift(...drawn);
    root.replaceChildren();
    this.renderOptions.renderBefore = null;
    return root;
  }

  protected override firstUpdated(): void {
    if (!this.#drawn && !tell(this, 'footnote-ready')) this.hidden = true;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('project') && this.project) this.#restore();
    if (!changed.has('open') && !changed.has('mode')) return;
    if (changed.get('open') !== undefined || this.open)
      this.#session.store<boolean>('open').write(this.open || undefined);
    // Not in the task that draws the panel.
    if (this.#shown) setTimeout(() => void this.#session.look.prepare());
  }

  protected override updated(): void {
    const root = this.#find('.root');
    if (root) paint(root, this.accent ?? this.#look.accent);
  }

  protected override render(): unknown {
    const { theme, position } = this.#look;
    return html`<div class="root" data-theme=${this.theme ?? theme ?? 'auto'} data-position=${
      this.position ?? position ?? 'bottom-right'
    } data-mode=${this.mode ?? 'launcher'} lang=${this.#locale.language} dir=${this.#locale.direction}>
      ${this.#shown ? this.#panel() : chatLauncher(this.#words.open, () => this.show())}
      <div class="unseen" role="status" aria-live="polite" aria-atomic="false">${
        this.#shown ? this._said.map((words) => html`<p>${words}</p>`) : nothing
      }</div>
    </div>`;
  }

  #panel(): unknown {
    const words = this.#words;
    const { conversation, look } = this.#session;
    const { turns = [], waiting = false } = conversation?.controller ?? {};
    return chatPanel({
      strings: words,
      title: look.look.title || words.title,
      modal: this.mode === 'modal' || isSheet(),
      inline: this.mode === 'inline',
      begun: turns.length > 0,
      keydown: this.#dialog.onKeydown,
      reset: () => this.reset(),
      close: () => this.hide(),
      content: turns.length ? conversation?.render() : look.known && this.#locale.loaded ? this.#welcome() : nothing,
      composer: messageComposer({
        strings: words,
        placeholder: look.look.placeholder || words.placeholder,
        draft: this._draft,
        waiting,
        write: (draft) => {
          this._draft = draft;
          void this.#session.load();
        },
        send: () => void this.ask(this._draft),
        stop: () => this.stop(),
      }),
      card: conversation?.renderCard(),
    });
  }

  #welcome(): unknown {
    const { look } = this.#session;
    return welcome({
      greeting: look.look.greeting || this.#words.greeting,
      suggestions: look.look.suggestions ?? [],
      ask: (question) => void this.ask(question),
      trouble: look.trouble && {
        words: this.#session.failureWords(look.trouble),
        strings: this.#words,
        language: this.#locale.language,
        retryAt: look.trouble.retryAt,
        retry: () => void look.prepare(),
      },
    });
  }

  /** Can the panel be seen? */
  get #shown(): boolean {
    return this.open || this.mode === 'inline';
  }

  /** What the project says of itself, or what the snippet does. */
  get #look(): Look {
    return { ...readLook(this.look), ...this.#session.look.look };
  }

  get #words(): OpeningStrings {
    return { ...this.#locale.strings, ...this.strings };
  }

  #find(selector: string): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>(selector);
  }

  /** Brings back what the tab has kept, and whether the panel was open. */
  #restore(): void {
    this.#session.restore();
    // A sheet over a whole new page would hide what the visitor has come for.
    if (this.#session.store<boolean>('open').read() && !isSheet()) {
      this.#dialog.openQuietly();
      this.open = true;
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'footnote-chat': FootnoteChat;
  }
}

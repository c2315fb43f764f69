import { type Settings as ClientSettings, settle } from '@footnote/sdk';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { DialogController } from './controllers/dialog-controller.ts';
import type { Failure } from './controllers/failures.ts';
import { LocaleController } from './controllers/locale-controller.ts';
import { type Look, ProjectController } from './controllers/project-controller.ts';
import { type HeldToken, TokenController } from './controllers/token-controller.ts';
import type { StoredConversation } from './controllers/turn.ts';
import type { Conversation } from './conversation.ts';
import { tell } from './events.ts';
import { styles } from './footnote-chat.styles.ts';
import { enOpening } from './locales/en-opening.ts';
import type { OpeningStrings, Strings } from './locales/strings.ts';
import { chatLauncher } from './parts/chat-launcher.ts';
import { chatPanel } from './parts/chat-panel.ts';
import { messageComposer } from './parts/message-composer.ts';
import { trouble } from './parts/trouble.ts';
import { welcome } from './parts/welcome.ts';
import { type Store, sessionStore, storageKey } from './storage.ts';
import { paint } from './theme.ts';

/** Below this width the panel is a sheet over the whole page; the same number is in the styles. */
const SHEET = '(max-width: 520px)';

/**
 * A button in the corner of the page that opens a chat about a project's documents.
 *
 * @attr project - The project's id. Required.
 * @attr base-url - Where the API is, `/v1` included. The script tag sets it to its own server's.
 * @attr token - A widget token that the page's backend has minted.
 * @attr theme - `auto` (the visitor's system), `light` or `dark`. Wins over the project's setting, as do the next two.
 * @attr accent - A colour, `#rrggbb`.
 * @attr position - `bottom-right` or `bottom-left`.
 * @attr locale - `auto` (the page's language, else the browser's) or a BCP 47 tag; ar, de, en, es, fr.
 * @attr mode - `launcher` (a button opens the chat), `modal` (in the middle, over the page) or `inline` (a part of the page).
 * @attr open - Present while the panel is open.
 *
 * @prop getToken - Called for a widget token, and for another when the last one has lived 80 % of its life.
 * @prop strings - Words that replace the widget's own.
 *
 * @fires footnote-open footnote-close footnote-message footnote-answer footnote-citation-click footnote-feedback footnote-error (events.ts)
 *
 * @csspart launcher panel header greeting turn question answer sources source passage quote error composer
 *
 * @cssprop --footnote-accent - Launcher, send button, links; then set `--footnote-on-accent` for what stands on it.
 * @cssprop --footnote-surface --footnote-text --footnote-muted --footnote-border --footnote-mark - Colours of the panel.
 * @cssprop --footnote-font - The font family.
 * @cssprop --footnote-radius --footnote-width --footnote-height - The shape of the panel.
 * @cssprop --footnote-offset - Distance from the corner.
 * @cssprop --footnote-z-index
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
  declare mode: 'launcher' | 'modal' | 'inline' | undefined;
  declare open: boolean;
  declare getToken: (() => string | Promise<string>) | undefined;
  declare strings: Partial<Strings> | undefined;

  declare _draft: string;
  /** What a screen reader is told. */
  declare _said: string;

  readonly #tokens = new TokenController(
    () => ({ baseURL: this.baseUrl, project: this.project, token: this.token, getToken: this.getToken }),
    () => this.#store<HeldToken>('token'),
  );
  readonly #look = new ProjectController(this, {
    api: () => this.#api(),
    project: () => this.project,
    store: () => this.#store<Look>('look'),
    failureOf: (error) => this.#failureOf(error),
    onFailure: (failure, error) => this.#fail(failure, error),
  });
  readonly #locale = new LocaleController(
    this,
    () => this.locale ?? this.#look.look.locale,
    () => this.#shown,
  );
  readonly #dialog = new DialogController(this, {
    modal: () => this.mode !== 'inline',
    panel: () => this.renderRoot.querySelector<HTMLElement>('.panel'),
    first: () => this.renderRoot.querySelector<HTMLElement>('textarea'),
    opener: () => this.renderRoot.querySelector<HTMLElement>('.launcher'),
    dismiss: () => this.#conversation?.closeCitation() || this.hide(),
  });
  #conversation: Conversation | undefined;
  #english: OpeningStrings = enOpening;
  #clock: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.open = false;
    this._draft = '';
    this._said = '';
  }

  /** The server's id of the conversation; null before the first answer. */
  get conversationId(): string | null {
    return this.#conversation?.controller.id ?? null;
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
    if (!words || this.#conversation?.controller.waiting) return;
    if (!tell(this, 'footnote-message', { question: words })) return;
    this._draft = words;
    const conversation = await this.#load();
    if (!conversation) return;
    this._draft = '';
    this._said = this.#words.waiting;
    await conversation.ask(words);
  }

  /** Gives up on the question under way. */
  stop(): void {
    this.#conversation?.controller.stop();
  }

  /** Begins a new conversation. */
  reset(): void {
    this.#conversation?.reset();
    this._said = '';
    this.renderRoot.querySelector('textarea')?.focus();
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    // The script tag has drawn a launcher here; from now on it is this element's own.
    root.replaceChildren();
    this.renderOptions.renderBefore = null;
    return root;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('project') && this.project) this.#restore();
    if (!changed.has('open') && !changed.has('mode')) return;
    if (changed.get('open') !== undefined || this.open) this.#store<boolean>('open').write(this.open || undefined);
    if (this.#shown) void this.#look.prepare();
  }

  protected override updated(): void {
    const root = this.renderRoot.querySelector<HTMLElement>('.root');
    if (root) paint(root, this.accent ?? this.#look.look.accent);
    this.#countDown();
  }

  protected override render(): unknown {
    const { theme, position } = this.#look.look;
    return html`<div class="root" data-theme=${this.theme ?? theme ?? 'auto'} data-position=${
      this.position ?? position ?? 'bottom-right'
    } data-mode=${this.mode ?? 'launcher'} lang=${this.#locale.language} dir=${this.#locale.direction}>
      ${this.#shown ? this.#panel() : chatLauncher(this.#words.open, () => this.show())}
      <div class="unseen" role="status" aria-live="polite">${this.#shown ? this._said : nothing}</div>
    </div>`;
  }

  #panel(): unknown {
    const words = this.#words;
    const { turns = [], waiting = false } = this.#conversation?.controller ?? {};
    const title = this.#look.look.title || words.title;
    return chatPanel({
      strings: words,
      title,
      modal: this.mode === 'modal' || matchMedia(SHEET).matches,
      inline: this.mode === 'inline',
      begun: turns.length > 0,
      keydown: this.#dialog.onKeydown,
      reset: () => this.reset(),
      close: () => this.hide(),
      content: turns.length
        ? this.#conversation?.render()
        : welcome({
            greeting: this.#look.look.greeting || words.greeting,
            suggestions: this.#look.look.suggestions ?? [],
            ask: (question) => void this.ask(question),
            trouble: this.#trouble(),
          }),
      composer: messageComposer({
        strings: words,
        placeholder: this.#look.look.placeholder || words.placeholder,
        draft: this._draft,
        waiting,
        write: (draft) => {
          this._draft = draft;
          void this.#load();
        },
        send: () => void this.ask(this._draft),
        stop: () => this.stop(),
      }),
    });
  }

  #trouble(): unknown {
    const strings = this.#words;
    if (!this.#look.trouble) return nothing;
    const { retryAt } = this.#look.trouble;
    return trouble({
      words: this.#failureWords(this.#look.trouble),
      strings,
      retryAt,
      retry: () => void this.#look.prepare(),
    });
  }

  /** While a visitor must wait before the next try, the seconds are counted down in front of them. */
  #countDown(): void {
    const until = (this.#conversation?.controller.turns.at(-1)?.failure ?? this.#look.trouble)?.retryAt ?? 0;
    clearTimeout(this.#clock);
    if (this.#shown && until > Date.now()) this.#clock = setTimeout(() => this.requestUpdate(), 1000);
  }

  /** Can the panel be seen? */
  get #shown(): boolean {
    return this.open || this.mode === 'inline';
  }

  #failureWords({ kind }: Failure): string {
    const { failures }: { failures: Partial<Strings['failures']> } = this.#words;
    return failures[kind] ?? '';
  }

  get #words(): OpeningStrings {
    return { ...this.#english, ...this.#locale.strings, ...this.strings };
  }

  /** Finding out what an error means comes with the conversation, so that no opening has to wait for it. */
  async #failureOf(error: unknown): Promise<Failure> {
    try {
      const { failureOf } = await this.#whole();
      return await failureOf(error, this.baseUrl, this.#look.allowed);
    } catch {
      return { kind: navigator.onLine === false ? 'offline' : 'unreachable' };
    }
  }

  /** The part of the widget that the first question loads; the rest of the English words is in it. */
  async #whole() {
    const whole = await import('./conversation.ts');
    this.#english = whole.en;
    return whole;
  }

  #fail(failure: Failure, error: unknown): void {
    this._said = this.#failureWords(failure);
    tell(this, 'footnote-error', { kind: failure.kind, error });
  }

  /** Brings back what the tab has kept: the look, the conversation, and whether the panel was open. */
  #restore(): void {
    this.#look.restore();
    if (this.#store<StoredConversation>('conversation').read())
      void this.#load().then((conversation) => conversation?.controller.restore());
    // A sheet over a whole new page would hide what the visitor has come for.
    if (this.#store<boolean>('open').read() && !matchMedia(SHEET).matches) {
      this.#dialog.openQuietly();
      this.open = true;
    }
  }

  /** Begun with the first letter of a question. Undefined where it fails: the visitor is told, and keeps the question. */
  async #load(): Promise<Conversation | undefined> {
    try {
      const { answerStyles, Conversation } = await this.#whole();
      if (this.#conversation) return this.#conversation;
      if (answerStyles.styleSheet) this.shadowRoot?.adoptedStyleSheets.push(answerStyles.styleSheet);
      this.#conversation = new Conversation(this, {
        api: () => this.#api(),
        words: () => ({ ...this.#locale.strings, ...this.strings }),
        language: () => this.#locale.language,
        draft: (question) => {
          this._draft = question;
          this.renderRoot.querySelector('textarea')?.focus();
        },
        store: () => this.#store('conversation'),
        say: (words) => {
          this._said = words;
        },
        failureOf: (error) => this.#failureOf(error),
        fail: (failure, error) => this.#fail(failure, error),
      });
      return this.#conversation;
    } catch (error) {
      this.#look.fail({ kind: 'unreachable' }, error);
      return undefined;
    }
  }

  #api(): ClientSettings {
    return settle({ baseURL: this.baseUrl, getToken: (refused) => this.#tokens.get(refused) });
  }

  #store<Value>(what: string): Store<Value> {
    return sessionStore<Value>(storageKey(this.project, what));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'footnote-chat': FootnoteChat;
  }
}

import { type Settings as ClientSettings, settle, Widget, type WidgetConfig } from '@footnote/sdk';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import type { StoredConversation } from './controllers/conversation-controller.ts';
import { DialogController } from './controllers/dialog-controller.ts';
import { type Failure, failureOf } from './controllers/failures.ts';
import { type HeldToken, TokenController } from './controllers/token-controller.ts';
import type { Conversation } from './conversation.ts';
import { tell } from './events.ts';
import { styles } from './footnote-chat.styles.ts';
import { en, type Strings } from './locales/en.ts';
import { chatLauncher } from './parts/chat-launcher.ts';
import { CLOSE, FRESH, icon } from './parts/icon.ts';
import { messageComposer } from './parts/message-composer.ts';
import { trouble } from './parts/trouble.ts';
import { welcome } from './parts/welcome.ts';
import { type Store, sessionStore, storageKey } from './storage.ts';
import { paint } from './theme.ts';

/** Below this width the panel is a sheet over the whole page; the same number is in the styles. */
const SHEET = '(max-width: 520px)';

type Settings = Partial<WidgetConfig['widget']>;

/**
 * A button in the corner of the page that opens a chat about a project's documents.
 *
 * @attr project - The project's id. Required.
 * @attr base-url - Where the API is, `/v1` included. The script tag sets it to its own server's.
 * @attr token - A widget token that the page's backend has minted.
 * @attr theme - `auto` (the visitor's system), `light` or `dark`. Wins over the project's setting, as do the next two.
 * @attr accent - A colour, `#rrggbb`.
 * @attr position - `bottom-right` or `bottom-left`.
 * @attr open - Present while the panel is open.
 *
 * @prop getToken - Called for a widget token, and for another when the last one has lived 80 % of its life.
 * @prop strings - Words that replace the widget's own.
 *
 * @fires footnote-open footnote-close footnote-message footnote-answer footnote-citation-click footnote-error (events.ts)
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
    open: { type: Boolean, reflect: true },
    getToken: { attribute: false },
    strings: { attribute: false },
    _settings: { state: true },
    _trouble: { state: true },
    _draft: { state: true },
    _said: { state: true },
  };

  declare project: string;
  declare baseUrl: string;
  declare token: string | undefined;
  declare theme: 'auto' | 'light' | 'dark' | undefined;
  declare accent: string | undefined;
  declare position: 'bottom-right' | 'bottom-left' | undefined;
  declare open: boolean;
  declare getToken: (() => string | Promise<string>) | undefined;
  declare strings: Partial<Strings> | undefined;

  /** What the project says, once it is known. */
  declare _settings: Settings;
  /** Why the panel could not be prepared. */
  declare _trouble: Failure | undefined;
  declare _draft: string;
  /** What a screen reader is told. */
  declare _said: string;

  readonly #tokens = new TokenController(
    () => ({ baseURL: this.baseUrl, project: this.project, token: this.token, getToken: this.getToken }),
    () => this.#store<HeldToken>('token'),
  );
  readonly #dialog = new DialogController(this, {
    panel: () => this.renderRoot.querySelector<HTMLElement>('.panel'),
    first: () => this.renderRoot.querySelector<HTMLElement>('textarea'),
    opener: () => this.renderRoot.querySelector<HTMLElement>('.launcher'),
    dismiss: () => this.#conversation?.closeCitation() || this.hide(),
  });
  #prepared = false;
  /** Has the API answered this page? Then it is one of those that may use it. */
  #allowed = false;
  #conversation: Conversation | undefined;
  #clock: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.open = false;
    this._settings = {};
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
    if (!changed.has('open')) return;
    if (changed.get('open') !== undefined || this.open) this.#store<boolean>('open').write(this.open || undefined);
    if (this.open && !this.#prepared) void this.#prepare();
  }

  protected override updated(): void {
    const root = this.renderRoot.querySelector<HTMLElement>('.root');
    if (root) paint(root, this.accent ?? this._settings.accent);
    this.#countDown();
  }

  protected override render(): unknown {
    const { theme, position } = this._settings;
    return html`<div class="root" data-theme=${this.theme ?? theme ?? 'auto'} data-position=${
      this.position ?? position ?? 'bottom-right'
    }>
      ${this.open ? this.#panel() : chatLauncher(this.#words.open, () => this.show())}
      <div class="unseen" role="status" aria-live="polite">${this.open ? this._said : nothing}</div>
    </div>`;
  }

  #panel(): unknown {
    const words = this.#words;
    const { turns = [], waiting = false } = this.#conversation?.controller ?? {};
    const title = this._settings.title || words.title;
    return html`<section class="panel" part="panel" role="dialog" aria-modal=${matchMedia(SHEET).matches}
      aria-label=${title} tabindex="-1" @keydown=${this.#dialog.onKeydown}>
      <header class="header" part="header">
        <h2>${title}</h2>
        ${
          turns.length
            ? html`<button type="button" class="tool" aria-label=${words.newConversation} title=${words.newConversation}
                @click=${() => this.reset()}>${icon(FRESH)}</button>`
            : nothing
        }
        <button type="button" class="tool" aria-label=${words.close} title=${words.close}
          @click=${() => this.hide()}>${icon(CLOSE)}</button>
      </header>
      <div class="scroll" role="region" aria-label=${words.conversation} tabindex="0">
        ${
          turns.length
            ? this.#conversation?.render()
            : welcome({
                greeting: this._settings.greeting || words.greeting,
                suggestions: this._settings.suggestions ?? [],
                ask: (question) => void this.ask(question),
                trouble: this.#trouble(),
              })
        }
      </div>
      ${messageComposer({
        strings: words,
        placeholder: this._settings.placeholder || words.placeholder,
        draft: this._draft,
        waiting,
        write: (draft) => {
          this._draft = draft;
          void this.#load();
        },
        send: () => void this.ask(this._draft),
        stop: () => this.stop(),
      })}
    </section>`;
  }

  #trouble(): unknown {
    const strings = this.#words;
    if (!this._trouble) return nothing;
    const { kind, retryAt } = this._trouble;
    return trouble({ words: strings.failures[kind], strings, retryAt, retry: () => void this.#prepare() });
  }

  /** While a visitor must wait before the next try, the seconds are counted down in front of them. */
  #countDown(): void {
    const until = (this.#conversation?.controller.turns.at(-1)?.failure ?? this._trouble)?.retryAt ?? 0;
    clearTimeout(this.#clock);
    if (this.open && until > Date.now()) this.#clock = setTimeout(() => this.requestUpdate(), 1000);
  }

  get #words(): Strings {
    return this.strings ? { ...en, ...this.strings } : en;
  }

  /** Reads how the project wants its widget to look and greet. A chat without that is still a chat. */
  async #prepare(): Promise<void> {
    this.#prepared = true;
    this._trouble = undefined;
    try {
      const { widget } = await new Widget(this.#api()).config(this.project, { maxRetries: 0 });
      this.#allowed = true;
      this._settings = widget;
      this.#store<Settings>('look').write(widget);
    } catch (error) {
      this.#prepared = false;
      this._trouble = await failureOf(error, this.baseUrl, this.#allowed);
      this.#fail(this._trouble, error);
    }
  }

  #fail(failure: Failure, error: unknown): void {
    this._said = this.#words.failures[failure.kind];
    tell(this, 'footnote-error', { kind: failure.kind, error });
  }

  /** Brings back what the tab has kept: the look, the conversation, and whether the panel was open. */
  #restore(): void {
    this._settings = this.#store<Settings>('look').read() ?? {};
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
      const { answerStyles, Conversation } = await import('./conversation.ts');
      if (this.#conversation) return this.#conversation;
      if (answerStyles.styleSheet) this.shadowRoot?.adoptedStyleSheets.push(answerStyles.styleSheet);
      this.#conversation = new Conversation(this, {
        api: () => this.#api(),
        words: () => this.#words,
        store: () => this.#store('conversation'),
        say: (words) => {
          this._said = words;
        },
        failureOf: (error) => failureOf(error, this.baseUrl, this.#allowed),
        fail: (failure, error) => this.#fail(failure, error),
      });
      return this.#conversation;
    } catch (error) {
      this._trouble = { kind: 'unreachable' };
      this.#fail(this._trouble, error);
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

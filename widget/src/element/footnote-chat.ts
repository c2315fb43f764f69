import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { CountdownController } from '../base/countdown-controller.ts';
import { DialogController, isSheet } from '../base/dialog-controller.ts';
import { emit } from '../base/events.ts';
import { type ProjectSettings, parseLook } from '../base/project-settings.ts';
import { keptStore, storageKey } from '../base/storage.ts';
import { applyTheme } from '../base/theme.ts';
import { chatPanel } from '../chat/chat-panel.ts';
import { messageComposer } from '../chat/message-composer.ts';
import { welcome } from '../chat/welcome.ts';
import type { OpeningStrings, Strings } from '../locales/strings.ts';
import { chatLauncher } from './chat-launcher.ts';
import { styles } from './footnote-chat.styles.ts';
import { LocaleController } from './locale-controller.ts';
import { createSearchKeyListener } from './search-key.ts';
import { SessionController } from './session-controller.ts';

/**
 * A button in the corner of the page that opens a chat about a project's documents.
 *
 * @tag footnote-chat
 * @attr project - The project's id. Required.
 * @attr base-url - The address of the API, with `/v1`. The script tag sets it to the address of its own server.
 * @attr token - A widget token that the page's backend has minted.
 * @attr theme - `auto` (the visitor's system), `light` or `dark`. Overrides the project's setting, as do the next three.
 * @attr accent - A colour, `#rrggbb`.
 * @attr position - `bottom-right` or `bottom-left`.
 * @attr locale - `auto` (the page's language, else the browser's) or a BCP 47 tag of a language that the widget has.
 * @attr look - The project's settings when the snippet was copied, which count until they are loaded:
 *   `accent: #0a7c4a; position: bottom-left; theme: dark; locale: de`.
 * @attr search - With it, Ctrl-K and ⌘K open a search over the page, and the panel has a button for it.
 * @attr filter - Which sources answer and are searched, as JSON: `{"language":"en"}`.
 * @attr mode - `launcher` (a button opens the chat), `modal` (centred over the page) or `inline` (a part of the page).
 * @attr open - Present while the panel is open.
 *
 * @fires footnote-ready - The chat has been added to the page.
 * @fires footnote-open - The panel is about to open.
 * @fires footnote-close - The panel is about to close.
 * @fires footnote-message - A question is about to be asked.
 * @fires footnote-answer - An answer is complete.
 * @fires footnote-citation-click - A citation is about to be opened.
 * @fires footnote-result-click - A result of the search is about to be opened.
 * @fires footnote-feedback - A rating is about to be sent.
 * @fires footnote-handover - The form for a person is about to open.
 * @fires footnote-error - Something failed.
 * @fires footnote-token-expired - The token has expired, and a new one is about to be fetched.
 *
 * @csspart launcher - The button in the corner, round or with words.
 * @csspart panel - The whole panel.
 * @csspart header - The title and buttons of the panel.
 * @csspart logo - The picture beside the title.
 * @csspart avatar - The picture in the greeting and beside each answer.
 * @csspart greeting - The greeting.
 * @csspart turn - A question with its answer.
 * @csspart question - A question.
 * @csspart answer - The text of an answer.
 * @csspart curated - The line that says that the answer is in the owner’s words.
 * @csspart unsure - The frame of an unsure answer, which shows the closest passages.
 * @csspart sources - The list of sources below an answer.
 * @csspart source - A source in the list.
 * @csspart card - The card of a citation.
 * @csspart passage - The passage in the card.
 * @csspart quote - The quote in the passage.
 * @csspart error - The error message.
 * @csspart search - The search.
 * @csspart result - A result of the search.
 * @csspart handover - The form for a person.
 * @csspart composer - The field for the question.
 *
 * @cssprop --footnote-accent - Launcher, send button, links.
 * @cssprop --footnote-on-accent - Text and icons on the accent; set both or none.
 * @cssprop --footnote-surface - The background of the panel.
 * @cssprop --footnote-text - The text of the panel.
 * @cssprop --footnote-muted - The secondary text of the panel.
 * @cssprop --footnote-border - The borders of the panel.
 * @cssprop --footnote-mark - The background of a quote.
 * @cssprop --footnote-font - The font family, also of titles, which are otherwise set in a serif.
 * @cssprop --footnote-radius - The radius of the panel's corners.
 * @cssprop --footnote-width - The width of the panel.
 * @cssprop --footnote-height - The height of the panel.
 * @cssprop --footnote-offset - The distance from the corner of the page.
 * @cssprop --footnote-z-index - The z-index of the launcher and the panel.
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
    filter: {},
    hasSearch: { type: Boolean, attribute: 'search' },
    mode: { reflect: true },
    open: { type: Boolean, reflect: true },
    getToken: { attribute: false },
    strings: { attribute: false },
    _draft: { state: true },
    _large: { state: true },
    _announcements: { state: true },
  };

  declare project: string;
  declare baseUrl: string;
  declare token: string | undefined;
  declare theme: 'auto' | 'light' | 'dark' | undefined;
  declare accent: string | undefined;
  declare position: 'bottom-right' | 'bottom-left' | undefined;
  declare locale: string | undefined;
  declare look: string | undefined;
  declare filter: string | undefined;
  declare hasSearch: boolean;
  declare mode: 'launcher' | 'modal' | 'inline' | undefined;
  declare open: boolean;
  /** Returns a widget token. Called for the first one, and again after 80 % of its lifetime. */
  declare getToken: (() => string | Promise<string>) | undefined;
  /** Strings that replace the widget's own. */
  declare strings: Partial<Strings> | undefined;

  declare protected _draft: string;
  declare protected _large: boolean;
  /** The texts in the live region, oldest first. */
  declare protected _announcements: readonly string[];

  readonly #locale: LocaleController = new LocaleController(this, () => this.locale ?? this.#settings.locale);
  readonly #session: SessionController = new SessionController(this, this.#locale, {
    setDraft: (question) => {
      this._draft = question;
      this.focus();
    },
    announce: (text) => {
      this._announcements = [...this._announcements, text];
    },
  });
  readonly #dialog = new DialogController(this, {
    modal: () => this.mode !== 'inline',
    panel: () => this.#find('.panel'),
    nestedDialog: () => this.#find('.card'),
    initialFocus: () => this.#find('textarea'),
    opener: () => this.#find('.launcher'),
    dismiss: () => this.#session.conversation?.closeCitation() || this.hide(),
  });
  /** Whether the script tag has rendered the launcher and sent `footnote-ready`. */
  #fromScriptTag = false;

  readonly #onKeydown = createSearchKeyListener(() => void this.search());

  constructor() {
    super();
    new CountdownController(this, () => (this.#visible ? this.#session.retryAt : 0));
    this.open = false;
    this.hasSearch = false;
    this._draft = '';
    this._announcements = [];
  }

  /** The server's id of the conversation; null before the first answer. */
  get conversationId(): string | null {
    return this.#session.conversation?.controller.id ?? null;
  }

  /** Opens the panel. */
  show(): void {
    if (!this.open && emit(this, 'footnote-open')) this.open = true;
  }

  /** Closes the panel; the conversation stays. */
  hide(): void {
    if (this.open && emit(this, 'footnote-close')) this.open = false;
  }

  /** Opens the panel, or closes it. */
  toggle(): void {
    if (this.open) this.hide();
    else this.show();
  }

  /** Opens the panel and asks a question. Resolves when its turn is over; never rejects. */
  async ask(question: string): Promise<void> {
    this.show();
    const text = question.trim();
    if (!text || this.#session.conversation?.controller.busy) return;
    if (!emit(this, 'footnote-message', { question: text })) return;
    this._draft = text;
    const conversation = await this.#session.loadConversation();
    if (!conversation) return;
    this._draft = '';
    this._announcements = [];
    await conversation.ask(text);
  }

  /** Opens the search with a query, or closes it. Resolves once it is there. */
  async search(query = ''): Promise<void> {
    const search = await this.#session.loadSearch();
    if (search) search.toggle(query);
    // The panel says what is wrong.
    else this.show();
  }

  /** Stops the pending answer; the text so far stays. */
  stop(): void {
    this.#session.conversation?.controller.stop();
  }

  /** Starts a new conversation. */
  reset(): void {
    this.#session.conversation?.reset();
    this._announcements = [];
    this.focus();
  }

  /** Moves the focus to the field for the question, if the panel is there. */
  override focus(options?: FocusOptions): void {
    this.#find('textarea')?.focus(options);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // The script tag listens itself, before this element is loaded.
    if (this.hasSearch && !this.#fromScriptTag) addEventListener('keydown', this.#onKeydown);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('keydown', this.#onKeydown);
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    // A copy: Lit is about to replace the list.
    const styleSheets = [...(this.shadowRoot?.adoptedStyleSheets ?? [])];
    this.#fromScriptTag = this.shadowRoot !== null;
    const root = super.createRenderRoot() as ShadowRoot;
    // The launcher of the script tag is replaced by this element's own.
    root.adoptedStyleSheets.unshift(...styleSheets);
    root.replaceChildren();
    this.renderOptions.renderBefore = null;
    return root;
  }

  protected override firstUpdated(): void {
    if (!this.#fromScriptTag && !emit(this, 'footnote-ready')) this.hidden = true;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('project') && this.project) this.#restore();
    if (!changed.has('open') && !changed.has('mode')) return;
    if (changed.get('open') !== undefined || this.open)
      this.#session.store<boolean>('open').write(this.open || undefined);
    // Not in the task that renders the panel.
    if (this.#visible) setTimeout(() => void this.#session.project.load());
  }

  protected override updated(): void {
    const root = this.#find('.root');
    if (root) applyTheme(root, this.accent ?? this.#settings.accent);
  }

  protected override render(): unknown {
    const { theme, position } = this.#settings;
    return html`<div class="root" data-theme=${this.theme ?? theme ?? 'auto'} data-position=${
      this.position ?? position ?? 'bottom-right'
    } ?data-large=${this._large} data-mode=${this.mode ?? 'launcher'} lang=${this.#locale.language} dir=${this.#locale.direction}>
      ${this.#visible ? this.#renderPanel() : chatLauncher(this.#strings.open, this.#label, () => this.show())}
      ${this.#session.search?.render()}${this.#session.handover?.render()}
      <div class="visually-hidden" role="status" aria-live="polite" aria-atomic="false">${
        this.#visible ? this._announcements.map((text) => html`<p>${text}</p>`) : nothing
      }</div>
    </div>`;
  }

  #renderPanel(): unknown {
    const strings = this.#strings;
    const { conversation, project } = this.#session;
    const { turns = [], busy = false } = conversation?.controller ?? {};
    return chatPanel({
      strings,
      title: this.#texts?.title || project.settings.title || strings.title,
      settled: project.loaded,
      logo: this.#session.renderPicture('logo'),
      large: this._large,
      enlarge: () => {
        this._large = !this._large;
        this.#size.write(this._large || undefined);
      },
      modal: this.mode === 'modal' || isSheet(),
      inline: this.mode === 'inline',
      restart: conversation?.renderRestart(),
      keydown: this.#dialog.onKeydown,
      search: this.hasSearch ? () => void this.search() : undefined,
      close: () => this.hide(),
      content: turns.length
        ? conversation?.render()
        : project.loaded && this.#locale.loaded
          ? this.#renderWelcome()
          : nothing,
      scope: this.#session.search?.renderScope(),
      composer: messageComposer({
        strings,
        placeholder: project.settings.placeholder || strings.placeholder,
        draft: this._draft,
        busy,
        write: (draft) => {
          this._draft = draft;
          void this.#session.loadConversation();
        },
        send: () => void this.ask(this._draft),
        stop: () => this.stop(),
      }),
      card: conversation?.renderCard(),
    });
  }

  #renderWelcome(): unknown {
    const strings = this.#strings;
    const { project } = this.#session;
    const { greeting, suggestions = [], handover } = project.settings;
    const own = this.#texts;
    return welcome({
      strings,
      greeting: own?.greeting || greeting || strings.greeting,
      suggestions: own?.suggestions.length ? own.suggestions : suggestions,
      avatar: this.#session.renderPicture('avatar'),
      ask: (question) => void this.ask(question),
      askPerson: handover && (() => void this.#session.handOver('')),
      failure: project.failure && {
        message: this.#session.failureMessage(project.failure),
        strings,
        language: this.#locale.language,
        retryAt: project.failure.retryAt,
        retry: () => void project.load(),
      },
    });
  }

  /** Whether the panel is visible. */
  get #visible(): boolean {
    return this.open || this.mode === 'inline';
  }

  /** The project's settings; until they are loaded, those in the attribute `look`. */
  get #settings(): ProjectSettings {
    return { ...parseLook(this.look), ...this.#session.project.settings };
  }

  /** Whether the visitor wants a larger panel: the browser remembers it. */
  get #size() {
    return keptStore<boolean>(storageKey(this.project, 'large'), () => true);
  }

  /** The words on the launcher; undefined or empty for none. */
  get #label(): string | undefined {
    const settings = this.#settings;
    return settings[`label-${this.#locale.language}`] || settings.label;
  }

  /** The owner's texts in the language of the panel. */
  get #texts() {
    return this.#settings.texts?.find(({ language }) => language === this.#locale.language);
  }

  get #strings(): OpeningStrings {
    return { ...this.#locale.strings, ...this.strings };
  }

  #find(selector: string): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>(selector);
  }

  /** Restores what the tab has stored, and whether the panel was open. */
  #restore(): void {
    this.#session.restore();
    this._large = this.#size.read() === true;
    // On a small screen the panel would hide the page that the visitor has just opened.
    if (this.#session.store<boolean>('open').read() && !isSheet()) {
      this.#dialog.openWithoutFocus();
      this.open = true;
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'footnote-chat': FootnoteChat;
  }
}

import type { SearchFilter, Settings, WidgetConfig } from '@footnote/sdk';
import { type CSSResult, html, type TemplateResult } from 'lit';
import { emit } from '../base/events.ts';
import type { Failure } from '../base/failures.ts';
import type { ProjectSettings } from '../base/project-settings.ts';
import { retryLabel } from '../base/retry-label.ts';
import { keptStore, type Store, sessionStore, storageKey } from '../base/storage.ts';
import type { Conversation, ConversationHost } from '../chat/conversation.ts';
import type { StoredConversation } from '../chat/turn.ts';
import type { Handover } from '../handover/handover.ts';
import type { Strings } from '../locales/strings.ts';
import type { Search } from '../search/search.ts';
import { apiSettings } from './api-settings.ts';
import type { LocaleController } from './locale-controller.ts';
import { ProjectController } from './project-controller.ts';
import { type CachedToken, TokenController, type TokenSource } from './token-controller.ts';

/** The properties of the element that a session uses. */
export interface SessionHost extends ConversationHost {
  baseUrl: string;
  token: string | undefined;
  getToken: TokenSource['getToken'];
  strings: Partial<Strings> | undefined;
  filter: string | undefined;
}

/** What the element does for its session. */
export interface SessionActions {
  /** Puts a question into the field for the visitor to edit. */
  setDraft: (question: string) => void;
  /** Announces a text to screen readers. */
  announce: (text: string) => void;
}

/** Holds the state behind the panel: the token, the project's settings, and the conversation once it is needed. */
export class SessionController {
  readonly project: ProjectController;
  /** Undefined until it has been loaded. */
  conversation: Conversation | undefined;
  /** Undefined until it has been opened. */
  search: Search | undefined;
  /** Undefined until it has been opened. */
  handover: Handover | undefined;
  readonly #host: SessionHost;
  readonly #locale: LocaleController;
  readonly #actions: SessionActions;
  readonly #tokens: TokenController;
  /** What the parts that are loaded later get alike. */
  readonly #shared = {
    api: () => this.#api(),
    strings: () => ({ ...(this.#locale.strings as Strings), ...this.#host.strings }),
    language: () => this.#locale.language,
    settings: () => this.project.settings,
    describeFailure: async (error: unknown) => this.failureMessage(await this.#toFailure(error)),
  };

  constructor(host: SessionHost, locale: LocaleController, actions: SessionActions) {
    this.#host = host;
    this.#locale = locale;
    this.#actions = actions;
    this.#tokens = new TokenController(
      () => ({ baseURL: host.baseUrl, project: host.project, token: host.token, getToken: host.getToken }),
      () => this.store<CachedToken>('token'),
      (refused) => emit(host, 'footnote-token-expired', { refused }),
    );
    this.project = new ProjectController(host, {
      api: () => this.#api(),
      project: () => host.project,
      store: () => this.store<ProjectSettings>('look'),
      // The project may not allow any more what it allowed before.
      onLoaded: () => this.#history().write(this.#history().read()),
      toFailure: (error) => this.#toFailure(error),
      onFailure: (failure, error) => this.#fail(failure, error),
    });
  }

  /** A value that the tab stores for this project. */
  store<Value>(what: string): Store<Value> {
    return sessionStore<Value>(storageKey(this.#host.project, what));
  }

  /** The conversation as the tab has stored it, or the browser, if the project allows that. */
  #history(): Store<StoredConversation> {
    const { settings } = this.project;
    return keptStore(storageKey(this.#host.project, 'conversation'), () => settings.keep_history);
  }

  /** Restores what the tab has stored: the project's settings and the conversation. */
  restore(): void {
    this.project.restore();
    if (this.#history().read()) void this.loadConversation().then((conversation) => conversation?.controller.restore());
  }

  /** The project's logo or avatar; undefined for none. */
  renderPicture(name: 'logo' | 'avatar'): unknown {
    return picture(name, this.project.settings[name], this.#api().baseURL);
  }

  /** When a new try makes sense: milliseconds since 1970; 0 if there is nothing to try again. */
  get retryAt(): number {
    return (this.conversation?.controller.turns.at(-1)?.failure ?? this.project.failure)?.retryAt ?? 0;
  }

  /** The message for the visitor. */
  failureMessage({ kind, ownerMessage }: Failure): string {
    const failures: Partial<Strings['failures']> = {
      ...this.#locale.strings.failures,
      ...this.#host.strings?.failures,
    };
    return ownerMessage ?? failures[kind] ?? '';
  }

  /** Loads the conversation, which starts with the first letter of a question. Undefined on failure, which the panel shows. */
  async loadConversation(): Promise<Conversation | undefined> {
    try {
      const { answerStyles, Conversation } = await this.#load(import('../chat/conversation.ts'));
      if (this.conversation) return this.conversation;
      this.#adopt(answerStyles);
      this.conversation = new Conversation(this.#host, {
        ...this.#actions,
        ...this.#shared,
        filter: () => this.#filter(),
        handOver: (question) => void this.handOver(question),
        avatar: () => this.renderPicture('avatar'),
        store: () => this.#history(),
        toFailure: (error) => this.#toFailure(error),
        fail: (failure, error, again) => this.#fail(failure, error, again),
      });
      return this.conversation;
    } catch (error) {
      this.project.fail({ kind: 'unreachable' }, error);
      return undefined;
    }
  }

  /** Loads the search. Undefined on failure, which the panel shows. */
  async loadSearch(): Promise<Search | undefined> {
    try {
      const { Search, searchStyles } = await this.#load(import('../search/search.ts'));
      if (this.search) return this.search;
      this.#adopt(searchStyles);
      this.search = new Search(this.#host, {
        ...this.#shared,
        filter: () => this.#ownFilter(),
      });
      return this.search;
    } catch (error) {
      this.project.fail({ kind: 'unreachable' }, error);
      return undefined;
    }
  }

  /** Opens the form for a person. A failure to load it is shown in the panel. */
  async handOver(question: string): Promise<void> {
    try {
      const { Handover, handoverStyles } = await this.#load(import('../handover/handover.ts'));
      if (!this.handover) {
        this.#adopt(handoverStyles);
        this.handover = new Handover(this.#host, {
          ...this.#shared,
          conversationId: () => this.conversation?.controller.id ?? null,
        });
      }
      this.handover.open(question);
    } catch (error) {
      this.project.fail({ kind: 'unreachable' }, error);
    }
  }

  #adopt({ styleSheet }: CSSResult): void {
    if (styleSheet) this.#host.shadowRoot?.adoptedStyleSheets.push(styleSheet);
  }

  /** The sources that questions are about: those of the attribute, and of them the page that is asked about. */
  #filter(): SearchFilter | undefined {
    const page = this.search?.pageFilter;
    return page ? { ...this.#ownFilter(), ...page } : this.#ownFilter();
  }

  #ownFilter(): SearchFilter | undefined {
    const { filter } = this.#host;
    try {
      return filter ? (JSON.parse(filter) as SearchFilter) : undefined;
    } catch {
      // biome-ignore lint/suspicious/noConsole: only the site's owner can fix this, and looks in the console.
      console.error(`[footnote] The filter is not JSON: ${filter}`);
      return undefined;
    }
  }

  /** Waits for a module, and for all strings of the language. */
  async #load<Module>(module: Promise<Module>): Promise<Module> {
    return (await Promise.all([module, this.#locale.loadAll()]))[0];
  }

  /** `toFailure` is in the conversation's module, to keep it out of what opening the panel loads. */
  async #toFailure(error: unknown): Promise<Failure> {
    try {
      const { toFailure } = await this.#load(import('../chat/conversation.ts'));
      return await toFailure(error, this.#host.baseUrl, this.project.allowed);
    } catch {
      return { kind: navigator.onLine ? 'unreachable' : 'offline' };
    }
  }

  #fail(failure: Failure, error: unknown, again?: string): void {
    if (!emit(this.#host, 'footnote-error', { kind: failure.kind, error })) return;
    const { strings, language } = this.#locale;
    const later = again ?? retryLabel({ ...strings, ...this.#host.strings }, language, failure.retryAt);
    this.#actions.announce([this.failureMessage(failure), later].filter(Boolean).join(' '));
  }

  #api(): Settings {
    return apiSettings(this.#host.baseUrl, { getToken: (refused) => this.#tokens.get(refused) });
  }
}

type Pictures = WidgetConfig['widget_images'];

/**
 * The logo or the avatar of a project; undefined for none. Its box has its place before it is loaded. Where it cannot be loaded, as
 * under a policy of the page, it is hidden until it is replaced.
 */
function picture(
  name: keyof Pictures,
  image: Pictures[typeof name] | undefined,
  baseURL: string,
): TemplateResult | undefined {
  if (!image) return undefined;
  const { path, width, height } = image;
  // The path is that below the server, whose API has one more folder.
  return html`<img class=${name} part=${name} src=${`${baseURL}/..${path}`} width=${width} height=${height} alt=""
    @error=${settle} @load=${settle}>`;
}

function settle({ type, target }: Event): void {
  (target as HTMLElement).hidden = type === 'error';
}

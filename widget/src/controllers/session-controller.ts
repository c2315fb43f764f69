import type { Settings } from '@footnote/sdk';
import type { Conversation, ConversationHost } from '../conversation.ts';
import { tell } from '../events.ts';
import { retryLater } from '../locales/retry-later.ts';
import type { Strings } from '../locales/strings.ts';
import type { Look } from '../look.ts';
import { type Store, sessionStore, storageKey } from '../storage.ts';
import type { Failure } from './failures.ts';
import type { LocaleController } from './locale-controller.ts';
import { ProjectController } from './project-controller.ts';
import { settingsOf } from './settings.ts';
import { type HeldToken, TokenController, type TokenSource } from './token-controller.ts';
import type { StoredConversation } from './turn.ts';

/** What the element says of itself. */
export interface SessionHost extends ConversationHost {
  baseUrl: string;
  token: string | undefined;
  getToken: TokenSource['getToken'];
  strings: Partial<Strings> | undefined;
}

/** What the element does for its session. */
export interface SessionActions {
  /** Puts a question into the field, for the reader to go on with. */
  draft: (question: string) => void;
  /** Tells a screen reader. */
  say: (words: string) => void;
}

/** What stands behind the panel: the token, what the project says of its widget, and the conversation once it is wanted. */
export class SessionController {
  readonly look: ProjectController;
  /** Undefined until it has been loaded. */
  conversation: Conversation | undefined;
  readonly #host: SessionHost;
  readonly #locale: LocaleController;
  readonly #actions: SessionActions;
  readonly #tokens: TokenController;

  constructor(host: SessionHost, locale: LocaleController, actions: SessionActions) {
    this.#host = host;
    this.#locale = locale;
    this.#actions = actions;
    this.#tokens = new TokenController(
      () => ({ baseURL: host.baseUrl, project: host.project, token: host.token, getToken: host.getToken }),
      () => this.store<HeldToken>('token'),
      (refused) => tell(host, 'footnote-token-expired', { refused }),
    );
    this.look = new ProjectController(host, {
      api: () => this.#api(),
      project: () => host.project,
      store: () => this.store<Look>('look'),
      failureOf: (error) => this.#failureOf(error),
      onFailure: (failure, error) => this.#fail(failure, error),
    });
  }

  /** Something of this project that the tab keeps. */
  store<Value>(what: string): Store<Value> {
    return sessionStore<Value>(storageKey(this.#host.project, what));
  }

  /** Brings back what the tab has kept: the look and the conversation. */
  restore(): void {
    this.look.restore();
    if (this.store<StoredConversation>('conversation').read())
      void this.load().then((conversation) => conversation?.controller.restore());
  }

  /** From when on a new try makes sense (milliseconds since 1970); 0 where nothing has to be tried again. */
  get retryAt(): number {
    return (this.conversation?.controller.turns.at(-1)?.failure ?? this.look.trouble)?.retryAt ?? 0;
  }

  /** What a failure means to a visitor. */
  failureWords({ kind, ownerMessage }: Failure): string {
    const failures: Partial<Strings['failures']> = {
      ...this.#locale.strings.failures,
      ...this.#host.strings?.failures,
    };
    return ownerMessage ?? failures[kind] ?? '';
  }

  /** Begun with the first letter of a question. Undefined where it fails: the visitor is told, and keeps the question. */
  async load(): Promise<Conversation | undefined> {
    try {
      const { answerStyles, Conversation } = await this.#whole();
      if (this.conversation) return this.conversation;
      if (answerStyles.styleSheet) this.#host.shadowRoot?.adoptedStyleSheets.push(answerStyles.styleSheet);
      this.conversation = new Conversation(this.#host, {
        ...this.#actions,
        api: () => this.#api(),
        words: () => ({ ...(this.#locale.strings as Strings), ...this.#host.strings }),
        language: () => this.#locale.language,
        store: () => this.store('conversation'),
        failureOf: (error) => this.#failureOf(error),
        fail: (failure, error) => this.#fail(failure, error),
      });
      return this.conversation;
    } catch (error) {
      this.look.fail({ kind: 'unreachable' }, error);
      return undefined;
    }
  }

  /** The part of the widget that the first question loads, with all words of the language. */
  async #whole() {
    const [whole] = await Promise.all([import('../conversation.ts'), this.#locale.loadAll()]);
    return whole;
  }

  /** Finding out what an error means comes with the conversation, so that no opening has to wait for it. */
  async #failureOf(error: unknown): Promise<Failure> {
    try {
      const { failureOf } = await this.#whole();
      return await failureOf(error, this.#host.baseUrl, this.look.allowed);
    } catch {
      return { kind: navigator.onLine === false ? 'offline' : 'unreachable' };
    }
  }

  #fail(failure: Failure, error: unknown): void {
    if (!tell(this.#host, 'footnote-error', { kind: failure.kind, error })) return;
    const { strings, language } = this.#locale;
    const later = retryLater({ ...strings, ...this.#host.strings }, language, failure.retryAt);
    this.#actions.say([this.failureWords(failure), later].filter(Boolean).join(' '));
  }

  #api(): Settings {
    return settingsOf(this.#host.baseUrl, { getToken: (refused) => this.#tokens.get(refused) });
  }
}

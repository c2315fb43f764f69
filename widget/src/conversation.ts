import type { Citation, FeedbackRequest, Settings } from '@footnote/sdk';
import type { ReactiveControllerHost, TemplateResult } from 'lit';
import { ConversationController } from './controllers/conversation-controller.ts';
import type { Failure } from './controllers/failures.ts';
import { sendRating } from './controllers/rating.ts';
import { ScrollController } from './controllers/scroll-controller.ts';
import type { StoredConversation, Turn } from './controllers/turn.ts';
import { tell } from './events.ts';
import { en } from './locales/en.ts';
import type { Strings } from './locales/strings.ts';
import { plainText } from './markdown.ts';
import { messageList } from './parts/message-list.ts';
import type { Store } from './storage.ts';

export { failureOf } from './controllers/failures.ts';
export { en } from './locales/en.ts';
export { answerStyles } from './parts/answer.styles.ts';

/** Milliseconds for which "Copied" is shown. */
const COPIED_FOR = 2000;

interface OpenCitation {
  turn: number;
  id: number;
  /** Is the whole passage shown? */
  whole: boolean;
}

/** The element that a conversation is shown in. */
export interface ConversationHost extends ReactiveControllerHost, HTMLElement {
  readonly renderRoot: HTMLElement | DocumentFragment;
  project: string;
  ask(question: string): Promise<void>;
}

/** What the element does for its conversation. */
export interface HostActions {
  api: () => Settings;
  /** Words other than English ones. */
  words: () => Partial<Strings>;
  /** The language that they are in. */
  language: () => string;
  /** Puts a question into the field, for the reader to go on with. */
  draft: (question: string) => void;
  store: () => Store<StoredConversation>;
  /** Tells a screen reader. */
  say: (words: string) => void;
  failureOf: (error: unknown) => Promise<Failure>;
  fail: (failure: Failure, error: unknown) => void;
}

/** All that a conversation needs and an empty panel does not: the part of the widget that the first question loads. */
export class Conversation {
  readonly controller: ConversationController;
  readonly #host: ConversationHost;
  readonly #actions: HostActions;
  readonly #scroll: ScrollController;
  #open: OpenCitation | undefined;
  /** What had the focus when the citation was opened: it gets it back. */
  #openedFrom: HTMLElement | undefined;
  #copied: number | undefined;
  /** The turn whose question is in the field again. */
  #editing: number | undefined;

  constructor(host: ConversationHost, actions: HostActions) {
    this.#host = host;
    this.#actions = actions;
    this.controller = new ConversationController(host, {
      api: actions.api,
      project: () => host.project,
      store: actions.store,
      failureOf: actions.failureOf,
      onAnswer: (answer) => {
        actions.say(this.#words.answered(plainText(answer.response), answer.citations.length));
        tell(host, 'footnote-answer', answer);
      },
      onFailure: actions.fail,
    });
    this.#scroll = new ScrollController(
      host,
      () => host.renderRoot.querySelector<HTMLElement>('.scroll'),
      () => this.controller.turns,
    );
    host.addController({
      hostConnected: () => addEventListener('online', this.#online),
      hostDisconnected: () => removeEventListener('online', this.#online),
    });
  }

  /** A question that had no connection is asked as soon as there is one. */
  readonly #online = (): void => {
    if (this.controller.turns.at(-1)?.failure?.kind === 'offline') void this.controller.retry();
  };

  /** Asks a question and resolves when its turn is over; never rejects. */
  async ask(question: string): Promise<void> {
    // Whoever asks goes on writing: the focus does not go back to where the citation was opened.
    this.#open = undefined;
    this.#scroll.follow();
    if (this.#editing !== undefined) this.controller.dropLast();
    this.#editing = undefined;
    await this.controller.ask(question);
  }

  /** Begins a new conversation. */
  reset(): void {
    this.#open = undefined;
    this.#editing = undefined;
    this.controller.reset();
  }

  render(): TemplateResult[] {
    const { api, language } = this.#actions;
    return messageList({
      turns: this.controller.turns,
      strings: this.#words,
      language: language(),
      editing: this.#editing,
      baseURL: api().baseURL,
      openCitation: this.#open,
      copied: this.#copied,
      cite: (turn, citation, from) => void this.#cite(turn, citation, from),
      showWhole: () => this.#show(this.#open && { ...this.#open, whole: true }),
      copy: navigator.clipboard ? (turn) => void this.#copy(turn) : undefined,
      rate: (turn, rating) => void this.#rate(turn, { rating }),
      comment: (turn, comment) => void this.#rate(turn, { rating: turn.rating ?? null, comment }),
      edit: (turn) => {
        this.#editing = this.#editing === turn.key ? undefined : turn.key;
        this.#actions.draft(this.#editing === undefined ? '' : turn.question);
      },
      ask: (question) => void this.#host.ask(question),
      retry: () => {
        this.#scroll.follow();
        void this.controller.retry();
      },
    });
  }

  /** Closes the open citation; false where none is open. */
  closeCitation(): boolean {
    if (!this.#open) return false;
    this.#show(undefined);
    this.#openedFrom?.focus({ preventScroll: true });
    return true;
  }

  get #words(): Strings {
    return { ...en, ...this.#actions.words() };
  }

  async #rate(turn: Turn, feedback: FeedbackRequest): Promise<void> {
    const { api, say, failureOf, fail } = this.#actions;
    if (!tell(this.#host, 'footnote-feedback', { message_id: turn.messageId ?? '', ...feedback })) return;
    try {
      await sendRating(api(), this.#host.project, turn, feedback, (change) => this.controller.rate(turn.key, change));
      say(this.#words.thanks);
      const remark = this.#host.renderRoot.querySelector<HTMLElement>('.remark');
      if (remark) this.#scroll.reveal(remark);
    } catch (error) {
      fail(await failureOf(error), error);
    }
  }

  async #cite(turn: Turn, citation: Citation, from: 'marker' | 'list'): Promise<void> {
    if (this.#open?.turn === turn.key && this.#open.id === citation.id) {
      this.closeCitation();
      return;
    }
    if (!tell(this.#host, 'footnote-citation-click', citation)) return;
    const active = this.#host.shadowRoot?.activeElement;
    this.#openedFrom = active instanceof HTMLElement ? active : undefined;
    this.#show({ turn: turn.key, id: citation.id, whole: false });
    await this.#host.updateComplete;
    const card = this.#host.renderRoot.querySelector<HTMLElement>(
      `[data-turn="${turn.key}"] [data-citation="${citation.id}"]`,
    );
    if (!card) return;
    this.#scroll.reveal(card);
    if (from === 'marker') card.querySelector('button')?.focus({ preventScroll: true });
  }

  #show(citation: OpenCitation | undefined): void {
    this.#open = citation;
    this.#host.requestUpdate();
  }

  /** Copies the answer as Markdown, with its sources below it. */
  async #copy(turn: Turn): Promise<void> {
    const words = this.#words;
    const sources = turn.citations.map(({ id, title, heading, page }) =>
      [`[${id}] ${title}`, heading, page && words.page(page)].filter(Boolean).join(', '),
    );
    await navigator.clipboard.writeText([turn.response, sources.join('\n')].filter(Boolean).join('\n\n'));
    this.#actions.say(words.copied);
    const mark = (key: number | undefined) => {
      this.#copied = key;
      this.#host.requestUpdate();
    };
    mark(turn.key);
    setTimeout(() => mark(undefined), COPIED_FOR);
  }
}

import type { Citation, FeedbackRequest, Settings } from '@footnote/sdk';
import { nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { Announcer } from './controllers/announcer.ts';
import { CardController } from './controllers/card-controller.ts';
import { ConversationController } from './controllers/conversation-controller.ts';
import type { Failure } from './controllers/failures.ts';
import { sendRating } from './controllers/rating.ts';
import { ScrollController } from './controllers/scroll-controller.ts';
import type { StoredConversation, Turn } from './controllers/turn.ts';
import { tell } from './events.ts';
import type { Strings } from './locales/strings.ts';
import { citationCard } from './parts/citation-card.ts';
import { messageList } from './parts/message-list.ts';
import type { Store } from './storage.ts';

export { failureOf } from './controllers/failures.ts';
export { answerStyles } from './parts/answer.styles.ts';

/** Milliseconds for which "Copied" is shown. */
const COPIED_FOR = 2000;

/** The element that a conversation is shown in. */
export interface ConversationHost extends ReactiveControllerHost, HTMLElement {
  readonly renderRoot: HTMLElement | DocumentFragment;
  project: string;
  ask(question: string): Promise<void>;
}

/** What the element does for its conversation. */
export interface HostActions {
  api: () => Settings;
  words: () => Strings;
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
  readonly #card: CardController;
  #copied: number | string | undefined;
  /** The turn whose question is in the field again. */
  #editing: number | undefined;

  constructor(host: ConversationHost, actions: HostActions) {
    this.#host = host;
    this.#actions = actions;
    this.controller = new ConversationController(host, {
      api: actions.api,
      project: () => host.project,
      store: actions.store,
      announcer: new Announcer(actions.say),
      language: actions.language,
      failureOf: actions.failureOf,
      onAnswer: (answer) => {
        actions.say(this.#sourceCount(answer.citations.length));
        return tell(host, 'footnote-answer', answer);
      },
      onFailure: actions.fail,
    });
    this.#scroll = new ScrollController(
      host,
      () => host.renderRoot.querySelector<HTMLElement>('.scroll'),
      () => this.controller.turns,
    );
    this.#card = new CardController(host);
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
    this.#card.close(false);
    this.#scroll.follow();
    if (this.#editing !== undefined) this.controller.dropLast();
    this.#editing = undefined;
    await this.controller.ask(question);
  }

  /** Begins a new conversation. */
  reset(): void {
    this.#card.close(false);
    this.#editing = undefined;
    this.controller.reset();
  }

  render(): TemplateResult[] {
    const { language } = this.#actions;
    const canCopy = navigator.clipboard !== undefined;
    return messageList({
      turns: this.controller.turns,
      strings: this.#actions.words(),
      language: language(),
      editing: this.#editing,
      open: this.#card.open,
      copied: this.#copied,
      cite: (turn, citation, event) => this.#cite(turn, citation, event.currentTarget as HTMLElement),
      preview: (turn, citation, event) => this.#card.preview(event, { turn: turn.key, citation }),
      leave: () => this.#card.leave(),
      copy: canCopy ? (turn) => void this.#copy(turn.key, this.#withSources(turn)) : undefined,
      copyCode: canCopy ? (code) => void this.#copy(code, code) : undefined,
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

  /** The card of the open citation. */
  renderCard(): TemplateResult | typeof nothing {
    const { open } = this.#card;
    if (!open) return nothing;
    return citationCard({
      citation: open.citation,
      whole: open.whole,
      strings: this.#actions.words(),
      language: this.#actions.language(),
      baseURL: this.#actions.api().baseURL,
      showWhole: () => this.#card.showWhole(),
      close: () => this.closeCitation(),
      stay: () => this.#card.stay(),
      leave: () => this.#card.leave(),
    });
  }

  /** Closes the open citation; false where none is open. */
  closeCitation(): boolean {
    return this.#card.close();
  }

  async #rate(turn: Turn, feedback: FeedbackRequest): Promise<void> {
    const { api, say, words, failureOf, fail } = this.#actions;
    if (!tell(this.#host, 'footnote-feedback', { message_id: turn.messageId ?? '', ...feedback })) return;
    try {
      await sendRating(api(), this.#host.project, turn, feedback, (change) => this.controller.rate(turn.key, change));
      say(words().thanks);
      const remark = this.#host.renderRoot.querySelector<HTMLElement>('.remark');
      if (remark) this.#scroll.reveal(remark);
    } catch (error) {
      fail(await failureOf(error), error);
    }
  }

  #cite(turn: Turn, citation: Citation, from: HTMLElement): void {
    const { open } = this.#card;
    const same = open?.pinned && open.turn === turn.key && open.citation.id === citation.id;
    // Where the page shows it elsewhere, the mouse that has clicked previews it no more.
    if (same || !tell(this.#host, 'footnote-citation-click', citation)) this.#card.close();
    else this.#card.pin(from, { turn: turn.key, citation });
  }

  /** "Two sources.", in the plural forms of the language. */
  #sourceCount(count: number): string {
    const { noSources, sourceCount } = this.#actions.words();
    if (count === 0) return noSources;
    const form = new Intl.PluralRules(this.#actions.language()).select(count);
    return (sourceCount[form] ?? sourceCount.other).replace('#', String(count));
  }

  /** The answer as Markdown, with its sources below it. */
  #withSources({ response, citations }: Turn): string {
    const words = this.#actions.words();
    const sources = citations.map(({ id, title, heading, page }) =>
      [`[${id}] ${title}`, heading, page && words.page(page)].filter(Boolean).join(', '),
    );
    return [response, sources.join('\n')].filter(Boolean).join('\n\n');
  }

  async #copy(what: number | string, text: string): Promise<void> {
    await navigator.clipboard.writeText(text);
    this.#actions.say(this.#actions.words().copied);
    const mark = (copied: typeof what | undefined) => {
      this.#copied = copied;
      this.#host.requestUpdate();
    };
    mark(what);
    setTimeout(() => mark(undefined), COPIED_FOR);
  }
}

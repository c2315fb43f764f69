import type { Citation, FeedbackRequest, SearchFilter, Settings } from '@footnote/sdk';
import { nothing, type ReactiveControllerHost, type TemplateResult, unsafeCSS } from 'lit';
import { againLabel } from '../base/again-label.ts';
import { emit } from '../base/events.ts';
import type { Failure } from '../base/failures.ts';
import type { ProjectSettings } from '../base/project-settings.ts';
import type { Store } from '../base/storage.ts';
import { toolButton } from '../base/tool-button.ts';
import type { Strings } from '../locales/strings.ts';
import type { CodePart, Highlighter } from '../text/highlight.ts';
import { Announcer } from './announcer.ts';
import { COMPOSE } from './answer-icons.ts';
import { CardController } from './card-controller.ts';
import { citationCard } from './citation-card.ts';
import { ConversationController } from './conversation-controller.ts';
import { type CodeView, codeBlock } from './message-bubble.ts';
import { messageList } from './message-list.ts';
import { ScrollController } from './scroll-controller.ts';
import { sendRating } from './send-rating.ts';
import type { StoredConversation, Turn } from './turn.ts';

export { toFailure } from '../base/failures.ts';
export { answerStyles } from './conversation.styles.ts';

/** Milliseconds for which "Copied" is shown. */
const COPIED_MS = 2000;

/** The element that a conversation is shown in. */
export interface ConversationHost extends ReactiveControllerHost, HTMLElement {
  readonly renderRoot: HTMLElement | DocumentFragment;
  project: string;
  ask(question: string): Promise<void>;
  reset(): void;
  show(): void;
  hasSearch: boolean;
  search(query: string): Promise<void>;
}

/** What the element does for its conversation. */
export interface HostActions {
  api: () => Settings;
  strings: () => Strings;
  /** The language of the strings. */
  language: () => string;
  /** Puts a question into the field for the visitor to edit. */
  setDraft: (question: string) => void;
  /** The sources that questions are about; undefined for all. */
  filter: () => SearchFilter | undefined;
  /** The picture of the assistant; undefined for none. */
  avatar: () => unknown;
  /** The project's: whether the conversation is kept when the tab is closed, and a question can be handed over to a person. */
  settings: () => ProjectSettings;
  /** Opens the form for it. */
  handOver: (question: string) => void;
  store: () => Store<StoredConversation>;
  /** Announces a text to screen readers. */
  announce: (text: string) => void;
  toFailure: (error: unknown) => Promise<Failure>;
  /** `again` says when a spent budget is there again. */
  fail: (failure: Failure, error: unknown, again?: string) => void;
}

/** The conversation with its parts. An empty panel does not need it: the first question loads it. */
export class Conversation {
  readonly controller: ConversationController;
  readonly #host: ConversationHost;
  readonly #actions: HostActions;
  readonly #scroll: ScrollController;
  readonly #card: CardController;
  #copied: number | string | undefined;
  /** The turn whose question is being edited. */
  #editing: number | undefined;
  #highlighter: Highlighter | undefined;
  #highlighterIsLoading = false;

  constructor(host: ConversationHost, actions: HostActions) {
    this.#host = host;
    this.#actions = actions;
    this.controller = new ConversationController(host, {
      api: actions.api,
      project: () => host.project,
      filter: actions.filter,
      store: actions.store,
      announcer: new Announcer(actions.announce),
      language: actions.language,
      toFailure: actions.toFailure,
      onAnswer: (answer) => {
        const { fromOwner, notKept, searchInstead } = actions.strings();
        actions.announce(answer.curated ? fromOwner : this.#sourceCount(answer.citations.length));
        if (answer.nearest?.length) actions.announce(searchInstead);
        if (answer.kept === false) actions.announce(notKept);
        return emit(host, 'footnote-answer', answer);
      },
      onFailure: (failure, error) =>
        actions.fail(failure, error, againLabel(failure, actions.strings(), actions.language())),
    });
    this.#scroll = new ScrollController(
      host,
      () => host.renderRoot.querySelector<HTMLElement>('.scroll'),
      () => this.controller.turns,
    );
    this.#card = new CardController(host);
    host.addController({
      hostConnected: () => addEventListener('online', this.#onOnline),
      hostDisconnected: () => removeEventListener('online', this.#onOnline),
    });
  }

  /** Asks a question that failed offline again as soon as there is a connection. */
  readonly #onOnline = (): void => {
    if (this.controller.turns.at(-1)?.failure?.kind === 'offline') void this.controller.retry();
  };

  /** Asks a question and resolves when its turn is over; never rejects. */
  async ask(question: string): Promise<void> {
    // The focus stays in the field instead of returning to where the citation was opened.
    this.#card.close(false);
    this.#beginTurn();
    if (this.#editing !== undefined) this.controller.removeLast();
    this.#editing = undefined;
    await this.controller.ask(question);
  }

  /** Asks the last question again. A question that had an answer is asked as if it were written once more. */
  #retry({ state, question }: Turn, asSpelt?: boolean): void {
    if (state === 'answered' && !emit(this.#host, 'footnote-message', { question })) return;
    this.#card.close(false);
    this.#beginTurn();
    void this.controller.retry(asSpelt);
  }

  /** Announces and scrolls to the answer that is about to come. The focus stays in the conversation if the button that asked goes. */
  #beginTurn(): void {
    this.#actions.announce(this.#actions.strings().waiting);
    this.#scroll.follow();
    this.#host.shadowRoot?.activeElement?.closest<HTMLElement>('.scroll')?.focus({ preventScroll: true });
  }

  /** Starts a new conversation. */
  reset(): void {
    this.#card.close(false);
    this.#editing = undefined;
    this.controller.reset();
  }

  render(): TemplateResult[] {
    const { language } = this.#actions;
    return messageList({
      turns: this.controller.turns,
      strings: this.#actions.strings(),
      language: language(),
      editing: this.#editing,
      avatar: this.#actions.avatar(),
      open: this.#card.open,
      baseURL: this.#actions.api().baseURL,
      search: this.#host.hasSearch ? (query) => void this.#host.search(query) : undefined,
      cite: (turn, citation, event) => this.#cite(turn, citation, event.currentTarget as HTMLElement),
      preview: (turn, citation, event) => this.#card.preview(event, { turn: turn.key, citation }),
      leave: () => this.#card.leave(),
      copy: navigator.clipboard ? (turn) => void this.#copy(turn.key, this.#asMarkdown(turn)) : undefined,
      ...this.#codeView(),
      rate: (turn, rating) => void this.#rate(turn, { rating }),
      comment: (turn, comment) => void this.#rate(turn, { rating: turn.rating ?? null, comment }),
      edit: (turn) => {
        this.#editing = this.#editing === turn.key ? undefined : turn.key;
        this.#actions.setDraft(this.#editing === undefined ? '' : turn.question);
      },
      handOver: this.#actions.settings().handover ? this.#actions.handOver : undefined,
      ask: (question) => void this.#host.ask(question),
      retry: (turn, asSpelt) => this.#retry(turn, asSpelt),
    });
  }

  #codeView(): Omit<CodeView, 'strings'> {
    return {
      copied: this.#copied,
      copyCode: navigator.clipboard ? (code) => void this.#copy(code, code) : undefined,
      partsOf: (code, language) => this.#partsOf(code, language),
    };
  }

  /** The button that starts a new conversation, as soon as there is one. */
  renderRestart(): TemplateResult | typeof nothing {
    if (!this.controller.turns.length) return nothing;
    const { newConversation, clearHistory } = this.#actions.strings();
    return toolButton(this.#actions.settings().keep_history ? clearHistory : newConversation, COMPOSE, () =>
      this.#host.reset(),
    );
  }

  /** The card of the open citation. */
  renderCard(): TemplateResult | typeof nothing {
    const { open } = this.#card;
    if (!open) return nothing;
    const { baseURL } = this.#actions.api();
    return citationCard({
      citation: open.citation,
      strings: this.#actions.strings(),
      language: this.#actions.language(),
      baseURL,
      code: (text, language) => codeBlock({ ...this.#codeView(), strings: this.#actions.strings() }, text, language),
      close: () => this.closeCitation(),
      enter: () => this.#card.enter(),
      leave: () => this.#card.leave(),
    });
  }

  /** Closes the open citation; false if no citation is open. */
  closeCitation(): boolean {
    return this.#card.close();
  }

  async #rate(turn: Turn, feedback: FeedbackRequest): Promise<void> {
    const { api, announce, strings, toFailure, fail } = this.#actions;
    if (!emit(this.#host, 'footnote-feedback', { message_id: turn.messageId ?? '', ...feedback })) return;
    try {
      await sendRating(api(), this.#host.project, turn, feedback, (change) => this.controller.rate(turn.key, change));
      announce(strings().thanks);
      const form = this.#host.renderRoot.querySelector<HTMLElement>('.comment');
      if (form) this.#scroll.reveal(form);
    } catch (error) {
      fail(await toFailure(error), error);
    }
  }

  #cite(turn: Turn, citation: Citation, from: HTMLElement): void {
    const { open } = this.#card;
    const same = open?.pinned && open.turn === turn.key && open.citation.id === citation.id;
    // If the page shows it elsewhere, the preview closes, too.
    if (same || !emit(this.#host, 'footnote-citation-click', citation)) this.#card.close();
    else this.#card.pin(from, { turn: turn.key, citation });
  }

  /** The first code in a language loads what knows languages. Until that is there, and if it never is, code is plain. */
  #partsOf(code: string, language: string): readonly CodePart[] | undefined {
    if (!this.#highlighterIsLoading) void this.#loadHighlighter();
    return this.#highlighter?.(code, language);
  }

  async #loadHighlighter(): Promise<void> {
    this.#highlighterIsLoading = true;
    try {
      const { codeStyles, highlight } = await import('../text/highlight.ts');
      const { styleSheet } = unsafeCSS(codeStyles);
      if (styleSheet) this.#host.shadowRoot?.adoptedStyleSheets.push(styleSheet);
      this.#highlighter = highlight;
      this.#host.requestUpdate();
    } catch {
      // Code can be read without it.
    }
  }

  /** "Two sources.", with the plural forms of the language. */
  #sourceCount(count: number): string {
    const { noSources, sourceCount } = this.#actions.strings();
    if (count === 0) return noSources;
    const form = new Intl.PluralRules(this.#actions.language()).select(count);
    return (sourceCount[form] ?? sourceCount.other).replace('#', String(count));
  }

  /** The answer as Markdown, with its sources below it. */
  #asMarkdown({ response, citations }: Turn): string {
    const strings = this.#actions.strings();
    const sources = citations.map(({ id, title, heading, page }) =>
      [`[${id}] ${title}`, heading, page && strings.page(page)].filter(Boolean).join(', '),
    );
    return [response, sources.join('\n')].filter(Boolean).join('\n\n');
  }

  async #copy(what: number | string, text: string): Promise<void> {
    await navigator.clipboard.writeText(text);
    this.#actions.announce(this.#actions.strings().copied);
    const setCopied = (copied: typeof what | undefined) => {
      this.#copied = copied;
      this.#host.requestUpdate();
    };
    setCopied(what);
    setTimeout(() => setCopied(undefined), COPIED_MS);
  }
}

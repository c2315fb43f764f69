import { Chat, type ChatAnswer, type Citation, NotFoundError, type Settings } from '@footnote/sdk';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Store } from '../storage.ts';
import type { Failure } from './failures.ts';

/** A question with what has come of it. */
export interface Turn {
  /** Unique in this conversation; also the order. */
  key: number;
  question: string;
  state: 'waiting' | 'answered' | 'failed' | 'stopped';
  /** The answer so far, as Markdown with markers `[1]`. */
  response: string;
  citations: Citation[];
  suggestions: string[];
  failure?: Failure | undefined;
}

/** What outlives a reload. */
export interface StoredConversation {
  id: string | null;
  turns: Turn[];
}

/** What a conversation needs of the element it lives in. */
export interface ConversationSettings {
  api: () => Settings;
  project: () => string;
  store: () => Store<StoredConversation>;
  failureOf: (error: unknown) => Promise<Failure>;
  onAnswer: (answer: ChatAnswer) => void;
  onFailure: (failure: Failure, error: unknown) => void;
}

/** More turns than these are not kept over a reload. */
const KEPT_TURNS = 30;

/** The conversation: its turns, the question under way, and what is kept over a reload. */
export class ConversationController implements ReactiveController {
  turns: readonly Turn[] = [];
  readonly #host: ReactiveControllerHost;
  readonly #settings: ConversationSettings;
  #id: string | null = null;
  #asking: AbortController | undefined;

  constructor(host: ReactiveControllerHost, settings: ConversationSettings) {
    this.#host = host;
    this.#settings = settings;
    host.addController(this);
  }

  /** The server's id of the conversation; null before the first answer. */
  get id(): string | null {
    return this.#id;
  }

  get waiting(): boolean {
    return this.turns.at(-1)?.state === 'waiting';
  }

  /** Brings back what was kept. Whatever else lies under that key (the page may write there) is left alone. */
  restore(): void {
    const kept = this.#settings.store().read();
    if (!Array.isArray(kept?.turns)) return;
    this.#id = typeof kept.id === 'string' ? kept.id : null;
    this.turns = kept.turns
      .filter((turn) => typeof turn?.question === 'string' && typeof turn.response === 'string')
      .map((turn, key) => ({
        ...turn,
        key,
        state: turn.state === 'waiting' ? 'stopped' : turn.state,
        citations: Array.isArray(turn.citations) ? turn.citations : [],
        suggestions: Array.isArray(turn.suggestions) ? turn.suggestions : [],
      }));
    this.#host.requestUpdate();
  }

  /** Asks a question and resolves when its turn is over; never rejects. One question at a time. */
  async ask(question: string): Promise<void> {
    if (this.waiting) return;
    const key = (this.turns.at(-1)?.key ?? -1) + 1;
    this.turns = [...this.turns, { key, question, state: 'waiting', response: '', citations: [], suggestions: [] }];
    await this.#answer(key, question);
  }

  /** Asks the last question again where it has no answer. */
  async retry(): Promise<void> {
    const last = this.turns.at(-1);
    if (!last || last.state === 'waiting' || last.state === 'answered') return;
    this.#update(last.key, { state: 'waiting', failure: undefined });
    await this.#answer(last.key, last.question);
  }

  /** Gives up on the question under way. */
  stop(): void {
    this.#asking?.abort();
  }

  /** Begins a new conversation. */
  reset(): void {
    this.stop();
    this.turns = [];
    this.#id = null;
    this.#settings.store().write(undefined);
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.stop();
  }

  /** The one place where an answer comes in. A stream will update the turn many times where this does it once. */
  async #answer(key: number, question: string): Promise<void> {
    const asking = new AbortController();
    this.#asking = asking;
    this.#update(key, {});
    try {
      const answer = await this.#request(question, asking.signal);
      if (asking.signal.aborted) return;
      this.#id = answer.conversation_id;
      const { response, citations, suggestions } = answer;
      this.#update(key, { state: 'answered', response, citations, suggestions });
      this.#settings.onAnswer(answer);
    } catch (error) {
      if (asking.signal.aborted) {
        this.#update(key, { state: 'stopped' });
        return;
      }
      const failure = await this.#settings.failureOf(error);
      this.#update(key, { state: 'failed', failure });
      this.#settings.onFailure(failure, error);
    }
  }

  async #request(question: string, signal: AbortSignal): Promise<ChatAnswer> {
    const ask = (conversation_id: string | null) =>
      // Waiting for a busy server is shown to the visitor (the countdown) instead of being done in silence.
      new Chat(this.#settings.api()).create(
        this.#settings.project(),
        { query: question, conversation_id },
        { signal, maxRetries: 0 },
      );
    try {
      return await ask(this.#id);
    } catch (error) {
      // The server keeps conversations for a limited time. The question is worth more than its context.
      if (this.#id !== null && NotFoundError.isInstance(error)) return await ask(null);
      throw error;
    }
  }

  #update(key: number, change: Partial<Turn>): void {
    this.turns = this.turns.map((turn) => (turn.key === key ? { ...turn, ...change } : turn));
    if (this.turns.length > 0) this.#settings.store().write({ id: this.#id, turns: this.turns.slice(-KEPT_TURNS) });
    this.#host.requestUpdate();
  }
}

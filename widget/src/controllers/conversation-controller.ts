import { type ChatAnswer, NotFoundError, type Settings } from '@footnote/sdk';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Store } from '../storage.ts';
import type { Announcer } from './announcer.ts';
import type { Failure } from './failures.ts';
import { streamAnswer } from './stream-answer.ts';
import { keptTurns, type StoredConversation, type Turn } from './turn.ts';

/** What a conversation needs of the element it lives in. */
export interface ConversationSettings {
  api: () => Settings;
  project: () => string;
  store: () => Store<StoredConversation>;
  /** Reads answers out. */
  announcer: Announcer;
  /** The language that they are read out in. */
  language: () => string;
  failureOf: (error: unknown) => Promise<Failure>;
  /** False where the page shows the answer by itself. */
  onAnswer: (answer: ChatAnswer) => boolean;
  onFailure: (failure: Failure, error: unknown) => void;
}

/** More turns than these are not kept over a reload. */
const KEPT_TURNS = 30;
/** Milliseconds between two drawings of a growing answer: often enough to be read along, and no work for every word. */
const PACE = 40;
/** A turn of which nothing has come yet. */
const NOTHING = {
  response: '',
  citations: [],
  unsupported: [],
  suggestions: [],
  failure: undefined,
  messageId: undefined,
};

/** The conversation: its turns, the question under way, and what is kept over a reload. */
export class ConversationController implements ReactiveController {
  turns: readonly Turn[] = [];
  readonly #host: ReactiveControllerHost;
  readonly #settings: ConversationSettings;
  #id: string | null = null;
  #asking: AbortController | undefined;
  #paced: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost, settings: ConversationSettings) {
    this.#host = host;
    this.#settings = settings;
    host.addController(this);
  }

  /** The server's id of the conversation; null before the first answer. */
  get id(): string | null {
    return this.#id;
  }

  /** Is a question under way? */
  get waiting(): boolean {
    const state = this.turns.at(-1)?.state;
    return state === 'waiting' || state === 'streaming';
  }

  /** Brings back what was kept. */
  restore(): void {
    const kept = keptTurns(this.#settings.store().read());
    if (!kept) return;
    this.#id = kept.id;
    this.turns = kept.turns;
    this.#host.requestUpdate();
  }

  /** Asks a question and resolves when its turn is over; never rejects. One question at a time. */
  async ask(question: string): Promise<void> {
    if (this.waiting) return;
    const key = (this.turns.at(-1)?.key ?? -1) + 1;
    this.turns = [...this.turns, { key, question, at: Date.now(), state: 'waiting', ...NOTHING }];
    await this.#answer(key, question);
  }

  /** Asks the last question again where it has no answer. */
  async retry(): Promise<void> {
    const last = this.turns.at(-1);
    if (!last || this.waiting || last.state === 'answered') return;
    this.#update(last.key, { ...NOTHING, at: Date.now(), state: 'waiting' });
    await this.#answer(last.key, last.question);
  }

  /** Gives up on the question under way; what has come of its answer stays. */
  stop(): void {
    this.#asking?.abort();
  }

  /** Takes the last turn away, so that its question can be asked in other words. */
  dropLast(): void {
    this.stop();
    this.turns = this.turns.slice(0, -1);
    this.#keep();
  }

  /** Notes what the reader has said of an answer. */
  rate(key: number, change: Pick<Turn, 'rating' | 'commented'>): void {
    this.#update(key, change);
  }

  /** Begins a new conversation. */
  reset(): void {
    this.stop();
    this.turns = [];
    this.#id = null;
    this.#keep();
  }

  hostConnected(): void {
    addEventListener('pagehide', this.#leave);
  }

  hostDisconnected(): void {
    removeEventListener('pagehide', this.#leave);
    this.stop();
    clearTimeout(this.#paced);
    this.#paced = undefined;
  }

  /** A page that goes in the middle of an answer takes along what has come of it, as the server does. */
  readonly #leave = (): void => {
    if (this.waiting) this.#keep();
  };

  async #answer(key: number, question: string): Promise<void> {
    const { announcer, language, onAnswer } = this.#settings;
    const asking = new AbortController();
    this.#asking = asking;
    announcer.begin();
    this.#update(key, {});
    try {
      const answer = await this.#request(key, question, asking.signal);
      if (asking.signal.aborted) return;
      const { response, citations, suggestions, unsupported, message_id: messageId } = answer;
      this.#update(key, { state: 'answered', response, citations, suggestions, unsupported, messageId });
      announcer.end(response, language());
      if (!onAnswer(answer)) this.dropLast();
    } catch (error) {
      if (asking.signal.aborted) {
        this.#update(key, { state: 'stopped', position: undefined });
        return;
      }
      const failure = this.#asBroken(key, await this.#settings.failureOf(error));
      this.#update(key, { state: 'failed', position: undefined, failure });
      this.#settings.onFailure(failure, error);
    }
  }

  /** A reader who has half of an answer before them needs to hear that it is half. */
  #asBroken(key: number, failure: Failure): Failure {
    const begun = this.turns.find((turn) => turn.key === key)?.response;
    return begun && (failure.kind === 'server' || failure.kind === 'unreachable') ? { kind: 'broken' } : failure;
  }

  async #request(key: number, question: string, signal: AbortSignal): Promise<ChatAnswer> {
    const { announcer, language } = this.#settings;
    const ask = (conversation_id: string | null) =>
      streamAnswer(this.#settings.api(), this.#settings.project(), { query: question, conversation_id }, signal, {
        begin: (messageId, conversationId) => {
          this.#id = conversationId;
          this.#grow(key, { messageId });
        },
        position: (position) => this.#grow(key, { position }),
        citations: (citations) => this.#grow(key, { citations }),
        text: (response) => {
          this.#grow(key, { state: 'streaming', response, position: undefined });
          announcer.grow(response, language());
        },
        refusal: (response) => {
          this.#grow(key, { response, citations: [] });
          announcer.begin();
        },
      });
    try {
      return await ask(this.#id);
    } catch (error) {
      // The server keeps conversations for a limited time. The question is worth more than its context.
      if (this.#id !== null && NotFoundError.isInstance(error)) return await ask(null);
      throw error;
    }
  }

  /** A change of many: drawn at the pace of a reader, and not kept before the answer is over. */
  #grow(key: number, change: Partial<Turn>): void {
    this.turns = this.turns.map((turn) => (turn.key === key ? { ...turn, ...change } : turn));
    this.#paced ??= setTimeout(() => {
      this.#paced = undefined;
      this.#host.requestUpdate();
    }, PACE);
  }

  #update(key: number, change: Partial<Turn>): void {
    this.turns = this.turns.map((turn) => (turn.key === key ? { ...turn, ...change } : turn));
    this.#keep();
  }

  #keep(): void {
    const { turns } = this;
    this.#settings.store().write(turns.length ? { id: this.#id, turns: turns.slice(-KEPT_TURNS) } : undefined);
    this.#host.requestUpdate();
  }
}

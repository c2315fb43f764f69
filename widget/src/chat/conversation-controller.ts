import { type ChatAnswer, NotFoundError, type SearchFilter, type Settings } from '@footnote/sdk';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Failure } from '../base/failures.ts';
import type { Store } from '../base/storage.ts';
import type { Announcer } from './announcer.ts';
import { streamAnswer } from './stream-answer.ts';
import { parseStoredConversation, type StoredConversation, type Turn } from './turn.ts';

/** The API's limit, in characters. */
const MAX_LENGTH = 2048;

/** What a conversation needs from its element. */
export interface ConversationOptions {
  api: () => Settings;
  project: () => string;
  /** The sources that questions are about; undefined for all. */
  filter: () => SearchFilter | undefined;
  store: () => Store<StoredConversation>;
  /** Announces answers to screen readers. */
  announcer: Announcer;
  /** The language that they are announced in. */
  language: () => string;
  toFailure: (error: unknown) => Promise<Failure>;
  /** False if the page shows the answer itself. */
  onAnswer: (answer: ChatAnswer) => boolean;
  onFailure: (failure: Failure, error: unknown) => void;
}

/** The number of turns that survive a reload: the last ones. */
const MAX_STORED_TURNS = 30;
/** Milliseconds between two renders of a growing answer: smooth to read, without a render for each word. */
const RENDER_INTERVAL_MS = 40;
/** The answer of a turn that has none yet, with nothing of an earlier one. */
const EMPTY_ANSWER = {
  response: '',
  citations: [],
  unsupported: [],
  suggestions: [],
  failure: undefined,
  messageId: undefined,
  unsure: undefined,
  nearest: undefined,
  corrected: undefined,
  curated: undefined,
  rating: undefined,
  commented: undefined,
};

/** The conversation: its turns, the pending question, and what survives a reload. */
export class ConversationController implements ReactiveController {
  turns: readonly Turn[] = [];
  readonly #host: ReactiveControllerHost;
  readonly #options: ConversationOptions;
  #id: string | null = null;
  #abort: AbortController | undefined;
  #renderTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost, options: ConversationOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  /** The server's id of the conversation; null before the first answer. */
  get id(): string | null {
    return this.#id;
  }

  /** Whether a question is being answered. */
  get busy(): boolean {
    const state = this.turns.at(-1)?.state;
    return state === 'waiting' || state === 'streaming';
  }

  /** Restores what the tab has stored. */
  restore(): void {
    const stored = parseStoredConversation(this.#options.store().read());
    if (!stored) return;
    this.#id = stored.id;
    this.turns = stored.turns;
    this.#host.requestUpdate();
  }

  /** Asks a question and resolves when its turn is over; never rejects. Does nothing while another is being answered. */
  async ask(question: string): Promise<void> {
    if (this.busy) return;
    const key = (this.turns.at(-1)?.key ?? -1) + 1;
    this.turns = [...this.turns, { key, question, at: Date.now(), state: 'waiting', ...EMPTY_ANSWER }];
    await this.#answer(key, question);
  }

  /**
   * Asks the last question again, `asSpelt` if that is wanted, by default as before. The new answer replaces an earlier one; if
   * none comes, that one is shown again.
   */
  async retry(asSpelt = this.turns.at(-1)?.asSpelt): Promise<void> {
    const last = this.turns.at(-1);
    if (!last || this.busy) return;
    this.#update(last.key, { ...EMPTY_ANSWER, asSpelt, at: Date.now(), state: 'waiting' });
    await this.#answer(last.key, last.question);
    const now = this.turns.find(({ key }) => key === last.key);
    if (last.state === 'answered' && now && now.state !== 'answered' && now.response === '')
      this.#update(last.key, { ...last, failure: now.failure });
  }

  /** Stops the pending answer; the text so far stays. */
  stop(): void {
    this.#abort?.abort();
  }

  /** Removes the last turn, for example because its question has been edited. */
  removeLast(): void {
    this.stop();
    this.turns = this.turns.slice(0, -1);
    this.#save();
  }

  /** Records the rating of an answer. */
  rate(key: number, change: Pick<Turn, 'rating' | 'commented'>): void {
    this.#update(key, change);
  }

  /** Starts a new conversation. */
  reset(): void {
    this.stop();
    this.turns = [];
    this.#id = null;
    this.#save();
  }

  hostConnected(): void {
    addEventListener('pagehide', this.#onPageHide);
  }

  hostDisconnected(): void {
    removeEventListener('pagehide', this.#onPageHide);
    this.stop();
    clearTimeout(this.#renderTimer);
    this.#renderTimer = undefined;
  }

  /** Stores an answer that is not complete when the page is left, as the server does. */
  readonly #onPageHide = (): void => {
    if (this.busy) this.#save();
  };

  async #answer(key: number, question: string): Promise<void> {
    const { announcer, language, onAnswer } = this.#options;
    const abort = new AbortController();
    this.#abort = abort;
    announcer.reset();
    this.#update(key, {});
    try {
      const before = this.#id;
      const answer = await this.#request(key, question, abort.signal);
      if (abort.signal.aborted) return;
      const { response, citations, suggestions, unsupported, nearest } = answer;
      const unsure = answer.finish_reason === 'unsure';
      const curated = answer.curated !== undefined;
      const messageId = answer.kept === false ? undefined : answer.message_id;
      // The conversation of an answer that was not kept does not exist, unless it had begun before.
      if (!messageId) this.#id = before;
      const ended = { messageId, unsure, curated, nearest };
      this.#update(key, { state: 'answered', response, citations, suggestions, unsupported, ...ended });
      announcer.finish(response, language());
      if (!onAnswer(answer)) this.removeLast();
    } catch (error) {
      if (abort.signal.aborted) {
        this.#update(key, { state: 'stopped', position: undefined });
        return;
      }
      const failure = this.#asBroken(key, await this.#options.toFailure(error));
      this.#update(key, { state: 'failed', position: undefined, failure });
      this.#options.onFailure(failure, error);
    }
  }

  /** With part of an answer on screen, the message has to say that it is incomplete. */
  #asBroken(key: number, failure: Failure): Failure {
    const started = this.turns.find((turn) => turn.key === key)?.response;
    return started && (failure.kind === 'server' || failure.kind === 'unreachable') ? { kind: 'broken' } : failure;
  }

  async #request(key: number, question: string, signal: AbortSignal): Promise<ChatAnswer> {
    const { announcer, language } = this.#options;
    const filter = this.#options.filter();
    const page_url = pageUrl();
    const asSpelt = this.turns.at(-1)?.asSpelt && { correct: false };
    const asked = { query: question, ...asSpelt, ...(filter && { filter }), ...(page_url && { page_url }) };
    const ask = (conversation_id: string | null) =>
      streamAnswer(this.#options.api(), this.#options.project(), { ...asked, conversation_id }, signal, {
        onStart: (messageId, conversationId) => {
          this.#id = conversationId;
          this.#updateSoon(key, { messageId });
        },
        onCorrected: (corrected) => this.#updateSoon(key, { corrected }),
        onPosition: (position) => this.#updateSoon(key, { position }),
        onCitations: (citations) => this.#updateSoon(key, { citations }),
        onText: (response) => {
          this.#updateSoon(key, { state: 'streaming', response, position: undefined });
          announcer.update(response, language());
        },
        onReplacement: (response, citations) => {
          this.#updateSoon(key, { response, citations });
          announcer.reset();
        },
      });
    try {
      return await ask(this.#id);
    } catch (error) {
      // The server deletes old conversations. Then the question is asked without its context.
      if (this.#id !== null && NotFoundError.isInstance(error)) return await ask(null);
      throw error;
    }
  }

  /** For frequent changes: renders after an interval, and stores nothing until the answer is complete. */
  #updateSoon(key: number, change: Partial<Turn>): void {
    this.turns = this.turns.map((turn) => (turn.key === key ? { ...turn, ...change } : turn));
    this.#renderTimer ??= setTimeout(() => {
      this.#renderTimer = undefined;
      this.#host.requestUpdate();
    }, RENDER_INTERVAL_MS);
  }

  #update(key: number, change: Partial<Turn>): void {
    this.turns = this.turns.map((turn) => (turn.key === key ? { ...turn, ...change } : turn));
    this.#save();
  }

  #save(): void {
    const { turns } = this;
    this.#options.store().write(turns.length ? { id: this.#id, turns: turns.slice(-MAX_STORED_TURNS) } : undefined);
    this.#host.requestUpdate();
  }
}

/** This page without its query and fragment, which may hold what the visitor typed; empty if it is not a page of the web. */
function pageUrl(): string {
  const { protocol, origin, pathname } = location;
  return /^https?:$/.test(protocol) ? (origin + pathname).slice(0, MAX_LENGTH) : '';
}

import { APIError } from '@footnote/sdk';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** How a poll behaves. */
export interface PollOptions {
  /** Asks once. True where something has changed since: then it is asked again soon. Throws where it could not be asked. */
  ask(signal: AbortSignal): Promise<boolean>;
  /** Is there anything to wait for? Looked at after each answer, and when the view is drawn anew. */
  wanted(): boolean;
  /** Milliseconds from one answer to the next question, at the quickest. Default 4 000. */
  quickest?: number;
  /** At the slowest, once nothing has changed for a while. Default 30 000. */
  slowest?: number;
}

/** Questions that all polls of the page may ask in a minute: a third of what the server lets one owner ask. */
const PER_MINUTE = 20;
const asked: number[] = [];

/**
 * Asks again and again while there is something to wait for, ever more slowly while nothing changes, and not at all while
 * nobody looks at the page. All polls of a page together stay far below the server's limit.
 */
export class Poll implements ReactiveController {
  readonly #options: Required<PollOptions>;
  #wait: number;
  #clock: ReturnType<typeof setTimeout> | undefined;
  #asking: AbortController | null = null;

  constructor(host: ReactiveControllerHost, options: PollOptions) {
    this.#options = { quickest: 4000, slowest: 30_000, ...options };
    this.#wait = this.#options.quickest;
    host.addController(this);
  }

  /** Restarts at the shortest interval, for example after a change by the owner. */
  soon(): void {
    this.#wait = this.#options.quickest;
    this.#stop();
    this.#plan();
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#seen);
  }

  hostUpdated(): void {
    if (!this.#options.wanted()) this.#stop();
    else if (this.#clock === undefined && !this.#asking) this.#plan();
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#seen);
    this.#stop();
  }

  readonly #seen = () => {
    if (document.hidden) this.#stop();
    else if (this.#options.wanted()) this.soon();
  };

  #plan(least = 0): void {
    if (document.hidden || !this.#options.wanted()) return;
    this.#clock = setTimeout(() => void this.#ask(), Math.max(this.#wait, least, untilAllowed()));
  }

  async #ask(): Promise<void> {
    this.#clock = undefined;
    const asking = new AbortController();
    this.#asking = asking;
    asked.push(Date.now());
    let least = 0;
    try {
      const changed = await this.#options.ask(asking.signal);
      this.#wait = changed ? this.#options.quickest : Math.min(this.#wait * 1.4, this.#options.slowest);
    } catch (error) {
      // A view that is gone, or a server that is not there or wants to be left alone.
      this.#wait = Math.min(this.#wait * 2, this.#options.slowest);
      if (APIError.isInstance(error)) least = (error.retryAfter ?? 0) * 1000;
    }
    if (this.#asking !== asking) return;
    this.#asking = null;
    this.#plan(least);
  }

  #stop(): void {
    clearTimeout(this.#clock);
    this.#clock = undefined;
    this.#asking?.abort();
    this.#asking = null;
  }
}

/** Milliseconds until one more question stays within what all polls of the page may ask. */
function untilAllowed(): number {
  const aMinuteAgo = Date.now() - 60_000;
  while ((asked[0] ?? Number.POSITIVE_INFINITY) < aMinuteAgo) asked.shift();
  return asked.length < PER_MINUTE ? 0 : (asked[0] ?? 0) - aMinuteAgo;
}

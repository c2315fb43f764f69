import { APIError } from '@footnote/sdk';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** How a poll behaves. */
export interface PollOptions {
  /** Sends one request. Returns true if something has changed, which resets the interval. Throws on failure. */
  request(signal: AbortSignal): Promise<boolean>;
  /** Whether there is anything to wait for. Checked after each response and each render. */
  active(): boolean;
  /** The shortest time from a response to the next request, in milliseconds. Default 4 000. */
  minInterval?: number;
  /** The longest one, reached when nothing changes. Default 30 000. */
  maxInterval?: number;
}

/** Requests that all polls of the page may send per minute: a third of what the server allows one owner. */
const MAX_PER_MINUTE = 20;
const sentAt: number[] = [];

/**
 * Polls while there is something to wait for. The interval grows while nothing changes, and polling stops while the tab is
 * hidden. All polls of a page together stay far below the server's rate limit.
 */
export class Poll implements ReactiveController {
  readonly #options: Required<PollOptions>;
  #interval: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pending: AbortController | null = null;

  constructor(host: ReactiveControllerHost, options: PollOptions) {
    this.#options = { minInterval: 4000, maxInterval: 30_000, ...options };
    this.#interval = this.#options.minInterval;
    host.addController(this);
  }

  /** Restarts at the shortest interval, for example after a change by the owner. */
  restart(): void {
    this.#interval = this.#options.minInterval;
    this.#stop();
    this.#schedule();
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#onVisibilityChange);
  }

  hostUpdated(): void {
    if (!this.#options.active()) this.#stop();
    else if (this.#timer === undefined && !this.#pending) this.#schedule();
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#onVisibilityChange);
    this.#stop();
  }

  readonly #onVisibilityChange = () => {
    if (document.hidden) this.#stop();
    else if (this.#options.active()) this.restart();
  };

  #schedule(minDelay = 0): void {
    if (document.hidden || !this.#options.active()) return;
    this.#timer = setTimeout(() => void this.#send(), Math.max(this.#interval, minDelay, budgetDelay()));
  }

  async #send(): Promise<void> {
    this.#timer = undefined;
    const pending = new AbortController();
    this.#pending = pending;
    sentAt.push(Date.now());
    let minDelay = 0;
    try {
      const changed = await this.#options.request(pending.signal);
      this.#interval = changed ? this.#options.minInterval : Math.min(this.#interval * 1.4, this.#options.maxInterval);
    } catch (error) {
      // The view has been removed, or the server is unreachable or limits requests.
      this.#interval = Math.min(this.#interval * 2, this.#options.maxInterval);
      if (APIError.isInstance(error)) minDelay = (error.retryAfter ?? 0) * 1000;
    }
    if (this.#pending !== pending) return;
    this.#pending = null;
    this.#schedule(minDelay);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pending?.abort();
    this.#pending = null;
  }
}

/** Milliseconds until the limit of all polls allows another request. */
function budgetDelay(): number {
  const aMinuteAgo = Date.now() - 60_000;
  while ((sentAt[0] ?? Number.POSITIVE_INFINITY) < aMinuteAgo) sentAt.shift();
  return sentAt.length < MAX_PER_MINUTE ? 0 : (sentAt[0] ?? 0) - aMinuteAgo;
}

import type { ReactiveControllerHost } from 'lit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Poll } from '../../server/console/controllers/poll.ts';

/** The tab, as far as a poll sees it. */
class Tab extends EventTarget {
  hidden = false;

  setHidden(hidden: boolean): void {
    this.hidden = hidden;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

describe('a poll', () => {
  let tab: Tab;
  let poll: Poll;
  let requests: AbortSignal[];
  /** What the requests wait for. */
  let answer: Promise<boolean>;
  beforeEach(() => {
    vi.useFakeTimers();
    tab = new Tab();
    vi.stubGlobal('document', tab);
    requests = [];
    answer = Promise.resolve(false);
    const host = { addController: () => undefined };
    poll = new Poll(host as unknown as ReactiveControllerHost, {
      request(signal) {
        requests.push(signal);
        return answer;
      },
      active: () => true,
      minInterval: 10_000,
    });
    poll.hostConnected();
  });
  afterEach(() => {
    poll.hostDisconnected();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('sends nothing while its tab is hidden, and goes on when it is seen again', async () => {
    poll.hostUpdated();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(requests).toHaveLength(1);
    tab.setHidden(true);
    await vi.advanceTimersByTimeAsync(600_000);
    // A view may render in a hidden tab as well.
    poll.hostUpdated();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(requests).toHaveLength(1);
    tab.setHidden(false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(requests).toHaveLength(2);
  });

  it('aborts its request when the tab is hidden', async () => {
    answer = new Promise(() => undefined);
    poll.hostUpdated();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(requests.map(({ aborted }) => aborted)).toEqual([false]);
    tab.setHidden(true);
    expect(requests.map(({ aborted }) => aborted)).toEqual([true]);
  });
});

import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createAdmissionQueue, type Ticket } from '../../../../server/answering/generation/admission-queue.ts';
import { settle } from '../../../helpers/timing/until.ts';

const { signal } = new AbortController();

/** The positions that a ticket reports until its turn. */
function wait(place: Ticket, given: AbortSignal = signal) {
  const told: number[] = [];
  const turn = (async () => {
    for await (const position of place.waitForTurn(given)) told.push(position);
    told.push(0);
  })();
  return { told, turn };
}

const queueOf = (concurrency: number, maxWaiting: number) =>
  createAdmissionQueue({ concurrency, maxWaiting, now: () => 0 });

describe('the admission queue of a model', () => {
  it('admits up to its concurrency and reports their positions to the others', async () => {
    const line = queueOf(2, 4);
    const places = Array.from({ length: 5 }, () => line.reserve());
    const waits = places.map((place) => wait(place));
    await settle(5);
    expect(waits.map(({ told }) => told)).toEqual([[0], [0], [1], [2], [3]]);
    expect(line.counts()).toEqual({ running: 2, waiting: 3 });
    places[1]?.release();
    await settle(5);
    expect(waits.map(({ told }) => told)).toEqual([[0], [0], [1, 0], [2, 1], [3, 2]]);
  });

  it('rejects with a retry time while it is full', async () => {
    const line = queueOf(1, 2);
    const [first, , third] = [line.reserve(), line.reserve(), line.reserve()];
    expect(() => line.reserve()).toThrow(expect.objectContaining({ status: 429, code: 'busy', retryAfter: 5 }));
    third?.release();
    third?.release();
    const fourth = line.reserve();
    expect(() => line.reserve()).toThrow();
    first?.release();
    fourth.release();
    expect([line.reserve(), line.reserve()]).toHaveLength(2);
  });

  it('estimates the retry time from the duration of earlier answers', async () => {
    let time = 0;
    const line = createAdmissionQueue({ concurrency: 1, maxWaiting: 0, now: () => time });
    for (let at = 0; at < 30; at++) {
      const place = line.reserve();
      await wait(place).turn;
      time += 20_000;
      place.release();
    }
    line.reserve();
    expect(() => line.reserve()).toThrow(expect.objectContaining({ retryAfter: 20 }));
  });

  it('moves on when a waiting question is aborted, and keeps no listener', async () => {
    const line = queueOf(1, 3);
    const leaving = new AbortController();
    const [first, second, third] = [line.reserve(), line.reserve(), line.reserve()];
    const waits = [wait(first), wait(second, leaving.signal), wait(third)];
    await settle(5);
    leaving.abort(new Error('left'));
    await expect(waits[1]?.turn).rejects.toThrow('left');
    second.release();
    await settle(5);
    expect(waits[2]?.told).toEqual([2, 1]);
    first.release();
    await waits[2]?.turn;
    expect(waits[2]?.told).toEqual([2, 1, 0]);
    expect(getEventListeners(leaving.signal, 'abort')).toEqual([]);
    expect(line.counts()).toEqual({ running: 1, waiting: 0 });
  });

  it('admits no question that is aborted together with those before it', async () => {
    const line = queueOf(1, 10);
    const begun: number[] = [];
    const questions = Array.from({ length: 8 }, (_, at) => {
      const leaving = new AbortController();
      const place = line.reserve();
      const turn = wait(place, leaving.signal).turn.then(
        () => begun.push(at),
        () => undefined,
      );
      return { turn, leave: () => [leaving.abort(), place.release()] };
    });
    await settle(5);
    for (const { leave } of questions.slice(0, 7)) {
      leave();
      // Enough microtasks to be admitted in the same turn of the event loop.
      for (let at = 0; at < 20; at++) await null;
    }
    await Promise.all(questions.map(({ turn }) => turn));
    expect(begun).toEqual([0, 7]);
  });

  it('ends the wait of a ticket that is released', async () => {
    const line = queueOf(1, 3);
    await wait(line.reserve()).turn;
    const place = line.reserve();
    const waiting = wait(place);
    await settle(5);
    place.release();
    await waiting.turn;
    expect(line.counts()).toEqual({ running: 1, waiting: 0 });
  });

  it('admits in order, whatever arrives and leaves', async () => {
    const line = queueOf(3, 200);
    const order: number[] = [];
    const all = Array.from({ length: 150 }, async (_, at) => {
      const place = line.reserve();
      await wait(place).turn;
      order.push(at);
      expect(line.counts().running).toBeLessThanOrEqual(3);
      await settle(at % 3);
      place.release();
    });
    await Promise.all(all);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(line.counts()).toEqual({ running: 0, waiting: 0 });
  });
});

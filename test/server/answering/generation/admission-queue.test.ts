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

/**
 * The turns of all of these. All that decides about them is in this process, so that what has not come after so many turns of
 * the event loop never comes.
 */
async function turnsOf(...waits: ReturnType<typeof wait>[]): Promise<void> {
  let isOver = false;
  const limit = async () => {
    for (let at = 0; at < 200 && !isOver; at += 1) await settle(10);
    if (!isOver) throw new Error(`No turn: ${JSON.stringify(waits.map(({ told }) => told))}`);
  };
  const turns = Promise.all(waits.map(({ turn }) => turn)).finally(() => {
    isOver = true;
  });
  await Promise.race([turns, limit()]);
}

const queueOf = (concurrency: number, maxWaiting: number) =>
  createAdmissionQueue({ concurrency: () => concurrency, maxWaiting, now: () => 0 });

describe('the admission queue of a model', () => {
  it('admits up to its concurrency and reports their positions to the others', async () => {
    const line = queueOf(2, 4);
    const places = Array.from({ length: 5 }, () => line.reserve('usr_1'));
    const waits = places.map((place) => wait(place));
    await settle(5);
    expect(waits.map(({ told }) => told)).toEqual([[0], [0], [1], [2], [3]]);
    expect(line.counts()).toEqual({ running: 2, waiting: 3, limit: 2 });
    places[1]?.release();
    await settle(5);
    expect(waits.map(({ told }) => told)).toEqual([[0], [0], [1, 0], [2, 1], [3, 2]]);
  });

  it('rejects with a retry time while it is full', async () => {
    const line = queueOf(1, 2);
    const [first, , third] = [line.reserve('usr_1'), line.reserve('usr_1'), line.reserve('usr_1')];
    expect(() => line.reserve('usr_1')).toThrow(expect.objectContaining({ status: 429, code: 'busy', retryAfter: 5 }));
    third?.release();
    third?.release();
    const fourth = line.reserve('usr_1');
    expect(() => line.reserve('usr_1')).toThrow();
    first?.release();
    fourth.release();
    expect([line.reserve('usr_1'), line.reserve('usr_1')]).toHaveLength(2);
  });

  it('estimates the retry time from the duration of earlier answers', async () => {
    let time = 0;
    const line = createAdmissionQueue({ concurrency: () => 1, maxWaiting: 0, now: () => time });
    for (let at = 0; at < 30; at++) {
      const place = line.reserve('usr_1');
      await turnsOf(wait(place));
      time += 20_000;
      place.release();
    }
    line.reserve('usr_1');
    expect(() => line.reserve('usr_1')).toThrow(expect.objectContaining({ retryAfter: 20 }));
  });

  it('moves on when a waiting question is aborted, and keeps no listener', async () => {
    const line = queueOf(1, 3);
    const leaving = new AbortController();
    const [first, second, third] = [line.reserve('usr_1'), line.reserve('usr_1'), line.reserve('usr_1')];
    const waits = [wait(first), wait(second, leaving.signal), wait(third)];
    await settle(5);
    leaving.abort(new Error('left'));
    await expect(waits[1]?.turn).rejects.toThrow('left');
    second.release();
    await settle(5);
    expect(waits[2]?.told).toEqual([2, 1]);
    first.release();
    await turnsOf(...waits.slice(2));
    expect(waits[2]?.told).toEqual([2, 1, 0]);
    expect(getEventListeners(leaving.signal, 'abort')).toEqual([]);
    expect(line.counts()).toEqual({ running: 1, waiting: 0, limit: 1 });
  });

  it('admits no question that is aborted together with those before it', async () => {
    const line = queueOf(1, 10);
    const begun: number[] = [];
    const questions = Array.from({ length: 8 }, (_, at) => {
      const leaving = new AbortController();
      const place = line.reserve('usr_1');
      const turn = turnsOf(wait(place, leaving.signal)).then(
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

  it('follows a limit that changes', async () => {
    let limit = 3;
    const line = createAdmissionQueue({ concurrency: () => limit, maxWaiting: 9, now: () => 0 });
    const places = Array.from({ length: 6 }, () => line.reserve('usr_1'));
    const waits = places.map((place) => wait(place));
    limit = 1;
    places[0]?.release();
    places[1]?.release();
    await settle(5);
    expect(waits.map(({ told }) => told)).toEqual([[0], [0], [0], [1], [2], [3]]);
    limit = 4;
    places[2]?.release();
    await settle(5);
    expect(waits.slice(3).map(({ told }) => told.at(-1))).toEqual([0, 0, 0]);
    expect(line.counts()).toEqual({ running: 3, waiting: 0, limit: 4 });
  });

  it('puts a ticket that returns to the line before those that came later, and pauses for all', async () => {
    let time = 0;
    const line = createAdmissionQueue({ concurrency: () => 2, maxWaiting: 9, now: () => time });
    const [first, second, third] = [line.reserve('usr_1'), line.reserve('usr_1'), line.reserve('usr_1')];
    await turnsOf(wait(first), wait(second));
    const last = wait(third);
    await settle(5);
    expect([second.returnToLine(0.02), first.returnToLine(0.01)]).toEqual([true, true]);
    const waits = [wait(first), wait(second)];
    await settle(5);
    expect([...waits, last].map(({ told }) => told.at(-1))).toEqual([1, 2, 3]);
    expect(line.counts()).toMatchObject({ running: 0, waiting: 3 });
    time = 20;
    await turnsOf(...waits);
    expect(last.told.at(-1)).toBe(1);
    expect(line.counts()).toMatchObject({ running: 2, waiting: 1 });
  });

  it('keeps the turn of a ticket whose model is busy for long, and takes no other until then', async () => {
    let time = 0;
    const line = createAdmissionQueue({ concurrency: () => 2, maxWaiting: 9, now: () => time });
    const place = line.reserve('usr_1');
    await turnsOf(wait(place));
    expect(place.returnToLine(40)).toBe(false);
    expect(line.counts()).toMatchObject({ running: 1 });
    expect(() => line.reserve('usr_1')).toThrow(expect.objectContaining({ code: 'busy', retryAfter: 43 }));
    time = 40_000;
    line.reserve('usr_1');
  });

  it('moves on when a ticket is released after its return to the line', async () => {
    const line = queueOf(1, 3);
    const [first, second] = [line.reserve('usr_1'), line.reserve('usr_1')];
    await turnsOf(wait(first));
    const waiting = wait(second);
    first.returnToLine(0);
    const again = wait(first);
    first.release();
    await turnsOf(again, waiting);
    expect(line.counts()).toMatchObject({ running: 1, waiting: 0 });
  });

  it('ends the wait of a ticket that is released', async () => {
    const line = queueOf(1, 3);
    await turnsOf(wait(line.reserve('usr_1')));
    const place = line.reserve('usr_1');
    const waiting = wait(place);
    await settle(5);
    place.release();
    await turnsOf(waiting);
    expect(line.counts()).toEqual({ running: 1, waiting: 0, limit: 1 });
  });

  it('admits in order, whatever arrives and leaves', async () => {
    const line = queueOf(3, 200);
    const order: number[] = [];
    const all = Array.from({ length: 150 }, async (_, at) => {
      const place = line.reserve('usr_1');
      await turnsOf(wait(place));
      order.push(at);
      expect(line.counts().running).toBeLessThanOrEqual(3);
      await settle(at % 3);
      place.release();
    });
    await Promise.all(all);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(line.counts()).toEqual({ running: 0, waiting: 0, limit: 3 });
  });

  it('lets accounts take turns, and one that has asked little goes before what another has asked before it', async () => {
    const line = queueOf(1, 20);
    const order: string[] = [];
    const ask = (accountId: string, name: string) => {
      const place = line.reserve(accountId);
      return turnsOf(wait(place)).then(async () => {
        order.push(name);
        await settle(2);
        place.release();
      });
    };
    const greedy = ['g1', 'g2', 'g3', 'g4', 'g5', 'g6'].map((name) => ask('usr_greedy', name));
    await settle(1);
    const others = [ask('usr_1', 'a1'), ask('usr_1', 'a2'), ask('usr_2', 'b1')];
    await Promise.all([...greedy, ...others]);
    expect(order).toEqual(['g1', 'g2', 'a1', 'b1', 'g3', 'a2', 'g4', 'g5', 'g6']);
  });

  it('gives an account no credit for the time in which it asked nothing', async () => {
    const line = queueOf(1, 20);
    const order: string[] = [];
    const ask = async (accountId: string) => {
      const place = line.reserve(accountId);
      await turnsOf(wait(place));
      order.push(accountId);
      await settle(2);
      place.release();
    };
    for (let at = 0; at < 5; at++) await Promise.all([ask('usr_1'), ask('usr_1')]);
    order.length = 0;
    await Promise.all(['usr_2', 'usr_2', 'usr_2', 'usr_1', 'usr_1', 'usr_1'].map(ask));
    expect(order).toEqual(['usr_2', 'usr_2', 'usr_1', 'usr_2', 'usr_1', 'usr_1']);
  });

  it('leaves places to other accounts when one has taken all of its own', () => {
    const line = queueOf(1, 2);
    const places = Array.from({ length: 3 }, () => line.reserve('usr_greedy'));
    expect(() => line.reserve('usr_greedy')).toThrow(expect.objectContaining({ code: 'busy' }));
    expect(() => line.reserve('usr_1')).not.toThrow();
    places[0]?.release();
    expect(() => line.reserve('usr_greedy')).not.toThrow();
  });

  it('has an end, however many accounts there are', () => {
    const line = queueOf(1, 2);
    const reserveAsMany = () => Array.from({ length: 100 }, (_, at) => line.reserve(`usr_${at}`));
    expect(reserveAsMany).toThrow(expect.objectContaining({ code: 'busy' }));
    expect(() => line.reserve('usr_new')).toThrow(expect.objectContaining({ code: 'busy' }));
  });
});

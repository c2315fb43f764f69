import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createFairScheduler } from '../../../../server/platform/scheduling/fair-scheduler.ts';

/** More than a portion takes. */
const LONG_MS = 6;

function busy(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

/** Counts the turns of the event loop while `work` goes on. */
async function turnsOf<Result>(work: (turn: () => number) => Promise<Result>): Promise<Result> {
  let turn = 0;
  const count = () => {
    turn += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  try {
    return await work(() => turn);
  } finally {
    clearImmediate(counting);
  }
}

describe('what is done in portions', () => {
  it('is done in order, and whoever else has something to do comes in between', async () => {
    const inTurn = createFairScheduler();
    const done: [piece: number, turn: number][] = [];
    await turnsOf(
      (turn) =>
        new Promise<void>((resolve) => {
          for (let piece = 0; piece < 6; piece += 1) {
            inTurn(() => {
              busy(LONG_MS);
              done.push([piece, turn()]);
            });
          }
          inTurn(resolve);
        }),
    );
    expect(done.map(([piece]) => piece)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(new Set(done.map(([, turn]) => turn)).size).toBe(6);
  });

  it('counts what a piece sets going by promises as its time', async () => {
    const inTurn = createFairScheduler();
    const turns = await turnsOf((turn) =>
      Promise.all(
        Array.from({ length: 4 }, async () => {
          await new Promise<void>(inTurn);
          busy(LONG_MS);
          return turn();
        }),
      ),
    );
    expect(new Set(turns).size).toBe(4);
  });

  it('takes small pieces together', async () => {
    const inTurn = createFairScheduler();
    const turns = await turnsOf((turn) =>
      Promise.all(Array.from({ length: 200 }, () => new Promise<void>(inTurn).then(turn))),
    );
    expect(new Set(turns).size).toBeLessThan(50);
  });

  it('begins again after a rest', async () => {
    const inTurn = createFairScheduler();
    await new Promise<void>(inTurn);
    busy(LONG_MS);
    await new Promise<void>(inTurn);
  });

  it('comes piece by piece from each of several, none of which has a portion of its own', async () => {
    const [one, other] = [createFairScheduler(), createFairScheduler()];
    const done: string[] = [];
    const turns = await turnsOf((turn) => {
      const pieces = [one, one, one, other, other].map(async (inTurn, at) => {
        await new Promise<void>(inTurn);
        busy(LONG_MS);
        done.push('AAABB'.charAt(at));
        return turn();
      });
      return Promise.all(pieces);
    });
    expect(done.join('')).toBe('ABABA');
    expect(new Set(turns).size).toBe(5);
  });

  it('waits until all who have connected are let in, of whom each turn of the event loop lets in one', async () => {
    const VISITORS = 12;
    const inTurn = createFairScheduler();
    let letIn = 0;
    const server = createServer(() => {
      letIn += 1;
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const visitors = Array.from({ length: VISITORS }, () => connect(port, '127.0.0.1'));
    const letInByThen = await Promise.all(
      Array.from({ length: VISITORS / 2 }, async () => {
        await new Promise<void>(inTurn);
        busy(LONG_MS);
        return letIn;
      }),
    );
    for (const visitor of visitors) visitor.destroy();
    server.close();
    expect(letInByThen.at(-1)).toBe(VISITORS);
  });
});

import { describe, expect, it } from 'vitest';
import { inPortions } from '../../server/in-portions.ts';

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
    const inTurn = inPortions();
    const done: [piece: number, turn: number][] = [];
    await turnsOf(
      (turn) =>
        new Promise<void>((resolve) => {
          for (let piece = 0; piece < 6; piece += 1) {
            inTurn(() => {
              busy(6);
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
    const inTurn = inPortions();
    const turns = await turnsOf((turn) =>
      Promise.all(
        Array.from({ length: 4 }, async () => {
          await new Promise<void>(inTurn);
          busy(6);
          return turn();
        }),
      ),
    );
    expect(new Set(turns).size).toBe(4);
  });

  it('takes small pieces together', async () => {
    const inTurn = inPortions();
    const turns = await turnsOf((turn) =>
      Promise.all(Array.from({ length: 200 }, () => new Promise<void>(inTurn).then(turn))),
    );
    expect(new Set(turns).size).toBeLessThan(50);
  });

  it('begins again after a rest', async () => {
    const inTurn = inPortions();
    await new Promise<void>(inTurn);
    busy(6);
    await new Promise<void>(inTurn);
  });
});

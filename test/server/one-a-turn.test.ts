import { describe, expect, it } from 'vitest';
import { oneATurn } from '../../server/one-a-turn.ts';

describe('what is to be done one a turn', () => {
  it('is done in order, and whoever else has something to do comes in between', async () => {
    const inTurn = oneATurn();
    const order: string[] = [];
    const other = () => {
      order.push('other');
      if (order.length < 10) setImmediate(other);
    };
    const done = new Promise<void>((resolve) => {
      for (const name of ['first', 'second', 'third']) inTurn(() => order.push(name));
      inTurn(resolve);
    });
    setImmediate(other);
    await done;
    expect(order.slice(0, 6)).toEqual(['first', 'other', 'second', 'other', 'third', 'other']);
  });

  it('begins again after a rest', async () => {
    const inTurn = oneATurn();
    await new Promise<void>(inTurn);
    await new Promise<void>(inTurn);
  });
});

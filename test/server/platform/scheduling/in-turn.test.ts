import { describe, expect, it } from 'vitest';
import { createTurns } from '../../../../server/platform/scheduling/in-turn.ts';

describe('work in turn', () => {
  it('runs one after the other, in order, also after a failure', async () => {
    const inTurn = createTurns();
    const told: string[] = [];
    const work = (name: string, fails = false) =>
      inTurn(async () => {
        told.push(`${name} begins`);
        await new Promise((resolve) => setImmediate(resolve));
        told.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      });
    const outcomes = await Promise.allSettled([work('first'), work('second', true), work('third')]);
    expect(told).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

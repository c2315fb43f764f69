import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { untilAborted } from '../../../server/services/until-aborted.ts';
import { drained } from '../../helpers/server/scripted-answers.ts';

async function* counting(to: number): AsyncGenerator<number> {
  for (let n = 1; n <= to; n++) yield n;
}

describe('events until the signal aborts', () => {
  it('are all the events of a generator that ends first, and no listener stays', async () => {
    const { signal } = new AbortController();
    expect(await drained(untilAborted(counting(3), signal))).toEqual([1, 2, 3]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('end at once where the generator is stuck and does not listen', async () => {
    const leaving = new AbortController();
    async function* stuck(): AsyncGenerator<number> {
      yield 1;
      await new Promise(() => undefined);
    }
    const events = untilAborted(stuck(), leaving.signal);
    await events.next();
    const next = events.next();
    leaving.abort(new Error('left'));
    await expect(next).rejects.toThrow('left');
    expect(getEventListeners(leaving.signal, 'abort')).toEqual([]);
  });

  it('do not begin once it has aborted', async () => {
    let begun = false;
    async function* late(): AsyncGenerator<number> {
      begun = true;
      yield 1;
    }
    await expect(drained(untilAborted(late(), AbortSignal.abort(new Error('left'))))).rejects.toThrow('left');
    expect(begun).toBe(false);
  });

  it('pass on what the generator throws, and close a generator that is not read to its end', async () => {
    const { signal } = new AbortController();
    let closed = false;
    async function* failing(): AsyncGenerator<number> {
      try {
        yield 1;
        throw new Error('broken');
      } finally {
        closed = true;
      }
    }
    await expect(drained(untilAborted(failing(), signal))).rejects.toThrow('broken');
    closed = false;
    for await (const _ of untilAborted(failing(), signal)) break;
    expect(closed).toBe(true);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { untilAborted } from '../../../../server/services/answers/until-aborted.ts';
import { drained } from '../../../helpers/server/scripted-answers.ts';

async function* counting(to: number): AsyncGenerator<number> {
  for (let n = 1; n <= to; n++) yield n;
}

describe('untilAborted', () => {
  it('yields all events of a generator that ends first, and removes its listener', async () => {
    const { signal } = new AbortController();
    expect(await drained(untilAborted(counting(3), signal))).toEqual([1, 2, 3]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('ends at once when the signal aborts, even if the generator is stuck', async () => {
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

  it('does not start the generator if the signal has already aborted', async () => {
    let begun = false;
    async function* late(): AsyncGenerator<number> {
      begun = true;
      yield 1;
    }
    await expect(drained(untilAborted(late(), AbortSignal.abort(new Error('left'))))).rejects.toThrow('left');
    expect(begun).toBe(false);
  });

  it('rethrows errors, and closes a generator that is not read to its end', async () => {
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

import { describe, expect, it } from 'vitest';
import { createSequencePool } from '../../../../server/engines/llama/sequence-pool.ts';

const never = new AbortController().signal;

/** Sequences that hold a text each, and prompts that are texts. */
function poolOf(...held: string[]) {
  const sequences = held.map((text) => ({ text }));
  return createSequencePool(sequences, ({ text }, prompt: string) => {
    let at = 0;
    while (at < text.length && text[at] === prompt[at]) at++;
    return at;
  });
}

const RULES = 'These are the rules, and they are the same for every question. ';

describe('the sequences of a context', () => {
  it('are given to who needs what they have read already', async () => {
    const pool = poolOf('Something else that is as long as the rules are, more or less.', `${RULES}What?`, '');
    expect((await pool.take(`${RULES}Where?`, never)).text).toBe(`${RULES}What?`);
  });

  it('are taken in turns where none has read more than the beginning that all prompts share', async () => {
    const pool = poolOf(`${RULES}What?`, '');
    const first = await pool.take('Rewrite the question.', never);
    pool.release(first);
    expect((await pool.take('Rewrite this one.', never)).text).toBe('');
  });

  it('are waited for where all are at work, in the order in which they were asked for', async () => {
    const pool = poolOf('one');
    const sequence = await pool.take('', never);
    const order: number[] = [];
    const waiting = [1, 2].map(async (place) => {
      const taken = await pool.take('', never);
      order.push(place);
      pool.release(taken);
    });
    pool.release(sequence);
    await Promise.all(waiting);
    expect(order).toEqual([1, 2]);
  });

  it('go to the next in line where the one whose turn it is has left', async () => {
    const pool = poolOf('one');
    const sequence = await pool.take('', never);
    const abort = new AbortController();
    const left = pool.take('', abort.signal);
    const next = pool.take('', never);
    abort.abort(new Error('gone'));
    pool.release(sequence);
    await expect(left).rejects.toThrow('gone');
    expect((await next).text).toBe('one');
  });
});

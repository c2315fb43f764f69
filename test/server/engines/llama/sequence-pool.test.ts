import { describe, expect, it } from 'vitest';
import { createSequencePool } from '../../../../server/engines/llama/sequence-pool.ts';

const never = new AbortController().signal;

/** Sequences that each hold a text, and prompts that are texts. */
function poolOf(...held: string[]) {
  const sequences = held.map((text) => ({ text }));
  return createSequencePool(sequences, ({ text }, prompt: string) => {
    let at = 0;
    while (at < text.length && text[at] === prompt[at]) at++;
    return at;
  });
}

const RULES = 'These are the rules, and they are the same for every question. ';

describe('the sequence pool', () => {
  it('hands out the sequence that has read the prompt already', async () => {
    const pool = poolOf('Something else that is as long as the rules are, more or less.', `${RULES}What?`, '');
    expect((await pool.take(`${RULES}Where?`, never)).text).toBe(`${RULES}What?`);
  });

  it('takes turns if none has read more than the shared beginning of all prompts', async () => {
    const pool = poolOf(`${RULES}What?`, '');
    const first = await pool.take('Rewrite the question.', never);
    pool.release(first);
    expect((await pool.take('Rewrite this one.', never)).text).toBe('');
  });

  it('lets requests wait in order while all sequences are busy', async () => {
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

  it('skips a waiting request that was aborted', async () => {
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

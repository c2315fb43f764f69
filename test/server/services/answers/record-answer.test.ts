import { describe, expect, it } from 'vitest';
import type { AnswerEvent } from '../../../../server/answering/types.ts';
import {
  type PartialAnswer,
  type RecordedAnswer,
  recordAnswer,
} from '../../../../server/services/answers/record-answer.ts';
import { drained, finish, text } from '../../../helpers/server/scripted-answers.ts';
import { settle } from '../../../helpers/timing/until.ts';

/** An answer of these words, with a pause after each. */
async function* slowly(words: string[], milliseconds: number): AsyncGenerator<AnswerEvent> {
  for (const word of words) {
    yield text(word);
    await settle(milliseconds);
  }
  yield finish();
}

function record(
  events: AsyncGenerator<AnswerEvent>,
  storePartial: (answer: PartialAnswer) => Promise<unknown>,
  every = 20,
) {
  const final: RecordedAnswer[] = [];
  const { signal } = new AbortController();
  const storeFinal = async (answer: RecordedAnswer) => {
    final.push(answer);
    return true;
  };
  return {
    final,
    run: () => drained(recordAnswer(events, { signal, now: Date.now, storeFinal, storePartial, every })),
  };
}

describe('a recorded answer', () => {
  it('is stored in parts, and in full when it has ended', async () => {
    const partial: string[] = [];
    const { final, run } = record(slowly(['One ', 'two ', 'three'], 60), async (answer) => partial.push(answer.text));
    await run();
    expect(partial.length).toBeGreaterThanOrEqual(2);
    expect(partial).toEqual([...partial].sort((a, b) => a.length - b.length));
    expect(new Set(partial).size).toBe(partial.length);
    expect(final).toMatchObject([{ text: 'One two three', finishReason: 'stop' }]);
    const stored = partial.length;
    await settle(60);
    expect(partial).toHaveLength(stored);
  });

  it('is stored once if it ends soon', async () => {
    const partial: unknown[] = [];
    const { final, run } = record(slowly(['Soon.'], 5), async (answer) => partial.push(answer), 1_000);
    await run();
    expect([partial.length, final.length]).toEqual([0, 1]);
  });

  it('is stored in full last, even if a slow write of a part outlasts it', async () => {
    const order: string[] = [];
    const { final, run } = record(slowly(['One ', 'two'], 150), async ({ text: words }) => {
      await settle(500);
      order.push(`partial ${words}`);
    });
    await run();
    order.push(`final ${final[0]?.text}`);
    expect(order).toEqual(['partial One ', 'final One two']);
  });

  it.each([
    [true, undefined],
    [false, false],
  ])('tells its reader with the last event whether it was kept: %s', async (isKept, kept) => {
    const options = { signal: new AbortController().signal, now: Date.now, storePartial: async () => undefined };
    const events = await drained(recordAnswer(slowly(['One'], 0), { ...options, storeFinal: async () => isKept }));
    expect(events.map((event) => ('kept' in event ? event.kept : undefined))).toEqual([undefined, kept]);
  });

  it('reaches the reader in full even if its parts cannot be stored', async () => {
    const { final, run } = record(slowly(['One ', 'two'], 50), () =>
      Promise.reject(new Error('The database is gone.')),
    );
    const events = await run();
    expect(events.at(-1)).toMatchObject({ type: 'finish' });
    expect(final).toMatchObject([{ text: 'One two', finishReason: 'stop' }]);
  });
});

import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { AnswerEvent } from '../../../server/answering/types.ts';
import { type GrowingAnswer, type RecordedAnswer, recordAnswer } from '../../../server/services/record-answer.ts';
import { drained, finish, text } from '../../helpers/server/scripted-answers.ts';

/** An answer of these words, each as long after the other. */
async function* slowly(words: string[], milliseconds: number): AsyncGenerator<AnswerEvent> {
  for (const word of words) {
    yield text(word);
    await pause(milliseconds);
  }
  yield finish();
}

function record(events: AsyncGenerator<AnswerEvent>, grow: (answer: GrowingAnswer) => Promise<unknown>, every = 20) {
  const kept: RecordedAnswer[] = [];
  const { signal } = new AbortController();
  const keep = async (answer: RecordedAnswer) => {
    kept.push(answer);
  };
  return { kept, run: () => drained(recordAnswer(events, { signal, now: Date.now, keep, grow, every })) };
}

describe('an answer that is recorded', () => {
  it('is stored as it grows, and once more when it is whole', async () => {
    const grown: string[] = [];
    const { kept, run } = record(slowly(['One ', 'two ', 'three'], 60), async (answer) => grown.push(answer.text));
    await run();
    expect(grown.length).toBeGreaterThanOrEqual(2);
    expect(grown).toEqual([...grown].sort((a, b) => a.length - b.length));
    expect(new Set(grown).size).toBe(grown.length);
    expect(kept).toMatchObject([{ text: 'One two three', finishReason: 'stop' }]);
    const stored = grown.length;
    await pause(60);
    expect(grown).toHaveLength(stored);
  });

  it('that is over soon is stored once', async () => {
    const grown: unknown[] = [];
    const { kept, run } = record(slowly(['Soon.'], 5), async (answer) => grown.push(answer), 1_000);
    await run();
    expect([grown.length, kept.length]).toEqual([0, 1]);
  });

  it('is whole in the end where storing a part took longer than the rest', async () => {
    const order: string[] = [];
    const { kept, run } = record(slowly(['One ', 'two'], 150), async ({ text: words }) => {
      await pause(500);
      order.push(`grown ${words}`);
    });
    await run();
    order.push(`kept ${kept[0]?.text}`);
    expect(order).toEqual(['grown One ', 'kept One two']);
  });

  it('is read to its end where its parts cannot be stored', async () => {
    const { kept, run } = record(slowly(['One ', 'two'], 50), () => Promise.reject(new Error('The database is gone.')));
    const events = await run();
    expect(events.at(-1)).toMatchObject({ type: 'finish' });
    expect(kept).toMatchObject([{ text: 'One two', finishReason: 'stop' }]);
  });
});

import type { TokenUsage } from '@footnote/sdk/contract';
import type { AnswerEvent, CitedPassage } from '../../../server/answering/types.ts';

export const USAGE: TokenUsage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

export const finish = (over: Partial<Extract<AnswerEvent, { type: 'finish' }>> = {}): AnswerEvent => ({
  type: 'finish',
  reason: 'stop',
  usage: USAGE,
  suggestions: [],
  unsupported: [],
  ...over,
});

export const text = (delta: string): AnswerEvent => ({ type: 'text', delta });

export function citation(id: number, sourceId = `src_${id}`): CitedPassage {
  const quote = `Fact ${id} stands here.`;
  return {
    id,
    source_id: sourceId,
    chunkId: String(id),
    title: `Document of ${sourceId}`,
    text: `${quote} And more.`,
    quote,
    quoteStart: 0,
    quoteEnd: quote.length,
    address: null,
    indexedAt: Date.UTC(2026, 0, 31),
  };
}

/** The events of a cited answer as an answerer yields them: text, then the citation, then the marker, in pieces of any size. */
export function citedAnswer(
  facts: { words: string; sourceId?: string }[],
  split: (text: string) => string[] = (whole) => [whole],
): AnswerEvent[] {
  const citations: CitedPassage[] = [];
  const events = facts.flatMap(({ words, sourceId }, at): AnswerEvent[] => {
    citations.push(citation(at + 1, sourceId));
    return [
      ...split(words).map(text),
      { type: 'citations', citations: [...citations] },
      ...split(` [${at + 1}]`).map(text),
    ];
  });
  return [...events, finish()];
}

/** The events one by one, as a generator yields them. */
export async function* play(events: AnswerEvent[]): AsyncGenerator<AnswerEvent> {
  yield* events;
}

/** Collects all items of an iterable. */
export async function drained<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

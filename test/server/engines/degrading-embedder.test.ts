import { describe, expect, it } from 'vitest';
import { degradeWhenUnavailable } from '../../../server/engines/degrading-embedder.ts';
import { identifyEngine } from '../../../server/engines/engine-id.ts';
import { errors } from '../../../server/engines/errors.ts';
import type { Embedder } from '../../../server/engines/types.ts';
import { createLog } from '../../../server/platform/log.ts';

const VECTOR = new Float32Array([1, 0]);

/** An embedder that behaves as `next` says, and its log. */
function scripted() {
  const lines: string[] = [];
  const log = createLog((line) => lines.push(JSON.parse(line).event));
  const state = { asked: 0, now: 0, next: async (): Promise<Float32Array[]> => [VECTOR] };
  const embedder: Embedder = {
    ...identifyEngine('openai', 'scripted'),
    semantic: true,
    dimensions: 2,
    embed: () => {
      state.asked += 1;
      return state.next();
    },
    ready: async () => true,
    close: async () => undefined,
  };
  return { state, lines, embedder: degradeWhenUnavailable(embedder, log, () => state.now, 50) };
}

const fail = async (): Promise<Float32Array[]> => {
  throw errors.embedderUnavailable();
};

describe('an embedder for questions', () => {
  it('returns the vectors as long as it works', async () => {
    const { embedder, lines } = scripted();
    expect(await embedder.embed(['a question'], 'query')).toEqual([VECTOR]);
    expect([embedder.id, embedder.dimensions]).toEqual(['openai:scripted', 2]);
    expect(lines).toEqual([]);
  });

  it('returns no vectors after a failure, pauses for a while, and logs that once', async () => {
    const { embedder, state, lines } = scripted();
    state.next = fail;
    expect(await embedder.embed(['a question'], 'query')).toEqual([]);
    expect(await embedder.embed(['another'], 'query')).toEqual([]);
    expect(state.asked).toBe(1);
    state.now += 15_000;
    expect(await embedder.embed(['a third'], 'query')).toEqual([]);
    expect(state.asked).toBe(2);
    expect(lines).toEqual(['embedder_unavailable']);
  });

  it('is used again after it recovers', async () => {
    const { embedder, state, lines } = scripted();
    const working = state.next;
    state.next = fail;
    await embedder.embed(['a question'], 'query');
    state.next = working;
    state.now += 15_000;
    expect(await embedder.embed(['another'], 'query')).toEqual([VECTOR]);
    expect(await embedder.embed(['a third'], 'query')).toEqual([VECTOR]);
    expect(lines).toEqual(['embedder_unavailable', 'embedder_recovered']);
  });

  it('is not awaited for longer than a visitor would wait', async () => {
    const { embedder, state, lines } = scripted();
    state.next = () => new Promise(() => undefined);
    expect(await embedder.embed(['a question'], 'query')).toEqual([]);
    expect(lines).toEqual(['embedder_unavailable']);
  });

  it('passes on aborts and other errors', async () => {
    const { embedder, state, lines } = scripted();
    const leaving = new AbortController();
    leaving.abort(new Error('gone'));
    state.next = fail;
    await expect(embedder.embed(['a question'], 'query', leaving.signal)).rejects.toThrow('gone');
    state.next = async () => {
      throw new TypeError('a fault');
    };
    await expect(embedder.embed(['a question'], 'query')).rejects.toThrow('a fault');
    expect(lines).toEqual([]);
  });
});

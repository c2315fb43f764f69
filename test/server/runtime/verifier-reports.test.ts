import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../server/config/env.ts';
import { createMetrics } from '../../../server/runtime/metrics.ts';
import { createServerState, type ServerStateParts } from '../../../server/runtime/server-state.ts';

type Engines = ReturnType<ServerStateParts['engines']>;

async function stateWith(engines: Partial<Engines>, answererReady = true) {
  const counts = async () => ({ queued: 0, running: 0, failed: 0, all: 0, passages: 0 });
  const store = {
    jobs: { counts },
    sources: { counts },
    vectorIndexes: { state: async () => ({ building: null }) },
    shared: true,
  };
  const state = createServerState({
    env: readEnv({ DATA_DIR: '/nowhere' }),
    version: '1.2.3',
    store: store as unknown as ServerStateParts['store'],
    disk: { state: async () => 'ok' as const },
    catalogue: [],
    engines: () => ({
      embedder: { id: 'test' },
      generator: { id: 'test' },
      reranker: null,
      reader: null,
      verifier: null,
      ...engines,
    }),
    ready: async () => ({ embedder: true, answerer: answererReady }),
    answers: () => ({ running: 0, waiting: 0, limit: 0 }),
    load: () => ({ lastHour: 0, lastDay: 0, busiest: null }),
  });
  const { engines: reported, findings } = await state();
  return {
    verifier: reported.verifier,
    warned: findings.some(({ found }) => found.includes('the rules alone decide')),
  };
}

const engine = (ready: boolean) => ({ id: 'transformers:inference', ready: async () => ready });

describe('the engine that checks sentences', () => {
  it.each<[string, Partial<Engines>, boolean, object]>([
    ['is none', {}, true, { verifier: null, warned: false }],
    [
      'works',
      { verifier: engine(true) },
      true,
      { verifier: { id: 'transformers:inference', ready: true }, warned: false },
    ],
    [
      'fails',
      { verifier: engine(false) },
      true,
      { verifier: { id: 'transformers:inference', ready: false }, warned: true },
    ],
    [
      'is the answering model',
      { verifier: 'answerer' },
      true,
      { verifier: { id: 'answerer', ready: true }, warned: false },
    ],
    [
      'is one that fails',
      { verifier: 'answerer' },
      false,
      { verifier: { id: 'answerer', ready: false }, warned: true },
    ],
    ['is one that is missing', { verifier: 'answerer', generator: null }, true, { warned: true }],
  ])('is in the state of the server when it %s', async (_, engines, ready, reported) => {
    expect(await stateWith(engines, ready)).toMatchObject(reported);
  });

  it('is in the metrics, by outcome and with its time', async () => {
    const metrics = createMetrics({
      version: '1.2.3',
      jobs: async () => ({ queued: 0, running: 0 }),
      answers: () => ({ running: 0, waiting: 0, limit: 0 }),
      onQuestion: () => undefined,
      reEmbedding: async () => null,
    });
    metrics.verification('done', 0.03);
    metrics.verification('done', 0.04);
    metrics.verification('timeout', 2);
    const lines = (await metrics.render()).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'footnote_verifier_requests_total{outcome="done"} 2',
        'footnote_verifier_requests_total{outcome="timeout"} 1',
        'footnote_verifier_request_duration_seconds_bucket{le="0.05"} 2',
        'footnote_verifier_request_duration_seconds_count 3',
      ]),
    );
  });
});

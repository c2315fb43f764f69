import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwner, createOwnerWithProject, type OwnerFixture } from '../../../helpers/server/owner-with-project.ts';
import { drained } from '../../../helpers/server/scripted-answers.ts';
import { startApp, type TestApp } from '../../../helpers/server/test-app.ts';

let app: TestApp;
let operator: OwnerFixture;
beforeAll(async () => {
  app = await startApp();
  operator = await createOwnerWithProject(app, 'first');
});
afterAll(() => app.close());

describe('GET /v1/server', () => {
  it('reports the state of the server to the operator', async () => {
    const { status, body } = await app.call('GET', '/v1/server', { token: operator.token });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      version: '1.2.3',
      command: 'npx footnote',
      ingestion: { queued: 1, running: 0, failed: 0 },
      engines: {
        embedder: { id: 'test', ready: true },
        answerer: { id: 'extractive', ready: true },
        reranker: null,
        verifier: null,
      },
      re_embedding: null,
      deepened: null,
      last_backup: null,
      load: {
        passages: 0,
        questions: { last_hour: 120, last_day: 900, busiest_minute: 60 },
        busy: 0.12,
        carried_per_second: 5,
      },
    });
    expect(body.disk.database).toBeGreaterThan(4096);
    expect(body.memory.process).toBeGreaterThan(1e6);
    const checks = body.findings.map(({ check }: { check: string }) => check);
    expect(checks).toEqual(
      expect.arrayContaining(['Node.js', 'memory', 'data directory', 'disk', 'backup', 'settings', 'load', 'reader']),
    );
    expect(body.findings.find(({ check }: { check: string }) => check === 'backup')).toMatchObject({
      verdict: 'warning',
    });
  });

  it('counts failed sources', async () => {
    const job = await app.store.jobs.claim('test', Date.now() + 1000, 60_000);
    if (!job) throw new Error('No job.');
    await app.store.sources.fail(job, job.sourceId, { code: 'file_damaged', message: 'Damaged.' });
    const { body } = await app.call('GET', '/v1/server', { token: operator.token });
    expect(body.ingestion).toEqual({ queued: 0, running: 0, failed: 1 });
  });

  it('refuses everyone else', async () => {
    const other = await createOwner(app, 'second@example.org');
    const { status, text } = await app.call('GET', '/v1/server', { token: other.token });
    expect([status, text.includes('memory')]).toEqual([403, false]);
  });
});

describe('GET /health/stream', () => {
  it('sends its events one by one, each with the client address', async () => {
    const response = await fetch(`${app.url}/health/stream`);
    expect([response.status, response.headers.get('x-accel-buffering')]).toEqual([200, 'no']);
    const received = await drained<string>(response.body?.pipeThrough(new TextDecoderStream()) ?? new ReadableStream());
    expect(received.join('').match(/"piece":\d,"address":"127\.0\.0\.1"/g)).toHaveLength(4);
    // The first was here before the last was sent.
    expect(received.find((text) => text.includes('"piece":1'))).not.toContain('"piece":4');
  });
});

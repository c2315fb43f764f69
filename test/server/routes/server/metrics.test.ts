import { once } from 'node:events';
import { get } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createOwnerWithProject, ORIGIN } from '../../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../../helpers/server/test-app.ts';

const TOKEN = 'an-operator-token-0123456789-abcdefgh';

let app: TestApp;
afterEach(() => app.close());

/** Parses metrics to a map from name and labels to value. Throws at an invalid line. */
function samples(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const line of text.trimEnd().split('\n')) {
    if (/^# (HELP [a-z_]+ \S|TYPE [a-z_]+ (counter|gauge|histogram)$)/.test(line)) continue;
    const [, name = '', value] =
      /^([a-z_]+(?:\{(?:[a-z_]+="[^"\\]*",?)+\})?) (\d+(?:\.\d+)?(?:e-?\d+)?)$/.exec(line) ?? [];
    if (name === '' || found.has(name)) throw new Error(`Not a sample, or twice: ${line}`);
    found.set(name, Number(value));
  }
  return found;
}

/** The status of the metrics for a request to this host. `fetch` would send its own. */
async function statusFor(host: string): Promise<number | undefined> {
  const [response] = await once(get(`${app.url}/metrics`, { headers: { host } }), 'response');
  response.resume();
  return response.statusCode;
}

describe('the metrics', () => {
  it('count requests, questions, memory and the queue', async () => {
    app = await startApp({
      async *answer(question) {
        yield { type: 'text', delta: '…' };
        if (question.text === 'Fail?') throw new Error('on purpose');
        const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
        const reason = question.text === 'Refuse?' ? 'refused' : question.text === 'Unsure?' ? 'unsure' : 'stop';
        yield { type: 'finish', reason, usage, suggestions: [], unsupported: [] };
      },
    });
    const { project } = await createOwnerWithProject(app, 'owner');
    for (const query of ['Answer?', 'Refuse?', 'Refuse?', 'Unsure?', 'Fail?']) {
      await app.call('POST', `/v1/projects/${project.id}/chat`, { key: project.key, origin: ORIGIN, body: { query } });
    }
    await app.call('GET', '/nowhere-"\\n{}');
    const { text, headers } = await app.call('GET', '/metrics');
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const found = samples(text);
    // The fixture has asked one question.
    expect(found.get('footnote_questions_total{outcome="answered"}')).toBe(2);
    expect(found.get('footnote_questions_total{outcome="refused"}')).toBe(2);
    expect(found.get('footnote_questions_total{outcome="unsure"}')).toBe(1);
    expect(found.get('footnote_questions_total{outcome="error"}')).toBe(1);
    expect(found.get('footnote_requests_total{route="chat.create",status="200"}')).toBe(5);
    expect(found.get('footnote_requests_total{route="chat.create",status="500"}')).toBe(1);
    expect(found.get('footnote_requests_total{route="none",status="404"}')).toBe(1);
    expect(found.get('footnote_request_duration_seconds_count{route="chat.create"}')).toBe(6);
    expect(found.get('footnote_request_duration_seconds_bucket{route="chat.create",le="+Inf"}')).toBe(6);
    expect(found.get('footnote_ingestion_queue{state="queued"}')).toBe(1);
    expect(found.get('process_resident_memory_bytes')).toBeGreaterThan(1e7);
    const buckets = [...found].filter(([name]) =>
      name.startsWith('footnote_request_duration_seconds_bucket{route="chat.create"'),
    );
    expect(buckets.map(([, count]) => count)).toEqual(buckets.map(([, count]) => count).toSorted((a, b) => a - b));
  });

  it('contain nothing chosen by a client, and do not grow with its requests', async () => {
    app = await startApp();
    const size = async () => (await app.call('GET', '/metrics')).text.split('\n').length;
    await app.call('GET', '/v1/projects/first');
    await app.call('GET', '/first');
    await size();
    const before = await size();
    for (let at = 0; at < 50; at += 1) {
      await app.call('GET', `/v1/projects/canary-${at}`, {
        headers: { 'user-agent': `canary-${at}`, referer: 'canary' },
      });
      await app.call('GET', `/canary-${at}?canary`);
    }
    const { text } = await app.call('GET', '/metrics');
    expect(text).not.toContain('canary');
    expect(text.split('\n').length).toBe(before);
  });

  it('are only for this machine if there is no token', async () => {
    app = await startApp();
    const unknown = await app.call('GET', '/nothing');
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-host']) {
      const called = await app.call('GET', '/metrics', { headers: { [name]: '127.0.0.1' } });
      expect([called.status, called.text], name).toEqual([404, unknown.text]);
    }
    expect((await app.call('GET', '/metrics', { token: TOKEN })).status).toBe(200);
  });

  it('need a token behind a proxy, also behind one on this machine that adds no header', async () => {
    for (const env of [{ publicUrl: 'https://chat.example.com' }, { trustedProxies: 1 }]) {
      app = await startApp({ env });
      expect([await statusFor('localhost'), await statusFor('chat.example.com')]).not.toContain(200);
      await app.close();
    }
    // Listens on every address, so that every Host is served.
    app = await startApp({ env: { host: '0.0.0.0' } });
    expect(await statusFor('chat.example.com')).toBe(404);
    expect(await statusFor('localhost:9000')).toBe(200);
  });

  it('are for clients with the token, from anywhere, if there is one', async () => {
    app = await startApp({ env: { metricsToken: TOKEN } });
    expect((await app.call('GET', '/metrics')).body).toMatchObject({ code: 'missing_credentials' });
    for (const token of ['wrong', `${TOKEN}x`, TOKEN.slice(1)]) {
      const called = await app.call('GET', '/metrics', { token });
      expect([called.status, called.body.code]).toEqual([401, 'token_invalid']);
    }
    const passedOn = await app.call('GET', '/metrics', { token: TOKEN, headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(passedOn.status).toBe(200);
    expect(app.log.join('')).not.toContain(TOKEN);
  });
});

import { verifyWebhook } from '@footnote/sdk/backend';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnswerEvent } from '../../../server/answering/types.ts';
import { createLog } from '../../../server/platform/log.ts';
import { createDeliveryWorker, type DeliveryWorker } from '../../../server/webhooks/delivery-worker.ts';
import {
  createOwnerWithProject,
  expectStatus,
  ORIGIN,
  type OwnerFixture,
} from '../../helpers/server/owner-with-project.ts';
import { echo, SECRET, startApp, type TestApp } from '../../helpers/server/test-app.ts';
import { localPoster, startReceiver, type WebhookReceiver } from '../../helpers/server/webhook-receiver.ts';

const QUESTION = 'Where is the harbour canary?';

let app: TestApp;
let owner: OwnerFixture;
let receiver: WebhookReceiver;
let worker: DeliveryWorker;
const lines: string[] = [];
const poster = localPoster();
let path: string;

beforeAll(async () => {
  receiver = await startReceiver();
  app = await startApp({
    env: { scrapeAllowCidrs: ['127.0.0.0/8'] },
    onDeliveryQueued: () => worker.notify(),
    answer: (question) => (question.text === QUESTION ? refuse() : echo(question)),
  });
  worker = createDeliveryWorker({
    ...{ store: app.store, poster, secret: SECRET },
    log: createLog((line) => lines.push(line)),
  });
  worker.start();
  owner = await createOwnerWithProject(app, 'owner');
  path = `/v1/projects/${owner.project.id}/webhooks`;
});
afterAll(async () => {
  await worker.stop();
  await poster.close();
  await receiver.close();
  await app.close();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer = { status: 204 };
});
afterEach(async () => {
  for (const { id } of (await call('GET', path)).body.items) await call('DELETE', `${path}/${id}`);
});

async function* refuse(): AsyncGenerator<AnswerEvent> {
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  yield { type: 'text', delta: 'Not here.' };
  yield { type: 'finish', reason: 'refused', usage, suggestions: [], unsupported: [] };
}

const call = (method: string, at: string, body?: object) => app.call(method, at, { token: owner.token, body });
const create = async (body: object = {}) =>
  expectStatus(await call('POST', path, { url: receiver.url, events: ['question.unanswered'], ...body }), 201).body;
const test = async (id: string) => expectStatus(await call('POST', `${path}/${id}/test`), 202).body;
const deliveries = async (id: string, query = '') => (await call('GET', `${path}/${id}/deliveries${query}`)).body.items;
const messages = (count: number) => expect.poll(() => receiver.received.length).toBe(count);
const delivered = async (id: string, status: string) => {
  await expect.poll(async () => (await deliveries(id))[0]?.status).toBe(status);
  return (await deliveries(id))[0];
};
const attempted = async (id: string) => {
  await expect.poll(async () => (await deliveries(id))[0]?.error).not.toBeNull();
  return (await deliveries(id))[0];
};

describe('a webhook', () => {
  it('shows its secret when it is made and rotated, and never again', async () => {
    const { secret, ...made } = await create({ description: 'Support' });
    expect(secret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/);
    expect(made).toMatchObject({ description: 'Support', enabled: true, disabled_reason: null, failing_since: null });
    const next = expectStatus(await call('POST', `${path}/${made.id}/rotate`), 200).body;
    expect(next.secret).not.toBe(secret);
    const shown = [(await call('GET', path)).text, (await call('GET', `${path}/${made.id}`)).text].join();
    expect(shown).toContain(made.id);
    expect(shown).not.toContain('whsec_');
    const stored = JSON.stringify(await app.store.webhookEndpoints.byId(owner.project.id, made.id));
    for (const one of [secret, next.secret]) expect(stored).not.toContain(one.slice('whsec_'.length));
  });

  it.each([
    [{ url: 'ftp://example.com/' }, 'url'],
    [{ url: 'http://169.254.169.254/latest' }, 'url'],
    [{ url: 'http://10.0.0.1/' }, 'url'],
    [{ url: 'https://user:secret@example.com/' }, 'url'],
    [{ events: [] }, 'events'],
    [{ events: ['everything'] }, 'events.0'],
    [{ events: ['webhook.test'] }, 'events.0'],
    [{ description: 'x'.repeat(201) }, 'description'],
    [{ secret: 'mine' }, 'secret'],
  ])('is not made with %j', async (body, field) => {
    const refused = await call('POST', path, { url: receiver.url, events: ['budget.spent'], ...body });
    expect(expectStatus(refused, 400).body.errors).toMatchObject([{ field }]);
  });

  it('names the setting that would allow a private address', async () => {
    const refused = await call('POST', path, { url: 'http://10.0.0.1/', events: ['budget.spent'] });
    expect(refused.body).toMatchObject({
      code: 'url_not_allowed',
      detail: expect.stringContaining('SCRAPE_ALLOW_CIDRS'),
    });
    const { id } = await create();
    const moved = await call('PATCH', `${path}/${id}`, { url: 'http://10.0.0.1/' });
    expect(expectStatus(moved, 400).body.code).toBe('url_not_allowed');
  });

  it('is told of a question without an answer, with a signature that its secret verifies', async () => {
    const { id, secret } = await create();
    const asked = await app.call('POST', `/v1/projects/${owner.project.id}/chat`, {
      ...{ token: owner.project.widget, origin: ORIGIN, body: { query: QUESTION } },
    });
    expectStatus(asked, 200);
    await messages(1);
    const [{ body, headers } = { body: '', headers: {} }] = receiver.received;
    const event = await verifyWebhook(body, headers, secret);
    expect(event).toMatchObject({
      type: 'question.unanswered',
      data: { question: QUESTION, outcome: 'refused', message_id: asked.body.message_id },
    });
    const delivery = await delivered(id, 'delivered');
    expect(delivery).toMatchObject({ id: headers['webhook-id'], attempts: 1, response_status: 204, payload: event });
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Footnote/1.0' });
    expect(lines.join()).toContain(delivery.id);
    expect(lines.join()).not.toContain('canary');
  });

  it('is signed with both secrets while one is rotated, and at once with the new one only if that is wanted', async () => {
    const { id, secret } = await create();
    const next = (await call('POST', `${path}/${id}/rotate`)).body.secret;
    await test(id);
    await messages(1);
    const last = (await call('POST', `${path}/${id}/rotate`, { overlap_seconds: 0 })).body.secret;
    await test(id);
    await messages(2);
    const [first, second] = receiver.received;
    const verifies = (message: typeof first, with_: string) =>
      verifyWebhook(message?.body ?? '', message?.headers ?? {}, with_).then(
        () => true,
        () => false,
      );
    expect([await verifies(first, secret), await verifies(first, next)]).toEqual([true, true]);
    expect([await verifies(second, next), await verifies(second, last)]).toEqual([false, true]);
  });

  it('shows what was answered, waits and tries again after a failure, and is sent again on request', async () => {
    receiver.answer = { status: 500, text: `<b>broken</b>\u0000${'x'.repeat(5_000)}` };
    const { id } = await create();
    const { id: message } = await test(id);
    const failed = await attempted(id);
    expect(failed).toMatchObject({
      status: 'pending',
      attempts: 1,
      response_status: 500,
      error: 'The server answered 500.',
    });
    expect(failed.response_text).toMatch(/^<b>broken<\/b>/);
    expect(failed.response_text).toHaveLength(1_000);
    expect(Date.parse(failed.next_attempt_at)).toBeGreaterThan(Date.parse(failed.last_attempt_at) + 3_000);
    expect((await call('GET', `${path}/${id}`)).body).toMatchObject({
      enabled: true,
      failing_since: expect.any(String),
    });
    // Nobody has to wait for the next attempt.
    receiver.answer = { status: 200, text: 'ok' };
    const again = await call('POST', `${path}/${id}/deliveries/${message}/redeliver`);
    expect(expectStatus(again, 202).body).toMatchObject({ id: message, status: 'pending', attempts: 0 });
    expect(await delivered(id, 'delivered')).toMatchObject({ id: message, response_text: 'ok', error: null });
    expect((await call('GET', `${path}/${id}`)).body.failing_since).toBeNull();
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([message, message]);
    expect(await deliveries(id, '?status=failed')).toEqual([]);
  });

  it('is switched off by 410, sends nothing then, and begins anew when it is switched on', async () => {
    receiver.answer = { status: 410 };
    const { id } = await create();
    const { id: message } = await test(id);
    expect(await delivered(id, 'failed')).toMatchObject({ next_attempt_at: null });
    const webhook = () => call('GET', `${path}/${id}`);
    expect((await webhook()).body).toMatchObject({ enabled: false, disabled_reason: 'gone' });
    for (const at of ['test', `deliveries/${message}/redeliver`])
      expect(expectStatus(await call('POST', `${path}/${id}/${at}`), 400).body.code).toBe('webhook_disabled');
    receiver.answer = { status: 204 };
    expect((await call('PATCH', `${path}/${id}`, { enabled: true })).body).toMatchObject({ disabled_reason: null });
    expectStatus(await call('POST', `${path}/${id}/deliveries/${message}/redeliver`), 202);
    await delivered(id, 'delivered');
  });

  it('follows no redirect', async () => {
    receiver.answer = { status: 302, headers: { location: receiver.url } };
    const { id } = await create();
    await test(id);
    expect((await attempted(id)).error).toContain('Redirects are not followed');
    expect(receiver.received).toHaveLength(1);
  });

  it('says that nothing answers, or that the address is not allowed any more', async () => {
    const { id } = await create({ url: 'http://127.0.0.1:9/' });
    await test(id);
    expect(await attempted(id)).toMatchObject({ response_status: null, error: expect.stringContaining('15 seconds') });
    const { id: other } = await create();
    await app.store.webhookEndpoints.update(owner.project.id, other, { url: 'http://10.0.0.1/' }, Date.now());
    await test(other);
    expect((await attempted(other)).error).toContain('SCRAPE_ALLOW_CIDRS');
  });

  it('sends nothing unsigned if the server’s secret was replaced', async () => {
    const { id } = await create();
    const row = await app.store.webhookEndpoints.byId(owner.project.id, id);
    if (!row) throw new Error('It is gone.');
    await app.store.webhookEndpoints.rotate(row, { secret: 'sealed with another', formerUntil: null, at: 1 });
    await test(id);
    expect((await delivered(id, 'failed')).error).toContain('Rotate the secret');
    expect(receiver.received).toEqual([]);
  });

  it('is one of ten at most, in the audit log without its address, and gone with its messages', async () => {
    const ids: string[] = [];
    for (let made = 0; made < 10; made += 1) ids.push((await create({ enabled: false })).id);
    const eleventh = await call('POST', path, { url: receiver.url, events: ['budget.spent'] });
    expect(expectStatus(eleventh, 400).body.code).toBe('quota_reached');
    expectStatus(await call('DELETE', `${path}/${ids[0]}`), 200);
    for (const [method, at] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/deliveries'],
      ['POST', '/test'],
    ])
      expectStatus(
        await call(method ?? '', `${path}/${ids[0]}${at}`, method === 'PATCH' ? { enabled: true } : undefined),
        404,
      );
    const log = await call('GET', '/v1/auth/audit-log?action=webhooks.delete');
    expect(log.body.items[0].target.id).toBe(ids[0]);
    expect((await call('GET', '/v1/auth/audit-log')).text).not.toContain('/hook');
  });
});

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createOwnerWithProject, ORIGIN, type OwnerFixture } from '../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../helpers/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  // No midnight comes but those that a test brings.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date().setUTCHours(12, 0, 0, 0) });
  app = await startApp({ env: { trustedProxies: 1 } });
});
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
});

const budget = ({ token, project }: OwnerFixture, daily_budget: unknown) =>
  app.call('PATCH', `/v1/projects/${project.id}`, { token, body: { daily_budget } });
const ask = (credential: { key?: string; token?: string }, conversation_id?: string) =>
  app.call('POST', '/v1/chat', { ...credential, origin: ORIGIN, body: { query: 'How?', conversation_id } });
const visitor = async ({ project }: OwnerFixture) =>
  (await app.call('POST', '/v1/tokens/widget', { key: project.key })).body.token as string;

describe('a daily budget', () => {
  it('of a project is exact under parallel questions with any credential', async () => {
    const world = await createOwnerWithProject(app, 'project');
    await budget(world, { requests: 7, message: 'We are closed until tomorrow.' });
    const asked = app.questions.length;
    const token = await visitor(world);
    const calls = await Promise.all(
      Array.from({ length: 20 }, (_, at) => ask(at % 2 ? { token } : { key: world.project.key })),
    );
    expect(calls.filter(({ status }) => status === 200)).toHaveLength(7);
    expect(app.questions.length - asked).toBe(7);
    const refused = calls.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(13);
    for (const { body, headers } of refused) {
      const words = 'We are closed until tomorrow.';
      expect(body).toEqual({ code: 'budget_exhausted', detail: words, owner_message: words });
      expect(Number(headers.get('retry-after'))).toBe(12 * 60 * 60);
    }
    // Refused questions have created no conversation.
    const path = `/v1/projects/${world.project.id}/conversations`;
    expect((await app.call('GET', path, { token: world.token })).body.total).toBe(1 + 7);
  });

  it('of a visitor does not affect other visitors, and resets at midnight UTC', async () => {
    const world = await createOwnerWithProject(app, 'visitor');
    await budget(world, { per_visitor: 2 });
    const [one, two] = [await visitor(world), await visitor(world)];
    const { conversation_id } = (await ask({ token: one })).body;
    expect((await ask({ token: one }, conversation_id)).status).toBe(200);
    const refused = await ask({ token: one }, conversation_id);
    expect([refused.status, refused.body.code]).toEqual([429, 'budget_exhausted']);
    // The owner has set no message, so this is the server's.
    expect(refused.body).not.toHaveProperty('owner_message');
    expect(refused.body.detail).toMatch(/ Try again in \d{1,3} (seconds?|minutes|hours)\.$/);
    expect((await ask({ token: two })).status).toBe(200);
    for (let at = 0; at < 3; at++) expect((await ask({ key: world.project.key })).status).toBe(200);

    const wait = Number(refused.headers.get('retry-after')) * 1000;
    app.travel(wait);
    const renewed = await app.call('POST', '/v1/tokens/widget', { token: one, origin: ORIGIN });
    expect(renewed.status).toBe(wait < 24 * 3_600_000 ? 200 : 401);
    expect((await ask({ token: renewed.body.token }, conversation_id)).status).toBe(200);
    app.travel(-wait);
    await budget(world, null);
    expect((await ask({ token: one })).status).toBe(200);
  });

  it('is not spent by questions that never start', async () => {
    const world = await createOwnerWithProject(app, 'unspent');
    await budget(world, { requests: 1 });
    expect((await ask({ key: world.project.key }, 'conv_unknown')).status).toBe(404);
    const elsewhere = { token: await visitor(world), origin: 'https://evil.example', body: { query: 'How?' } };
    expect((await app.call('POST', '/v1/chat', elsewhere)).status).toBe(403);
    expect((await ask({ key: world.project.key })).status).toBe(200);
    expect((await ask({ key: world.project.key })).status).toBe(429);
  });
});

describe('a public widget', () => {
  const open = async (name: string, daily_budget: unknown = null) => {
    const world = await createOwnerWithProject(app, name);
    const body = { widget_access: 'public', daily_budget };
    const { body: project } = await app.call('PATCH', `/v1/projects/${world.project.id}`, { token: world.token, body });
    return { ...world, daily: project.default_daily_budget };
  };
  const from = (address: string) => ({ 'x-forwarded-for': address });
  /** As a page does that gets a token by itself. */
  const mint = async ({ project }: OwnerFixture, address: string): Promise<string> => {
    const call = { origin: ORIGIN, headers: from(address), body: { project_id: project.id } };
    return (await app.call('POST', '/v1/tokens/widget', call)).body.token;
  };
  const askFrom = async (address: string, token: string) => {
    const call = { token, origin: ORIGIN, headers: from(address), body: { query: 'How?' } };
    const { status, body } = await app.call('POST', '/v1/chat', call);
    return status === 200 ? 'answered' : body.code;
  };
  const answered = (outcomes: string[]) => outcomes.filter((outcome) => outcome === 'answered').length;
  const times = <Result>(count: number, work: (at: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: count }, (_, at) => work(at)));

  it('gives one address no more than its share of the budget, however many visitors it makes', async () => {
    const world = await open('share', { requests: 120 });
    // One subscriber has a whole network of IPv6 addresses.
    for (const addressOf of [() => '192.0.2.1', (at: number) => `2001:db8:0:7::${at}`]) {
      const outcomes = await times(20, async (at) => askFrom(addressOf(at), await mint(world, addressOf(at))));
      expect(answered(outcomes)).toBe(12);
      expect(outcomes.filter((outcome) => outcome === 'budget_exhausted')).toHaveLength(8);
    }
    expect(await askFrom('2001:db8:0:8::1', await mint(world, '2001:db8:0:8::1'))).toBe('answered');
    expect((await ask({ key: world.project.key })).status).toBe(200);
    const playground = { token: world.token, body: { project_id: world.project.id, origin: ORIGIN, trace: true } };
    const { token } = (await app.call('POST', '/v1/tokens/widget', playground)).body;
    expect(await askFrom('192.0.2.1', token)).toBe('answered');
    const other = await open('other-share', { requests: 120 });
    expect(await askFrom('192.0.2.1', await mint(other, '192.0.2.1'))).toBe('answered');
  });

  it('lets an address ask ten questions of a small budget', async () => {
    const world = await open('small', { requests: 15 });
    expect(answered(await times(14, async () => askFrom('192.0.2.2', await mint(world, '192.0.2.2'))))).toBe(10);
  });

  it('has a budget if its owner has set none, which does not count what is asked with a key', async () => {
    const world = await open('default');
    expect(world.daily).toEqual({ requests: 1000, per_visitor: 50, message: '' });
    const token = await mint(world, '192.0.2.3');
    expect(answered(await times(52, () => askFrom('192.0.2.3', token)))).toBe(50);
    expect(answered(await times(52, async () => askFrom('192.0.2.3', await mint(world, '192.0.2.3'))))).toBe(50);
    expect((await ask({ key: world.project.key })).status).toBe(200);
  });

  it('has no limit if its owner decides so, nor has a widget with tokens of the owner’s server', async () => {
    const world = await open('unlimited', {});
    const token = await mint(world, '192.0.2.4');
    expect(answered(await times(52, () => askFrom('192.0.2.4', token)))).toBe(52);
    const closed = await createOwnerWithProject(app, 'closed');
    await budget(closed, { requests: 100 });
    const visitors = await times(12, () => visitor(closed));
    expect(answered(await times(12, (at) => askFrom('192.0.2.4', visitors[at] ?? '')))).toBe(12);
  });
});

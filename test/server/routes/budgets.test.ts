import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwnerWithProject, ORIGIN, type OwnerFixture } from '../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../helpers/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

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
      const until = Date.now() + Number(headers.get('retry-after')) * 1000;
      // Midnight UTC, within the second that the test takes.
      expect(Math.abs(until - Math.round(until / 86_400_000) * 86_400_000)).toBeLessThan(2_000);
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

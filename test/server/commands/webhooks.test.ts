import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webhooks } from '../../../server/commands/webhooks.ts';
import { runCommandHere } from '../../helpers/processes/run-command-here.ts';
import { createOwnerWithProject, type OwnerFixture } from '../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../helpers/server/test-app.ts';

describe('footnote webhooks', () => {
  let app: TestApp;
  let owner: OwnerFixture;
  let env: Record<string, string>;
  beforeAll(async () => {
    app = await startApp();
    owner = await createOwnerWithProject(app, 'owner');
    env = { FOOTNOTE_URL: app.url, FOOTNOTE_PROJECT: owner.project.id, FOOTNOTE_TOKEN: owner.token };
  });
  afterAll(() => app.close());

  const run = (...words: string[]) => runCommandHere(webhooks, words, env);
  const done = async (...words: string[]) => {
    const ended = await run(...words);
    expect(ended).toMatchObject({ code: 0, errorOut: '' });
    return ended.out;
  };

  it('adds one, lists it, shows its messages, sends one again and removes it', async () => {
    expect(await done('list')).toBe('The project has no webhooks. Add one with footnote webhooks add URL.');
    const events = ['--event', 'refusals.risen', '--event', 'question.unanswered'];
    const added = await done('add', 'https://hooks.example.com/a', ...events, '--description', 'Support');
    expect(added).toMatch(/^whk_\w+ {2}https:\/\/hooks\.example\.com\/a {2}refusals\.risen, question\.unanswered\n/);
    expect(added).toMatch(/shown only now: whsec_\S+$/);
    const id = added.split(' ')[0] ?? '';
    const listed = await done('list', '--project', owner.project.id, '--server', `${app.url}/v1`);
    expect(listed).toBe(`${id}  https://hooks.example.com/a  (on)  Support\n  refusals.risen, question.unanswered`);
    expect(listed).not.toContain('whsec');

    expect(await done('deliveries', id)).toBe('There are no messages.');
    const path = `/v1/projects/${owner.project.id}/webhooks/${id}`;
    const test = (await app.call('POST', `${path}/test`, { token: owner.token })).body.id as string;
    expect(await done('deliveries', id)).toMatch(
      new RegExp(`^${test} {2}\\S+Z {2}webhook\\.test {2}pending, attempts: 0$`),
    );
    expect((await run('redeliver', id, test)).errorOut).toContain('waiting');
    const claimed = await app.store.webhookDeliveries.claim(app.store.now(), 1_000, { endpoints: [], accounts: [] });
    if (!claimed) throw new Error('Nothing is due.');
    const result = { status: 'failed', dueAt: 0, responseStatus: 500, responseText: 'No.', milliseconds: 1 } as const;
    const failed = { ...result, error: 'status\u001b[31m 500', gone: false };
    await app.store.webhookDeliveries.settle(claimed, failed, app.store.now(), 1e9);
    expect(await done('deliveries', id, '--status', 'failed')).toMatch(
      /failed, attempts: 1, answered 500, status \[31m 500$/,
    );
    expect(await done('redeliver', id, test)).toContain(`${test} (webhook.test) is sent again.`);
    expect(await done('deliveries', id, '--limit', '1')).toContain('pending');
    expect(await done('remove', id)).toBe(`${id} is removed, with its messages.`);
    expect((await run('remove', id)).code).toBe(1);
  });

  it.each([
    [['add', 'http://127.0.0.1/'], 'address'],
    [['add', 'https://hooks.example.com/', '--event', 'nothing'], 'events'],
    [['deliveries', 'whk_unknown'], 'not'],
    [['deliveries', 'whk_1', '--limit', '0'], '--limit must be from 1 to 100'],
  ])('says what is wrong: %j', async (words, text) => {
    const ended = await run(...words);
    expect([ended.code, ended.errorOut]).toEqual([1, expect.stringContaining(text)]);
  });

  it.each([
    [[]],
    [['add']],
    [['list', 'more']],
    [['list', '--status', 'failed']],
    [['toString']],
    [['redeliver', 'whk_1']],
  ])('shows how it is used: %j', async (words) => {
    expect((await run(...words)).code).toBe(2);
  });

  it('needs the token of the owner, and says so', async () => {
    const { FOOTNOTE_TOKEN: _, ...without } = env;
    const given = { ...without, FOOTNOTE_API_KEY: owner.project.key };
    expect((await runCommandHere(webhooks, ['list'], given)).errorOut).toMatch(
      /^set FOOTNOTE_TOKEN to the access token/,
    );
    const { FOOTNOTE_PROJECT: __, ...nowhere } = env;
    expect((await runCommandHere(webhooks, ['list'], nowhere)).errorOut).toContain('--project');
  });
});

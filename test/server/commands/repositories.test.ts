import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repositories } from '../../../server/commands/repositories.ts';
import { runCommandHere } from '../../helpers/processes/run-command-here.ts';
import { createOwnerWithProject, type OwnerFixture } from '../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../helpers/server/test-app.ts';

const URL = 'https://git.example.com/handbook';

describe('footnote repositories', () => {
  let app: TestApp;
  let owner: OwnerFixture;
  let env: Record<string, string>;
  beforeAll(async () => {
    app = await startApp();
    owner = await createOwnerWithProject(app, 'owner');
    env = { FOOTNOTE_URL: app.url, FOOTNOTE_PROJECT: owner.project.id, FOOTNOTE_API_KEY: owner.project.key };
  });
  afterAll(() => app.close());

  const run = (...words: string[]) => runCommandHere(repositories, words, env);
  const done = async (...words: string[]) => {
    const ended = await run(...words);
    expect(ended).toMatchObject({ code: 0, errorOut: '' });
    return ended.out;
  };

  it('adds one, lists it with its commit, and removes it', async () => {
    expect(await done('list')).toBe('The project has no repositories. Add one with footnote repositories add URL.');
    const added = await done('add', URL, '--folder', 'docs', '--branch', 'main', '--exclude', 'drafts/**');
    expect(added).toMatch(/^repo_\w+ {2}https:\/\/git\.example\.com\/handbook\n/);
    expect(added).toMatch(/shown only now: whsec_\S+$/);
    const id = added.split(' ')[0] ?? '';
    expect(await done('list')).toBe(`${id}  ${URL}  main docs  (queued)`);
    const claimed = await app.store.repositories.claim(app.store.now(), app.store.now() + 1e6, []);
    if (!claimed) throw new Error('It is not due.');
    const head = {
      id: 'a'.repeat(40),
      author: 'Ann\u001b[31m',
      authored_at: '2026-01-31T12:00:00.000Z',
      subject: 'Begin',
    };
    await app.store.repositories.settle(claimed.repository, { head }, { checkedAt: 1, dueAt: null });
    expect(await done('list')).toBe(
      `${id}  ${URL}  main docs  (idle)\n  aaaaaaaaaa, 2026-01-31T12:00:00.000Z, Ann [31m: Begin`,
    );
    expect(await done('remove', id)).toBe(`${id} is removed, with its sources.`);
    expect((await run('remove', id)).code).toBe(1);
  });

  it.each([
    [['add', 'http://git.example.com/handbook'], 'https'],
    [['add', 'https://10.0.0.1/handbook'], 'SCRAPE_ALLOW_CIDRS'],
    [['add', URL, '--gate'], 'golden questions'],
    [['sync', 'repo_unknown'], 'not'],
  ])('says what is wrong: %j', async (words, text) => {
    const ended = await run(...words);
    expect([ended.code, ended.errorOut]).toEqual([1, expect.stringContaining(text)]);
  });

  it.each([[[]], [['add']], [['list', 'more']], [['list', '--folder', 'docs']], [['toString']]])(
    'does not understand %j',
    async (words) => {
      expect((await run(...words)).code).toBe(2);
    },
  );
});

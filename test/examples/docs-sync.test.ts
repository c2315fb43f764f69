import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Footnote } from '@footnote/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildIfMissing } from '../../.build/if-missing.ts';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';
import {
  ACTION,
  type GithubRun,
  ROOT,
  runAction,
  runGitlabJob,
  runWorkflow,
  TEMPLATE,
  TEMPLATE_SPEC,
  WORKFLOW,
} from './ci.ts';
import { startForge } from './forge.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 90_000 });

describe('the files for CI', () => {
  const namesIn = (value: object, pattern: RegExp) =>
    [...new Set([...JSON.stringify(value).matchAll(pattern)].map(([, name = '']) => name))].sort();

  it('put nothing into the lines of a shell: what comes from outside is in variables', () => {
    const { steps } = ACTION.runs;
    const { jobs } = WORKFLOW;
    const lines = [
      ...steps.map(({ run = '' }) => run),
      ...Object.values(jobs).flatMap((job) => job.steps.map(({ run = '' }) => run)),
      ...Object.values(TEMPLATE).flatMap((job) => [job.before_script, job.script, job.after_script].flat()),
    ];
    expect(lines.length).toBeGreaterThan(8);
    expect(lines.filter((line) => /\$\{\{|\$\[\[|\beval\b/.test(line ?? ''))).toEqual([]);
  });

  it('use each input that they declare, and no other', () => {
    const { inputs, runs } = ACTION;
    expect(namesIn(runs, /inputs\.([\w-]+)/g)).toEqual(Object.keys(inputs).sort());
    expect(namesIn(TEMPLATE, /inputs\.([\w-]+)/g)).toEqual(Object.keys(TEMPLATE_SPEC.spec.inputs).sort());
  });

  it('give the key of the project to the sync alone, and a job the least permissions', () => {
    const { steps } = ACTION.runs;
    const withKey = steps.filter(({ env }) =>
      Object.values(env ?? {}).some((value) => /\binputs\.token \}/.test(value)),
    );
    expect(withKey.map(({ run }) => /footnote sync/.test(run ?? ''))).toEqual([true]);
    const { on, permissions, concurrency, jobs } = WORKFLOW;
    expect(Object.keys(on)).toEqual(['push', 'pull_request']);
    expect([permissions, concurrency]).toEqual([{ contents: 'read' }, { group: 'footnote' }]);
    expect(jobs.sync?.permissions).toBeUndefined();
    expect(jobs['pull-request']?.permissions).toEqual({ contents: 'read', 'pull-requests': 'write' });
    expect(TEMPLATE['.footnote-sync']?.resource_group).toBe('footnote');
  });
});

describe('a docs folder in CI', () => {
  let server: ServerProcess;
  let owner: Footnote;
  let forge: Awaited<ReturnType<typeof startForge>>;
  let home: string;
  const place = () => ({ folder: join(home, 'checkout'), programs: join(home, 'bin') });
  beforeAll(async () => {
    await buildIfMissing('server');
    server = await startServer();
    const guest = new Footnote({ baseURL: server.baseURL });
    const account = { email: 'ada@example.org', password: 'correct horse battery' };
    await guest.auth.register({ ...account, name: 'Ada', setup_token: server.setupToken });
    owner = guest.withOptions({ accessToken: (await guest.auth.login(account)).access_token });
  });
  afterAll(() => server?.stop());
  beforeEach(async () => {
    forge = await startForge();
    home = mkdtempSync(join(tmpdir(), 'footnote-ci-'));
    mkdirSync(join(home, 'checkout/docs'), { recursive: true });
    mkdirSync(join(home, 'bin'));
    // The programs of this repository in place of the package.
    const npx = `#!/bin/sh
[ "$1 $2 $3" = "--yes --package package.tgz" ] || exit 9
program="${ROOT}/server/bin/$4"
[ "$4" != footnote ] || program="$program.cjs"
[ "$4" != footnote-comment ] || program="$program.mjs"
shift 4
exec "${process.execPath}" "$program" "$@"
`;
    writeFileSync(join(home, 'bin/npx'), npx, { mode: 0o755 });
    return () => {
      forge.stop();
      rmSync(home, { recursive: true, force: true });
    };
  });

  const write = (name: string, text: string) => writeFileSync(join(home, 'checkout/docs', name), text);

  async function projectWithKey(scopes: ('ingest' | 'read' | 'ask')[]) {
    const { id } = await owner.projects.create({ name: 'Docs' });
    return { id, key: (await owner.projects.apiKeys.create(id, { scopes })).key };
  }

  /** A project with the page about the warranty, and a golden question about it. */
  async function trialProject() {
    const project = await projectWithKey(['ingest', 'read', 'ask']);
    await owner.goldenQuestions.create(project.id, { question: 'How long is the warranty?', text: 'two years' });
    write('warranty.md', '# Warranty\n\nThe warranty lasts two years from the day of purchase.');
    return project;
  }

  const pagesOf = async (id: string) => {
    const { items } = await owner.sources.list(id, { limit: 100 });
    return items.map(({ external_id, content_hash, url }) => [external_id, content_hash, url]).sort();
  };

  /** What GitHub tells an action of a pull request, or of another event. */
  const githubRun = (event: string, { from = 'ada/docs', ...secrets }: Record<string, string> = {}): GithubRun => ({
    event,
    payload: event.startsWith('pull_request')
      ? { number: 7, pull_request: { head: { repo: { full_name: from } } } }
      : {},
    vars: {},
    secrets,
    variables: { GITHUB_API_URL: forge.url, GITHUB_REPOSITORY: 'ada/docs', GITHUB_ACTOR: 'ada' },
  });

  const FORGES = {
    'The workflow with the action': (live: Project, trial: Project) => {
      const secrets = { FOOTNOTE_API_KEY: live.key, FOOTNOTE_TRIAL_API_KEY: trial.key };
      const vars = {
        FOOTNOTE_PROJECT: live.id,
        FOOTNOTE_TRIAL_PROJECT: trial.id,
        FOOTNOTE_PACKAGE: 'package.tgz',
      };
      const at = (event: string) => runWorkflow(place(), { ...githubRun(event, secrets), vars }, server.url);
      return {
        push: () => at('push'),
        pullRequest: () => at('pull_request'),
        listed: 'GET /repos/ada/docs/issues/7/comments Bearer secret',
      };
    },
    'The template for GitLab': (live: Project, trial: Project) => {
      const variables = {
        FOOTNOTE_PROJECT_ID: live.id,
        FOOTNOTE_TRIAL_PROJECT_ID: trial.id,
        FOOTNOTE_PACKAGE_URL: 'package.tgz',
        FOOTNOTE_API_KEY: live.key,
        FOOTNOTE_TRIAL_API_KEY: trial.key,
        GITLAB_TOKEN: 'secret',
        CI_API_V4_URL: forge.url,
        CI_PROJECT_ID: '3',
        CI_MERGE_REQUEST_IID: '7',
      };
      const job = (name: string) => runGitlabJob(place(), name, variables, { server: server.url });
      return {
        push: () => job('footnote'),
        pullRequest: () => job('footnote-merge-request'),
        listed: 'GET /projects/3/merge_requests/7/notes secret',
      };
    },
  };
  type Project = Awaited<ReturnType<typeof projectWithKey>>;

  it.each(Object.entries(FORGES))(
    '%s publishes a push, and comments once on a pull request what it changes and breaks, without publishing it',
    async (_, forgeOf) => {
      const [live, trial] = [await projectWithKey(['ingest', 'read']), await trialProject()];
      const { push, pullRequest, listed } = forgeOf(live, trial);
      const pushed = await push();
      expect(pushed, pushed.log).toMatchObject({ code: 0 });
      const published = await pagesOf(live.id);
      expect(published).toEqual([['docs/warranty.md', expect.any(String), 'https://docs.example.com/warranty.md']]);
      expect(forge.requests).toEqual([]);

      write('warranty.md', '# Warranty\n\nKeep the receipt in the box of the machine.');
      write('@ada.md', '# Care\n\nDescale the machine every eight weeks.');
      forge.comments.push(...Array.from({ length: 120 }, (_, at) => ({ id: at + 1, body: 'Looks good to me.' })));
      const broken = await pullRequest();
      expect(broken, broken.log).toMatchObject({ code: 1 });
      expect(forge.comments).toHaveLength(121);
      const comment = forge.comments.at(-1);
      expect(comment?.body).toContain('1 new, 1 changed, 0 removed');
      expect(comment?.body).toContain('- `How long is the warranty?`: ');
      expect(comment?.body).toContain('before: `The warranty lasts two years');
      expect(comment?.body).toContain('[`docs/@ada.md`](<https://docs.example.com/%40ada.md>)');
      expect(forge.requests).toContain(listed);
      const quoted = { id: 500, body: String(comment?.body), user: { type: 'User' }, author: { id: 99 } };
      forge.comments.unshift({ ...quoted });

      write('warranty.md', '# Warranty\n\nThe warranty lasts two years. Keep the receipt.');
      const kept = await pullRequest();
      expect(kept, kept.log).toMatchObject({ code: 0 });
      expect(forge.comments).toHaveLength(122);
      expect(forge.comments[0]).toEqual(quoted);
      expect(comment?.body).toContain('No golden question is broken (1 question asked).');
      expect(await pagesOf(live.id)).toEqual(published);
      expect(await pagesOf(trial.id)).toEqual(published);
      for (const secret of [live.key, trial.key])
        expect([pushed, broken, kept].some(({ log }) => log.includes(secret))).toBe(false);
    },
  );

  const inputsFor = ({ id, key }: Project, others: Record<string, string> = {}) => ({
    server: server.url,
    project: id,
    token: key,
    package: 'package.tgz',
    ...others,
  });

  it('is taken back after a push that breaks a question, if an option of the action says so', async () => {
    const project = await trialProject();
    const options = { options: '--prune\n--gate\n\n--exclude=**/drafts/**\n' };
    const first = await runAction(place(), githubRun('push'), inputsFor(project));
    expect(first, first.log).toMatchObject({ code: 0 });
    expect(first.jobSummary).toContain('### Footnote: 1 new, 0 changed, 0 removed in `docs/`');
    const before = await pagesOf(project.id);
    write('warranty.md', '# Warranty\n\nKeep the receipt in the box of the machine.');
    const second = await runAction(place(), githubRun('push'), inputsFor(project, options));
    expect(second, second.log).toMatchObject({ code: 1 });
    expect(second.jobSummary).toContain('**1 of 1 golden question broken:**');
    expect(await pagesOf(project.id)).toEqual(before);
    expect(forge.requests).toEqual([]);
  });

  it('is only compared on a pull request with "dry-run", for which a key that may read is enough', async () => {
    const project = await projectWithKey(['read']);
    write('care.md', '# Care\n\nDescale the machine every eight weeks.');
    const inputs = inputsFor(project, { 'on-pull-request': 'dry-run' });
    const ended = await runAction(place(), githubRun('pull_request'), inputs);
    expect(ended, ended.log).toMatchObject({ code: 0 });
    expect(forge.comments).toMatchObject([{ body: expect.stringContaining('Nothing was sent') }]);
    expect(ended.jobSummary).toBe(forge.comments[0]?.body);
    expect(await pagesOf(project.id)).toEqual([]);
  });

  it('is not tried for a fork, which gets no secrets: the run says so and passes', async () => {
    write('care.md', '# Care');
    const none = inputsFor({ id: '', key: '' });
    const bot = githubRun('pull_request');
    bot.variables.GITHUB_ACTOR = 'dependabot[bot]';
    for (const run of [githubRun('pull_request', { from: '$(touch ran)/docs' }), bot]) {
      const ended = await runAction(place(), run, none);
      expect(ended, ended.log).toMatchObject({ code: 0 });
      expect(ended.log).toMatch(
        /^::notice title=Footnote::Pull requests from forks and from Dependabot get no secrets\./,
      );
      expect(ended.jobSummary).toContain('The change was not tried.');
    }
    const merge = { CI_MERGE_REQUEST_PROJECT_ID: '3', CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '4' };
    const ended = await runGitlabJob(place(), 'footnote-merge-request', merge, { server: server.url });
    expect(ended).toEqual({ code: 0, log: 'Merge requests from forks get no secrets. The change was not tried.\n' });
    expect(forge.requests).toEqual([]);
    expect(existsSync(join(home, 'checkout/ran'))).toBe(false);
  });

  it.each([
    ['a forgotten secret', 'pull_request', { token: '' }, 'The input token is empty.'],
    ['a forgotten variable', 'push', { package: '' }, 'The input package is empty.'],
    ['an event that gives secrets to forks', 'pull_request_target', {}, 'This event has no sync'],
    ['another mode', 'pull_request', { 'on-pull-request': 'gate' }, 'must be trial or dry-run'],
  ])('is refused with words for %s', async (_, event, wrong, words) => {
    const ended = await runAction(place(), githubRun(event), inputsFor({ id: 'proj_1', key: 'key' }, wrong));
    expect(ended).toEqual({ code: 1, log: expect.stringContaining(words), jobSummary: '' });
    expect(ended.log).toMatch(/^::error title=Footnote::/);
  });

  it('may have any name: it is run as no command, and the runner takes no printed line for one', async () => {
    const project = await projectWithKey(['ingest', 'read']);
    const folder = '-n $(touch ran) `touch ran`; touch ran\n::error::docs';
    mkdirSync(join(home, 'checkout', folder));
    writeFileSync(join(home, 'checkout', folder, 'care.md'), '# Care');
    writeFileSync(join(home, 'checkout', folder, 'a\n::error::b.md'), '# Printed in one line');
    const inputs = inputsFor(project, { folder: `./${folder}`, options: '--metadata=x=$(touch ran)\n--prefix=*' });
    const { log } = await runAction(place(), githubRun('push'), inputs);
    expect(existsSync(join(home, 'checkout/ran'))).toBe(false);
    const { items } = await owner.sources.list(project.id);
    const sent = items.find(({ external_id }) => external_id === '*/care.md');
    expect(sent?.metadata, log).toMatchObject({ x: '$(touch ran)' });
    expect(items.map(({ external_id }) => external_id)).toContain('*/a ::error::b.md');
    const [, mark] = /^::stop-commands::([0-9a-f]{32})\n/.exec(log) ?? [];
    const commands = log.split('\n').filter((line) => line.startsWith('::'));
    expect(commands.map((line) => line.slice(0, 9))).toEqual(['::stop-co', '::error::', `::${mark}`.slice(0, 9)]);
    expect(commands.at(-1)).toBe(`::${mark}::`);
  });

  it('fails where the comment is refused, and says which right is needed', async () => {
    const project = await projectWithKey(['read']);
    write('care.md', '# Care');
    forge.refuse();
    const inputs = inputsFor(project, { 'on-pull-request': 'dry-run' });
    const ended = await runAction(place(), githubRun('pull_request'), inputs);
    expect(ended.code).toBe(1);
    expect(ended.log).toContain('the job needs the permission "pull-requests: write"');
  });
});

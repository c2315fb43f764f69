import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Footnote } from '@footnote/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { buildIfMissing } from '../../.build/if-missing.ts';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 90_000 });

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EXAMPLE = join(ROOT, 'examples/docs-sync');
const read = (name: string) => parse(readFileSync(join(EXAMPLE, name), 'utf8'));

/** A step: the lines of a shell, and what is set for them alone. */
interface Step {
  run: string;
  env?: Record<string, string>;
}

/** What each workflow runs after a push and for a pull request, and where it expects the program that comments. */
const WORKFLOWS = {
  'github-actions.yml': () => {
    const { on, jobs, permissions, concurrency } = read('github-actions.yml');
    expect(Object.keys(on)).toEqual(['push', 'pull_request']);
    expect([permissions, concurrency]).toEqual([{ contents: 'read' }, { group: 'footnote' }]);
    expect(jobs['pull-request'].if).toContain('github.event.pull_request.head.repo.full_name == github.repository');
    expect(jobs['pull-request'].permissions).toEqual({ contents: 'read', 'pull-requests': 'write' });
    const stepsOf = (job: string): Step[] => jobs[job].steps.filter(({ run }: Partial<Step>) => run);
    return { push: stepsOf('sync'), pullRequest: stepsOf('pull-request'), program: '.github/footnote/comment.mjs' };
  },
  'gitlab-ci.yml': () => {
    const { footnote, 'footnote-merge-request': request, '.footnote': shared } = read('gitlab-ci.yml');
    expect(shared.resource_group).toBe('footnote');
    return {
      push: [{ run: footnote.script.join('\n') }],
      pullRequest: [...[request.script, request.after_script].map((lines: string[]) => ({ run: lines.join('\n') }))],
      program: '.gitlab/footnote/comment.mjs',
    };
  },
};

/** What a forge answers for its comments, and the comments that it has. */
async function startForge() {
  const comments: { id: number; body: string; user?: { type: string } }[] = [];
  const requests: string[] = [];
  const forge = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { body } = JSON.parse(Buffer.concat(chunks).toString() || '{}');
    const url = new URL(request.url ?? '', 'http://forge');
    requests.push(
      `${request.method} ${url.pathname} ${request.headers.authorization ?? request.headers['private-token']}`,
    );
    if (request.method === 'POST') comments.push({ id: comments.length + 1, body, user: { type: 'Bot' } });
    const comment = comments.find(({ id }) => url.pathname.endsWith(`/${id}`));
    if (request.method !== 'GET' && comment) comment.body = body;
    const page = Number(url.searchParams.get('page'));
    response.end(JSON.stringify(request.method === 'GET' ? comments.slice((page - 1) * 100, page * 100) : {}));
  });
  await new Promise<void>((resolve) => forge.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(forge.address() as AddressInfo).port}`,
    comments,
    requests,
    stop: () => forge.close(),
  };
}

describe('examples/docs-sync', () => {
  let server: ServerProcess;
  let owner: Footnote;
  let folder: string;
  beforeAll(async () => {
    await buildIfMissing('server');
    server = await startServer();
    const guest = new Footnote({ baseURL: server.baseURL });
    const account = { email: 'ada@example.org', password: 'correct horse battery' };
    await guest.auth.register({ ...account, name: 'Ada', setup_token: server.setupToken });
    owner = guest.withOptions({ accessToken: (await guest.auth.login(account)).access_token });
  });
  afterAll(() => server?.stop());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'footnote-ci-'));
    mkdirSync(join(folder, 'docs'));
    mkdirSync(join(folder, 'bin'));
    // The command of this repository in place of the package.
    const npx = `#!/bin/sh\n[ "$1 $2 $3 $4" = "--yes --package package.tgz footnote" ] || exit 9\nshift 4\nexec "${process.execPath}" "${join(ROOT, 'server/bin/footnote.cjs')}" "$@"\n`;
    writeFileSync(join(folder, 'bin/npx'), npx, { mode: 0o755 });
    return () => rmSync(folder, { recursive: true, force: true });
  });

  const write = (name: string, text: string) => writeFileSync(join(folder, 'docs', name), text);

  /** Runs steps as CI does: what is after one that fails only where that is said, and it ends as the first that fails. */
  async function runSteps(steps: Step[], variables: Record<string, string>) {
    const filled = (env: Record<string, string> = {}) =>
      Object.entries(env).map(([name, value]) => [
        name,
        value.replace(/\$\{\{ (?:\w+\.)+(\w+) \}\}/, (_, key) => variables[key] ?? ''),
      ]);
    let failed = 0;
    for (const { run, env } of steps) {
      const path = `${join(folder, 'bin')}:${process.env.PATH}`;
      const options = { cwd: folder, env: { ...variables, ...Object.fromEntries(filled(env)), PATH: path } };
      const code = await new Promise<number>((resolve) => {
        execFile('bash', ['-euo', 'pipefail', '-c', run], options, (error, stdout, stderr) => {
          if (error) process.stderr.write(`${stdout}${stderr}`);
          resolve(error ? 1 : 0);
        });
      });
      failed ||= code;
    }
    return failed;
  }

  async function projectWithKey(scopes: ('ingest' | 'read' | 'ask')[]) {
    const { id } = await owner.projects.create({ name: 'Docs' });
    return { id, key: (await owner.projects.apiKeys.create(id, { scopes })).key };
  }

  const pagesOf = async (id: string) => {
    const { items } = await owner.sources.list(id, { limit: 100 });
    return items.map(({ external_id, content_hash, url }) => [external_id, content_hash, url]).sort();
  };

  it.each(Object.entries(WORKFLOWS))(
    '%s publishes a push, and comments once on a pull request what it changes and breaks, without publishing it',
    async (_, workflow) => {
      const { push, pullRequest, program } = workflow();
      mkdirSync(join(folder, program, '..'), { recursive: true });
      cpSync(join(EXAMPLE, 'comment.mjs'), join(folder, program));
      const [live, trial] = [await projectWithKey(['ingest', 'read']), await projectWithKey(['ingest', 'read', 'ask'])];
      await owner.goldenQuestions.create(trial.id, { question: 'How long is the warranty?', text: 'two years' });
      const forge = await startForge();
      const variables = {
        ...{ FOOTNOTE_URL: server.url, FOOTNOTE_PACKAGE: 'package.tgz' },
        ...{ FOOTNOTE_PROJECT: live.id, FOOTNOTE_API_KEY: live.key },
        ...{ FOOTNOTE_TRIAL_PROJECT: trial.id, FOOTNOTE_TRIAL_API_KEY: trial.key },
        ...(program.startsWith('.github')
          ? { GITHUB_API_URL: forge.url, GITHUB_REPOSITORY: 'ada/docs', token: 'secret', number: '7' }
          : { CI_API_V4_URL: forge.url, CI_PROJECT_ID: '3', CI_MERGE_REQUEST_IID: '7', GITLAB_TOKEN: 'secret' }),
      };
      write('warranty.md', '# Warranty\n\nThe warranty lasts two years from the day of purchase.');
      expect(await runSteps(push, variables)).toBe(0);
      const published = await pagesOf(live.id);
      expect(published).toEqual([['docs/warranty.md', expect.any(String), 'https://docs.example.com/warranty.md']]);

      write('warranty.md', '# Warranty\n\nKeep the receipt in the box of the machine.');
      write('@ada.md', '# Care\n\nDescale the machine every eight weeks.');
      forge.comments.push(...Array.from({ length: 120 }, (_, at) => ({ id: at + 1, body: 'Looks good to me.' })));
      expect(await runSteps(pullRequest, variables)).toBe(1);
      expect(forge.comments).toHaveLength(121);
      const comment = forge.comments.at(-1);
      expect(comment?.body).toContain('1 new, 1 changed, 0 removed');
      expect(comment?.body).toContain('- `How long is the warranty?`: ');
      expect(comment?.body).toContain('before: `The warranty lasts two years');
      expect(comment?.body).toContain('[`docs/@ada.md`](<https://docs.example.com/%40ada.md>)');

      write('warranty.md', '# Warranty\n\nThe warranty lasts two years. Keep the receipt.');
      expect(await runSteps(pullRequest, variables)).toBe(0);
      expect(forge.comments).toHaveLength(121);
      expect(comment?.body).toContain('No golden question is broken (1 question asked).');
      expect(await pagesOf(live.id)).toEqual(published);
      expect(await pagesOf(trial.id)).toEqual(published);
      const [first] = forge.requests;
      expect(first).toMatch(
        /^GET \/(?:repos\/ada\/docs\/issues\/7\/comments Bearer|projects\/3\/merge_requests\/7\/notes) ?secret$/,
      );
      forge.stop();
    },
  );
});

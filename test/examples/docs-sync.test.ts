import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Footnote } from '@footnote/sdk';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { buildIfMissing } from '../../.build/if-missing.ts';
import { runExample } from '../helpers/processes/run-example.ts';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const read = (name: string) =>
  parse(readFileSync(fileURLToPath(new URL(`../../examples/docs-sync/${name}`, import.meta.url)), 'utf8'));

/** What a workflow runs, with the variables that it sets or expects. */
const WORKFLOWS = {
  'github-actions.yml': () => {
    const { on, jobs, permissions } = read('github-actions.yml');
    expect(Object.keys(on)).toEqual(['push']);
    expect(permissions).toEqual({ contents: 'read' });
    const { env, steps } = jobs.sync;
    expect(env.FOOTNOTE_API_KEY).toMatch(/^\$\{\{ secrets\./);
    return { commands: steps.flatMap(({ run }: { run?: string }) => run ?? []), variables: Object.keys(env) };
  },
  'gitlab-ci.yml': () => {
    const { footnote } = read('gitlab-ci.yml');
    const expected = ['FOOTNOTE_PROJECT', 'FOOTNOTE_PACKAGE', 'FOOTNOTE_API_KEY'];
    return { commands: footnote.script, variables: [...Object.keys(footnote.variables), ...expected] };
  },
};

describe('examples/docs-sync', () => {
  let server: ServerProcess;
  let owner: Footnote;
  beforeAll(async () => {
    await buildIfMissing('server');
    server = await startServer();
    const guest = new Footnote({ baseURL: server.baseURL });
    const account = { email: 'ada@example.org', password: 'correct horse battery' };
    await guest.auth.register({ ...account, name: 'Ada', setup_token: server.setupToken });
    owner = guest.withOptions({ accessToken: (await guest.auth.login(account)).access_token });
  });
  afterAll(() => server?.stop());

  it.each(Object.entries(WORKFLOWS))('%s sends the folder with the variables that it names', async (_, workflow) => {
    const { commands, variables } = workflow();
    expect(variables.toSorted()).toEqual(['FOOTNOTE_API_KEY', 'FOOTNOTE_PACKAGE', 'FOOTNOTE_PROJECT', 'FOOTNOTE_URL']);
    const [command = '', ...more] = commands;
    expect(more).toEqual([]);
    // The command of this repository in place of the package, and its guide in place of the reader's folder.
    const npx = 'npx --yes --package "$FOOTNOTE_PACKAGE" footnote ';
    expect(command).toMatch(/^npx --yes --package "\$FOOTNOTE_PACKAGE" footnote sync docs /);
    const words = command.replace(npx, '').replace(' docs ', ' examples/docs ').split(' ');
    const { id } = await owner.projects.create({ name: 'Docs' });
    const { key } = await owner.projects.apiKeys.create(id, { scopes: ['ingest', 'read'] });
    const { code, stdout, stderr } = await runExample(process.execPath, ['server/bin/footnote.cjs', ...words], {
      ...{ FOOTNOTE_URL: server.url, FOOTNOTE_PROJECT: id, FOOTNOTE_API_KEY: key },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/\nDone\.\n$/);
    const { items } = await owner.sources.list(id, { limit: 100 });
    expect(items.find(({ external_id }) => external_id === 'docs/developer/docs-folder.md')).toMatchObject({
      status: 'completed',
      url: 'https://docs.example.com/developer/docs-folder.md',
    });
  });
});

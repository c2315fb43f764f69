import { Footnote } from '@footnote/sdk';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';
import { databaseFile } from '../helpers/stores/rows.ts';
import { until } from '../helpers/timing/until.ts';

const PLAN = `# Plans

## Ending a plan

You can cancel at any time under Settings. The plan then ends with the month that you have paid for.

## Guests

Paying guests stop at the front desk. How they stop there, and who is paying for what, the desk knows.

## Colours

Choose another colour scheme for the sidebar under Display.
`;
const QUESTION = 'How do I stop paying for this?';

describe('a server with its reader', () => {
  let server: ServerProcess;
  let owner: Footnote;
  let project: string;
  let key: string;

  beforeEach(async () => {
    server = await startServer({ env: { READER: 'builtin' } });
    const guest = new Footnote({ baseURL: server.baseURL });
    const account = { email: 'owner@example.org', password: 'a long enough password' };
    await guest.auth.register({ ...account, name: 'Owner', setup_token: server.setupToken });
    const { access_token } = await guest.auth.login(account);
    owner = new Footnote({ baseURL: server.baseURL, accessToken: access_token });
    project = (await owner.projects.create({ name: 'Plans' })).id;
    key = (await owner.projects.apiKeys.create(project)).key;
  });

  const client = () => new Footnote({ baseURL: server.baseURL, apiKey: key });

  async function restart(READER: string): Promise<void> {
    server = await startServer({ env: { READER }, dataDir: server.dataDir });
    const { access_token } = await new Footnote({ baseURL: server.baseURL }).auth.login({
      email: 'owner@example.org',
      password: 'a long enough password',
    });
    owner = new Footnote({ baseURL: server.baseURL, accessToken: access_token });
  }

  async function read(text: string, name: string): Promise<string> {
    const { sources } = client();
    const source = await sources.upload({ file: new Blob([text]), name });
    expect((await sources.waitUntilReady(source)).status).toBe('completed');
    return source.id;
  }

  const deepened = async () => (await owner.server.retrieve()).deepened;
  const allRead = () =>
    until(async () => {
      const progress = await deepened();
      return progress !== null && progress.total > 0 && progress.done === progress.total;
    }, 'all passages are read');
  const first = async () => (await client().chat.create(project, { query: QUESTION })).citations[0]?.text ?? '';

  it('answers from the passage that says it in other words, once it has been read', async () => {
    await read(PLAN, 'plans.md');
    await allRead();
    // Where the machine is too busy for the reader, a question is answered without it.
    await until(async () => (await first()).includes('You can cancel at any time'), 'the reader is asked in time');
  });

  it('goes on after it was killed, and forgets what is deleted', async () => {
    const id = await read(PLAN, 'plans.md');
    await server.kill9();
    await restart('builtin');
    await allRead();
    await client().sources.delete(id);
    await server.stop();
    const database = new Database(databaseFile(server.dataDir), { readonly: true });
    expect(database.prepare('select count(*) from word_codes').pluck().get()).toBe(0);
    database.close();
  });

  it('answers without it where it is turned off', async () => {
    await read(PLAN, 'plans.md');
    await allRead();
    await server.stop();
    await restart('off');
    expect(await deepened()).toBeNull();
    expect(await first()).toContain('Paying guests stop');
  });
});

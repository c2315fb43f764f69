import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Footnote } from '@footnote/sdk';
import { describe, expect, it } from 'vitest';
import { startServer } from '../helpers/processes/server-process.ts';
import { supervised } from '../helpers/processes/supervised.ts';
import { until } from '../helpers/timing/until.ts';

const OPERATOR = { email: 'ada@example.com', password: 'four words in a row' };

describe('a server under a supervisor', () => {
  it('ends with 75 when the operator restarts it, and comes back with the backup that was uploaded', async () => {
    // The backup of another server, as an operator has it on a laptop.
    const before = await startServer();
    const there = new Footnote({ baseURL: before.baseURL });
    await there.auth.register({ ...OPERATOR, name: 'Ada', setup_token: before.setupToken });
    const former = there.withOptions({ accessToken: (await there.auth.login(OPERATOR)).access_token });
    await former.projects.create({ name: 'From the old machine' });
    await former.server.backups.create();
    await until(async () => (await former.server.backups.list()).running === null, 'the backup is made');
    const [made] = (await former.server.backups.list()).backups;
    const file = new Blob([readFileSync(join(before.dataDir, 'backups', made?.name ?? ''))]);
    await before.stop();

    const server = await startServer(await supervised());
    const guest = new Footnote({ baseURL: server.baseURL, maxRetries: 0 });
    const eve = { email: 'eve@example.com', password: 'four other words here' };
    await guest.auth.register({ ...eve, name: 'Eve', setup_token: server.setupToken });
    const operator = guest.withOptions({ accessToken: (await guest.auth.login(eve)).access_token });
    const { backups } = operator.server;
    const { id } = await backups.uploads.create({ size: file.size });
    for (let offset = 0; offset < file.size; offset += 4_000)
      await backups.uploads.append(id, { part: file.slice(offset, offset + 4_000), offset });
    await backups.uploads.finish(id);
    await until(async () => (await backups.list()).running === null, 'it is examined');
    const { examined } = await backups.list();
    expect(examined?.error).toBeNull();
    await backups.restore({ name: examined?.name ?? '' });
    const { started_at: former_start } = await operator.server.restart();

    // With the token of the replaced data, until the restored data refuses it.
    await until(
      () =>
        operator.server.retrieve().then(
          () => false,
          ({ code }) => code === 'token_revoked' || code === 'token_invalid',
        ),
      'the server is back',
    );
    const ada = guest.withOptions({ accessToken: (await guest.auth.login(OPERATOR)).access_token });
    expect((await ada.projects.list()).items.map(({ name }) => name)).toEqual(['From the old machine']);
    const { started_at } = await ada.server.retrieve();
    expect(Date.parse(started_at)).toBeGreaterThan(Date.parse(former_start));
    const { last_restore, planned_restore } = await ada.server.backups.list();
    expect([last_restore?.error, planned_restore]).toEqual([null, null]);
    expect(server.output()).toContain('restart_requested');

    // A second one, without a restore, and a stop that is none.
    await ada.server.restart();
    const codes = () => [...server.output().matchAll(/The server has ended with (\d+)/g)].map(([, code]) => code);
    await until(async () => codes().length === 2, 'it has ended once more');
    await until(
      () =>
        ada.projects.list().then(
          () => true,
          () => false,
        ),
      'the server is back',
    );
    await server.stop();
    expect(codes()).toEqual(['75', '75', '0']);
  });
});

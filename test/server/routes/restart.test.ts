import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwner, PASSWORD } from '../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../helpers/server/test-app.ts';

describe('a restart of the server', () => {
  let app: TestApp;
  let operator: { token: string };
  let other: { token: string };
  let restarts = 0;
  beforeAll(async () => {
    app = await startApp({
      env: { supervised: true },
      onRestart: () => {
        restarts += 1;
      },
    });
    operator = await createOwner(app, 'operator@example.org');
    other = await createOwner(app, 'other@example.org');
  });
  afterAll(() => app.close());
  const restart = ({ token }: { token: string }) => app.call('POST', '/v1/server/restart', { token });

  it('is for the operator, with a password given a moment ago, and is in the audit log', async () => {
    expect((await restart(other)).body.code).toBe('operator_required');
    app.travel(11 * 60_000);
    expect((await restart(operator)).body.code).toBe('confirmation_required');
    expect(restarts).toBe(0);
    await app.call('POST', '/v1/auth/confirm', { token: operator.token, body: { password: PASSWORD } });
    const begun = await restart(operator);
    const state = await app.call('GET', '/v1/server', { token: operator.token });
    expect([begun.status, begun.body, restarts]).toEqual([202, { started_at: state.body.started_at }, 1]);
    const { items } = (await app.call('GET', '/v1/server/audit-log?action=server.restart', { token: operator.token }))
      .body;
    expect(items.map(({ outcome }: { outcome: string }) => outcome).sort()).toEqual(['denied', 'denied', 'done']);
  });

  it('is said to be possible, with the command that does it by hand', async () => {
    const expected = { supervised: true, command: 'npm start', stop_first: true };
    const ask = async (path: string) => (await app.call('GET', path, { token: operator.token })).body;
    expect((await ask('/v1/server/backups')).restart).toEqual(expected);
    expect((await ask('/v1/server')).installation).toMatchObject({ form: 'clone', restart: expected });
  });
});

it('a server that nothing starts again is not restarted, and says what to type', async () => {
  const app = await startApp();
  try {
    const { token } = await createOwner(app, 'operator@example.org');
    const refused = await app.call('POST', '/v1/server/restart', { token });
    expect([refused.status, refused.body.code]).toEqual([400, 'not_supervised']);
    expect(refused.body.detail).toMatch(/Restart it on its machine: npm start$/);
  } finally {
    await app.close();
  }
});

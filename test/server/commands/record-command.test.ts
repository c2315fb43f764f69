import { afterEach, expect, it } from 'vitest';
import { resetPassword } from '../../../server/commands/reset-password.ts';
import { deactivateUser, listUsers, makeOperator } from '../../../server/commands/users.ts';
import { readEnv } from '../../../server/config/env.ts';
import { openSqliteStore } from '../../../server/store/sqlite/open.ts';
import { SILENT, temporaryPlaces, withUser } from '../../helpers/stores/rows.ts';

const places = temporaryPlaces();
afterEach(() => places.clear());

it('what the operator does to an account with a command is in its audit log', async () => {
  const dataDir = places.directory();
  const open = () => openSqliteStore({ dataDir, embedder: null, log: SILENT });
  const store = await open();
  await withUser(store, 'usr_1');
  const second = { id: 'usr_2', email: 'second@example.com', name: 'Second', passwordHash: '', tokenEpoch: 1 };
  await store.users.create({ ...second, keptToken: null, createdAt: 2 });
  const email = (await store.users.byId('usr_1'))?.email ?? '';
  await store.close();
  const env = { ...readEnv({}), dataDir };
  await makeOperator(env, SILENT, email);
  await resetPassword(env, SILENT, email);
  await deactivateUser(env, SILENT, email, true).catch((error: Error) => expect(error.message).toMatch(/no one else/));
  await deactivateUser(env, SILENT, 'second@example.com', true);
  await deactivateUser(env, SILENT, 'second@example.com', false);
  expect(await deactivateUser(env, SILENT, 'nobody@example.com', true)).toBe(false);
  const listed: string[] = [];
  for await (const line of listUsers(env, SILENT)) listed.push(line);
  expect(listed).toEqual([
    expect.stringMatching(/^\S+@example\.com {2}.* \(0 projects\)$/),
    expect.stringMatching(/ \(0 projects, operator\)$/),
  ]);
  await makeOperator(env, SILENT, 'nobody@example.com');
  const { rows } = await places.track(await open()).auditLog.list({}, { limit: 10, offset: 0 });
  expect(rows.map(({ userId, actor, action }) => [userId, actor, action])).toEqual([
    ['usr_2', { kind: 'command', id: null }, 'command.reactivate-user'],
    ['usr_2', { kind: 'command', id: null }, 'command.deactivate-user'],
    ['usr_1', { kind: 'command', id: null }, 'command.reset-password'],
    ['usr_1', { kind: 'command', id: null }, 'command.make-operator'],
  ]);
});

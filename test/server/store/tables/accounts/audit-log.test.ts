import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewAuditEntry, Store } from '../../../../../server/store/types.ts';
import { databaseFile, temporaryPlaces, withProject, withUser } from '../../../../helpers/stores/rows.ts';
import { rowStores } from '../../../../helpers/stores/tested-stores.ts';

const anEntry = (changes: Partial<NewAuditEntry> = {}): NewAuditEntry => ({
  ...{ userId: 'usr_1', projectId: 'proj_1', at: Date.now(), actor: { kind: 'user', id: 'usr_1' } },
  ...{ action: 'projects.update', outcome: 'done', targetId: 'proj_1', fields: ['name'] },
  ...{ client: 'Firefox on Linux', addressHash: 'keyed' },
  ...changes,
});
const EVERYTHING = { limit: 100, offset: 0 };
const YEAR = 365 * 24 * 60 * 60_000;

for (const { name, open, rows } of rowStores()) {
  describe(`the audit log (${name})`, () => {
    const places = temporaryPlaces();
    let store: Store;
    let directory: string;
    beforeEach(async () => {
      directory = places.directory();
      store = places.track(await open(directory));
      await withUser(store, 'usr_1');
      await withUser(store, 'usr_2');
    });
    afterEach(() => places.clear());

    const actions = async (filter: Parameters<Store['auditLog']['list']>[0]) =>
      (await store.auditLog.list(filter, EVERYTHING)).rows.map(({ action }) => action);

    it('keeps what was appended, newest first, and finds it by account, project, action and time', async () => {
      const [first, second] = [
        anEntry({ at: 100 }),
        anEntry({ at: 200, action: 'auth.login', projectId: null, targetId: null }),
      ];
      await store.auditLog.append(first);
      await store.auditLog.append(second);
      await store.auditLog.append(anEntry({ at: 300, userId: 'usr_2', action: 'auth.logout' }));
      const { rows: found, total } = await store.auditLog.list({ userId: 'usr_1' }, EVERYTHING);
      expect(found).toEqual(
        [second, first].map((entry) => ({
          ...entry,
          ...{ userEmail: 'usr_1@example.com', actorEmail: 'usr_1@example.com', targetEmail: null },
          actorName: 'Owner',
          targetName: null,
          id: expect.stringMatching(/^aud_/),
          number: expect.any(Number),
        })),
      );
      expect(total).toBe(2);
      expect(await actions({ projectId: 'proj_1' })).toEqual(['auth.logout', 'projects.update']);
      expect(await actions({ action: 'auth.login' })).toEqual(['auth.login']);
      expect(await actions({ from: 200, to: 300 })).toEqual(['auth.login']);
      const [newest] = (await store.auditLog.list({}, EVERYTHING)).rows;
      const below = await store.auditLog.below({}, newest?.number ?? 0, 1);
      expect(below.map(({ action }) => action)).toEqual(['auth.login']);
    });

    it('names what it is about as that is called now, and not once it is deleted', async () => {
      await withProject(store, { id: 'proj_1', userId: 'usr_1' });
      await store.auditLog.append(anEntry());
      const named = async () => (await store.auditLog.list({}, EVERYTHING)).rows.map(({ targetName }) => targetName);
      const [before] = await named();
      expect(before).toEqual((await store.projects.byId('proj_1'))?.name);
      await store.projects.delete('proj_1');
      expect(await named()).toEqual([null]);
    });

    it('names people and keys as long as they exist', async () => {
      await withProject(store, { id: 'proj_1', userId: 'usr_2' });
      const key = { id: 'key_1', projectId: 'proj_1', name: 'Import', hash: 'h', prefix: 'chat_x', scopes: [] };
      const unused = { expiresAt: null, addresses: [], formerHash: null, formerUntil: null, lastUsedAt: null };
      await store.apiKeys.create({ ...key, ...unused, createdAt: 1 });
      await store.auditLog.append(anEntry({ userId: 'usr_2', targetId: 'usr_1', action: 'members.delete' }));
      await store.auditLog.append(anEntry({ userId: 'usr_2', actor: { kind: 'key', id: 'key_1' } }));
      const named = async () =>
        (await store.auditLog.list({}, EVERYTHING)).rows.map((entry) => [
          ...[entry.userEmail, entry.actorName, entry.actorEmail, entry.targetEmail],
        ]);
      expect(await named()).toEqual([
        ['usr_2@example.com', 'Import', null, null],
        ['usr_2@example.com', 'Owner', 'usr_1@example.com', 'usr_1@example.com'],
      ]);
      await store.users.delete('usr_1');
      await store.apiKeys.delete('proj_1', 'key_1');
      expect(await named()).toEqual([
        ['usr_2@example.com', null, null, null],
        ['usr_2@example.com', null, null, null],
      ]);
    });

    it('counts a series of failures from one address once, and those from another apart', async () => {
      const denied = (at: number, addressHash: string | null) =>
        store.auditLog.append(anEntry({ at, action: 'auth.login', outcome: 'denied', addressHash }), at - 1_000);
      for (const at of [1, 500, 999]) await denied(at, 'here');
      await denied(2, 'there');
      await denied(2_000, 'here');
      await denied(2_001, null);
      await denied(2_002, null);
      expect(await actions({ userId: 'usr_1' })).toHaveLength(4);
    });

    it('refuses changes, and deletions of what is younger than a year, whoever asks the database', async () => {
      await store.auditLog.append(anEntry());
      await expect(store.auditLog.sweep(Date.now() + 1)).rejects.toThrow();
      const change = async (sql: string) =>
        name === 'sqlite' ? new Database(databaseFile(directory)).prepare(sql).all() : rows(directory, sql);
      await expect(change("update audit_log set action = 'nothing' returning id")).rejects.toThrow(/never changed/);
      await expect(change('delete from audit_log returning id')).rejects.toThrow(/kept for a year/);
      expect(await rows(directory, 'select action from audit_log')).toEqual([{ action: 'projects.update' }]);
    });

    it('loses what is older than a year, and what is about an account that is deleted', async () => {
      await store.auditLog.append(anEntry({ at: Date.now() - YEAR - 60_000, action: 'old' }));
      await store.auditLog.append(anEntry({ action: 'young' }));
      await store.auditLog.append(anEntry({ userId: 'usr_2', action: 'of the other' }));
      expect(await store.auditLog.sweep(Date.now() - YEAR)).toBe(1);
      expect(await actions({})).toEqual(['of the other', 'young']);
      await store.users.delete('usr_1');
      expect(await actions({})).toEqual(['of the other']);
    });
  });
}

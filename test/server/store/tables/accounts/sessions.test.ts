import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionRow, Store } from '../../../../../server/store/types.ts';
import { temporaryPlaces, withUser } from '../../../../helpers/stores/rows.ts';
import { rowStores } from '../../../../helpers/stores/tested-stores.ts';

const aSession = (id: string, changes: Partial<SessionRow> = {}): SessionRow => ({
  ...{ id, userId: 'usr_1', tokenEpoch: 1, client: 'Firefox on Linux', addressHash: 'keyed' },
  ...{ createdAt: 10, lastUsedAt: 10, expiresAt: 1_000, confirmedAt: 10 },
  ...changes,
});
const EVERYTHING = { limit: 100, offset: 0 };

for (const { name, open } of rowStores()) {
  describe(`sessions (${name})`, () => {
    const places = temporaryPlaces();
    let store: Store;
    beforeEach(async () => {
      store = places.track(await open(places.directory()));
      await withUser(store, 'usr_1');
      await withUser(store, 'usr_2');
    });
    afterEach(() => places.clear());

    const listed = async (userId = 'usr_1', now = 20) =>
      (await store.sessions.listByUser(userId, now, EVERYTHING)).rows.map(({ id }) => id);

    it('are found and listed, newest first, until they end or expire', async () => {
      await store.sessions.create(aSession('ses_1'), 10);
      const second = aSession('ses_2', { createdAt: 11, expiresAt: 2_000, client: null });
      expect(await store.sessions.create(second, 10)).toBe(true);
      await store.sessions.create(aSession('ses_3', { userId: 'usr_2' }), 10);
      expect(await store.sessions.byId('ses_2')).toEqual(second);
      expect(await listed()).toEqual(['ses_2', 'ses_1']);
      await store.sessions.touch('ses_2', 50);
      expect((await store.sessions.byId('ses_2'))?.lastUsedAt).toBe(50);
      await store.sessions.confirm('ses_2', 60);
      expect(await store.sessions.byId('ses_2')).toEqual({ ...second, lastUsedAt: 50, confirmedAt: 60 });
      expect(await store.sessions.end('usr_2', 'ses_2')).toBe(false);
      expect(await store.sessions.end('usr_1', 'ses_2')).toBe(true);
      expect(await store.sessions.end('usr_1', 'ses_2')).toBe(false);
      expect(await store.sessions.byId('ses_2')).toBeNull();
      expect(await listed('usr_1', 1_000)).toEqual([]);
      expect(await store.sessions.sweep(999)).toBe(0);
      expect(await store.sessions.sweep(1_000)).toBe(2);
    });

    it('begin only while the account is as it was when the password was checked', async () => {
      const password = { hash: 'new', kept: null };
      await store.users.update('usr_1', { password });
      expect(await store.sessions.create(aSession('ses_1'), 10)).toBe(false);
      expect(await store.sessions.create(aSession('ses_2', { userId: 'usr_gone' }), 10)).toBe(false);
      expect(await store.sessions.create(aSession('ses_3', { tokenEpoch: 2 }), 10)).toBe(true);
    });

    it('end with a new password, and with all others, except the one that goes on', async () => {
      for (const id of ['ses_1', 'ses_2', 'ses_3']) await store.sessions.create(aSession(id), 10);
      await store.sessions.create(aSession('ses_old', { expiresAt: 5 }), 10);
      await store.sessions.create(aSession('ses_other', { userId: 'usr_2' }), 10);
      expect(await store.users.endOtherSessions('usr_1', { tokenId: 'jti', sessionId: 'ses_1' }, 20)).toBe(2);
      expect(await listed()).toEqual(['ses_1']);
      expect(await store.users.byId('usr_1')).toMatchObject({ tokenEpoch: 2, keptToken: 'jti' });
      await store.sessions.create(aSession('ses_4', { tokenEpoch: 2 }), 10);
      const password = { hash: 'new', kept: { tokenId: 'jti', sessionId: 'ses_4' } };
      await store.users.update('usr_1', { password });
      expect(await listed()).toEqual(['ses_4']);
      await store.users.update('usr_1', { password: { hash: 'newer', kept: null } });
      expect(await store.sessions.byId('ses_4')).toBeNull();
      expect(await listed('usr_2')).toEqual(['ses_other']);
    });

    it('are limited for each account: the one that has been idle for longest ends', async () => {
      await store.sessions.create(aSession('ses_1', { lastUsedAt: 30 }), 2);
      await store.sessions.create(aSession('ses_2', { lastUsedAt: 20 }), 2);
      await store.sessions.create(aSession('ses_other', { userId: 'usr_2' }), 2);
      await store.sessions.create(aSession('ses_3', { lastUsedAt: 40 }), 2);
      expect((await listed()).sort()).toEqual(['ses_1', 'ses_3']);
      expect(await listed('usr_2')).toEqual(['ses_other']);
    });

    it('go with their account', async () => {
      await store.sessions.create(aSession('ses_1'), 10);
      await store.users.delete('usr_1');
      expect(await store.sessions.byId('ses_1')).toBeNull();
      expect(await store.sessions.sweep(9_000)).toBe(0);
    });
  });
}

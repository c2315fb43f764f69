import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../../../../server/platform/errors.ts';
import type { ApiKeyRow, NewUser, Store } from '../../../../../server/store/types.ts';
import { aProject, ingested, temporaryPlaces, withProject } from '../../../../helpers/stores/rows.ts';
import { rowStores } from '../../../../helpers/stores/tested-stores.ts';

const aUser = (id: string, email: string): NewUser => ({
  id,
  email,
  name: 'Ada',
  passwordHash: '$argon2id$x',
  tokenEpoch: 1,
  keptToken: null,
  createdAt: 1,
});

for (const { name, open } of rowStores()) {
  describe(`accounts and keys (${name})`, () => {
    const places = temporaryPlaces();
    let store: Store;
    beforeEach(async () => {
      store = places.track(await open(places.directory()));
    });
    afterEach(() => places.clear());

    it('has one user per e-mail address, also under parallel registrations', async () => {
      const results = await Promise.all([
        store.users.create(aUser('usr_1', 'ada@example.com')),
        store.users.create(aUser('usr_2', 'ada@example.com')),
      ]);
      // Postgres has two connections, of which either may be first.
      expect(results.toSorted()).toEqual(['created', 'email-taken']);
      const [first, other] = results[0] === 'created' ? ['usr_1', 'usr_2'] : ['usr_2', 'usr_1'];
      expect(await store.users.count()).toBe(1);
      expect(await store.users.byEmail('ada@example.com')).toEqual({
        ...aUser(first, 'ada@example.com'),
        operator: true,
        deactivatedAt: null,
      });
      expect(await store.users.byId(other)).toBeNull();
      await store.users.updatePasswordHash(first, 'new');
      expect((await store.users.byId(first))?.passwordHash).toBe('new');
    });

    it('accepts one account if only the first is allowed, and one operator, under parallel registrations', async () => {
      const made = await Promise.all(
        ['a', 'b', 'c', 'd'].map((name) =>
          store.users.create(aUser(`usr_${name}`, `${name}@example.com`), { onlyFirst: true }),
        ),
      );
      expect(made.toSorted()).toEqual(['created', 'not-first', 'not-first', 'not-first']);
      await Promise.all(['e', 'f'].map((name) => store.users.create(aUser(`usr_${name}`, `${name}@example.com`))));
      const all = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => store.users.byId(`usr_${name}`)));
      expect(all.filter((user) => user !== null)).toHaveLength(3);
      expect(all.filter((user) => user?.operator)).toHaveLength(1);
    });

    it('revokes all tokens but one with a new password, and none with a new name or hash', async () => {
      await store.users.create(aUser('usr_1', 'ada@example.com'));
      expect(await store.users.update('usr_1', { name: 'Countess' })).toMatchObject({
        name: 'Countess',
        tokenEpoch: 1,
      });
      await store.users.updatePasswordHash('usr_1', 'rehashed');
      const password = { hash: 'new', kept: { tokenId: 'jti_1', sessionId: null } };
      expect(await store.users.update('usr_1', { password })).toEqual({
        ...aUser('usr_1', 'ada@example.com'),
        operator: true,
        deactivatedAt: null,
        name: 'Countess',
        passwordHash: 'new',
        tokenEpoch: 2,
        keptToken: 'jti_1',
      });
      expect(await store.users.update('usr_1', {})).toMatchObject({ name: 'Countess', tokenEpoch: 2 });
      expect(await store.users.update('usr_gone', { name: 'X' })).toBeNull();
    });

    it('deletes an account with all of its projects, and creates none for it afterwards', async () => {
      const projects = [await withProject(store, { userId: 'usr_a' }), await withProject(store, { userId: 'usr_a' })];
      const other = await withProject(store, { userId: 'usr_b' });
      const source = await ingested(store, projects[0]?.id ?? '', ['kept by nobody']);
      expect(await store.users.delete('usr_a')).toBe(true);
      expect(await store.users.delete('usr_a')).toBe(false);
      expect(await store.users.byId('usr_a')).toBeNull();
      for (const { id } of projects) expect(await store.projects.byId(id)).toBeNull();
      expect(await store.sources.byId(source.id)).toBeNull();
      expect(await store.projects.byId(other.id)).not.toBeNull();
      await expect(store.projects.create(aProject({ userId: 'usr_a' }))).rejects.toThrow(ApiError);
      expect(await store.chunks.sweep()).toBe(0);
    });

    it('remembers revoked tokens until they would have expired', async () => {
      await store.revocations.revoke('one', 1_000);
      await store.revocations.revoke('one', 1_000);
      await store.revocations.revoke('two', 3_000);
      expect(await store.revocations.sweep(2_000)).toBe(1);
      expect(await store.revocations.isRevoked('one')).toBe(false);
      expect(await store.revocations.isRevoked('two')).toBe(true);
    });

    it('finds an API key by its hash, lists and deletes it within its project', async () => {
      const project = await withProject(store);
      const other = await withProject(store);
      const key: ApiKeyRow = {
        id: 'key_1',
        projectId: project.id,
        name: 'ci',
        hash: 'abc',
        prefix: 'chat_12',
        scopes: ['ask', 'read'],
        expiresAt: 3_000,
        addresses: [],
        formerHash: null,
        formerUntil: null,
        createdAt: 1,
        lastUsedAt: null,
      };
      await store.apiKeys.create(key);
      await store.apiKeys.create({ ...key, id: 'key_2', hash: 'def' });
      expect(await store.apiKeys.byHash('abc')).toEqual(key);
      expect(await store.apiKeys.byHash("' OR 1=1--")).toBeNull();
      const rotated = { hash: 'ghi', prefix: 'chat_34', formerHash: 'abc', formerUntil: 9 };
      expect(await store.apiKeys.rotate(key, { hash: 'ghi', prefix: 'chat_34', formerUntil: 9 })).toEqual({
        ...key,
        ...rotated,
      });
      for (const hash of ['abc', 'ghi']) expect(await store.apiKeys.byHash(hash)).toEqual({ ...key, ...rotated });
      // Of two rotations at once, one wins.
      expect(await store.apiKeys.rotate(key, { hash: 'jkl', prefix: 'chat_56', formerUntil: 9 })).toBeNull();
      expect(await store.apiKeys.byId(other.id, 'key_1')).toBeNull();
      await store.apiKeys.touch('key_1', 77);
      const page = await store.apiKeys.listByProject(project.id, { limit: 10, offset: 0 });
      expect(page.total).toBe(2);
      expect(page.rows.map(({ id, lastUsedAt }) => [id, lastUsedAt])).toEqual([
        ['key_2', null],
        ['key_1', 77],
      ]);
      expect(await store.apiKeys.delete(other.id, 'key_1')).toBe(false);
      expect(await store.apiKeys.delete(project.id, 'key_1')).toBe(true);
      for (const hash of ['abc', 'ghi']) expect(await store.apiKeys.byHash(hash)).toBeNull();
      await expect(store.apiKeys.create({ ...key, id: 'key_3', hash: 'x', projectId: 'proj_gone' })).rejects.toThrow(
        ApiError,
      );
    });
  });
}

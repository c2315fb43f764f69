import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccess } from '../../../../server/services/access/access.ts';
import type { Store } from '../../../../server/store/types.ts';
import { temporaryPlaces, withUser } from '../../../helpers/stores/rows.ts';
import { rowStores } from '../../../helpers/stores/tested-stores.ts';

const credential = (userId: string) =>
  ({
    kind: 'user',
    userId,
    tokenId: 'jti',
    sessionId: null,
    epoch: 1,
    confirmedAt: 1,
    expiresAt: 1,
    needs: 'owner',
  }) as const;

for (const { name, open } of rowStores()) {
  describe(`operator access (${name})`, () => {
    const places = temporaryPlaces();
    let store: Store;
    beforeEach(async () => {
      store = places.track(await open(places.directory()));
    });
    afterEach(() => places.clear());

    it('is granted to the first account, and to accounts made operator later', async () => {
      const { operator } = createAccess(store);
      await withUser(store, 'usr_first');
      await withUser(store, 'usr_second');
      expect(await operator(credential('usr_first'))).toMatchObject({ id: 'usr_first', operator: true });
      await expect(operator(credential('usr_second'))).rejects.toMatchObject({
        status: 403,
        code: 'operator_required',
      });
      await expect(operator(credential('usr_gone'))).rejects.toMatchObject({ status: 401, code: 'token_revoked' });
      await store.users.update('usr_second', { operator: true });
      expect(await operator(credential('usr_second'))).toMatchObject({ operator: true });
      expect(await operator(credential('usr_first'))).toMatchObject({ operator: true });
    });

    it('is granted to exactly one new account after all accounts were deleted, even if several race', async () => {
      await withUser(store, 'usr_gone');
      await store.users.delete('usr_gone');
      await Promise.all(Array.from({ length: 5 }, (_, at) => withUser(store, `usr_${at}`)));
      const rows = await Promise.all(Array.from({ length: 5 }, (_, at) => store.users.byId(`usr_${at}`)));
      expect(rows.filter((row) => row?.operator)).toHaveLength(1);
    });
  });
}

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SecondFactorRow, Store } from '../../../../../server/store/types.ts';
import { temporaryPlaces, withUser } from '../../../../helpers/stores/rows.ts';
import { rowStores } from '../../../../helpers/stores/tested-stores.ts';

const ENABLED = { step: 100, at: 5, codeHashes: ['a', 'b', 'c'] };

for (const { name, open } of rowStores()) {
  describe(`second factors (${name})`, () => {
    const places = temporaryPlaces();
    let store: Store;
    beforeEach(async () => {
      store = places.track(await open(places.directory()));
      await withUser(store, 'usr_1');
      await withUser(store, 'usr_2');
    });
    afterEach(() => places.clear());

    async function begun(secret = 'sealed'): Promise<SecondFactorRow> {
      expect(await store.secondFactors.begin('usr_1', secret)).toBe(true);
      const row = await store.secondFactors.byUser('usr_1');
      if (!row) throw new Error('It is not there.');
      return row;
    }

    it('replace each other until one is enabled', async () => {
      const { secondFactors } = store;
      const first = await begun('first');
      expect(first).toEqual({ userId: 'usr_1', secret: 'first', enabledAt: null });
      expect(await secondFactors.useStep('usr_1', 100)).toBe(false);
      const second = await begun('second');
      expect(await secondFactors.enable(first, ENABLED)).toBe(false);
      const both = await Promise.all([secondFactors.enable(second, ENABLED), secondFactors.enable(second, ENABLED)]);
      expect(both.sort()).toEqual([false, true]);
      expect(await secondFactors.begin('usr_1', 'third')).toBe(false);
      expect(await secondFactors.byUser('usr_1')).toEqual({ userId: 'usr_1', secret: 'second', enabledAt: 5 });
      expect(await secondFactors.recoveryCodesLeft('usr_1')).toBe(3);
      expect(await secondFactors.begin('usr_gone', 'x')).toBe(false);
    });

    it('use each code once, also where several ask at the same time', async () => {
      const { secondFactors } = store;
      await secondFactors.enable(await begun(), ENABLED);
      const times = (use: () => Promise<boolean>) => Promise.all([use(), use(), use()]);
      expect((await times(() => secondFactors.useStep('usr_1', 101))).sort()).toEqual([false, false, true]);
      expect(await secondFactors.useStep('usr_1', 100)).toBe(false);
      expect((await times(() => secondFactors.useRecoveryCode('usr_1', 'b'))).sort()).toEqual([false, false, true]);
      expect(await secondFactors.useRecoveryCode('usr_2', 'a')).toBe(false);
      expect(await secondFactors.recoveryCodesLeft('usr_1')).toBe(2);
    });

    it('have one set of recovery codes, and go with them and with their account', async () => {
      const { secondFactors } = store;
      expect(await secondFactors.replaceRecoveryCodes('usr_1', ['x'])).toBe(false);
      await secondFactors.enable(await begun(), ENABLED);
      await Promise.all([
        secondFactors.replaceRecoveryCodes('usr_1', ['d', 'e']),
        secondFactors.replaceRecoveryCodes('usr_1', ['f', 'g']),
      ]);
      expect(await secondFactors.recoveryCodesLeft('usr_1')).toBe(2);
      expect(await secondFactors.useRecoveryCode('usr_1', 'a')).toBe(false);
      expect(await secondFactors.remove('usr_1')).toBe(true);
      expect(await secondFactors.remove('usr_1')).toBe(false);
      expect(await secondFactors.recoveryCodesLeft('usr_1')).toBe(0);
      await secondFactors.enable(await begun(), ENABLED);
      await store.users.delete('usr_1');
      expect(await secondFactors.byUser('usr_1')).toBeNull();
      expect(await secondFactors.recoveryCodesLeft('usr_1')).toBe(0);
    });
  });
}

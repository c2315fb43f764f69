import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLeases } from '../../../../server/store/coordination/leases.ts';
import { DATABASES, type TestDatabase } from '../../../helpers/stores/databases.ts';

for (const { name, open } of DATABASES) {
  describe(`what replicas share (${name})`, () => {
    let database: TestDatabase;
    beforeEach(async () => {
      database = await open();
    });
    afterEach(() => database.close());

    it('has leases with one holder at a time, as long as it renews them', async () => {
      const leases = createLeases(database.db);
      const taken = await Promise.all(['a', 'b', 'c'].map((owner) => leases.take('work', owner, 1_000, 100)));
      expect(taken.filter(Boolean)).toHaveLength(1);
      const holder = ['a', 'b', 'c'][taken.indexOf(true)] ?? '';
      expect(await leases.take('work', holder, 1_050, 100)).toBe(true);
      expect(await leases.take('work', 'other', 1_149, 100)).toBe(false);
      expect(await leases.take('other work', 'other', 1_149, 100)).toBe(true);
      expect(await leases.take('work', 'other', 1_150, 100)).toBe(true);
      await leases.give('work', holder);
      expect(await leases.take('work', holder, 1_160, 100)).toBe(false);
      await leases.give('work', 'other');
      expect(await leases.take('work', holder, 1_160, 100)).toBe(true);
    });
  });
}

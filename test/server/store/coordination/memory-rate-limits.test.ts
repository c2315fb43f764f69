import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStoredRateLimits } from '../../../../server/store/coordination/stored-rate-limits.ts';
import type { Limits } from '../../../../server/store/types.ts';
import { seeded } from '../../../helpers/input/seeded.ts';
import { DATABASES, type TestDatabase } from '../../../helpers/stores/databases.ts';
import { LIMITS } from '../../../helpers/stores/limits.ts';

for (const { name, open } of LIMITS) {
  describe(`limits (${name})`, () => {
    let limits: Limits;
    let close: () => Promise<void>;
    beforeEach(async () => {
      ({ limits, close } = await open());
    });
    afterEach(() => close());
    const hit = (now: number, subject = 'key', limit = 3) => limits.hit(subject, limit, 1_000, now);

    it('allow exactly the limit under 200 parallel hits', async () => {
      const states = await Promise.all(Array.from({ length: 200 }, () => hit(5_000, 'key', 60)));
      expect(states.filter(({ allowed }) => allowed)).toHaveLength(60);
    });

    it('never allow more than the limit in any window, even across minutes', async () => {
      const allowed: number[] = [];
      for (let now = 900; now < 6_000; now += 37) if ((await hit(now)).allowed) allowed.push(now);
      for (const from of allowed) {
        expect(allowed.filter((time) => time >= from && time < from + 1_000).length).toBeLessThanOrEqual(3);
      }
      expect(allowed.length).toBeGreaterThanOrEqual(15);
    });

    it('report how many requests remain and when the next one is allowed', async () => {
      expect(await hit(1_000)).toEqual({ allowed: true, limit: 3, remaining: 2, resetMs: 1_000 });
      expect(await hit(1_400)).toEqual({ allowed: true, limit: 3, remaining: 1, resetMs: 600 });
      expect(await hit(1_500)).toMatchObject({ allowed: true, remaining: 0, resetMs: 500 });
      expect(await hit(1_600)).toEqual({ allowed: false, limit: 3, remaining: 0, resetMs: 400 });
      expect(await hit(1_999)).toMatchObject({ allowed: false, resetMs: 1 });
      expect(await hit(2_000)).toMatchObject({ allowed: true, remaining: 0, resetMs: 400 });
    });

    it('count each subject separately', async () => {
      for (let index = 0; index < 3; index += 1) await hit(1_000, 'one');
      expect((await hit(1_000, 'one')).allowed).toBe(false);
      expect((await hit(1_000, 'two')).allowed).toBe(true);
    });

    it('count a request as many times as it costs, and allow a cheaper one where it is refused', async () => {
      const spend = (now: number, cost: number) => limits.hit('key', 3, 1_000, now, cost);
      expect(await spend(1_000, 2)).toEqual({ allowed: true, limit: 3, remaining: 1, resetMs: 1_000 });
      expect(await spend(1_100, 2)).toEqual({ allowed: false, limit: 3, remaining: 1, resetMs: 900 });
      expect(await spend(1_200, 1)).toMatchObject({ allowed: true, remaining: 0 });
      expect(await spend(2_000, 2)).toMatchObject({ allowed: true, remaining: 0 });
      expect(await spend(3_000, 50)).toMatchObject({ allowed: true, remaining: 0 });
    });

    it('match a full recount of all requests, whatever the clock does', async () => {
      const random = seeded(5);
      let [now, times]: [number, number[]] = [100_000, []];
      for (let index = 0; index < 800; index += 1) {
        now += random() < 0.02 ? -Math.floor(random() * 3_000) : Math.floor(random() ** 2 * 400);
        const limit = random() < 0.9 ? 5 : 3;
        times = times.map((time) => Math.min(time, now)).filter((time) => time > now - 1_000);
        const cost = random() < 0.7 ? 1 : 3;
        const allowed = times.length + cost <= limit;
        if (allowed) times.push(...Array(cost).fill(now));
        const resetMs = (times[allowed ? 0 : times.length + cost - limit - 1] ?? now) + 1_000 - now;
        const remaining = Math.max(0, limit - times.length);
        expect(await limits.hit('key', limit, 1_000, now, cost)).toEqual({ allowed, limit, remaining, resetMs });
      }
    });

    it('count a hit that is taken back as if it had never happened', async () => {
      await hit(1_000);
      await hit(1_200);
      await hit(1_300);
      await limits.takeBack('key', 1_000, 1_000, 1_350);
      expect(await hit(1_400)).toEqual({ allowed: true, limit: 3, remaining: 0, resetMs: 800 });
      expect(await hit(1_500)).toMatchObject({ allowed: false, resetMs: 700 });
      await limits.takeBack('key', 1_000, 1_400, 1_600);
      expect(await hit(1_600)).toMatchObject({ allowed: true, remaining: 0 });
      // An expired hit cannot be taken back.
      await limits.takeBack('key', 1_000, 1_000, 1_650);
      expect((await hit(1_700)).allowed).toBe(false);
      await limits.takeBack('nobody', 1_000, 1_000, 1_000);
      await hit(9_000, 'alone', 1);
      await limits.takeBack('alone', 1_000, 9_000, 9_000);
      expect((await hit(9_000, 'alone', 1)).allowed).toBe(true);
    });

    it('neither block nor open when the clock is set back', async () => {
      for (let index = 0; index < 3; index += 1) await hit(3_600_000);
      expect(await hit(10_000)).toMatchObject({ allowed: false, resetMs: 1_000 });
      expect((await hit(11_000)).allowed).toBe(true);
    });
  });
}

for (const { name, open } of DATABASES) {
  describe(`limits that several processes share (${name})`, () => {
    let database: TestDatabase;
    beforeEach(async () => {
      database = await open();
    });
    afterEach(() => database.close());
    const rows = async () => (await database.db.read('select subject from limit_states')).length;

    it('allow exactly the limit across all processes, whatever the timing', async () => {
      const replicas = Array.from({ length: 3 }, () => createStoredRateLimits(database.db));
      const states = await Promise.all(
        Array.from({ length: 200 }, (_, index) => replicas[index % 3]?.hit('key', 60, 60_000, 5_000 + (index % 7))),
      );
      expect(states.filter((state) => state?.allowed)).toHaveLength(60);
      for (const replica of replicas) {
        expect(await replica.hit('key', 60, 60_000, 20_000)).toMatchObject({ allowed: false, remaining: 0 });
        expect(await replica.hit('key', 60, 60_000, 65_007)).toMatchObject({ allowed: true });
      }
    });

    it('survive the process', async () => {
      await createStoredRateLimits(database.db).hit('key', 1, 60_000, 5_000);
      expect(await createStoredRateLimits(database.db).hit('key', 1, 60_000, 6_000)).toMatchObject({ allowed: false });
    });

    it('send no query for a subject with a known refusal, until it ends', async () => {
      let asked = 0;
      const counting = {
        ...database.db,
        read: <Row>(...given: Parameters<typeof database.db.read>) => {
          asked += 1;
          return database.db.read<Row>(...given);
        },
      };
      const limits = createStoredRateLimits(counting);
      for (let index = 0; index < 3; index += 1) await limits.hit('key', 2, 1_000, 5_000);
      asked = 0;
      for (let now = 5_000; now < 6_000; now += 10)
        expect((await limits.hit('key', 2, 1_000, now)).allowed).toBe(false);
      expect(asked).toBe(0);
      expect((await limits.hit('key', 2, 1_000, 6_000)).allowed).toBe(true);
    });

    it('keep one row per subject, without its name, and no expired rows', async () => {
      const limits = createStoredRateLimits(database.db);
      for (let index = 0; index < 5; index += 1) await limits.hit('address 192.0.2.7', 60, 60_000, 5_000);
      await limits.attempt([{ subject: 'account ada@example.com', free: 10 }], 5_000);
      expect(await rows()).toBe(2);
      expect(JSON.stringify(await database.db.read('select * from limit_states'))).not.toMatch(/192\.0|ada@/);
      expect(await limits.sweep(65_000)).toBe(1);
      expect(await limits.sweep(10_000_000)).toBe(1);
      expect(await rows()).toBe(0);
      expect((await limits.hit('address 192.0.2.7', 60, 60_000, 70_000)).remaining).toBe(59);
    });
  });
}

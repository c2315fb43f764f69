import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../server/store/types.ts';
import { seeded } from '../../helpers/seeded.ts';
import { STORES, temporaryPlaces } from '../../helpers/stores.ts';

for (const { name, open } of STORES) {
  describe(`limits (${name})`, () => {
    const places = temporaryPlaces();
    let store: Store;
    beforeEach(async () => {
      store = places.track(await open(places.directory()));
    });
    afterEach(() => places.clear());
    const hit = (now: number, subject = 'key', limit = 3) => store.limits.hit(subject, limit, 1_000, now);

    it('let exactly the limit through under 200 parallel hits', async () => {
      const states = await Promise.all(Array.from({ length: 200 }, () => hit(5_000, 'key', 60)));
      expect(states.filter(({ allowed }) => allowed)).toHaveLength(60);
    });

    it('never let more than the limit through in any window, also across a minute that turns', async () => {
      const allowed: number[] = [];
      for (let now = 900; now < 6_000; now += 37) if ((await hit(now)).allowed) allowed.push(now);
      for (const from of allowed) {
        expect(allowed.filter((time) => time >= from && time < from + 1_000).length).toBeLessThanOrEqual(3);
      }
      expect(allowed.length).toBeGreaterThanOrEqual(15);
    });

    it('tell how many remain and when the next one is free', async () => {
      expect(await hit(1_000)).toEqual({ allowed: true, limit: 3, remaining: 2, resetMs: 1_000 });
      expect(await hit(1_400)).toEqual({ allowed: true, limit: 3, remaining: 1, resetMs: 600 });
      expect(await hit(1_500)).toMatchObject({ allowed: true, remaining: 0, resetMs: 500 });
      expect(await hit(1_600)).toEqual({ allowed: false, limit: 3, remaining: 0, resetMs: 400 });
      expect(await hit(1_999)).toMatchObject({ allowed: false, resetMs: 1 });
      expect(await hit(2_000)).toMatchObject({ allowed: true, remaining: 0, resetMs: 400 });
    });

    it('count each subject for itself', async () => {
      for (let index = 0; index < 3; index += 1) await hit(1_000, 'one');
      expect((await hit(1_000, 'one')).allowed).toBe(false);
      expect((await hit(1_000, 'two')).allowed).toBe(true);
    });

    it('count as if every request were looked at again each time, whatever the clock does', async () => {
      const random = seeded(5);
      let [now, times]: [number, number[]] = [100_000, []];
      for (let index = 0; index < 3_000; index += 1) {
        now += random() < 0.02 ? -Math.floor(random() * 3_000) : Math.floor(random() ** 2 * 400);
        const limit = random() < 0.9 ? 5 : 3;
        times = times.map((time) => Math.min(time, now)).filter((time) => time > now - 1_000);
        const allowed = times.length < limit;
        if (allowed) times.push(now);
        const resetMs = (times[allowed ? 0 : times.length - limit] ?? now) + 1_000 - now;
        const remaining = Math.max(0, limit - times.length);
        expect(await hit(now, 'key', limit)).toEqual({ allowed, limit, remaining, resetMs });
      }
    });

    it('neither jam nor open when the clock is set back', async () => {
      for (let index = 0; index < 3; index += 1) await hit(3_600_000);
      expect(await hit(10_000)).toMatchObject({ allowed: false, resetMs: 1_000 });
      expect((await hit(11_000)).allowed).toBe(true);
    });
  });
}

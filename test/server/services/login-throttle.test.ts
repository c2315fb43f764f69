import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLoginThrottle } from '../../../server/services/login-throttle.ts';
import type { Limits } from '../../../server/store/types.ts';
import { LIMITS } from '../../helpers/limits.ts';

for (const { name, open } of LIMITS) {
  describe(`failed logins (${name})`, () => {
    let now = 1_000_000;
    let limits: Limits;
    let close: () => Promise<void>;
    beforeEach(async () => {
      ({ limits, close } = await open());
    });
    afterEach(() => close());
    const throttle = () => createLoginThrottle(limits, () => now);
    const blocked = (email: string, address: string) =>
      throttle()
        .begin(email, address)
        .then(
          () => 0,
          (error: { retryAfter: number }) => error.retryAfter,
        );
    const wait = (seconds: number) => {
      now += seconds * 1000;
    };

    it('of one account are slowed down from the tenth on, longer each time, up to a quarter of an hour', async () => {
      for (let attempt = 0; attempt < 10; attempt++) expect(await blocked('a@x.org', `192.0.2.${attempt}`)).toBe(0);
      const delays: number[] = [];
      for (let attempt = 0; attempt < 14; attempt++) {
        const delay = await blocked('a@x.org', '192.0.2.99');
        delays.push(delay);
        wait(delay);
        expect(await blocked('a@x.org', '192.0.2.99')).toBe(0);
      }
      expect(delays.slice(0, 4)).toEqual([1, 2, 4, 8]);
      expect(Math.max(...delays)).toBe(900);
    });

    it('of one account leave the others alone, and a right password starts it afresh', async () => {
      for (let attempt = 0; attempt < 10; attempt++) await blocked('a@x.org', '192.0.2.1');
      expect(await blocked('a@x.org', '192.0.2.2')).toBeGreaterThan(0);
      expect(await blocked('b@x.org', '192.0.2.2')).toBe(0);
      wait(1);
      await throttle().begin('a@x.org', '192.0.2.2');
      await throttle().succeeded('a@x.org', '192.0.2.2');
      for (let attempt = 0; attempt < 9; attempt++) expect(await blocked('a@x.org', '192.0.2.3')).toBe(0);
    });

    it('from one address are slowed down over all accounts', async () => {
      for (let attempt = 0; attempt < 50; attempt++) expect(await blocked(`${attempt}@x.org`, '192.0.2.1')).toBe(0);
      expect(await blocked('new@x.org', '192.0.2.1')).toBeGreaterThan(0);
      expect(await blocked('new@x.org', '192.0.2.2')).toBe(0);
    });

    it('count from their start, so that of many at once no more than the free ones get through', async () => {
      const waits = await Promise.all(Array.from({ length: 40 }, () => blocked('a@x.org', '192.0.2.1')));
      expect(waits.filter((seconds) => seconds === 0)).toHaveLength(10);
    });

    it('are forgotten after an hour', async () => {
      for (let attempt = 0; attempt < 9; attempt++) await blocked('a@x.org', '192.0.2.1');
      wait(3_600);
      for (let attempt = 0; attempt < 9; attempt++) expect(await blocked('a@x.org', '192.0.2.1')).toBe(0);
    });
  });
}

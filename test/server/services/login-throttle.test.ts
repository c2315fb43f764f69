import { describe, expect, it } from 'vitest';
import { createLoginThrottle } from '../../../server/services/login-throttle.ts';

function setUp() {
  let now = 1_000_000;
  const throttle = createLoginThrottle(() => now);
  const blocked = (email: string, address: string) => {
    try {
      throttle.begin(email, address);
      return 0;
    } catch (error) {
      return (error as { retryAfter: number }).retryAfter;
    }
  };
  return { throttle, blocked, wait: (seconds: number) => (now += seconds * 1000) };
}

describe('failed logins', () => {
  it('of one account are slowed down from the tenth on, longer each time, up to a quarter of an hour', () => {
    const { blocked, wait } = setUp();
    for (let attempt = 0; attempt < 10; attempt++) expect(blocked('a@x.org', `192.0.2.${attempt}`)).toBe(0);
    const delays: number[] = [];
    for (let attempt = 0; attempt < 14; attempt++) {
      const delay = blocked('a@x.org', '192.0.2.99');
      delays.push(delay);
      wait(delay);
      expect(blocked('a@x.org', '192.0.2.99')).toBe(0);
    }
    expect(delays.slice(0, 4)).toEqual([1, 2, 4, 8]);
    expect(Math.max(...delays)).toBe(900);
  });

  it('of one account leave the others alone, and a right password starts it afresh', () => {
    const { throttle, blocked, wait } = setUp();
    for (let attempt = 0; attempt < 10; attempt++) blocked('a@x.org', '192.0.2.1');
    expect(blocked('a@x.org', '192.0.2.2')).toBeGreaterThan(0);
    expect(blocked('b@x.org', '192.0.2.2')).toBe(0);
    wait(1);
    throttle.begin('a@x.org', '192.0.2.2');
    throttle.succeeded('a@x.org', '192.0.2.2');
    for (let attempt = 0; attempt < 9; attempt++) expect(blocked('a@x.org', '192.0.2.3')).toBe(0);
  });

  it('from one address are slowed down over all accounts', () => {
    const { blocked } = setUp();
    for (let attempt = 0; attempt < 50; attempt++) expect(blocked(`${attempt}@x.org`, '192.0.2.1')).toBe(0);
    expect(blocked('new@x.org', '192.0.2.1')).toBeGreaterThan(0);
    expect(blocked('new@x.org', '192.0.2.2')).toBe(0);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { type Measurement, percentile, round, verdict } from './measurement.ts';
import { pingDuring } from './ping-during.ts';
import { withDirectory, withSubject } from './subject.ts';

const LOGINS = 200;
const PING_EVERY_MS = 20;
const IDLE_MS = 3000;

/** Measures the latency of other requests during 200 simultaneous logins. Password checks are slow by design. */
export async function measureLogins(): Promise<Measurement[]> {
  return withDirectory((directory) =>
    withSubject(directory, async ({ server }) => {
      const url = `${server.origin}/health`;
      await pingDuring(url, PING_EVERY_MS, () => sleep(1000));
      const idle = await pingDuring(url, PING_EVERY_MS, () => sleep(IDLE_MS));
      const statuses: number[] = [];
      const busy = await pingDuring(url, PING_EVERY_MS, async () => {
        // Each login has another account and address, as repeated failures are throttled before the password is checked.
        const login = async (_: unknown, person: number) => {
          const body = JSON.stringify({ email: `person-${person}@example.com`, password: 'a wrong password' });
          const headers = { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${person}` };
          statuses.push((await fetch(`${server.origin}/v1/auth/login`, { method: 'POST', headers, body })).status);
        };
        await Promise.all(Array.from({ length: LOGINS }, login));
      });
      const checked = statuses.filter((status) => status === 401).length;
      const [floor, measured] = [percentile(idle, 0.95), percentile(busy, 0.95)];
      return [
        {
          what: `/health while ${LOGINS} log in at once (${checked} checked, ${LOGINS - checked} rejected; ${busy.length} pings) / idle, p95`,
          floor: `${round(floor)} ms`,
          measured: `${round(measured)} ms`,
          ratio: measured / floor,
          target: '< 200 ms',
          verdict: verdict(measured < 200),
        },
      ];
    }),
  );
}

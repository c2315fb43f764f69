import { setTimeout as sleep } from 'node:timers/promises';
import { makePdf } from './books.ts';
import { type Measurement, percentile, round, verdict } from './measurement.ts';
import { pingDuring } from './ping-during.ts';
import { ingest, withDirectory, withSubject } from './subject.ts';

const PAGES = 300;
const ROUNDS = 3;
/** In its first idle seconds, a server frees the memory of its start, which blocks it briefly. */
const WARM_UP_MS = 3000;
const PING_EVERY_MS = 10;
const IDLE_MS = 5000;

/** Measures the latency of other requests while the server parses a long PDF. */
export async function measureEventLoop(): Promise<Measurement[]> {
  const book = await makePdf(PAGES);
  return withDirectory((directory) =>
    withSubject(directory, async (subject) => {
      const url = `${subject.server.origin}/health`;
      await pingDuring(url, PING_EVERY_MS, () => sleep(WARM_UP_MS));
      const idle = await pingDuring(url, PING_EVERY_MS, () => sleep(IDLE_MS));
      const busy = await pingDuring(url, PING_EVERY_MS, async () => {
        for (let round = 1; round <= ROUNDS; round += 1) await ingest(subject, book, `book-${round}.pdf`);
      });
      const [floor, measured] = [percentile(idle, 0.99), percentile(busy, 0.99)];
      const show = (values: number[]) =>
        `p50 ${round(percentile(values, 0.5))}, p99 ${round(percentile(values, 0.99))} ms`;
      return [
        {
          what: `ping while a ${PAGES}-page PDF is parsed (${busy.length} pings) / idle`,
          floor: show(idle),
          measured: show(busy),
          ratio: measured / floor,
          target: 'p99 ≤ 10 ms',
          verdict: verdict(measured <= 10),
        },
      ];
    }),
  );
}

import { setTimeout as sleep } from 'node:timers/promises';
import { FILE_FORMATS } from '../../../server/platform/files/file-formats.ts';
import { HOSTILE_FILES } from '../../helpers/input/hostile-files.ts';
import { type Measurement, percentile, round, verdict } from './measurement.ts';
import { pingDuring } from './ping-during.ts';
import { residentMegabytes } from './processes.ts';
import { ingest, type Subject, withDirectory, withSubject } from './subject.ts';

const QUESTION = 'Which colour is the lantern on the pier painted?';
const LANTERN = '# Lantern\n\nThe lantern on the pier is painted violet.\n';
const ASK_EVERY_MS = 100;
const PING_EVERY_MS = 20;
const IDLE_MS = 8_000;
const WATCH_EVERY_MS = 50;

/** Latencies and memory of a server during some work. */
interface Observed {
  /** The milliseconds of each answer, and of each health check. */
  answers: number[];
  pings: number[];
  /** The maximum memory of the server in MB. */
  memory: number;
}

async function observeDuring(
  { server, footnote, projectId }: Subject,
  work: () => Promise<unknown>,
): Promise<Observed> {
  const answers: number[] = [];
  let memory = 0;
  let isOver = false;
  const watch = setInterval(() => {
    memory = Math.max(memory, residentMegabytes(server.pid));
  }, WATCH_EVERY_MS);
  const asking = (async () => {
    while (!isOver) {
      const began = performance.now();
      const { citations } = await footnote.chat.create(projectId, { query: QUESTION });
      answers.push(performance.now() - began);
      if (!citations[0]?.text?.includes('violet')) throw new Error('An answer does not cite the right passage.');
      await sleep(ASK_EVERY_MS);
    }
  })();
  const pings = await pingDuring(`${server.origin}/health`, PING_EVERY_MS, async () => {
    await Promise.race([work(), asking]);
    isOver = true;
    await asking;
  });
  clearInterval(watch);
  return { answers, pings, memory };
}

/** Uploads a hostile file and waits until it is processed; returns its outcome. */
async function ingestHostile({ footnote }: Subject, at: number): Promise<string> {
  const [, format, make] = HOSTILE_FILES[at] ?? [];
  if (!format || !make) throw new RangeError(`There is no bomb ${at}.`);
  const name = `bomb-${at}${FILE_FORMATS[format].extensions[0]}`;
  const { id } = await footnote.sources.upload({ file: new File([new Uint8Array(make())], name) });
  for (;;) {
    await sleep(200);
    const { status, error } = await footnote.sources.retrieve(id);
    if (status === 'completed') return status;
    if (status === 'failed') return error?.code ?? 'failed without a reason';
  }
}

/** Measures how much the parsing of hostile files, all at once, affects other users. */
export async function measureBombs(): Promise<Measurement[]> {
  return withDirectory((directory) =>
    withSubject(directory, async (subject) => {
      await ingest(subject, new TextEncoder().encode(LANTERN), 'lantern.md');
      await observeDuring(subject, () => sleep(IDLE_MS / 4));
      const idle = await observeDuring(subject, () => sleep(IDLE_MS));
      const ends: string[] = [];
      const busy = await observeDuring(subject, async () => {
        ends.push(...(await Promise.all(HOSTILE_FILES.map((_, at) => ingestHostile(subject, at)))));
      });
      const counts = Map.groupBy(ends, (end) => end);
      console.log(`  ${[...counts].map(([end, those]) => `${those.length} ${end}`).join(', ')}`);
      const what = (who: string) => `${who} while ${HOSTILE_FILES.length} bombs are parsed / idle`;
      const beside = (who: string, share: number, from: (observed: Observed) => number[]) => {
        const [floor, measured] = [percentile(from(idle), share), percentile(from(busy), share)];
        const show = (value: number) => `p${share * 100} ${round(value)} ms`;
        return {
          what: what(who),
          floor: show(floor),
          measured: show(measured),
          ratio: measured / floor,
          value: measured,
        };
      };
      const { value: _, ...chat } = beside('an answer', 0.95, ({ answers }) => answers);
      const { value: health, ...ping } = beside('/health', 0.99, ({ pings }) => pings);
      const growth = busy.memory - idle.memory;
      return [
        { ...chat, target: 'p95 < 2 ×', verdict: verdict(chat.ratio < 2) },
        { ...ping, target: 'p99 < 100 ms', verdict: verdict(health < 100) },
        {
          what: what('memory of the server'),
          floor: `${round(idle.memory)} MB`,
          measured: `${round(busy.memory)} MB`,
          ratio: busy.memory / idle.memory,
          target: '< 150 MB more',
          verdict: Number.isNaN(growth) ? 'unknown' : verdict(growth < 150),
        },
      ];
    }),
  );
}

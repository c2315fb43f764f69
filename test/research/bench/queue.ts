import { openSqliteStore } from '../../../server/store/sqlite/open.ts';
import type { Store } from '../../../server/store/types.ts';
import { aSource, SILENT, withProject } from '../../helpers/stores/rows.ts';
import { type Measurement, round, verdict } from './measurement.ts';
import { withDirectory } from './subject.ts';

const JOBS = { few: 300, many: 30_000 };
const PROJECTS = [1, 100];
const TIMES = 40;
const LEASE_MS = 60_000;
/** Later than any of the jobs was queued. */
const NOW = 10_000_000_000_000;

/** What a worker asks of the queue. There are files in it alone, so that a look for a page finds nothing. */
const LOOKS: Record<string, (store: Store) => Promise<unknown>> = {
  'taking a job': (store) => store.jobs.claim('bench', NOW, LEASE_MS),
  'looking for a file': (store) => store.jobs.isDue(NOW, { kind: 'file' }),
  'looking for a page': (store) => store.jobs.isDue(NOW, { kind: 'web' }),
  'when the next page is due': (store) => store.jobs.nextRunAt({ kind: 'web' }),
};

/** Milliseconds of processor time of each of `LOOKS`, of all threads. */
const timesOf = (jobs: number, projects: number) =>
  withDirectory(async (dataDir) => {
    const store = await openSqliteStore({ dataDir, embedder: null, log: SILENT });
    try {
      const ids: string[] = [];
      for (let at = 0; at < projects; at += 1) ids.push((await withProject(store)).id);
      for (let at = 0; at < jobs; at += 1) await store.sources.create(aSource(ids[at % projects] ?? ''));
      const times: [string, number][] = [];
      for (const [name, look] of Object.entries(LOOKS)) {
        await look(store);
        const before = process.cpuUsage();
        for (let time = 0; time < TIMES; time += 1) await look(store);
        const { user, system } = process.cpuUsage(before);
        times.push([name, (user + system) / 1000 / TIMES]);
      }
      return new Map(times);
    } finally {
      await store.close();
    }
  });

/** Measures whether a long queue, of many sources, makes the looks of the workers slower. */
export async function measureQueue(): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const projects of PROJECTS) {
    const few = await timesOf(JOBS.few, projects);
    const many = await timesOf(JOBS.many, projects);
    for (const [name, long] of many) {
      const short = few.get(name) ?? Number.NaN;
      measurements.push({
        what: `${name}, among ${JOBS.many} queued files of ${projects} ${projects === 1 ? 'project' : 'projects'} / among ${JOBS.few}`,
        floor: `${round(short)} ms`,
        measured: `${round(long)} ms`,
        ratio: long / short,
        target: '≤ 3 ×',
        verdict: verdict(long <= 3 * short),
      });
    }
  }
  return measurements;
}

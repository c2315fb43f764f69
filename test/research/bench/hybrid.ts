import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queryTerms } from '../../../server/language/read-question.ts';
import { postgresMissing } from '../../helpers/stores/postgres-server.ts';
import { withLibrary } from './library.ts';
import { type Measurement, percentile, round } from './measurement.ts';

/** The number of passages that an answer considers. */
const LISTED = 40;
/** The number of untimed questions at the start. */
const WARM_UP = 10;

/** The milliseconds of sequential hybrid searches in a store of `count` chunks. */
async function searches(storeEngine: string, count: number): Promise<number[]> {
  const directory = await mkdtemp(join(tmpdir(), 'footnote-hybrid-'));
  try {
    return await withLibrary(
      directory,
      count,
      async ({ store, embedder, project, questions }) => {
        const times: number[] = [];
        for (const question of questions) {
          const [embedding = new Float32Array()] = await embedder.embed([question], 'query');
          const began = performance.now();
          await Promise.all([
            store.search.text(project.id, queryTerms(question, ['en']), LISTED),
            store.search.vector(project.id, embedding, LISTED),
          ]);
          times.push(performance.now() - began);
        }
        return times.slice(WARM_UP);
      },
      storeEngine,
    );
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const formatLatencies = (times: number[]) =>
  `p50 ${round(percentile(times, 0.5))} ms, p95 ${round(percentile(times, 0.95))} ms`;

/** Compares hybrid search on Postgres with the embedded engine, for the same chunks and questions. */
export async function measureHybrid(): Promise<Measurement[]> {
  const found: Measurement[] = [];
  for (const [count, engines] of [
    [2_000, ['pglite', 'postgres']],
    [10_000, ['postgres']],
  ] as const) {
    const embedded = await searches('sqlite', count);
    for (const engine of engines) {
      if (engine === 'postgres' && postgresMissing !== null) continue;
      const times = await searches(engine, count);
      found.push({
        what: `hybrid search in ${count.toLocaleString('en')} chunks, ${engine} / sqlite`,
        floor: formatLatencies(embedded),
        measured: `${formatLatencies(times)} (p95 ${(percentile(times, 0.95) / percentile(embedded, 0.95)).toFixed(2)} ×)`,
        ratio: percentile(times, 0.5) / percentile(embedded, 0.5),
        target: 'none',
        verdict: 'unknown',
      });
    }
  }
  return found;
}

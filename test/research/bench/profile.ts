/**
 * `npm run bench -- --profile [sqlite | postgres] [reader] [PASSAGES …]`: the processor time of each stage of a question, in
 * projects of growing size made from the open documentations, and how much it grows. With `reader`, the passages have been read.
 */
import { createBuiltinEmbedder } from '../../../server/engines/builtin/builtin-embedder.ts';
import { createReader } from '../../../server/engines/reader/reader.ts';
import type { Embedder, Reader } from '../../../server/engines/types.ts';
import { createLog } from '../../../server/platform/log.ts';
import { patientReader } from '../eval/read-all.ts';
import { round } from './measurement.ts';
import { readCorpora } from './profile/corpora.ts';
import { type FilledStore, type FilledStores, postgresStores, sqliteStores } from './profile/filled-stores.ts';
import { createKey, type Served, serve } from './profile/served.ts';
import { createStages, type Profiled, STAGES, type StageTimes } from './profile/stages.ts';

const SIZES = [1_000, 20_000, 200_000];
const QUESTIONS = 100;
/** Among a million passages, the floor of one takes more than a second. */
const FLOOR_QUESTIONS = 25;

interface Column extends Profiled {
  passages: number;
  served: Served | null;
}

export async function printProfile(args: string[]): Promise<void> {
  const engine = args.includes('postgres') ? 'postgres' : 'sqlite';
  const sizes = args.map(Number).filter((size) => size > 0);
  const embedder = createBuiltinEmbedder();
  const reader = args.includes('reader') ? createReader(createLog(() => undefined)) : null;
  const stores = await (engine === 'sqlite' ? sqliteStores : postgresStores)(embedder, reader);
  const columns: Column[] = [];
  try {
    for (const size of sizes.length > 0 ? sizes : SIZES) {
      columns.push(await profile(engine, stores, size, embedder, reader));
      console.log(table(engine, columns));
    }
  } finally {
    await stores.close();
    await reader?.close();
    await embedder.close();
  }
}

/** The times of a question in a project of this size, once the code is warm. */
async function profile(
  engine: string,
  stores: FilledStores,
  size: number,
  embedder: Embedder,
  reader: Reader | null,
): Promise<Column> {
  const { store, projectId, dataDir }: FilledStore = await stores.open(size);
  const { questions } = await readCorpora();
  const every = Math.ceil(questions.length / QUESTIONS);
  const asked = questions.filter((_, at) => at % every === 0);
  // Other ones, so that only the code is warm: what is remembered of a question is not there for a new one.
  const others = questions.filter((_, at) => at % every === 1);
  const questionReader = reader && patientReader(reader, store);
  const stages = createStages({ store, embedder, questionReader, projectId });
  await stages.ask(others);
  const profiled = await stages.ask(asked);
  const passages = await store.chunks.count(projectId);
  if (engine !== 'sqlite') return { ...profiled, passages, served: null };
  const times: StageTimes = { ...profiled.times, floor: await stages.floor(dataDir, asked.slice(0, FLOOR_QUESTIONS)) };
  const key = await createKey(store, projectId);
  await stores.close();
  return { ...profiled, times, passages, served: await serve(dataDir, key, { asked, others }, reader !== null) };
}

function table(engine: string, columns: Column[]): string {
  const row = (what: string, values: number[]) => {
    const growth = (values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN);
    if (Number.isNaN(growth)) return [];
    return [`| ${what} | ${values.map(round).join(' | ')} | ${round(growth)} × |`];
  };
  const served = (what: string, pick: (served: Served) => number) =>
    row(
      what,
      columns.map((column) => (column.served ? pick(column.served) : Number.NaN)),
    );
  return [
    '',
    `| ${engine}, ms of processor time | ${columns.map(({ passages }) => passages).join(' | ')} | growth |`,
    `|${' --- |'.repeat(columns.length + 2)}`,
    ...STAGES.flatMap((stage) =>
      row(
        stage,
        columns.map(({ times }) => times[stage] ?? Number.NaN),
      ),
    ),
    ...served('served, processor time', ({ processor }) => processor),
    ...served('served, p50 of the clock', ({ p50 }) => p50),
    ...served('memory at the start, MB', ({ memory }) => memory.started),
    ...served('memory, one visitor, MB', ({ memory }) => memory.one),
    ...served('memory, fifty visitors, MB', ({ memory }) => memory.fifty),
    '',
    ...columns.map(({ passages, digest }) => `answers at ${passages}: ${digest.slice(0, 16)}`),
  ].join('\n');
}

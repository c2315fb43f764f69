/**
 * `npm run bench -- --scale [sqlite | postgres]`: what one question and one chunk cost, measured here at the small end; what follows from that for
 * one process with more and more who ask at a time, beside what is measured then; and what follows from it for loads that no
 * single machine carries.
 */
import { availableParallelism } from 'node:os';
import pg from 'pg';
import { postgresMissing, startPostgres } from '../helpers/stores/postgres-server.ts';
import { round } from './measurement.ts';
import { AT_ONCE, type AtSize, type Engine, measureEngine } from './scale/measure.ts';
import { BUSY, type Costs, type Load, predictThroughput, sizeFor } from './scale/model.ts';
import { parentOf, treeTime } from './scale/processor-time.ts';
import { countStatements } from './scale/statements.ts';
import { withDirectory } from './subject.ts';

const LOADS: Load[] = [
  { chunks: 10_000, questionsPerSecond: 1 },
  { chunks: 100_000, questionsPerSecond: 10 },
  { chunks: 1_000_000, questionsPerSecond: 100 },
  { chunks: 10_000_000, questionsPerSecond: 1_000 },
];

const MODELS = { EMBEDDER: 'builtin', ANSWERER: 'extractive' };
const SQLITE: Engine = { name: 'the embedded store (SQLite)', settings: MODELS, database: null };

/** Without a name, all engines that there are here: `sqlite` and `postgres`. */
export async function printScale(engines: string[]): Promise<void> {
  if (process.platform !== 'linux') throw new Error('The books that this is read from are kept by Linux alone.');
  console.log(`\nscale: ${availableParallelism()} processors, shared by the server, its database and who asks`);
  const wanted = (engine: string) => engines.length === 0 || engines.includes(engine);
  if (wanted('sqlite')) await printEngine(SQLITE);
  if (!wanted('postgres')) return;
  if (postgresMissing !== null) console.log(`\nPostgres was not measured: it ${postgresMissing}.`);
  else await withPostgres(printEngine);
}

/** A server of its own, and a way to it on which statements are counted. */
async function withPostgres(work: (engine: Engine) => Promise<void>): Promise<void> {
  const server = await startPostgres();
  const url = await server.createDatabase();
  const way = await countStatements(url);
  const client = new pg.Client(url);
  try {
    await client.connect();
    const asked = async (sql: string) => Object.values((await client.query(sql)).rows[0] ?? {})[0];
    const postmaster = parentOf(Number(await asked('select pg_backend_pid()')));
    const version = await asked("select current_setting('server_version')");
    const pgvector = await asked("select default_version from pg_available_extensions where name = 'vector'");
    await work({
      name: `PostgreSQL ${version}, ${pgvector === undefined ? 'without pgvector' : `with pgvector ${pgvector}`}`,
      settings: { ...MODELS, DATABASE_URL: way.url },
      database: {
        time: () => treeTime(postmaster),
        bytes: async () => Number(await asked('select pg_database_size(current_database())')),
        statements: way.take,
      },
    });
  } finally {
    await client.end();
    way.close();
    await server.remove();
  }
}

async function printEngine(engine: Engine): Promise<void> {
  console.log(`\n${engine.name}`);
  const measured = await withDirectory((directory) => measureEngine(directory, engine));
  printCosts(measured);
  for (const one of measured) printThroughput(one);
  const largest = measured.at(-1);
  if (largest) printSizes(largest);
}

function printTable(head: string[], rows: string[][]): void {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)));
  for (const row of [head, ...rows]) {
    const cells = row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)));
    console.log(`  ${cells.join('   ')}`);
  }
}

/** What was measured with one who asks. */
function printCosts(measured: AtSize[]): void {
  const row = (what: string, value: (costs: Costs) => number | undefined) => [
    what,
    ...measured.map(({ costs }) => {
      const found = value(costs);
      return found === undefined ? '–' : round(found);
    }),
  ];
  const chunks = measured.map((one) => `${one.chunks} chunks`);
  printTable(
    ['measured, one at a time', ...chunks],
    [
      row('a question, main thread, ms of processor', ({ question }) => question.mainThread),
      row('a question, other threads, ms of processor', ({ question }) => question.otherThreads),
      row('a question, database, ms of processor', ({ question }) => question.database),
      row('a question, by the clock, ms', ({ question }) => question.answer),
      row('… of it waiting for disk and network', ({ question }) => question.waiting),
      row('a question, statements', ({ statements }) => statements?.count),
      row('a statement, by the clock, ms', ({ statements }) => statements?.milliseconds),
      row('a chunk read in, server, ms of processor', ({ chunk }) => chunk.server),
      row('a chunk read in, database, ms of processor', ({ chunk }) => chunk.database),
      row('a chunk, kB of the database', ({ chunk }) => chunk.bytes / 1000),
      row('the server, MB of memory', ({ memory }) => memory),
    ],
  );
}

/** The prediction beside the measurement. */
function printThroughput({ chunks, costs, throughput }: AtSize): void {
  const rows = AT_ONCE.map((atOnce) => {
    const { perSecond = Number.NaN, share = Number.NaN } = throughput.get(atOnce) ?? {};
    const machine = { processors: availableParallelism(), share };
    const predicted = predictThroughput(costs.question, atOnce, machine);
    const quiet = predictThroughput(costs.question, atOnce, { ...machine, share: 1 });
    const beside = `${(perSecond / predicted).toFixed(2)} ×`;
    return [
      `${atOnce} at a time`,
      `${Math.round(share * 100)} %`,
      round(predicted),
      round(perSecond),
      beside,
      round(quiet),
    ];
  });
  console.log();
  const head = ['a thread gets', 'predicted', 'measured', 'ratio', 'predicted, undisturbed'];
  printTable([`questions a second, ${chunks} chunks`, ...head], rows);
}

/** What nobody has measured. */
function printSizes({ chunks, costs }: AtSize): void {
  console.log(
    `\n  predicted, if every part goes on to cost what it costs here: projects of ${chunks} chunks, no part busier than ${BUSY * 100} %`,
  );
  const rows = LOADS.map((load) => {
    const size = sizeFor(load, costs);
    const embedded = costs.statements === null;
    return [
      `${load.chunks.toLocaleString('en')} chunks, ${load.questionsPerSecond}/s`,
      embedded ? (size.replicas > 2 ? 'too many' : '1') : String(size.replicas),
      String(size.serverProcessors),
      embedded ? '–' : String(size.databaseProcessors),
      round(size.disk),
      embedded ? '–' : String(size.connections),
      round(size.readingHours),
    ];
  });
  printTable(
    ['load', 'replicas', 'processors', 'of the database', 'GB on disk', 'connections', 'hours to read in'],
    rows,
  );
}

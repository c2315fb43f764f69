/**
 * `npm run bench -- --scale [sqlite | postgres]`: measures the cost of one question and one chunk in small projects, compares
 * the predicted throughput of one process under concurrent questions with the measured one, and predicts the resources for
 * loads beyond a single machine.
 */
import { availableParallelism } from 'node:os';
import pg from 'pg';
import { JWT_SECRET } from '../../helpers/processes/replica.ts';
import { postgresMissing, startPostgres } from '../../helpers/stores/postgres-server.ts';
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

/** Measures the named engines, `sqlite` and `postgres`, or all that are available. */
export async function printScale(engines: string[]): Promise<void> {
  if (process.platform !== 'linux') throw new Error('The statistics of processes are available on Linux only.');
  console.log(`\nscale: ${availableParallelism()} processors, shared by the server, its database and the clients`);
  const wanted = (engine: string) => engines.length === 0 || engines.includes(engine);
  if (wanted('sqlite')) await printEngine(SQLITE);
  if (!wanted('postgres')) return;
  if (postgresMissing !== null) console.log(`\nPostgres was not measured: it ${postgresMissing}.`);
  else await withPostgres(printEngine);
}

/** Runs some work with a new Postgres server behind a proxy that counts statements. */
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
      settings: { ...MODELS, DATABASE_URL: way.url, JWT_SECRET },
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

/** Prints the costs measured with one question at a time. */
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
      row('question, main thread, processor ms', ({ question }) => question.mainThread),
      row('question, other threads, processor ms', ({ question }) => question.otherThreads),
      row('question, database, processor ms', ({ question }) => question.database),
      row('question, wall-clock ms', ({ question }) => question.answer),
      row('… of it waiting for disk and network, ms', ({ question }) => question.waiting),
      row('question, statements', ({ statements }) => statements?.count),
      row('statement, wall-clock ms', ({ statements }) => statements?.milliseconds),
      row('chunk ingested, server, processor ms', ({ chunk }) => chunk.server),
      row('chunk ingested, database, processor ms', ({ chunk }) => chunk.database),
      row('chunk, kB of the database', ({ chunk }) => chunk.bytes / 1000),
      row('server, MB of memory', ({ memory }) => memory),
    ],
  );
}

/** Prints the predicted and the measured throughput. */
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
  const head = ['share per thread', 'predicted', 'measured', 'ratio', 'predicted, undisturbed'];
  printTable([`questions per second, ${chunks} chunks`, ...head], rows);
}

/** Prints the predicted resources for larger loads. */
function printSizes({ chunks, costs }: AtSize): void {
  console.log(
    `\n  predicted from the costs of a project of ${chunks} chunks, with no part busier than ${BUSY * 100} %`,
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

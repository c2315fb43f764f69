import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';
import PQueue from 'p-queue';
import { whileNobodyBuilds } from '../../../.build/build-lock.ts';
import { parserOf } from '../../../server/store/postgres/database/pool.ts';
import type { Session, Sessions } from '../../../server/store/postgres/database/session.ts';
import { bound, statementOf } from '../../../server/store/postgres/database/statement.ts';

/** A new database as bytes. Creating one takes four seconds, loading these bytes less than one. */
const PREPARED = fileURLToPath(
  new URL('../../../node_modules/.cache/footnote-tests/pglite-0.5.14.tar', import.meta.url),
);

const TEXT_ALREADY = Object.fromEntries(
  [16, 17, 20, 21, 23, 25, 700, 701, 1000, 1007, 1009, 1016, 1022, 1700, 3614, 3615, 3643, 3645].map((oid) => [
    oid,
    (value: unknown) => (value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value),
  ]),
) as Record<number, (value: unknown) => string>;
const PARSERS = Object.fromEntries([20, 1700].map((oid) => [oid, parserOf(oid) ?? String]));

async function start(): Promise<PGlite> {
  // Loaded only when needed: most tests that import this file do not use it.
  const { PGlite } = await import('@electric-sql/pglite');
  const { vector } = await import('@electric-sql/pglite-pgvector');
  const create = (loadDataDir?: Blob) => PGlite.create({ extensions: { vector }, ...(loadDataDir && { loadDataDir }) });
  if (!existsSync(PREPARED)) {
    // The first of all processes; the others load what it has made.
    await whileNobodyBuilds(async () => {
      if (!existsSync(PREPARED)) await prepare(await create());
    }, `${PREPARED}.lock`);
  }
  return create(new Blob([new Uint8Array(await readFile(PREPARED))]));
}

async function prepare(database: PGlite): Promise<void> {
  await database.exec('create extension vector');
  const dump = await database.dumpDataDir('none');
  await database.close();
  const aside = `${PREPARED}.${process.pid}`;
  await writeFile(aside, new Uint8Array(await dump.arrayBuffer()));
  await rename(aside, PREPARED);
}

let started: Promise<PGlite> | null = null;
const turns = new PQueue({ concurrency: 1 });
let current = '';

/** Starts it at the first call. */
export function startedPglite(): Promise<PGlite> {
  started ??= start();
  return started;
}

/** Stops it. Otherwise it keeps a process outside of tests alive. */
export async function stopPglite(): Promise<void> {
  const database = await started;
  started = null;
  current = '';
  await database?.close();
}

/**
 * Sessions on the Postgres in WebAssembly of this test file, each in a separate schema. It has a single connection, which
 * sessions use in turn.
 */
export function pgliteSessions(schema: string): Sessions {
  const database = startedPglite();
  const sessionOf = (pglite: PGlite): Session => {
    const own = new PQueue({ concurrency: 1 });
    return {
      run: <Row>(sql: string, parameters: Parameters<Session['run']>[1]) => {
        const values = bound(parameters);
        return own.add(async () => {
          const options = { parsers: PARSERS, serializers: TEXT_ALREADY };
          const { rows, affectedRows } = await pglite.query<Row>(statementOf(sql).text, values, options);
          return { rows, changes: affectedRows || rows.length };
        });
      },
      script: (sql) =>
        own.add(async () => {
          await pglite.exec(sql);
        }),
    };
  };
  return {
    use: (work) =>
      turns.add(async () => {
        const pglite = await database;
        if (current !== schema)
          await pglite.exec(`create schema if not exists ${schema}; set search_path to ${schema}, public`);
        current = schema;
        return work(sessionOf(pglite));
      }),
    close: async () => undefined,
  };
}

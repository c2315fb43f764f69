import { Readable } from 'node:stream';
import type { Log } from '../../platform/log.ts';
import type { Counter, Reads, Tx } from '../db.ts';
import { createFileParts } from '../files/file-parts.ts';
import { migrations } from '../migrations/all.ts';
import { assertNoUnfinishedMove } from '../move/arriving.ts';
import type { ChunkPlace, ChunkTerms, MoveEndpoint } from '../move/move-endpoint.ts';
import type { VectorIndexKey } from '../vectors/vector-indexes.ts';
import { createPostgresDb, type PostgresDb, prepareCounters, sequenceOf } from './database/driver.ts';
import { openPool } from './database/pool.ts';
import type { Sessions } from './database/session.ts';
import { arrayOf } from './database/statement.ts';
import { assertNotForeign, contentOf } from './find-database.ts';
import { assertServer, migrateTogether, preparePgvector, retryOnRace } from './prepare.ts';
import { createWriter, prepareSearch } from './search/search-index.ts';
import { createVectorTables } from './search/vector-tables.ts';

/** The address of a database without its password and parameters, to be shown or logged. */
export function redactAddress(url: string): string {
  const shown = new URL(url);
  shown.password = '';
  shown.search = '';
  return shown.href;
}

/**
 * Opens a Postgres database as one end of a move. The source must hold a complete installation of this version; at the target,
 * missing tables are created. Throws an error whose message is written for the operator.
 */
export async function openPostgresEndpoint(url: string, end: 'from' | 'to', log: Log): Promise<MoveEndpoint> {
  // A single connection: `assertUnused` counts every other one as a server's.
  const sessions = openPool({ url, size: 1, log });
  try {
    return await openEndpoint(sessions, { end, name: redactAddress(url), log });
  } catch (cause) {
    await sessions.close();
    throw cause;
  }
}

/** Like `openPostgresEndpoint`, over connections that are already open. */
export async function openEndpoint(
  sessions: Sessions,
  { end, name, log }: { end: 'from' | 'to'; name: string; log: Log },
): Promise<MoveEndpoint> {
  const db = createPostgresDb(sessions);
  await assertServer(db);
  assertNotForeign(await contentOf(db), name);
  if (end === 'from') await assertVersion(db, name);
  const pgvector = await preparePgvector(db, log);
  const vectors = createVectorTables({ db, pgvector, log });
  if (end === 'from') await assertNoUnfinishedMove(db);
  else await prepareTables(db, vectors);
  return {
    name,
    db,
    index: createWriter(vectors),
    tableOf: vectors.of,
    termsOf,
    readVectors,
    hasVectors,
    lastNumber,
    continueFrom,
    files: filesIn(db),
    assertUnused: () => assertUnused(db, name),
    // The free space of a database server cannot be queried: when its disk is full, writing fails.
    assertRoom: async () => undefined,
    async settle() {
      // The planner has no statistics of the new rows before.
      await db.write('analyze');
    },
    close: () => db.close(),
  };
}

async function prepareTables(db: PostgresDb, vectors: ReturnType<typeof createVectorTables>): Promise<void> {
  await migrateTogether(db);
  await retryOnRace(() =>
    db.tx(async (tx) => {
      await prepareCounters(tx);
      await prepareSearch(tx, vectors, null);
    }),
  );
}

async function assertUnused(db: PostgresDb, name: string): Promise<void> {
  const [row] = await db.read<{ servers: number }>(
    `select count(*) as servers from pg_stat_activity
     where application_name = 'footnote' and datname = current_database() and pid <> pg_backend_pid()`,
  );
  const servers = row?.servers ?? 0;
  if (servers === 0) return;
  throw new Error(`${name} is in use (${servers} connections of Footnote servers are open). Stop all replicas first.`);
}

async function assertVersion(db: PostgresDb, name: string): Promise<void> {
  const [there] = await db.read<{ found: string | null }>("select to_regclass('schema_version')::text as found");
  if (there?.found == null) throw new Error(`there is no installation of Footnote in ${name}.`);
  const [row] = await db.read<{ version: number }>('select version from schema_version where id = 1');
  const version = row?.version ?? 0;
  if (version === migrations.length) return;
  throw new Error(
    version > migrations.length
      ? `the database ${name} has schema version ${version}, but this version of Footnote supports only ${migrations.length}. Use the version that wrote it.`
      : `the database ${name} has an older schema version. Start a server on it once to bring it up to date, then stop the server.`,
  );
}

async function readVectors(
  reads: Reads,
  { id }: VectorIndexKey,
  places: ChunkPlace[],
): Promise<Map<number, Float32Array>> {
  const rows = await reads.read<{ id: number; embedding: string }>(
    `select found.chunk_id as id, found.embedding::text as embedding from search_vectors_${id} as found
     join ${WANTED} on found.project_id = wanted.project_id and found.chunk_id = wanted.chunk_id`,
    wantedParameters(places),
  );
  return new Map(rows.map((row) => [row.id, parseVector(row.embedding)]));
}

async function hasVectors(reads: Reads, { id }: VectorIndexKey): Promise<boolean> {
  const [row] = await reads.read<{ found: string | null }>('select to_regclass(?)::text as found', [
    `search_vectors_${id}`,
  ]);
  return row?.found != null;
}

async function lastNumber(reads: Reads, counter: Counter): Promise<number> {
  const [row] = await reads.read<{ last: number }>(
    `select case when is_called then last_value else 0 end as last from ${sequenceOf(counter)}`,
  );
  return row?.last ?? 0;
}

async function continueFrom(tx: Tx, counter: Counter, last: number): Promise<void> {
  if (last > 0) await tx.read(`select setval('${sequenceOf(counter)}', ?)`, [last]);
}

const WANTED = 'unnest(?::text[], ?::bigint[]) as wanted (project_id, chunk_id)';
const wantedParameters = (places: ChunkPlace[]) => [
  arrayOf(places.map(({ projectId }) => projectId)),
  arrayOf(places.map(({ chunkId }) => chunkId)),
];

/** Parses the text form of pgvector's type, or of the bytes that a database without it stores. */
function parseVector(written: string): Float32Array {
  if (!written.startsWith('\\x')) return new Float32Array(JSON.parse(written) as number[]);
  return new Float32Array(new Uint8Array(Buffer.from(written.slice(2), 'hex')).buffer);
}

/** `7:word` is a term of the text of project 7, `7#word` one of its headings. Only the number of positions matters. */
const LEXEME = /^\d+([:#])(.*)$/s;

async function termsOf(reads: Reads, places: ChunkPlace[]): Promise<Map<number, ChunkTerms>> {
  const rows = await reads.read<{ id: number; lexeme: string | null; occurrences: number }>(
    `select found.chunk_id as id, entry.lexeme, coalesce(array_length(entry.positions, 1), 1) as occurrences
     from search_text as found
     join ${WANTED} on found.project_id = wanted.project_id and found.chunk_id = wanted.chunk_id
     left join lateral unnest(found.terms) as entry on true`,
    wantedParameters(places),
  );
  const found = new Map<number, { headingTerms: string[]; terms: string[] }>();
  for (const { id, lexeme, occurrences } of rows) {
    const terms = found.get(id) ?? { headingTerms: [], terms: [] };
    found.set(id, terms);
    const [, kind, term] = LEXEME.exec(lexeme ?? '') ?? [];
    if (term === undefined) continue;
    const list = kind === '#' ? terms.headingTerms : terms.terms;
    for (let time = 0; time < occurrences; time += 1) list.push(term);
  }
  return new Map(
    [...found].map(([id, { headingTerms, terms }]) => [
      id,
      { headingTerms: headingTerms.join(' '), terms: terms.join(' ') },
    ]),
  );
}

function filesIn(db: PostgresDb): MoveEndpoint['files'] {
  const { write, read, remove } = createFileParts(db);
  return {
    list: () => db.read<{ id: string; size: number }>('select id, size from files where whole = 1'),
    read: (id) => Readable.from(readWhole(id), { objectMode: false }),
    async write(id, bytes) {
      await remove(id);
      await write(id, bytes);
    },
    remove,
  };

  async function* readWhole(id: string): AsyncGenerator<Uint8Array> {
    const [row] = await db.read<{ parts: number }>('select parts from files where id = ?', [id]);
    yield* read(id, row?.parts ?? 0);
  }
}

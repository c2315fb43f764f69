import { Readable } from 'node:stream';
import type { Log } from '../../platform/log.ts';
import type { Reads } from '../db.ts';
import { createFileParts } from '../files/file-parts.ts';
import { migrations } from '../migrations/all.ts';
import { assertNoUnfinishedMove } from '../move/arriving.ts';
import type { ChunkPlace, ChunkTerms, Side } from '../move/side.ts';
import { createPostgresDb, type PostgresDb, prepareCounters, sequenceOf } from './driver.ts';
import { openPool } from './pool.ts';
import { assertServer, migrateTogether, preparePgvector, retryOnRace } from './prepare.ts';
import { createWriter, prepareSearch } from './search/search-index.ts';
import { createVectorTables } from './search/vector-tables.ts';
import type { Sessions } from './session.ts';
import { arrayOf } from './statement.ts';

/** The address of a database as it may be shown. */
export function redactAddress(url: string): string {
  const shown = new URL(url);
  shown.password = '';
  shown.search = '';
  return shown.href;
}

/**
 * A Postgres database as one end of a move. To move from it, it must hold a whole installation of this version; to move to it,
 * the tables are made where there are none. Throws a sentence where that cannot be.
 */
export async function openPostgresSide(url: string, end: 'from' | 'to', log: Log): Promise<Side> {
  // One connection: any other one is somebody else's.
  const sessions = openPool({ url, size: 1, log });
  try {
    return await openSideOn(sessions, { end, name: redactAddress(url), log });
  } catch (cause) {
    await sessions.close();
    throw cause;
  }
}

/** The same over connections that are open already. */
export async function openSideOn(
  sessions: Sessions,
  { end, name, log }: { end: 'from' | 'to'; name: string; log: Log },
): Promise<Side> {
  const db = createPostgresDb(sessions);
  await assertServer(db);
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

    async readVectors(reads, { id }, places) {
      const rows = await reads.read<{ id: number; embedding: string }>(
        `select found.chunk_id as id, found.embedding::text as embedding from search_vectors_${id} as found
         join ${WANTED} on found.project_id = wanted.project_id and found.chunk_id = wanted.chunk_id`,
        wanted(places),
      );
      return new Map(rows.map((row) => [row.id, numbersIn(row.embedding)]));
    },

    async hasVectors(reads, { id }) {
      const [row] = await reads.read<{ found: string | null }>('select to_regclass(?)::text as found', [
        `search_vectors_${id}`,
      ]);
      return row?.found != null;
    },

    async lastNumber(reads, counter) {
      const [row] = await reads.read<{ last: number }>(
        `select case when is_called then last_value else 0 end as last from ${sequenceOf(counter)}`,
      );
      return row?.last ?? 0;
    },

    async continueFrom(tx, counter, last) {
      if (last > 0) await tx.read(`select setval('${sequenceOf(counter)}', ?)`, [last]);
    },

    files: filesIn(db),
    secret: secretIn(db),

    assertUnused: () => assertUnused(db, name),

    // Only its server knows its disk: where that is full, it says so.
    assertRoom: async () => undefined,

    async settle() {
      // Until then, the planner knows nothing of what has come in.
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
      ? `the database ${name} has schema version ${version}, but this version of Footnote knows only ${migrations.length}. Use the version that wrote it.`
      : `the database ${name} is of an older version. Start a server on it once, so that it brings it up to date, and stop it.`,
  );
}

const WANTED = 'unnest(?::text[], ?::bigint[]) as wanted (project_id, chunk_id)';
const wanted = (places: ChunkPlace[]) => [
  arrayOf(places.map(({ projectId }) => projectId)),
  arrayOf(places.map(({ chunkId }) => chunkId)),
];

/** Of a vector as pgvector writes it, or of the bytes that are kept without it. */
function numbersIn(written: string): Float32Array {
  if (!written.startsWith('\\x')) return new Float32Array(JSON.parse(written) as number[]);
  return new Float32Array(new Uint8Array(Buffer.from(written.slice(2), 'hex')).buffer);
}

/** `7:word` stands in the text of project 7, `7#word` in the headings; the positions only count. */
const LEXEME = /^\d+([:#])(.*)$/s;

async function termsOf(reads: Reads, places: ChunkPlace[]): Promise<Map<number, ChunkTerms>> {
  const rows = await reads.read<{ id: number; lexeme: string | null; occurrences: number }>(
    `select found.chunk_id as id, entry.lexeme, coalesce(array_length(entry.positions, 1), 1) as occurrences
     from search_text as found
     join ${WANTED} on found.project_id = wanted.project_id and found.chunk_id = wanted.chunk_id
     left join lateral unnest(found.terms) as entry on true`,
    wanted(places),
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

function filesIn(db: PostgresDb): Side['files'] {
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

function secretIn(db: PostgresDb): Side['secret'] {
  return {
    async read() {
      const [row] = await db.read<{ secret: string }>("select secret from secrets where name = 'signing'");
      return row?.secret ?? null;
    },
    async write(secret) {
      await db.write(
        "insert into secrets (name, secret) values ('signing', ?) on conflict (name) do update set secret = excluded.secret",
        [secret],
      );
    },
  };
}

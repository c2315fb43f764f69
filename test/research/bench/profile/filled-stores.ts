import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Embedder, Reader } from '../../../../server/engines/types.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { openPostgresStore } from '../../../../server/store/postgres/open.ts';
import { MAX_EXACT_CHUNKS } from '../../../../server/store/postgres/search/pgvector-table.ts';
import { openSqliteStore } from '../../../../server/store/sqlite/open.ts';
import type { Store } from '../../../../server/store/types.ts';
import { startPostgres } from '../../../helpers/stores/postgres-server.ts';
import { withProject } from '../../../helpers/stores/rows.ts';
import { missingPages, pagesOf, readCorpora, storePages } from './corpora.ts';
import { installPgvector } from './pgvector.ts';
import { readPassages } from './read-passages.ts';

/** A million passages take half an hour to write, so databases are kept here. Remove the folder to write them once more. */
const FILLED = new URL('../../../../node_modules/.cache/footnote-profile/', import.meta.url).pathname;

const log = createLog(() => undefined);

/** A store with one project. */
export interface FilledStore {
  store: Store;
  projectId: string;
  /** Where its files are. */
  dataDir: string;
}

/** Stores of growing size. One is open at a time. */
export interface FilledStores {
  /** Closes the store opened before, and opens one whose project has at least so many passages. */
  open(passages: number): Promise<FilledStore>;
  close(): Promise<void>;
}

/** The id of the only project, which is created if necessary. */
async function projectOf(store: Store): Promise<string> {
  const known = await store.projects.listByUser('usr_owner', { limit: 1, offset: 0 });
  const { id } = known.rows[0] ?? (await withProject(store));
  return id;
}

/** Adds the pages of the corpora that the project lacks. */
async function fill(store: Store, passages: number): Promise<void> {
  const projectId = await projectOf(store);
  const { pages } = await readCorpora();
  await storePages(store, projectId, missingPages(pagesOf(pages), await store.chunks.count(projectId), passages));
}

/** A folder with a database, which is made if it is missing from a copy of another. */
async function keptDirectory(
  name: string,
  copied: string | null,
  change: (store: Store) => Promise<void>,
  embedder: Embedder,
) {
  const folder = join(FILLED, name);
  if ((await readdir(FILLED)).includes(name)) return folder;
  const begun = `${folder}.begun`;
  await rm(begun, { recursive: true, force: true });
  if (copied !== null) await cp(copied, begun, { recursive: true });
  const store = await openSqliteStore({ dataDir: begun, embedder, log });
  await change(store).finally(() => store.close());
  await rename(begun, folder);
  return folder;
}

/** With the reader, a copy of the database has what that has made of the passages. */
export function sqliteStores(embedder: Embedder, reader: Reader | null): FilledStores {
  let opened: Store | null = null;
  const close = async () => {
    await opened?.close();
    opened = null;
  };
  return {
    async open(passages) {
      await close();
      await mkdir(FILLED, { recursive: true });
      const smaller = (await readdir(FILLED)).map(Number).filter((size) => size < passages);
      const copied = smaller.length > 0 ? join(FILLED, String(Math.max(...smaller))) : null;
      const filled = await keptDirectory(String(passages), copied, (store) => fill(store, passages), embedder);
      const dataDir = reader
        ? await keptDirectory(`${passages}-read`, filled, (store) => readPassages(reader, store), embedder)
        : filled;
      opened = await openSqliteStore({ dataDir, embedder, log });
      return { store: opened, projectId: await projectOf(opened), dataDir };
    },
    close,
  };
}

/** A single database that grows, and that is removed with its server. */
export async function postgresStores(embedder: Embedder, reader: Reader | null): Promise<FilledStores> {
  const server = await startPostgres(installPgvector());
  const dataDir = await mkdtemp(join(tmpdir(), 'footnote-bench-'));
  const url = await server.createDatabase();
  const store = await openPostgresStore({ url, poolSize: 8, dataDir, embedder, log });
  return {
    async open(passages) {
      await fill(store, passages);
      if (reader) await readPassages(reader, store);
      const projectId = await projectOf(store);
      if (passages > MAX_EXACT_CHUNKS) await indexVectors(store, projectId, embedder, url);
      return { store, projectId, dataDir };
    },
    async close() {
      await store.close();
      await server.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The first search of a large project begins to build the index of its vectors. Resolves when that is there. */
async function indexVectors(store: Store, projectId: string, embedder: Embedder, url: string): Promise<void> {
  const [vector] = await embedder.embed(['index'], 'query');
  if (vector) await store.search.vector(projectId, vector, 1);
  const client = new pg.Client(url);
  await client.connect();
  const built = async () =>
    (await client.query("select 1 from pg_indexes where indexname like '%_hnsw'")).rowCount === 1;
  while (!(await built())) await sleep(1_000);
  await client.query('vacuum analyze');
  await client.end();
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import * as sqliteVec from 'sqlite-vec';
import { newId } from '../../../server/platform/ids.ts';
import { createLog } from '../../../server/platform/log.ts';
import { encodeBlocks } from '../../../server/store/types/encode-blocks.ts';
import { projects } from '../../../server/store/types/projects.ts';
import { sources } from '../../../server/store/types/sources.ts';
import type { JobRow, NewChunk, ProjectRow, SourceRow, Store, StoredCitation } from '../../../server/store/types.ts';

export const EMBEDDER = { id: 'test', dimensions: 8 };

export const SILENT = createLog(() => undefined);

/** Directories that are removed, and stores that are closed, after the test. */
export function temporaryPlaces() {
  const directories: string[] = [];
  const stores = new Set<Store>();
  return {
    directory(): string {
      const path = mkdtempSync(join(tmpdir(), 'footnote-store-'));
      directories.push(path);
      return path;
    },
    track<Tracked extends Store>(store: Tracked): Tracked {
      stores.add(store);
      return store;
    },
    async close(store: Store): Promise<void> {
      stores.delete(store);
      await store.close();
    },
    async clear(): Promise<void> {
      for (const store of stores) await store.close();
      stores.clear();
      for (const path of directories.splice(0)) rmSync(path, { recursive: true, force: true });
    },
  };
}

export function aProject(changes: Partial<ProjectRow> = {}): ProjectRow {
  const { usageRequests, usageTokens, ...initial } = projects.initial;
  return {
    ...initial,
    id: newId('proj'),
    userId: 'usr_owner',
    name: 'Docs',
    description: '',
    allowedOrigins: [],
    widgetAccess: 'token',
    language: 'auto',
    widget: {
      title: '',
      greeting: '',
      placeholder: '',
      suggestions: [],
      accent: '#336699',
      theme: 'auto',
      position: 'bottom-right',
      locale: 'auto',
      contact: '',
      launcher_label: '',
      keep_history: false,
      texts: [],
      suggest: true,
    },
    openOriginals: false,
    dailyBudget: null,
    retentionDays: null,
    handover: null,
    recordPages: false,
    alertMails: true,
    usage: { requests: usageRequests, tokens_total: usageTokens },
    createdAt: 1_000,
    updatedAt: 1_000,
    ...changes,
  };
}

export function aSource(projectId: string, changes: Partial<SourceRow> = {}): SourceRow {
  const { parentId, crawl, refreshHours, validators, ...initial } = sources.initial;
  return {
    ...initial,
    id: newId('src'),
    projectId,
    type: 'file',
    status: 'pending',
    metadata: { filename: 'guide.md' },
    fileId: null,
    createdAt: 1_000,
    updatedAt: 1_000,
    ...changes,
  };
}

/** A unit vector that points mostly along one axis. */
export function aVector(axis: number, lean = 0): Float32Array {
  const vector = new Float32Array(EMBEDDER.dimensions);
  vector[axis % EMBEDDER.dimensions] = 1;
  vector[(axis + 1) % EMBEDDER.dimensions] = lean;
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** A chunk whose terms are the words of its text. */
export function aChunk(seq: number, text: string, changes: Partial<NewChunk> = {}): NewChunk {
  return {
    seq,
    start: seq * 100,
    end: seq * 100 + text.length,
    text,
    headings: ['Guide'],
    page: null,
    blocks: encodeBlocks([{ kind: 'paragraph', start: 0, end: text.length }]),
    section: 0,
    headingTerms: 'guide',
    terms: text.toLowerCase(),
    embedding: aVector(seq),
    ...changes,
  };
}

export function aCitation(id: number, sourceId: string, text: string): StoredCitation {
  return {
    id,
    sourceId,
    chunkId: '1',
    title: 'Guide',
    page: null,
    heading: 'Guide',
    text,
    quote: text,
    quoteStart: 0,
    quoteEnd: text.length,
    address: null,
    indexedAt: 1_000,
  };
}

/** The account with an id. It is created if necessary. */
export async function withUser(store: Store, id: string): Promise<void> {
  if (await store.users.byId(id)) return;
  const account = { id, email: `${id}@example.com`, name: 'Owner', passwordHash: 'x' };
  await store.users.create({ ...account, createdAt: 1 });
}

/** Creates a project with its owner. */
export async function withProject(store: Store, changes: Partial<ProjectRow> = {}): Promise<ProjectRow> {
  const project = aProject(changes);
  await withUser(store, project.userId);
  await store.projects.create(project);
  return project;
}

/** Claims the next job, which must exist. */
export async function claimed(store: Store, owner = 'worker', now = 5_000, leaseMs = 1_000): Promise<JobRow> {
  const job = await store.jobs.claim(owner, now, leaseMs);
  if (!job) throw new Error('There was no job to claim.');
  return job;
}

/** Writes the chunks of a claimed job in batches. They are not visible yet. */
export async function staged(store: Store, job: JobRow, chunks: NewChunk[]): Promise<number> {
  const generation = await store.chunks.begin(job, job);
  if (generation === null) throw new Error('The fence was refused.');
  for (let from = 0; from < chunks.length; from += 50) {
    await store.chunks.append(job, generation, chunks.slice(from, from + 50));
  }
  return generation;
}

/** Publishes the staged chunks. */
export function published(store: Store, job: JobRow, generation: number, chunks: NewChunk[]): Promise<boolean> {
  return store.chunks.publish(job, generation, {
    document: { title: 'The guide', language: 'en', text: chunks.map(({ text }) => text).join('\n\n') },
    chunksCount: chunks.length,
    metadata: { filename: 'guide.md' },
    at: 9_000,
  });
}

/** Creates a source with completed ingestion. The queue must be empty. */
export async function ingested(store: Store, projectId: string, texts: (string | NewChunk)[]): Promise<SourceRow> {
  const source = aSource(projectId);
  await store.sources.create(source);
  const chunks = texts.map((text, seq) => (typeof text === 'string' ? aChunk(seq, text) : text));
  const job = await claimed(store);
  await published(store, job, await staged(store, job, chunks), chunks);
  return source;
}

export function databaseFile(dataDir: string): string {
  return join(dataDir, 'footnote.db');
}

/** Reads the store's database file through a separate connection. */
export function querySqlite<Row>(dataDir: string, sql: string, ...parameters: unknown[]): Row[] {
  const database = new Database(databaseFile(dataDir), { readonly: true });
  sqliteVec.load(database);
  try {
    return database.prepare(sql).all(...parameters) as Row[];
  } finally {
    database.close();
  }
}

/** The number of rows of each generation, which must be equal in chunks, text index and vectors. */
export function indexCounts(
  dataDir: string,
): { state: string; chunks: number; rows: number; text: number; vectors: number }[] {
  return querySqlite(
    dataDir,
    `select state, chunks,
       (select count(*) from chunks where generation = generations.id) as rows,
       (select count(*) from search_text where generation = 'g' || generations.id) as text,
       (select count(*) from search_vectors_1 where generation = generations.id) as vectors
     from generations order by id`,
  );
}

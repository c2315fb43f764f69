import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import * as sqliteVec from 'sqlite-vec';

/** The database, read beside the server's own code. */
function look<Row>(dataDir: string, sql: string): Row[] {
  const database = new Database(join(dataDir, 'footnote.db'), { readonly: true });
  try {
    sqliteVec.load(database);
    return database.prepare(sql).all() as Row[];
  } finally {
    database.close();
  }
}

/** All that is stored of each published source, by its file name: text, offsets, index rows, vectors. */
export function published(dataDir: string): Map<string, unknown> {
  const sources = look<Record<string, string> & { embedding: Buffer }>(
    dataDir,
    `select sources.metadata, sources.chunks_count, documents.title, documents.language, documents.text as document,
       chunks.seq, chunks.start_offset, chunks.end_offset, chunks.text, chunks.headings, chunks.page, chunks.blocks, chunks.section,
       search_text.heading_terms, search_text.terms, search_vectors_1.project, search_vectors_1.embedding,
       search_text.generation = 'g' || generations.id and search_vectors_1.generation = generations.id as agree
     from sources join documents on documents.source_id = sources.id
     join generations on generations.source_id = sources.id and generations.state = 'live'
     left join chunks on chunks.generation = generations.id
     left join search_text on search_text.rowid = chunks.id
     left join search_vectors_1 on search_vectors_1.id = chunks.id
     order by chunks.generation, chunks.seq`,
  );
  const found = new Map<string, unknown[]>();
  for (const { embedding, metadata = '', ...row } of sources) {
    const { filename } = JSON.parse(metadata) as { filename: string };
    const vector = embedding && createHash('sha256').update(embedding).digest('hex');
    found.set(filename, [...(found.get(filename) ?? []), { ...row, metadata, vector }]);
  }
  return found;
}

/** How much there is of everything that hangs on sources, and how much of it no published source accounts for. */
export function counts(dataDir: string): Record<string, number> {
  const [row = {}] = look<Record<string, number>>(
    dataDir,
    `select (select count(*) from sources) as sources, (select count(*) from jobs) as jobs,
       (select count(*) from erasures) as erasures, (select count(*) from documents) as documents,
       (select count(*) from generations) as generations, (select count(*) from generations where state <> 'live') as unfinished,
       (select coalesce(sum(chunks_count), 0) from sources) as promised, (select count(*) from chunks) as chunks,
       (select count(*) from search_text) as indexed, (select count(*) from search_vectors_1) as vectors`,
  );
  return row;
}

/** What was under way, by the names of its stages; of a server that is no more. */
export function underWay(dataDir: string): string[] {
  const watch = watchStages(dataDir);
  try {
    return watch.now();
  } finally {
    watch.close();
  }
}

/** Looks at what is under way again and again, fast enough to meet what takes milliseconds. */
export function watchStages(dataDir: string): { now(): string[]; close(): void } {
  const database = new Database(join(dataDir, 'footnote.db'), { readonly: true });
  const stages = database.prepare<[], { stage: string }>(
    `select coalesce(json_extract(progress, '$.stage'), 'claimed') as stage from sources where status = 'processing'
     union select 'write' from generations where state = 'staging' and chunks > 0
     union select 'erase' from generations where state = 'retired'
     union select 'erase' from erasures`,
  );
  const uploads = join(dataDir, 'uploads-temporary');
  return {
    now: () => [...stages.all().map(({ stage }) => stage), ...(readdirSync(uploads).length > 0 ? ['upload'] : [])],
    close: () => database.close(),
  };
}

/** Every file below the directory, by its path in there; without those that every start makes. */
export function otherFiles(dataDir: string): string[] {
  return filesOf(dataDir)
    .map((path) => path.slice(dataDir.length + 1))
    .filter((path) => !/^(footnote\.(db(-wal|-shm)?|lock(-\w+)?)|signing-secret|reserve)$/.test(path))
    .sort();
}

/** The files that `sources` name. */
export function namedFiles(dataDir: string): string[] {
  return look<{ path: string }>(dataDir, "select 'uploads/' || file_id as path from sources order by path").map(
    ({ path }) => path,
  );
}

/** The files whose bytes hold the text, in any case of its letters. */
export function filesWith(dataDir: string, text: string): string[] {
  return filesOf(dataDir).filter((path) => readFileSync(path, 'latin1').toLowerCase().includes(text));
}

function filesOf(dataDir: string): string[] {
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Throws where the file, or the full-text index in it, is damaged. The server must have stopped. */
export function assertIntact(dataDir: string): void {
  const database = new Database(join(dataDir, 'footnote.db'));
  try {
    sqliteVec.load(database);
    const [found] = database.pragma('integrity_check') as { integrity_check: string }[];
    if (found?.integrity_check !== 'ok') throw new Error(found?.integrity_check);
    database.exec("insert into search_text (search_text) values ('integrity-check')");
  } finally {
    database.close();
  }
}

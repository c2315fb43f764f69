import { createHash } from 'node:crypto';
import { COUNTERS, type Counter } from '../db.ts';
import { forgetPart, noteArrived, notePart, ORIGIN, partsArriving } from './arriving.ts';
import { copyFiles, differingFiles, filesOf, namedFiles } from './copy-files.ts';
import { bytesOfChunk, checksumOfIndex, copyIndex, INDEX, vectorIndexesOf } from './copy-index.ts';
import { checksumOf, copyTable } from './copy-table.ts';
import type { Side } from './side.ts';
import { type MovedTable, movedTables, partOf, sizeOf, VECTOR_INDEXES } from './tables.ts';

export interface MoveOptions {
  from: Side;
  to: Side;
  /** The side that is the embedded engine: it describes the tables. */
  sqlite: Side;
  /** What tokens are signed with where a setting says; null: what the database that is left keeps. */
  settingSecret: string | null;
  /** Bytes, about. */
  onProgress(done: number, total: number): void;
  signal: AbortSignal;
}

/** What has arrived. */
export interface Moved {
  /** Rows by table, only of those that have any. */
  rows: Map<string, number>;
  files: number;
  /** Originals that were lost before. */
  lostFiles: number;
  /** What has made the vectors that answer; null where there are none. */
  embedder: string | null;
  /** Went on where an earlier one stopped. */
  resumed: boolean;
}

/** Rows of these may be in a database that no server was ever used with: what a start makes. */
const MADE_BY_A_START = [VECTOR_INDEXES];

/**
 * Copies an installation into an empty database of another engine, compares both sides, and only then lets a server start on
 * it. What was copied stays where the process ends: the same move goes on from there. Throws a sentence where it cannot be done.
 */
export async function move({ from, to, sqlite, settingSecret, onProgress, signal }: MoveOptions): Promise<Moved> {
  await from.assertUnused();
  await to.assertUnused();
  const tables = await movedTables(sqlite.db);
  const sizes = new Map(
    await Promise.all(tables.map(async (table) => [table.name, await sizeOf(from.db, table)] as const)),
  );
  const indexes = await vectorIndexesOf(from.db);
  const kept = await filesOf(from);
  const resumed = await begin(from, to, tables, settingSecret);
  const parts = await partsArriving(to.db);

  const ofTables = sum([...sizes.values()].map(({ bytes }) => bytes));
  const ofIndex = (sizes.get('chunks')?.rows ?? 0) * bytesOfChunk(indexes);
  const ofFiles = sum(kept.map(({ size }) => size));
  const content = ofTables + ofIndex + ofFiles;
  // Once to copy it, once to compare it.
  const total = 1 + 2 * content;
  if (!resumed) await to.assertRoom(content);
  let done = 0;
  const step = {
    signal,
    onBytes(bytes: number) {
      done += bytes;
      onProgress(Math.min(done, total - 1), total);
    },
  };
  for (const table of tables) if (table.name !== VECTOR_INDEXES) await copyTable(from, to, table, parts, step);
  await copyIndex(from, to, parts, step);
  for (const table of tables) if (table.name === VECTOR_INDEXES) await copyTable(from, to, table, parts, step);
  await copyFiles(from, to, step);
  await copyNumbers(from, to);
  const secret = await from.secret.read();
  if (secret !== null) await to.secret.write(secret);
  await to.settle();

  done = content;
  await compare(from, to, tables, signal, (part) =>
    step.onBytes(part === INDEX ? ofIndex : (sizes.get(part)?.bytes ?? 0)),
  );
  await from.assertUnused();
  await to.db.counting(noteArrived);
  onProgress(total, total);
  return {
    rows: new Map([...sizes].flatMap(([name, { rows }]) => (rows > 0 ? [[name, rows]] : []))),
    files: kept.length,
    lostFiles: (await namedFiles(from.db)).size - kept.length,
    embedder: await answeringEmbedder(to),
    resumed,
  };
}

async function answeringEmbedder({ db }: Side): Promise<string | null> {
  const [row] = await db.read<{ embedder: string }>("select embedder from vector_indexes where state = 'active'");
  return row?.embedder ?? null;
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** Makes sure that nothing else is there. True: a part of the same installation is there already. */
async function begin(from: Side, to: Side, tables: MovedTable[], settingSecret: string | null): Promise<boolean> {
  const origin = originOf(settingSecret ?? (await from.secret.read()));
  const parts = await partsArriving(to.db);
  if (parts.size > 0) {
    if ((parts.get(ORIGIN) as Origin | undefined)?.installation === origin.installation) return true;
    throw new Error(
      `a part of another installation has been moved into ${to.name} before. Empty it, or name another place.`,
    );
  }
  for (const table of tables) {
    const { rows } = await sizeOf(to.db, table);
    if (rows > 0 && !MADE_BY_A_START.includes(table.name)) {
      throw new Error(`${to.name} is not empty (there are ${table.name} in it). Empty it, or name another place.`);
    }
  }
  // Those of a start that was never used have nothing in them.
  const unused = await vectorIndexesOf(to.db);
  await to.db.counting(async (tx) => {
    for (const index of unused) await to.tableOf(index).drop(tx);
    await tx.write(`delete from ${VECTOR_INDEXES}`);
    await notePart(tx, ORIGIN, origin);
  });
  return false;
}

interface Origin {
  installation: string;
}

/** An installation is known by what it signs with, of which nothing can be learnt from this. */
function originOf(secret: string | null): Origin {
  return { installation: createHash('sha256').update(`the installation that signs with ${secret}`).digest('hex') };
}

/** The next number that is given is one that was never given before. */
async function copyNumbers(from: Side, to: Side): Promise<void> {
  const lasts = new Map<Counter, number>();
  for (const counter of COUNTERS) {
    lasts.set(counter, await from.lastNumber(from.db, counter));
  }
  await to.db.counting(async (tx) => {
    for (const [counter, last] of lasts) await to.continueFrom(tx, counter, last);
  });
}

/** Compares both sides by reading them again. What differs is copied again the next time. `onCompared` hears of each table by its name, and of the index. */
async function compare(
  from: Side,
  to: Side,
  tables: MovedTable[],
  signal: AbortSignal,
  onCompared: (part: string) => void,
): Promise<void> {
  const differing: { what: string; part: string | null }[] = [];
  for (const table of tables) {
    const [here, there] = [await checksumOf(from, table, signal), await checksumOf(to, table, signal)];
    if (here !== there) differing.push({ what: `the table ${table.name}`, part: partOf(table) });
    onCompared(table.name);
  }
  const indexes = await vectorIndexesOf(from.db);
  const [here, there] = [await checksumOfIndex(from, indexes, signal), await checksumOfIndex(to, indexes, signal)];
  if (here !== there) differing.push({ what: 'the search index', part: INDEX });
  onCompared(INDEX);
  const files = await differingFiles(from, to, signal);
  for (const id of files) await to.files.remove(id);
  differing.push(...files.map((id) => ({ what: `the original ${id}`, part: null })));
  if (differing.length === 0) return;
  await to.db.counting(async (tx) => {
    for (const { part } of differing) if (part !== null) await forgetPart(tx, part);
  });
  throw new Error(
    `${differing
      .slice(0, 3)
      .map(({ what }) => what)
      .join(
        ', ',
      )} did not arrive as it was. Nothing else is lost: run the same command again, and what differs is copied again.`,
  );
}

import { tokenVoidingStatements } from '../coordination/void-tokens.ts';
import { COUNTERS, type Counter } from '../db.ts';
import { forgetPart, noteArrived, notePart, ORIGIN, partsArriving } from './arriving.ts';
import { copyFiles, differingFiles, filesOf, namedFiles } from './copy-files.ts';
import { bytesOfChunk, checksumOfIndex, copyIndex, INDEX, vectorIndexesOf } from './copy-index.ts';
import { checksumOf, copyTable } from './copy-table.ts';
import type { MoveEndpoint } from './move-endpoint.ts';
import { MOVED_TABLES, partOf, sizeOf, VECTOR_INDEXES } from './tables.ts';

export interface MoveOptions {
  from: MoveEndpoint;
  to: MoveEndpoint;
  /** In bytes, approximately. */
  onProgress(done: number, total: number): void;
  signal: AbortSignal;
}

/** What was copied. */
export interface Moved {
  /** Rows by table; empty tables are left out. */
  rows: Map<string, number>;
  files: number;
  /** Originals that were missing at the source. */
  lostFiles: number;
  /** The embedder of the active vector index; null if there is none. */
  embedder: string | null;
  /** Continued an interrupted move. */
  resumed: boolean;
}

/** Tables that a server fills at its first start, so that they are not empty in an unused database. */
const FILLED_AT_START = [VECTOR_INDEXES];

/**
 * Copies an installation into an empty database of another engine, compares both, and revokes every token at the target. Until
 * that has succeeded, no server starts on the target. An interrupted move continues where it stopped. Throws an error whose message is written for the operator.
 */
export async function move({ from, to, onProgress, signal }: MoveOptions): Promise<Moved> {
  await from.assertUnused();
  await to.assertUnused();
  const sizes = new Map(
    await Promise.all(MOVED_TABLES.map(async (table) => [table.name, await sizeOf(from.db, table)] as const)),
  );
  const indexes = await vectorIndexesOf(from.db);
  const kept = await filesOf(from);
  const resumed = await begin(from, to);
  const parts = await partsArriving(to.db);

  const ofTables = sum([...sizes.values()].map(({ bytes }) => bytes));
  const ofIndex = (sizes.get('chunks')?.rows ?? 0) * bytesOfChunk(indexes);
  const ofFiles = sum(kept.map(({ size }) => size));
  const content = ofTables + ofIndex + ofFiles;
  // Everything is read twice: once to copy it, once to compare it.
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
  for (const table of MOVED_TABLES) if (table.name !== VECTOR_INDEXES) await copyTable(from, to, table, parts, step);
  await copyIndex(from, to, parts, step);
  for (const table of MOVED_TABLES) if (table.name === VECTOR_INDEXES) await copyTable(from, to, table, parts, step);
  await copyFiles(from, to, step);
  await copyNumbers(from, to);
  await to.settle();

  done = content;
  await compare(from, to, signal, (part) => step.onBytes(part === INDEX ? ofIndex : (sizes.get(part)?.bytes ?? 0)));
  await from.assertUnused();
  await to.db.counting(async (tx) => {
    // The source stays as it is: without this, a token that one of the two has revoked would be valid in the other.
    for (const [sql, epoch] of tokenVoidingStatements()) await tx.write(sql, [epoch]);
    await noteArrived(tx);
  });
  onProgress(total, total);
  return {
    rows: new Map([...sizes].flatMap(([name, { rows }]) => (rows > 0 ? [[name, rows]] : []))),
    files: kept.length,
    lostFiles: (await namedFiles(from.db)).size - kept.length,
    embedder: await answeringEmbedder(to),
    resumed,
  };
}

async function answeringEmbedder({ db }: MoveEndpoint): Promise<string | null> {
  const [row] = await db.read<{ embedder: string }>("select embedder from vector_indexes where state = 'active'");
  return row?.embedder ?? null;
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** Throws unless the target is empty or holds a part of the same installation. Returns true for the latter. */
async function begin(from: MoveEndpoint, to: MoveEndpoint): Promise<boolean> {
  const origin = await originOf(from);
  const parts = await partsArriving(to.db);
  if (parts.size > 0) {
    if ((parts.get(ORIGIN) as Origin | undefined)?.installation === origin.installation) return true;
    throw new Error(`${to.name} holds a part of another installation. Empty it, or choose another target.`);
  }
  for (const table of MOVED_TABLES) {
    const { rows } = await sizeOf(to.db, table);
    if (rows > 0 && !FILLED_AT_START.includes(table.name)) {
      throw new Error(`${to.name} is not empty (there are ${table.name} in it). Empty it, or choose another target.`);
    }
  }
  // Indexes from a server's first start are empty.
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

/** Identifies an installation by its first account, whose id is random. Nothing is lost in one without accounts. */
async function originOf({ db }: MoveEndpoint): Promise<Origin> {
  const [first] = await db.read<{ id: string }>('select id from users order by created_at, id limit 1');
  return { installation: first?.id ?? '' };
}

/** Continues the counters at the target, so that no number is given out twice. */
async function copyNumbers(from: MoveEndpoint, to: MoveEndpoint): Promise<void> {
  const lasts = new Map<Counter, number>();
  for (const counter of COUNTERS) {
    lasts.set(counter, await from.lastNumber(from.db, counter));
  }
  await to.db.counting(async (tx) => {
    for (const [counter, last] of lasts) await to.continueFrom(tx, counter, last);
  });
}

/**
 * Reads source and target again and compares them. Whatever differs is marked to be copied again by the next run. `onCompared`
 * is called with the name of each table, and with `INDEX`.
 */
async function compare(
  from: MoveEndpoint,
  to: MoveEndpoint,
  signal: AbortSignal,
  onCompared: (part: string) => void,
): Promise<void> {
  const differing: { what: string; part: string | null }[] = [];
  for (const table of MOVED_TABLES) {
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
      )} did not arrive intact. Nothing else is lost: run the same command again, which copies again what differs.`,
  );
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import { advance } from '../../coordination/sequences.ts';
import type { Db, Reads, Tx } from '../../db.ts';
import type { IndexEntry, IndexWriter } from '../../search/search-index.ts';
import { cleanTerms, indexTerm } from '../../search/terms.ts';
import { placeVectors, removeVectors } from '../../vectors/place-vectors.ts';
import { generationToken } from './fts5-terms.ts';
import { vectorsOf } from './search-index.ts';

/** Pages of the text index rewritten in one transaction: 2 ms, 8 at worst (measured). */
const PAGES_A_STEP = 16;
/** A second merge is needed where the first found all segments on one level. If the index is a single page, even that does not help, and it is built anew. */
const MERGES = 2;

/** SQLite puts the project's number in front of each term: much faster than JavaScript cuts a text and joins it again. */
const ADD_TEXT = `insert into search_text (rowid, generation, heading_terms, terms)
  values (?, ?, ? || replace(?, ' ', ?), ? || replace(?, ' ', ?))`;

/** The parameters of `first || replace(terms, ' ', between)`. */
function prefixed(prefix: string, text: string): [first: string, terms: string, between: string] {
  const terms = cleanTerms(text);
  return [terms === '' ? '' : prefix, terms, ` ${prefix}`];
}

interface PurgingWriter extends IndexWriter {
  /** Takes the words of removed chunks off the disk, in short transactions. Until then they may linger, unseen, in the index. */
  purge(): Promise<void>;
}

/** Puts chunks into FTS5 and among the vectors, and takes them out again without a trace. */
export function createWriter(db: Db): PurgingWriter {
  return {
    async add(tx: Tx, entries: IndexEntry[]) {
      for (const { chunkId, projectNumber, generation, chunk } of entries) {
        const prefix = indexTerm(projectNumber, '');
        await tx.write(ADD_TEXT, [
          BigInt(chunkId),
          generationToken(generation),
          ...prefixed(prefix, chunk.headingTerms),
          ...prefixed(prefix, chunk.terms),
        ]);
      }
      await placeVectors(tx, vectorsOf, entries);
      await advance(tx, 'indexed', entries.length);
    },

    async remove(tx, chunkIds) {
      for (const chunkId of chunkIds) {
        await tx.write('delete from search_text where rowid = ?', [BigInt(chunkId)]);
      }
      await removeVectors(tx, vectorsOf, chunkIds);
      await advance(tx, 'indexed', -chunkIds.length);
    },

    async purge() {
      for (let pass = 1; pass <= MERGES; pass += 1) {
        await mergeAll(db);
        if (await isPurged(db)) return;
      }
      await db.write("insert into search_text (search_text) values ('rebuild')");
    },
  };
}

/** Merges the segments of the text index into one, in short transactions. */
async function mergeAll(db: Db): Promise<void> {
  let budget = -PAGES_A_STEP;
  while (await db.tx((tx) => mergeStep(tx, budget))) {
    budget = PAGES_A_STEP;
    await nextTurn();
  }
}

/**
 * Rewrites some pages of the text index; false when nothing is left to do. A negative budget begins a merge of everything
 * into one segment, which drops the words of deleted rows, and positive ones carry it on; secure_delete blanks the old
 * pages. FTS5's own 'secure-delete' setting does the same row by row, but at 4–8 ms a row where this takes 0.2 s for an
 * index of 10,000 chunks in all (measured), and it leaves the index in one piece, which searches like.
 */
async function mergeStep(tx: Tx, budget: number): Promise<boolean> {
  if (budget < 0) await addSegment(tx);
  const changes = async () => (await tx.read<{ total: number }>('select total_changes() as total'))[0]?.total ?? 0;
  const before = await changes();
  await tx.write("insert into search_text (search_text, rank) values ('merge', ?)", [BigInt(budget)]);
  // The documented sign that a merge command found nothing to do.
  return (await changes()) - before >= 2;
}

/**
 * Adds a segment on the lowest level with nothing in it but the mark of a row that never was. Where all segments are on
 * one level, FTS5 merges them into the next one and keeps there what marks deleted words as such, and so the words, in
 * case that older levels hold them too, even when there are none. From two levels it merges into the oldest, where
 * nothing deleted is kept.
 */
async function addSegment(tx: Tx): Promise<void> {
  await tx.write("insert into search_text (rowid, generation, heading_terms, terms) values (-1, 'none', '', '')");
  await tx.write('delete from search_text where rowid = -1');
}

/**
 * Is everything in one segment on the oldest level? Told by the index's structure record (fts5_index.c: a cookie of 4
 * bytes, then the numbers of levels, of segments and of writes, then per level the number of segments being merged and
 * of segments, then per segment its id, first and last page).
 */
async function isPurged(tx: Reads): Promise<boolean> {
  const [record] = await tx.read<{ block: Uint8Array }>('select block from search_text_data where id = 10');
  if (!record) return true;
  const numbers = varints(record.block.subarray(4));
  const [levels = 0, segments = 0] = numbers;
  if (segments === 0) return true;
  let at = 3;
  for (let level = 0; level < levels - 1; level += 1) at += 2 + 3 * (numbers[at + 1] ?? 0);
  return segments === 1 && numbers[at + 1] === 1;
}

/** SQLite's variable-length integers, most significant bits first; those here are far below 8 bytes. */
function varints(bytes: Uint8Array): number[] {
  const found: number[] = [];
  let value = 0;
  for (const byte of bytes) {
    value = value * 128 + (byte & 127);
    if (byte >= 128) continue;
    found.push(value);
    value = 0;
  }
  return found;
}

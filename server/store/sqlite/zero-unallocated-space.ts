import { fsyncSync, readSync, writeSync } from 'node:fs';

/** Where a page's b-tree header begins: the file's own header takes the first 100 bytes of page 1. */
const FILE_HEADER = 100;
const ZEROES = Buffer.alloc(65_536);

/** The kinds of b-tree page and the length of their header in bytes (SQLite's "Database File Format", section 1.6). */
const HEADER_LENGTHS = new Map([
  [0x02, 12], // interior page of an index
  [0x05, 12], // interior page of a table
  [0x0a, 8], // leaf of an index
  [0x0d, 8], // leaf of a table
]);

/**
 * Fills the unallocated space of every page of a b-tree with zeroes, in the database file itself.
 *
 * `secure_delete` blanks what is deleted where it lies, but when SQLite balances a tree it moves rows from one page to
 * another and leaves the bytes of their old places in the gap between a page's cell pointers and its cells. Those copies
 * are no part of the database any more, so nothing ever blanks them. VACUUM would, by writing the whole file anew; this
 * reads the pages of the trees and writes only gaps that are not empty, a thousandth of the work.
 *
 * The caller holds the write lock, and everything written so far must be in the file: no log may be left to be copied
 * over it. Nobody reads a gap, so readers may go on. Returns the number of gaps that were not empty.
 */
export function blankGaps(file: number, root: number): number {
  const { pageSize, usable } = measures(file);
  const page = Buffer.allocUnsafe(pageSize);
  const waiting = [root];
  let blanked = 0;
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    const at = (number - 1) * pageSize;
    if (readSync(file, page, 0, pageSize, at) !== pageSize) throw new Error(`Page ${number} could not be read.`);
    const tree = layoutOf(page, number === 1 ? FILE_HEADER : 0, usable);
    if (!tree) throw new Error(`Page ${number} is not a page of a table or an index.`);
    waiting.push(...tree.children);
    const [from, to] = tree.gap;
    if (page.compare(ZEROES, 0, to - from, from, to) === 0) continue;
    writeSync(file, ZEROES, 0, to - from, at + from);
    blanked += 1;
  }
  if (blanked > 0) fsyncSync(file);
  return blanked;
}

function measures(file: number): { pageSize: number; usable: number } {
  const header = Buffer.alloc(FILE_HEADER);
  readSync(file, header, 0, FILE_HEADER, 0);
  const stored = header.readUInt16BE(16);
  const pageSize = stored === 1 ? 65_536 : stored;
  return { pageSize, usable: pageSize - header.readUInt8(20) };
}

interface Layout {
  /** The bytes that belong to nothing: from, to. */
  gap: [number, number];
  /** Numbers of the pages below an interior page. */
  children: number[];
}

/** Null where the bytes are no b-tree page, or one whose header contradicts itself: nothing may be written into that. */
function layoutOf(page: Buffer, start: number, usable: number): Layout | null {
  const headerLength = HEADER_LENGTHS.get(page.readUInt8(start));
  if (headerLength === undefined) return null;
  const cells = page.readUInt16BE(start + 3);
  const pointers = start + headerLength;
  const from = pointers + 2 * cells;
  const content = page.readUInt16BE(start + 5) || 65_536;
  if (from > content || content > usable) return null;
  const children: number[] = [];
  if (headerLength === 12) {
    for (let cell = 0; cell < cells; cell += 1) {
      const place = page.readUInt16BE(pointers + 2 * cell);
      if (place < content || place + 4 > usable) return null;
      children.push(page.readUInt32BE(place));
    }
    children.push(page.readUInt32BE(start + 8));
  }
  return { gap: [from, content], children };
}

import type { Db } from '../db.ts';
import { insert, remove, update } from '../rows.ts';
import { fileParts, files } from '../types/limits-and-files.ts';

/** Bytes of one row: small enough that no transaction and no process ever holds much of a file. */
const PART = 256 * 1024;
/** Rows that are removed in one transaction. */
const PARTS_ERASED_AT_ONCE = 8;

/** The rows of files that are kept in the database, each file seen once it is whole. */
export function createFileParts(db: Db) {
  return {
    async write(fileId: string, bytes: AsyncIterable<Buffer>): Promise<void> {
      await insert(db, files, { id: fileId, storedAt: db.now() });
      let [size, parts] = [0, 0];
      // The next part is read while nothing waits but this: what the database does not take stays where it is.
      for await (const part of inParts(bytes)) {
        await insert(db, fileParts, { fileId, seq: parts, bytes: part });
        size += part.length;
        parts += 1;
      }
      await update(db, files, { size, parts, whole: true }, 'id = ?', [fileId]);
    },

    /** Throws where the file is deleted meanwhile. */
    async *read(fileId: string, parts: number): AsyncGenerator<Uint8Array> {
      for (let seq = 0; seq < parts; seq += 1) {
        const [part] = await db.read<{ bytes: Uint8Array }>(
          'select bytes from file_parts where file_id = ? and seq = ?',
          [fileId, seq],
        );
        if (!part) throw new Error('The file was deleted while it was read.');
        yield part.bytes;
      }
    },

    async remove(fileId: string): Promise<void> {
      // From here on no one finds it.
      await update(db, files, { whole: false }, 'id = ?', [fileId]);
      const some = 'file_id = ? and seq in (select seq from file_parts where file_id = ? order by seq limit ?)';
      while ((await remove(db, fileParts, some, [fileId, fileId, PARTS_ERASED_AT_ONCE])) > 0);
      await remove(db, files, 'id = ?', [fileId]);
    },
  };
}

/** The same bytes in pieces of the size of a row. */
async function* inParts(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = [];
  let size = 0;
  for await (const piece of bytes) {
    for (let at = 0; at < piece.length; ) {
      const taken = piece.subarray(at, at + PART - size);
      gathered.push(taken);
      at += taken.length;
      size += taken.length;
      if (size < PART) continue;
      yield Buffer.concat(gathered);
      [gathered, size] = [[], 0];
    }
  }
  if (size > 0) yield Buffer.concat(gathered);
}

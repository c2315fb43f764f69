import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { sourceFailures } from '../../failures.ts';

/** Limits of a document that is a zip file. Ordinary ones have some twenty parts and inflate tenfold. */
const MAX_ENTRIES = 10_000;
/** Of all parts that are read. Pictures and films, which are not, may be larger. */
const MAX_INFLATED = 100 * 1024 * 1024;
const MAX_RATIO = 200;
/** Smaller parts may inflate more: a few kilobytes of spaces are not a zip bomb. */
const RATIO_FROM = 1024 * 1024;
/** The length of a zip's end record without its comment. */
const END_RECORD = 22;

/** A document whose parts are the files of a zip. */
export interface ZipDocument {
  /** The names of all parts. */
  names: string[];
  /** A part's bytes; null where there is none of this name. Fails with `document_too_complex` beyond the limits. */
  read(name: string): Promise<Buffer | null>;
}

/**
 * Opens a document that is a zip file; nothing is inflated before it is read. Fails with `password_protected` or
 * `document_too_complex` (a zip bomb), and with another error where it is no zip or holds two parts of one name.
 */
export async function openZip(given: Uint8Array): Promise<ZipDocument> {
  const bytes = repairEndRecord(Buffer.from(given.buffer, given.byteOffset, given.byteLength));
  // What Office encrypts is a container of another type.
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw sourceFailures.passwordProtected();
  const archive = await fromBufferPromise(bytes);
  const entries = await entriesOf(archive);
  let inflated = 0;
  return {
    names: [...entries.keys()],
    async read(name) {
      const entry = entries.get(name);
      if (!entry) return null;
      inflated += entry.uncompressedSize;
      if (inflated > MAX_INFLATED || inflatesTooMuch(entry)) throw sourceFailures.tooComplex();
      return inflate(archive, entry);
    },
  };
}

/** yauzl fails at the first byte beyond the size that the archive claims. */
async function inflate(archive: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The entries of an archive's directory by name, checked before a byte is inflated. */
export async function entriesOf(archive: ZipFile, most = MAX_ENTRIES): Promise<Map<string, Entry>> {
  if (archive.entryCount > most) throw sourceFailures.tooComplex();
  const entries = new Map<string, Entry>();
  for await (const entry of archive.eachEntry()) {
    if (entries.size >= most) throw sourceFailures.tooComplex();
    if (entries.has(entry.fileName)) throw new Error(`Two parts are named ${entry.fileName}.`);
    entries.set(entry.fileName, entry);
    if (entry.isEncrypted()) throw sourceFailures.passwordProtected();
  }
  return entries;
}

/** Does a part claim to inflate as only a zip bomb does? */
export const inflatesTooMuch = ({ uncompressedSize, compressedSize }: Entry): boolean =>
  uncompressedSize > Math.max(RATIO_FROM, compressedSize * MAX_RATIO);

/** Corrects the length of the comment in a zip's end record, which some programs write wrong. */
export function repairEndRecord(bytes: Buffer): Buffer {
  const at = bytes.lastIndexOf('PK\x05\x06', -END_RECORD, 'latin1');
  if (at < 0) return bytes;
  const comment = bytes.length - at - END_RECORD;
  if (comment > 0xffff || bytes.readUInt16LE(at + 20) === comment) return bytes;
  const repaired = Buffer.from(bytes);
  repaired.writeUInt16LE(comment, at + 20);
  return repaired;
}

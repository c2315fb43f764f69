import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { sourceFailures } from '../../failures.ts';

/** What a Word file may hold. Ordinary ones have some twenty parts and inflate tenfold. */
const MAX_ENTRIES = 2_000;
const MAX_INFLATED = 100 * 1024 * 1024;
const MAX_RATIO = 200;
/** Small parts may inflate more: a few kilobytes of spaces are no bomb. */
const RATIO_FROM = 1024 * 1024;
/** The length of the record that ends a zip, without its comment. */
const END_RECORD = 22;

/** A part of a Word file that holds text. */
export interface XmlPart {
  name: string;
  content: Buffer;
}

/**
 * Looks at what a Word file claims to hold, then inflates every part once, counting, before anything else touches it; gives
 * back those that hold its text. Fails with `password_protected`, `unreadable` (no zip, no Word document, an encrypted part,
 * a DOCTYPE) or `document_too_complex` (a bomb).
 */
export async function readTextParts(bytes: Buffer): Promise<XmlPart[]> {
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw sourceFailures.passwordProtected();
  const archive = await fromBufferPromise(bytes);
  const parts: XmlPart[] = [];
  for (const entry of await checkedEntries(archive)) {
    if (entry.fileName.endsWith('/')) continue;
    const content = await inflate(archive, entry);
    if (/^\/?word\/(?:document\d*|footnotes|endnotes)\.xml$/i.test(entry.fileName))
      parts.push({ name: entry.fileName, content });
  }
  return parts;
}

/** The entries of the archive's directory, whose claims are checked before a byte is inflated. */
async function checkedEntries(archive: ZipFile): Promise<Entry[]> {
  if (archive.entryCount > MAX_ENTRIES) throw sourceFailures.tooComplex();
  const entries = new Map<string, Entry>();
  let claimed = 0;
  for await (const entry of archive.eachEntry()) {
    if (entries.size >= MAX_ENTRIES) throw sourceFailures.tooComplex();
    if (entries.has(entry.fileName)) throw sourceFailures.unreadable('Word');
    entries.set(entry.fileName, entry);
    if (entry.isEncrypted()) throw sourceFailures.passwordProtected();
    claimed += entry.uncompressedSize;
    if (claimed > MAX_INFLATED || entry.uncompressedSize > Math.max(RATIO_FROM, entry.compressedSize * MAX_RATIO))
      throw sourceFailures.tooComplex();
  }
  const isWord = (name: string) => /^\/?word\/document\d*\.xml$/i.test(name) || name === '[Content_Types].xml';
  if (![...entries.keys()].some(isWord)) throw sourceFailures.unreadable('Word');
  return [...entries.values()];
}

/** A part, where it is XML; yauzl stops at the first byte beyond the size that the archive claims. */
async function inflate(archive: ZipFile, entry: Entry): Promise<Buffer> {
  const isXml = /\.(?:xml|rels)$/i.test(entry.fileName);
  const chunks: Buffer[] = [];
  let carried = '';
  for await (const chunk of await archive.openReadStreamPromise(entry)) {
    if (!isXml) continue;
    chunks.push(chunk);
    // Entities can only be declared in a DOCTYPE, which no Word file has; zeros are those of UTF-16.
    const text = carried + chunk.toString('latin1').replaceAll('\0', '');
    if (/<!DOCTYPE/i.test(text)) throw sourceFailures.unreadable('Word');
    carried = text.slice(-16);
  }
  return Buffer.concat(chunks);
}

/** A zip whose last record claims a longer or shorter comment than follows, made to fit: some programs write such files. */
export function repairEndRecord(bytes: Buffer): Buffer {
  const at = bytes.lastIndexOf('PK\x05\x06', -END_RECORD, 'latin1');
  if (at < 0) return bytes;
  const comment = bytes.length - at - END_RECORD;
  if (comment > 0xffff || bytes.readUInt16LE(at + 20) === comment) return bytes;
  const mended = Buffer.from(bytes);
  mended.writeUInt16LE(comment, at + 20);
  return mended;
}

import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { sourceFailures } from '../../errors.ts';

/** What a Word file may hold. Ordinary ones have some twenty parts and inflate tenfold. */
const MAX_ENTRIES = 2_000;
const MAX_INFLATED = 100 * 1024 * 1024;
const MAX_RATIO = 200;
/** Small parts may inflate more: a few kilobytes of spaces are no bomb. */
const RATIO_FROM = 1024 * 1024;

/**
 * Inflates every part of a Word file once, counting, before anything else touches it. Fails with `password_protected`,
 * `unreadable` (no zip, no Word document, an encrypted part, a DOCTYPE) or `document_too_complex` (a bomb).
 */
export async function checkArchive(bytes: Uint8Array): Promise<void> {
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw sourceFailures.passwordProtected();
  const archive = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (archive.entryCount > MAX_ENTRIES) throw sourceFailures.tooComplex();
  let inflated = 0;
  const names = new Set<string>();
  for await (const entry of archive.eachEntry()) {
    if (names.size >= MAX_ENTRIES) throw sourceFailures.tooComplex();
    if (names.has(entry.fileName)) throw sourceFailures.unreadable('Word');
    names.add(entry.fileName);
    if (entry.isEncrypted()) throw sourceFailures.passwordProtected();
    if (entry.uncompressedSize > MAX_INFLATED - inflated) throw sourceFailures.tooComplex();
    if (entry.uncompressedSize > Math.max(RATIO_FROM, entry.compressedSize * MAX_RATIO))
      throw sourceFailures.tooComplex();
    if (!entry.fileName.endsWith('/')) inflated += await inflate(archive, entry);
  }
  if (![...names].some((name) => /^\/?word\/document\d*\.xml$/i.test(name) || name === '[Content_Types].xml')) {
    throw sourceFailures.unreadable('Word');
  }
}

/** The true size of a part, in bytes; yauzl stops at the first byte beyond the size that the archive claims. */
async function inflate(archive: ZipFile, entry: Entry): Promise<number> {
  const isXml = /\.(?:xml|rels)$/i.test(entry.fileName);
  let size = 0;
  let carried = '';
  for await (const chunk of await archive.openReadStreamPromise(entry)) {
    size += chunk.length;
    if (!isXml) continue;
    // Entities can only be declared in a DOCTYPE, which no Word file has; zeros are those of UTF-16.
    const text = carried + chunk.toString('latin1').replaceAll('\0', '');
    if (/<!DOCTYPE/i.test(text)) throw sourceFailures.unreadable('Word');
    carried = text.slice(-16);
  }
  return size;
}

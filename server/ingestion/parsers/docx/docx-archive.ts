import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { sourceFailures } from '../../failures.ts';
import { entriesOf, inflatesTooMuch } from '../archive/zip-archive.ts';

/** Limits of a Word file. Ordinary ones have some twenty parts and inflate tenfold. */
const MAX_ENTRIES = 2_000;
const MAX_INFLATED = 100 * 1024 * 1024;

/** The parts that are read. */
const READ =
  /^\/?(?:word\/(?:document\d*|footnotes|endnotes|styles|numbering|header\d*|footer\d*)|docProps\/core)\.xml$/i;

/** A part of a Word file that holds text, or says how it is shown. */
export interface XmlPart {
  name: string;
  content: Buffer;
}

/**
 * Checks the sizes that a Word file claims, then inflates every part once, up to those sizes, before anything else reads it.
 * Returns the parts that hold text, the headers and footers, the styles, the numbering and what the file says of itself. Fails with `password_protected`, `unreadable` (not a zip, not a Word document, an
 * encrypted part, a DOCTYPE) or `document_too_complex` (a zip bomb).
 */
export async function readParts(bytes: Buffer): Promise<XmlPart[]> {
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw sourceFailures.passwordProtected();
  const archive = await fromBufferPromise(bytes);
  const parts: XmlPart[] = [];
  for (const entry of await checkedEntries(archive)) {
    if (entry.fileName.endsWith('/')) continue;
    const content = await inflate(archive, entry);
    if (READ.test(entry.fileName)) parts.push({ name: entry.fileName, content });
  }
  return parts;
}

/** The entries of the archive's directory, checked before a byte is inflated. */
async function checkedEntries(archive: ZipFile): Promise<Entry[]> {
  const entries = await entriesOf(archive, MAX_ENTRIES);
  const all = [...entries.values()];
  const claimed = all.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (claimed > MAX_INFLATED || all.some(inflatesTooMuch)) throw sourceFailures.tooComplex();
  const isWord = (name: string) => /^\/?word\/document\d*\.xml$/i.test(name) || name === '[Content_Types].xml';
  if (![...entries.keys()].some(isWord)) throw sourceFailures.unreadable('Word');
  return all;
}

/** The content of a part if it is XML. yauzl fails at the first byte beyond the size that the archive claims. */
async function inflate(archive: ZipFile, entry: Entry): Promise<Buffer> {
  const isXml = /\.(?:xml|rels)$/i.test(entry.fileName);
  const chunks: Buffer[] = [];
  let carried = '';
  for await (const chunk of await archive.openReadStreamPromise(entry)) {
    if (!isXml) continue;
    chunks.push(chunk);
    // Entities can only be declared in a DOCTYPE, which no Word file has. The zeros are those of UTF-16.
    const text = carried + chunk.toString('latin1').replaceAll('\0', '');
    if (/<!DOCTYPE/i.test(text)) throw sourceFailures.unreadable('Word');
    carried = text.slice(-16);
  }
  return Buffer.concat(chunks);
}

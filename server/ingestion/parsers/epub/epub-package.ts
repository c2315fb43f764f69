import { posix } from 'node:path';
import { sourceFailures } from '../../failures.ts';
import { descend, elementsNamed, parseXml, type XmlElement } from '../archive/xml.ts';
import type { ZipDocument } from '../archive/zip-archive.ts';

/** What the package document of a book says of it. */
interface EpubPackage {
  title: string;
  /** As the book names it, such as `en-GB`; empty where it does not. */
  language: string;
  /** The names of the chapters' parts, in reading order, each once. */
  chapters: string[];
  /** What the reading order names and the file does not hold. */
  missing: string[];
  /** The table of contents of an older book; null where there is none. */
  contents: string | null;
}

const CONTAINER = 'META-INF/container.xml';
const ENCRYPTION = 'META-INF/encryption.xml';
/** Fonts that are made unreadable in this way hold no text. */
const FONT_OBFUSCATION = /idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc/;

/** Reads the package document. Fails with `password_protected` where the chapters are encrypted. */
export async function readPackage(zip: ZipDocument): Promise<EpubPackage> {
  const encryption = await zip.read(ENCRYPTION);
  if (encryption) assertReadable(parseXml(encryption));
  const container = await zip.read(CONTAINER);
  const name = container && elementsNamed(parseXml(container), 'rootfile')[0]?.attributes['full-path'];
  const bytes = name ? await zip.read(decoded(name)) : null;
  if (!name || !bytes) throw new Error('There is no package document.');
  const root = parseXml(bytes);
  const folder = posix.dirname(decoded(name));
  const items = new Map(
    (descend(root, 'manifest')?.children ?? []).map(({ attributes }) => [attributes.id ?? '', attributes]),
  );
  const spine = descend(root, 'spine');
  const partNamed = partFinder(zip.names);
  const named = (spine?.children ?? [])
    .filter(({ attributes }) => attributes.linear !== 'no')
    .map(({ attributes }) => ({ item: items.get(attributes.idref ?? ''), id: attributes.idref ?? '' }))
    // The navigation lists chapters that follow.
    .filter(({ item }) => !item?.properties?.split(/\s+/).includes('nav'))
    .map(({ item, id }) => {
      const address = item?.href ?? '';
      return { part: item ? partNamed(folder, address) : null, address: decoded(address) || id };
    });
  const contents = items.get(spine?.attributes.toc ?? '')?.href;
  const metadata = descend(root, 'metadata');
  const said = (tag: string) => (metadata && elementsNamed(metadata, tag)[0]?.text.trim()) || '';
  return {
    title: said('title'),
    language: said('language'),
    chapters: [...new Set(named.flatMap(({ part }) => part ?? []))],
    missing: named.filter(({ part }) => part === null).map(({ address }) => address),
    contents: contents ? partNamed(folder, contents) : null,
  };
}

/**
 * Finds the part that an address leads to. Programs write addresses with a place in the part or a query, in another case, or with
 * letters composed otherwise than in the name of the part; readers find it all the same.
 */
function partFinder(names: string[]): (folder: string, address: string) => string | null {
  const exact = new Set(names);
  const alike = new Map(names.map((name) => [comparable(name), name]));
  return (folder, address) => {
    const whole = posix.join(folder, decoded(address));
    if (exact.has(whole)) return whole;
    const path = posix.join(folder, decoded(address.replace(/[?#].*$/s, '')));
    return exact.has(path) ? path : (alike.get(comparable(path)) ?? null);
  };
}

const comparable = (name: string) => name.normalize('NFC').toLowerCase();

function assertReadable(encryption: XmlElement): void {
  const methods = elementsNamed(encryption, 'EncryptionMethod').map(({ attributes }) => attributes.Algorithm ?? '');
  if (methods.some((method) => !FONT_OBFUSCATION.test(method))) throw sourceFailures.copyProtected();
}

/** The names of chapters by their part, of the contents of an older book. */
export async function readContents(zip: ZipDocument, name: string): Promise<Map<string, string>> {
  const bytes = await zip.read(name);
  const partNamed = partFinder(zip.names);
  const titles = new Map<string, string>();
  if (!bytes?.length) return titles;
  for (const point of elementsNamed(parseXml(bytes, { mayHaveDoctype: true }), 'navPoint')) {
    const part = partNamed(posix.dirname(name), descend(point, 'content')?.attributes.src ?? '');
    const title = descend(point, 'navLabel', 'text')?.text.trim();
    if (part && title && !titles.has(part)) titles.set(part, title);
  }
  return titles;
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

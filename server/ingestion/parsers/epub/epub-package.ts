import { posix } from 'node:path';
import { sourceFailures } from '../../failures.ts';
import { descend, elementsNamed, parseXml, type XmlElement } from '../archive/xml.ts';
import type { ZipDocument } from '../archive/zip-archive.ts';

/** What the package document of a book says of it. */
export interface EpubPackage {
  title: string;
  /** As the book names it, such as `en-GB`; empty where it does not. */
  language: string;
  /** The names of the chapters' parts, in reading order. */
  chapters: string[];
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
  const chapters = (spine?.children ?? [])
    .filter(({ attributes }) => attributes.linear !== 'no')
    .map(({ attributes }) => items.get(attributes.idref ?? ''))
    // The navigation lists chapters that follow.
    .filter((item) => item !== undefined && !item.properties?.split(/\s+/).includes('nav'))
    .map((item) => posix.join(folder, decoded(item?.href ?? '')));
  const contents = items.get(spine?.attributes.toc ?? '')?.href;
  const metadata = descend(root, 'metadata');
  const said = (tag: string) => (metadata && elementsNamed(metadata, tag)[0]?.text.trim()) || '';
  return {
    title: said('title'),
    language: said('language'),
    chapters,
    contents: contents ? posix.join(folder, decoded(contents)) : null,
  };
}

function assertReadable(encryption: XmlElement): void {
  const methods = elementsNamed(encryption, 'EncryptionMethod').map(({ attributes }) => attributes.Algorithm ?? '');
  if (methods.some((method) => !FONT_OBFUSCATION.test(method))) throw sourceFailures.copyProtected();
}

/** The names of chapters by their part, of the contents of an older book. */
export async function readContents(zip: ZipDocument, name: string): Promise<Map<string, string>> {
  const bytes = await zip.read(name);
  const titles = new Map<string, string>();
  if (!bytes?.length) return titles;
  for (const point of elementsNamed(parseXml(bytes, { mayHaveDoctype: true }), 'navPoint')) {
    const target = descend(point, 'content')?.attributes.src?.split('#')[0] ?? '';
    const part = posix.join(posix.dirname(name), decoded(target));
    const title = descend(point, 'navLabel', 'text')?.text.trim();
    if (title && !titles.has(part)) titles.set(part, title);
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

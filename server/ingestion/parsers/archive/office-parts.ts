import { posix } from 'node:path';
import { attributeNamed, parseXml, type XmlElement } from './xml.ts';
import type { ZipDocument } from './zip-archive.ts';

/** What a part of an Office file refers to. */
export interface Relationship {
  id: string;
  /** The last word of its type, such as `worksheet`. */
  type: string;
  /** The name of the part. */
  target: string;
}

/** A part of an Office file with the parts that it refers to. */
export interface OfficePart {
  name: string;
  root: XmlElement;
  relationships: Relationship[];
}

/** The part that everything else hangs on, such as the workbook. Throws where there is none. */
export async function readMainPart(zip: ZipDocument): Promise<OfficePart> {
  const main = (await relationshipsOf(zip, '')).find(({ type }) => type === 'officeDocument');
  const part = main && (await readPart(zip, main.target));
  if (!part) throw new Error('There is no main part.');
  return part;
}

/** A part, null where there is none of this name. */
export async function readPart(zip: ZipDocument, name: string): Promise<OfficePart | null> {
  const bytes = await zip.read(name);
  return bytes && { name, root: parseXml(bytes), relationships: await relationshipsOf(zip, name) };
}

/** What a part refers to inside of the file. Addresses outside are left out. */
async function relationshipsOf(zip: ZipDocument, part: string): Promise<Relationship[]> {
  const folder = posix.dirname(part);
  const bytes = await zip.read(posix.join(folder, '_rels', `${posix.basename(part)}.rels`));
  if (!bytes) return [];
  return parseXml(bytes)
    .children.filter((child) => attributeNamed(child, 'TargetMode') !== 'External')
    .map(({ attributes: { Id = '', Type = '', Target = '' } }) => ({
      id: Id,
      type: posix.basename(Type),
      target: Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target),
    }));
}

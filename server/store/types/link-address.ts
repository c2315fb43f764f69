import { posix } from 'node:path';
import { isWebAddress } from '../../platform/network/web-address.ts';
import { asExternalId } from '../../platform/text/external-id.ts';
import type { Block, Link } from './blocks.ts';
import type { ChunkRow, Chunks } from './chunks.ts';

/** A part of a document with links, and where that is. */
type LinkedPart = Pick<ChunkRow, 'externalId' | 'address'> & { blocks: Block[] };

/** The ending of a file. */
const ENDING = /\.[a-z][a-z\d]{0,7}$/i;
/** The files of a page whose address is written without the ending. */
const PAGES = ['.md', '.mdx', '/index.md', '/index.mdx', '/README.md'];
/** More documents are not asked for at once. */
const MAX_IDS = 500;

/** The blocks of each part with the links that lead to an address on the web: those to other files lead to the pages of these. */
export async function followLinks(
  chunks: Pick<Chunks, 'addresses'>,
  projectId: string,
  parts: readonly LinkedPart[],
): Promise<Block[][]> {
  const ids = linkedIds(parts);
  const addresses = ids.length > 0 ? await chunks.addresses(projectId, ids) : new Map<string, string>();
  return parts.map((part) => withAddresses(part, addresses));
}

/** The external ids of the documents that the links of these parts may lead to. */
export function linkedIds(parts: readonly LinkedPart[]): string[] {
  const ids = parts.flatMap((part) =>
    part.blocks.flatMap(({ links = [] }) => links.flatMap((link) => idsFor(link, part))),
  );
  return [...new Set(ids)].slice(0, MAX_IDS);
}

/** The blocks of a part with the links that lead to an address on the web. `addresses`: those of documents by their external ids. */
export function withAddresses(part: LinkedPart, addresses: ReadonlyMap<string, string>): Block[] {
  return part.blocks.map((block) => {
    if (block.links === undefined) return block;
    const { links, ...rest } = block;
    const followed = links.flatMap((link) => {
      const address = addressOf(link, part, addresses);
      return address === null ? [] : [{ ...link, address }];
    });
    return followed.length > 0 ? { ...rest, links: followed } : rest;
  });
}

/** The documents that a link to a file may name, the likeliest first. A path from the root of a site may begin in any folder above. */
function idsFor({ address }: Link, { externalId }: LinkedPart): string[] {
  const [path] = partsOf(address);
  if (externalId === undefined || path === '' || isWebAddress(address)) return [];
  const folder = posix.dirname(externalId);
  const isFile = ENDING.test(path);
  // The browser resolves it, against the address of the page.
  if (!path.startsWith('/') && !isFile) return [];
  const files = path.startsWith('/')
    ? foldersAbove(folder).map((above) => posix.join(above, path))
    : [posix.join(folder, path)];
  const whole = isFile ? files : files.flatMap((file) => PAGES.map((page) => file.replace(/\/$/, '') + page));
  return whole.map((id) => asExternalId(id.replace(/^\/+/, ''))).filter((id) => !id.startsWith('../'));
}

function foldersAbove(folder: string): string[] {
  const parts = folder === '.' ? [] : folder.split('/');
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('/')).concat('');
}

function addressOf(link: Link, part: LinkedPart, addresses: ReadonlyMap<string, string>): string | null {
  if (isWebAddress(link.address)) return link.address;
  const [path, fragment] = partsOf(link.address);
  const own = part.address !== null && isWebAddress(part.address) ? part.address : null;
  if (path === '') return own && withFragment(own, fragment);
  const [found] = idsFor(link, part).flatMap((id) => addresses.get(id) ?? []);
  if (found !== undefined) return isWebAddress(found) ? withFragment(found, fragment) : null;
  const isOfSite = part.externalId === undefined || !path.startsWith('/');
  if (own === null || !isOfSite || ENDING.test(path)) return null;
  return URL.parse(link.address, own)?.href ?? null;
}

const withFragment = (address: string, fragment: string) =>
  fragment === '' ? address : `${address.replace(/#.*$/s, '')}#${fragment}`;

/** The path of a relative address, decoded, and its fragment. */
function partsOf(address: string): [path: string, fragment: string] {
  const [, path = '', fragment = ''] = /^([^?#]*)(?:\?[^#]*)?#?(.*)$/s.exec(address) ?? [];
  try {
    return [decodeURIComponent(path), fragment];
  } catch {
    return [path, fragment];
  }
}

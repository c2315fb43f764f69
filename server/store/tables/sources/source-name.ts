import type { SourceRow } from '../../types.ts';

/**
 * What tells a source from another of the same title: the name that its owner has given it, its file name, or the path of its
 * web page. Undefined if it has none of them, or if that is its title.
 */
export function sourceName(
  { externalId, url, metadata }: Pick<SourceRow, 'externalId' | 'url' | 'metadata'>,
  title: string,
): string | undefined {
  const name = externalId ?? metadata.filename ?? pathOf(url ?? metadata.final_url ?? metadata.url ?? '');
  return name === title ? undefined : name;
}

/** The path of an address with its query; the host for the first page of a site. */
function pathOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { host, pathname, search } = new URL(address);
  const path = pathname + search;
  if (path === '/') return host;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

import type { Source } from '@footnote/sdk/contract';
import type { LocalFile } from '../../folders/read-folder.ts';
import { FOUND_METADATA } from '../../platform/found-metadata.ts';

/** What a sync would do. */
export interface SyncPlan {
  added: LocalFile[];
  changed: LocalFile[];
  /** Only their address or metadata are new. */
  described: LocalFile[];
  unchanged: LocalFile[];
  /** External ids of sources whose files are not in the folder any more. */
  gone: string[];
}

/** Compares a folder with the sources that a project has. Only those whose external ids begin with the prefix belong to it. */
export function planSync(files: LocalFile[], sources: Source[], { prefix }: { prefix: string }): SyncPlan {
  const known = new Map(sources.map((source) => [source.external_id, source]));
  const plan: SyncPlan = { added: [], changed: [], described: [], unchanged: [], gone: [] };
  for (const file of files) {
    const source = known.get(file.externalId);
    known.delete(file.externalId);
    if (!source) {
      plan.added.push(file);
      continue;
    }
    // The metadata that are sent replace all that were there.
    const kept = { ...file, metadata: { ...ownMetadata(source), ...file.metadata } };
    // What could not be read is sent again: the reason may be gone.
    if (source.content_hash !== file.contentHash || source.error) plan.changed.push(kept);
    else if (!isDescribedSo(source, file)) plan.described.push(kept);
    else plan.unchanged.push(file);
  }
  for (const id of known.keys()) if (id?.startsWith(prefix)) plan.gone.push(id);
  plan.gone.sort();
  return plan;
}

/** The details that the owner has given of a source. */
export const ownMetadata = ({ metadata }: Source): Record<string, string> =>
  Object.fromEntries(
    Object.entries(metadata).flatMap(([name, value]) =>
      FOUND_METADATA.includes(name) || typeof value !== 'string' ? [] : [[name, value]],
    ),
  );

function isDescribedSo(source: Source, { url, metadata }: LocalFile): boolean {
  if (url !== null && source.url !== url) return false;
  return Object.entries(metadata).every(([name, value]) => source.metadata[name] === value);
}

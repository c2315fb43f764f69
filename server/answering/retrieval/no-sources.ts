import type { Store } from '../../store/types.ts';
import type { NoSourcesReason } from '../types.ts';
import type { SearchResult } from './search.ts';

export interface NoSourcesStore {
  documents: Pick<Store['documents'], 'languages'>;
  sources: Pick<Store['sources'], 'underWay'>;
}

/** Why there is no document that could answer; null if there are documents. */
export async function noSourcesReason(
  { documents, sources }: NoSourcesStore,
  projectId: string,
  { passages }: Pick<SearchResult, 'passages'>,
): Promise<NoSourcesReason | null> {
  if (passages.length > 0 || (await documents.languages(projectId)).length > 0) return null;
  return (await sources.underWay(projectId)) ? 'indexing' : 'no_sources';
}

import type { SearchFilter } from '@footnote/sdk/contract';
import type { CorrectedQuestion, FoundPassage, NoSourcesReason, PassageFinder } from '../../answering/types.ts';
import { errors } from '../../platform/errors.ts';
import { addressAt } from '../../store/types/address-at.ts';
import { pageAt } from '../../store/types/page-at.ts';
import type { ChunkRow, Store, SearchFilter as StoreFilter } from '../../store/types.ts';
import type { Access } from '../access/access.ts';
import type { KeyCredential, WidgetCredential } from '../access/credentials.ts';
import { requireOrigin } from '../access/origins.ts';

/** A passage that was found, with the page on which its best sentence begins. */
export interface SearchedPassage extends FoundPassage {
  page: number | null;
}

interface Asker {
  credential: KeyCredential | WidgetCredential;
  projectId: string;
  /** The request's `Origin` header. */
  origin: string | null;
}

export interface SearchService {
  /**
   * Best first; `noSources`: why there was nothing to look in; `corrected`: what was searched for instead. Throws 404 for a project that the credential may not see, and 403
   * for a disallowed origin.
   */
  search(
    search: Asker & {
      query: string;
      filter?: SearchFilter | undefined;
      limit: number;
      /** The query is still being typed (PassageQuery). */
      typing: boolean;
      /** False: it is searched for as it is spelt. */
      correct?: boolean | undefined;
      signal: AbortSignal;
    },
  ): Promise<{ found: SearchedPassage[]; noSources: NoSourcesReason | null; corrected: CorrectedQuestion | null }>;
  /**
   * A passage and, in order, those around it in its document. Throws like `search`, and 404 for a passage that is not there.
   */
  passage(asker: Asker & { id: string; around: number }): Promise<{ passage: ChunkRow; around: ChunkRow[] }>;
}

interface SearchServiceDeps {
  access: Access;
  finder: PassageFinder;
  store: Pick<Store, 'chunks'>;
}

export function createSearchService({ access, finder, store }: SearchServiceDeps): SearchService {
  async function projectOf({ credential, projectId, origin }: Asker) {
    const project = await access.project(credential, projectId);
    requireOrigin(project, credential, origin);
    return project;
  }

  return {
    async search({ query, filter, limit, typing, correct, signal, ...asker }) {
      const { id: projectId, userId: accountId } = await projectOf(asker);
      const { found, noSources, corrected } = await finder.find({
        projectId,
        accountId,
        limit,
        typing,
        correct,
        signal,
        text: query.trimStart(),
        filter: toStoreFilter(filter),
      });
      return {
        noSources,
        corrected,
        found: found.map((one) => {
          const { passage } = one;
          const at = passage.start + one.best.start;
          return { ...one, page: pageAt(passage, at), passage: { ...passage, address: addressAt(passage, at) } };
        }),
      };
    },

    async passage({ id, around, ...asker }) {
      const project = await projectOf(asker);
      const rows = await store.chunks.around(project.id, id, around, around);
      const passage = rows.find((row) => row.id === id);
      if (!passage) throw errors.notFound();
      return { passage: { ...passage, address: addressAt(passage, passage.start) }, around: rows };
    },
  };
}

/** The fields of the API as the store names them, each with a list. */
export function toStoreFilter(filter: SearchFilter | undefined): StoreFilter | undefined {
  if (filter === undefined) return undefined;
  const { metadata } = filter;
  const lists = {
    ids: filter.source_id,
    externalIds: filter.external_id,
    types: filter.type,
    languages: filter.language,
    titles: filter.title,
    filenames: filter.filename,
    urls: filter.url,
  };
  const given = Object.entries(lists).filter(([, values]) => values !== undefined);
  const labels = Object.entries(metadata ?? {}).map(([name, values]) => [name, [values].flat()]);
  return {
    ...Object.fromEntries(given.map(([name, values]) => [name, [values].flat()])),
    ...(metadata !== undefined && { labels: Object.fromEntries(labels) }),
  };
}

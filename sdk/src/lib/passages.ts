import type { SearchFilter, SearchRequest, SearchResult, SearchResults } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';

/** Options of a retriever. */
export interface RetrieverOptions {
  /** A client, or any object with its `search`. */
  client: {
    search: { create(projectId: string, body: SearchRequest, options?: RequestOptions): Promise<SearchResults> };
  };
  projectId: string;
  /** The maximum number of passages, 1 to 30. Default 10. */
  limit?: number | undefined;
  /** Which sources are searched. */
  filter?: SearchFilter | undefined;
}

/** What is known of a passage besides its text. */
export interface PassageMetadata {
  /** The title of the document. */
  title: string;
  /** The headings above the passage, outermost first, joined by ` › `; absent if there are none. */
  heading?: string;
  /** The page, where the document has pages. */
  page?: number;
  /** The address for a citation of the passage: it opens the passage in its document. */
  url: string;
  source_id: string;
  /** Higher is better. Comparable within one search only. */
  score: number;
  /** The time when the passage was indexed. */
  indexed_at: string;
  [name: string]: unknown;
}

/** The longest query that the API takes. */
const MAX_QUERY_LENGTH = 1000;

/** Searches for passages. A longer query than the API takes is cut: what retrievers are given may be a whole conversation. */
export async function findPassages(
  { client, projectId, limit, filter }: RetrieverOptions,
  query: string,
): Promise<{ id: string; text: string; metadata: PassageMetadata }[]> {
  const body = { query: query.slice(0, MAX_QUERY_LENGTH), ...(limit && { limit }), ...(filter && { filter }) };
  const { results } = await client.search.create(projectId, body);
  return results.map(({ id, text, highlights: _, ...metadata }: SearchResult) => ({ id, text, metadata }));
}

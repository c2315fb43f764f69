import type { SearchRequest, SearchResults } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import { path } from '../core/path.ts';
import { Resource } from '../core/resource.ts';

/** Searches for passages, without an answer. */
export class Search extends Resource {
  /**
   * Finds the passages that an answer would read, best first. Needs an API key or a widget token.
   * @example
   * const { results } = await client.search.create(projectId, { query: 'opening hours', limit: 5 });
   */
  create(projectId: string, body: SearchRequest, options?: RequestOptions): Promise<SearchResults> {
    return this.request({ method: 'POST', path: path`/projects/${projectId}/search`, body }, options);
  }
}

import type { SearchResults } from '@footnote/sdk/contract';
import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { presentSearchResult } from '../presenters/search-result.ts';
import { shape } from '../presenters/shapes/shape.ts';
import type { PassageService } from '../services/passages.ts';
import type { SearchService } from '../services/search.ts';
import { linkTo } from './cited.ts';
import { searchFilter } from './search-filter.ts';

const DEFAULT_LIMIT = 10;

const body = shape(
  'SearchRequest',
  'What to search for.',
  z.strictObject({
    query: z.string().max(1000).regex(/\S/, 'must not be empty'),
    filter: searchFilter.exactOptional(),
    limit: z.int().min(1).max(30).exactOptional(),
    typing: z.boolean().exactOptional(),
    correct: z.boolean().exactOptional(),
    text_length: z.int().min(40).max(10_000).exactOptional(),
  }),
);

/** The passages themselves, without an answer. */
export function searchRoutes({ search, passages }: { search: SearchService; passages: PassageService }): Routes {
  const routes = createRoutes('/v1/projects/:project_id');

  routes.post(
    '/search',
    guard(
      {
        name: 'search.create',
        resource: null,
        accepts: ['key', 'widget'],
        scope: 'ask',
        limit: 'search',
        crossOrigin: true,
        body,
        bodySize: 'question',
        answers: [200, 404],
      },
      async ({ credential, origin, param, signal, body }) => {
        const { query, filter, limit, typing = false, correct, text_length } = body;
        const projectId = param('project_id');
        const asked = { credential, origin, projectId, query, filter, typing, correct, signal };
        const { found, noSources, corrected } = await search
          .search({ ...asked, limit: limit ?? DEFAULT_LIMIT })
          .catch((error: unknown) => {
            // Who types on cancels the search before. Nobody reads its answer, and it is no failure.
            if (signal.aborted) return { found: [], noSources: null, corrected: null };
            throw error;
          });
        const link = linkTo(passages, projectId);
        const presented: SearchResults = {
          results: found.map((one) => presentSearchResult(one, link(one), text_length ?? null)),
          ...(noSources !== null && { reason: noSources }),
          ...(corrected !== null && { corrected }),
        };
        return { status: 200, body: presented };
      },
    ),
  );

  return routes;
}

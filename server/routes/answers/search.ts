import type { SearchResults } from '@footnote/sdk/contract';
import { z } from 'zod';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { presentSearchResult, searchResults } from '../../presenters/search.ts';
import { field, flag, optional, shape } from '../../presenters/shape.ts';
import type { PassageService } from '../../services/answers/passages.ts';
import type { SearchService } from '../../services/answers/search.ts';
import { linkTo } from './cited.ts';
import { searchFilter } from './search-filter.ts';

const DEFAULT_LIMIT = 10;

const body = shape('SearchRequest', 'What to search for.', {
  query: field(
    z.string().max(1000).regex(/\S/, 'must not be empty'),
    'What to search for: 1 to 1000 characters.',
    'warranty',
  ),
  filter: optional(
    searchFilter,
    'Which sources are searched: those that have one of the values in each of the given fields.',
    { language: 'en' },
  ),
  limit: optional(z.int().min(1).max(30), 'The maximum number of passages, 1 to 30; by default 10.', 5),
  typing: flag(
    'The query is still being typed: unless it ends with a space, its last word stands for all words that begin so. No model is asked, so that the answer comes while the next letter is typed.',
    false,
  ).exactOptional(),
  correct: flag(
    'Whether misspelt words are corrected, as in the chat API; by default true, and never with `typing`.',
    false,
  ).exactOptional(),
  text_length: optional(
    z.int().min(40).max(10_000),
    'The maximum length of each `text`, 40 to 10000 characters, from the best sentence on; by default the whole passage.',
    200,
  ),
});

/** The passages themselves, without an answer. */
export function searchRoutes({ search, passages }: { search: SearchService; passages: PassageService }): Routes {
  const routes = createRoutes('/v1/projects/:project_id');

  routes.post(
    '/search',
    {
      name: 'search.create',
      resource: null,
      accepts: ['key', 'widget'],
      scope: 'ask',
      limit: 'search',
      crossOrigin: true,
      tag: 'Search',
      summary: 'Search for passages',
      description:
        'Returns the passages that an answer to the query would read, best first, with the words that were searched for. No answer is written, nothing is stored, and the daily budget is not charged. Searches have a rate limit of their own, as a search field sends one with every few letters.',
      sdk: {
        method: 'search.create',
        says: 'Finds the passages that an answer would read, best first. Needs an API key or a widget token.',
        example: "const { results } = await client.search.create(projectId, { query: 'opening hours', limit: 5 });",
      },
      body,
      bodySize: 'question',
      answers: { 200: searchResults },
      fails: [404],
    },
    async ({ credential, origin, param, signal, body }) => {
      const { query, filter, limit, typing = false, correct, text_length } = body;
      const projectId = param('project_id');
      const asked = { credential, origin, projectId, query, filter, typing, correct, signal };
      const { found, noSources, corrected } = await search
        .search({ ...asked, limit: limit ?? DEFAULT_LIMIT })
        .catch((error: unknown) => {
          // Who types on cancels the search before. No one reads its answer, and it is no failure.
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
  );

  return routes;
}

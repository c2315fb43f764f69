import { z } from 'zod';
import { createRoutes, type Routes, type RoutesBelow } from '../../http/routes.ts';
import { deleted, listOf, presentDeleted, presentList } from '../../presenters/common.ts';
import { crawlOutcome, sourceStatus, sourceType } from '../../presenters/enums.ts';
import { optional, shape } from '../../presenters/shape.ts';
import {
  crawledUrl,
  indexedPassage,
  presentCrawledUrl,
  presentPassage,
  presentSource,
  source,
  sourceCounts,
} from '../../presenters/sources.ts';
import type { PassageService } from '../../services/answers/passages.ts';
import type { SourceService } from '../../services/sources/sources.ts';
import { words } from '../filters.ts';
import { paging } from '../paging.ts';
import { crawlOptions, refreshHours } from './crawl-options.ts';
import { description } from './source-descriptions.ts';

const crawlQuery = paging.extend({
  outcome: optional(crawlOutcome, 'Only addresses with this outcome. Default: all.', 'skipped'),
  reason: optional(z.string().max(64), 'Only addresses with this reason. Default: all.', 'budget'),
});
const update = shape('UpdateSourceRequest', 'The fields to change; absent fields stay as they are.', {
  crawl: optional(crawlOptions, 'For a site: the options to change. They apply from the next crawl on.', {
    exclude: ['/docs/old/*'],
  }),
  refresh_hours: optional(
    refreshHours,
    'For an address: hours between automatic refreshes, 1–8760; `null` if it is not to be refreshed.',
    24,
  ),
  ...description,
});

const filter = {
  status: optional(sourceStatus, 'Only sources with this status.', 'failed'),
  type: optional(sourceType, 'Only sources of this type.', 'url'),
  search: optional(
    words,
    'At most 10 words. Each must appear in the title, the file name, the external id or an address. Only the latest 10,000 sources are searched.',
    'manual',
  ),
  parent_id: optional(
    z.string().min(1).max(200),
    'Only the pages of this site; `none` for sources that are not pages of a site.',
    'none',
  ),
};

const reading = { tag: 'Sources', accepts: ['user', 'key'], role: 'viewer', scope: 'read', limit: 'general' } as const;

interface Deps {
  sources: SourceService;
  passages: Pick<PassageService, 'sourceLink'>;
}

/** The sources of a project, and each of them. Needs an API key of the project or a member's token. */
export function sourceRoutes(deps: Deps): Routes {
  const routes = createRoutes('/v1');
  addSingleSource(routes, deps);
  addProjectSources(routes, deps);
  return routes;
}

function addSingleSource(routes: RoutesBelow<'/v1'>, { sources, passages }: Deps): void {
  routes.get(
    '/sources/:source_id',
    {
      ...reading,
      name: 'sources.retrieve',
      resource: 'source',
      summary: 'Retrieve a source and its progress',
      sdk: {
        method: 'sources.retrieve',
        says: 'Retrieves a source with its status and progress.',
        example: 'const { status, error } = await client.sources.retrieve(sourceId);',
      },
      answers: { 200: source },
    },
    async ({ source }) => ({ status: 200, body: presentSource(source) }),
  );

  routes.patch(
    '/sources/:source_id',
    {
      ...reading,
      name: 'sources.update',
      resource: 'source',
      role: 'editor',
      scope: 'ingest',
      summary: 'Update the description of a source, its schedule, or the crawl options of a site',
      description:
        'Absent fields stay as they are. `refresh_hours` counts from the last automatic refresh, or from now; `null` turns it off. Changed `crawl` options apply from the next crawl on, which removes the pages that they exclude. Files, texts and the pages of a site cannot have `refresh_hours` (400 `no_schedule`).',
      sdk: {
        method: 'sources.update',
        says: 'Changes what describes a source, the refresh interval of a web source (null: never) and the crawl options of a site.',
        example: 'await client.sources.update(siteId, { refresh_hours: 168 });',
      },
      body: update,
      answers: { 200: source },
    },
    async ({ source, body }) => ({ status: 200, body: presentSource(await sources.update(source, body)) }),
  );

  routes.get(
    '/sources/:source_id/crawl',
    {
      ...reading,
      name: 'sources.crawl',
      resource: 'source',
      summary: 'List the addresses that a crawl found',
      description:
        'For a source added with `crawl`, lists the addresses in the order in which they were found, each with its outcome and the reason. For any other source, the status is 404.',
      sdk: { method: 'sources.crawl', byHand: true },
      query: crawlQuery,
      answers: { 200: listOf(crawledUrl, 'CrawlReport') },
    },
    async ({ source, query }) => {
      const { outcome, reason } = query;
      const filter = { ...(outcome && { outcome }), ...(reason !== undefined && { reason }) };
      const report = await sources.crawlReport(source, query, filter);
      return { status: 200, body: presentList(report, query, presentCrawledUrl) };
    },
  );

  routes.delete(
    '/sources/:source_id',
    {
      ...reading,
      name: 'sources.delete',
      resource: 'source',
      audited: true,
      role: 'editor',
      scope: 'ingest',
      summary: 'Delete a source',
      description:
        'Permanently deletes the source with everything made from it, and a site with all of its pages. Earlier answers lose the citations and quotes from it.',
      sdk: { method: 'sources.delete', says: 'Permanently deletes a source and everything derived from it.' },
      answers: { 200: deleted },
    },
    async ({ source }) => {
      await sources.delete(source);
      return { status: 200, body: presentDeleted(source.id) };
    },
  );

  routes.get(
    '/sources/:source_id/original',
    {
      ...reading,
      name: 'sources.original',
      resource: 'source',
      summary: 'Download the file of a source',
      description: 'The file or text that the source was read from, as it was sent. Web pages have none.',
      sdk: {
        method: 'sources.original',
        says: 'Downloads the file or text that a source was read from.',
        example: 'const bytes = await (await client.sources.original(sourceId)).blob();',
        output: 'console.log(await result.blob());',
      },
      answers: { 200: { mediaType: '*/*', description: 'The file, with its own media type.' } },
    },
    async ({ source }) => {
      const { stream, size, filename, contentType } = await sources.original(source);
      return {
        status: 200,
        body: stream(),
        type: contentType,
        file: { name: filename, shown: false },
        headers: { 'content-length': String(size), 'content-security-policy': "default-src 'none'; sandbox" },
      };
    },
  );

  routes.get(
    '/sources/:source_id/passages',
    {
      ...reading,
      name: 'sources.passages',
      resource: 'source',
      summary: 'List the indexed passages of a source',
      description:
        'In the order of the document. Empty until the source has been read. While it is read again, the earlier passages are listed.',
      sdk: {
        method: 'sources.passages',
        says: 'Lists the indexed passages of a source in document order.',
        example:
          'for await (const { seq, headings, text } of client.sources.passages(sourceId)) console.log(seq, headings, text);',
      },
      query: paging,
      answers: { 200: listOf(indexedPassage, 'PassageList') },
    },
    async ({ source, credential, query }) => {
      const page = presentList(await sources.passages(source, query), query, (passage) =>
        presentPassage(passage, passages.sourceLink(credential, source, passage)),
      );
      return { status: 200, body: page };
    },
  );
}

function addProjectSources(routes: RoutesBelow<'/v1'>, { sources }: Deps): void {
  routes.get(
    '/projects/:project_id/sources',
    {
      ...reading,
      name: 'sources.list',
      resource: 'project',
      summary: 'List the sources of a project',
      description: 'Filters are combined with AND.',
      sdk: {
        method: 'sources.list',
        says: 'Lists the sources of a project, newest first.',
        example:
          'for await (const { metadata, status } of client.sources.list(projectId)) console.log(metadata.title, status);',
        query: 'SourceQuery',
      },
      query: paging.extend(filter),
      answers: { 200: listOf(source, 'SourceList') },
    },
    async ({ project, query: { limit, offset, search, parent_id, ...query } }) => {
      const wanted = {
        ...query,
        ...(search !== undefined && { words: search }),
        ...(parent_id !== undefined && { parentId: parent_id === 'none' ? null : parent_id }),
      };
      const page = await sources.list(project.id, wanted, { limit, offset });
      return { status: 200, body: presentList(page, { limit, offset }, presentSource) };
    },
  );

  routes.get(
    '/projects/:project_id/sources/counts',
    {
      ...reading,
      name: 'sources.counts',
      resource: 'project',
      summary: 'Count the sources of a project',
      sdk: {
        method: 'sources.counts',
        says: 'Counts the sources of a project by status and by type.',
        example: 'const { by_status } = await client.sources.counts(projectId);',
      },
      answers: { 200: sourceCounts },
    },
    async ({ project }) => ({ status: 200, body: await sources.counts(project.id) }),
  );
}

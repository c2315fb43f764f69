import { z } from 'zod';
import type { IdempotentWork, KeyedRequest } from '../http/context.ts';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes, type RoutesBelow } from '../http/routes.ts';
import { presentCrawledUrl } from '../presenters/crawled-url.ts';
import { presentDeleted, presentList } from '../presenters/list.ts';
import { presentPassage } from '../presenters/passage.ts';
import { crawlOutcome, sourceStatus, sourceType } from '../presenters/shapes/enums.ts';
import { field, shape } from '../presenters/shapes/shape.ts';
import { presentSource } from '../presenters/source.ts';
import type { Access } from '../services/access.ts';
import type { KeyCredential, UserCredential } from '../services/credentials.ts';
import type { PassageService } from '../services/passages.ts';
import type { SourceService } from '../services/sources.ts';
import { words } from './filters.ts';
import { oneLine } from './one-line.ts';
import { paging } from './paging.ts';
import { description } from './source-descriptions.ts';

const projectQuery = z.strictObject({ project_id: z.string().exactOptional() });
/** The service decides which URLs are allowed. It does not say why it refuses one. */
const url = z.string();
const document = {
  title: oneLine(300).min(1),
  text: z.string().regex(/\S/, 'must not be empty'),
};
const replaceText = shape('ReplaceTextRequest', 'The new text of a source.', z.strictObject(document));
const pathPattern = z.string().min(1).max(200).regex(/^[/*]/, 'must begin with / or *');
const crawl = shape(
  'CrawlOptions',
  'How a site is crawled. Every option has a default.',
  z.strictObject({
    max_pages: field(
      z.number().int().min(1).max(1000),
      'The maximum number of pages, 1–1000. Default: 200.',
    ).exactOptional(),
    max_depth: field(
      z.number().int().min(0).max(20),
      'The maximum number of links from the given address to a page, 0–20. Default: 5.',
    ).exactOptional(),
    include: field(
      z.array(pathPattern).max(50),
      'Only paths that match one of these patterns are crawled. `*` stands for any characters, as in `/docs/*`. Default: every path.',
    ).exactOptional(),
    exclude: field(
      z.array(pathPattern).max(50),
      'Paths that match one of these patterns are not crawled.',
    ).exactOptional(),
    sitemap: field(
      z.boolean(),
      'Whether to add the pages that the site’s sitemaps list. Default: true.',
    ).exactOptional(),
  }),
);
const crawlQuery = paging.extend({ outcome: crawlOutcome.exactOptional() });
const schedule = {
  crawl: crawl.exactOptional(),
  refresh_hours: z.number().int().min(1).max(8760).nullable().exactOptional(),
};
const web = { url, ...schedule };
const createUrl = shape(
  'CreateUrlRequest',
  'The address of a web page, or of a site with `crawl`.',
  z.strictObject(web),
);
const update = shape(
  'UpdateSourceRequest',
  'The fields to change; absent fields stay as they are.',
  z.strictObject({ ...schedule, ...description }),
);
const urlOrText = shape(
  'CreateSourceRequest',
  'A new source from an address or a text. Files are sent as form data instead.',
  z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('url'), ...web }),
    z.strictObject({ type: z.literal('text'), ...document }),
  ]),
);

const filter = {
  status: sourceStatus.exactOptional(),
  type: sourceType.exactOptional(),
  search: words.exactOptional(),
  parent_id: z.string().min(1).max(200).exactOptional(),
};

const creating = {
  accepts: ['user', 'key'],
  role: 'editor',
  scope: 'ingest',
  limit: 'ingestion',
  keyed: true,
  answers: [202],
} as const;
const replacing = {
  accepts: ['user', 'key'],
  role: 'editor',
  scope: 'ingest',
  limit: 'ingestion',
  answers: [202],
} as const;
const reading = {
  accepts: ['user', 'key'],
  role: 'viewer',
  scope: 'read',
  limit: 'general',
  answers: [200],
} as const;

interface Deps {
  access: Access;
  sources: SourceService;
  passages: Pick<PassageService, 'sourceLink'>;
}

/** Sources. Needs an API key of the project or a member's token. */
export function sourceRoutes(deps: Deps): Routes {
  const routes = createRoutes('/v1');
  addCreation(routes, deps);
  addSync(routes, deps);
  addReplacement(routes, deps);
  addSingleSource(routes, deps);
  addProjectSources(routes, deps);
  return routes;
}

const accepted = (source: Parameters<typeof presentSource>[0]) => ({ status: 202, body: presentSource(source) });

/** Queues a source. A repeated request returns the source's current state. */
const queueOnce = (
  { access }: Deps,
  credential: UserCredential | KeyCredential,
  queue: (keyed: KeyedRequest | null) => ReturnType<SourceService['sync']>,
): IdempotentWork => ({
  run: async (keyed) => accepted(await queue(keyed)),
  replay: async (id) => accepted(await access.source(credential, id)),
});

function addCreation(routes: RoutesBelow<'/v1'>, deps: Deps): void {
  const { sources } = deps;

  routes.post(
    '/sources',
    guard(
      {
        ...creating,
        name: 'sources.create',
        resource: 'named-project',
        query: projectQuery,
        body: urlOrText,
        file: 'one',
      },
      async ({ project: { id }, credential, body, file, once }) => {
        return once(
          queueOnce(deps, credential, async (keyed) => {
            if (body === undefined) return sources.upload(id, await file(), keyed);
            return body.type === 'url' ? sources.addUrl(id, body, keyed) : sources.addText(id, body, keyed);
          }),
        );
      },
    ),
  );

  routes.post(
    '/sources/upload',
    guard(
      { ...creating, name: 'sources.upload', resource: 'named-project', query: projectQuery, file: 'one' },
      async ({ project: { id }, credential, file, once }) => {
        return once(queueOnce(deps, credential, async (keyed) => sources.upload(id, await file(), keyed)));
      },
    ),
  );

  routes.post(
    '/sources/url',
    guard(
      { ...creating, name: 'sources.create-url', resource: 'named-project', query: projectQuery, body: createUrl },
      async ({ project: { id }, credential, body, once }) => {
        return once(queueOnce(deps, credential, (keyed) => sources.addUrl(id, body, keyed)));
      },
    ),
  );

  // The same, with the project in the path.
  routes.post(
    '/projects/:project_id/ingestion/url',
    guard(
      { ...creating, name: 'sources.create-url-alias', resource: 'project', body: createUrl },
      async ({ project: { id }, credential, body, once }) => {
        return once(queueOnce(deps, credential, (keyed) => sources.addUrl(id, body, keyed)));
      },
    ),
  );
}

function addSync(routes: RoutesBelow<'/v1'>, deps: Deps): void {
  routes.post(
    '/sources/:source_id/sync',
    guard(
      { ...creating, name: 'sources.sync', resource: 'source', body: z.strictObject({}).optional() },
      async ({ source, credential, once }) => {
        return once(queueOnce(deps, credential, (keyed) => deps.sources.sync(source, keyed)));
      },
    ),
  );
}

function addReplacement(routes: RoutesBelow<'/v1'>, { sources }: Deps): void {
  routes.put(
    '/sources/:source_id/file',
    guard({ ...replacing, name: 'sources.replace', resource: 'source', file: 'one' }, async ({ source, file }) => {
      return accepted(await sources.replaceFile(source, file));
    }),
  );

  routes.put(
    '/sources/:source_id/text',
    guard(
      { ...replacing, name: 'sources.replace-text', resource: 'source', body: replaceText },
      async ({ source, body }) => {
        return accepted(await sources.replaceText(source, body));
      },
    ),
  );
}

function addSingleSource(routes: RoutesBelow<'/v1'>, { sources, passages }: Deps): void {
  routes.get(
    '/sources/:source_id',
    guard({ ...reading, name: 'sources.retrieve', resource: 'source' }, async ({ source }) => {
      return { status: 200, body: presentSource(source) };
    }),
  );

  routes.patch(
    '/sources/:source_id',
    guard(
      { ...reading, role: 'editor', scope: 'ingest', name: 'sources.update', resource: 'source', body: update },
      async ({ source, body }) => {
        return { status: 200, body: presentSource(await sources.update(source, body)) };
      },
    ),
  );

  routes.get(
    '/sources/:source_id/crawl',
    guard({ ...reading, name: 'sources.crawl', resource: 'source', query: crawlQuery }, async ({ source, query }) => {
      const report = await sources.crawlReport(source, query, query.outcome);
      return { status: 200, body: presentList(report, query, presentCrawledUrl) };
    }),
  );

  routes.delete(
    '/sources/:source_id',
    guard(
      { ...reading, role: 'editor', scope: 'ingest', name: 'sources.delete', resource: 'source', audited: true },
      async ({ source }) => {
        await sources.delete(source);
        return { status: 200, body: presentDeleted(source.id) };
      },
    ),
  );

  routes.get(
    '/sources/:source_id/original',
    guard({ ...reading, name: 'sources.original', resource: 'source' }, async ({ source }) => {
      const { stream, size, filename, contentType } = await sources.original(source);
      return {
        status: 200,
        body: stream(),
        type: contentType,
        file: { name: filename, shown: false },
        headers: { 'content-length': String(size), 'content-security-policy': "default-src 'none'; sandbox" },
      };
    }),
  );

  routes.get(
    '/sources/:source_id/passages',
    guard(
      { ...reading, name: 'sources.passages', resource: 'source', query: paging },
      async ({ source, credential, query }) => {
        const page = presentList(await sources.passages(source, query), query, (passage) =>
          presentPassage(passage, passages.sourceLink(credential, source, passage)),
        );
        return { status: 200, body: page };
      },
    ),
  );
}

function addProjectSources(routes: RoutesBelow<'/v1'>, { sources }: Deps): void {
  routes.get(
    '/projects/:project_id/sources',
    guard(
      { ...reading, name: 'sources.list', resource: 'project', query: paging.extend(filter) },
      async ({ project, query: { limit, offset, search, parent_id, ...query } }) => {
        const wanted = {
          ...query,
          ...(search !== undefined && { words: search }),
          ...(parent_id !== undefined && { parentId: parent_id === 'none' ? null : parent_id }),
        };
        const page = await sources.list(project.id, wanted, { limit, offset });
        return { status: 200, body: presentList(page, { limit, offset }, presentSource) };
      },
    ),
  );

  routes.get(
    '/projects/:project_id/sources/counts',
    guard({ ...reading, name: 'sources.counts', resource: 'project' }, async ({ project }) => {
      return { status: 200, body: await sources.counts(project.id) };
    }),
  );
}

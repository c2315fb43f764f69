import { z } from 'zod';
import type { IdempotentWork, KeyedRequest } from '../../http/context.ts';
import { createRoutes, type Routes, type RoutesBelow } from '../../http/routes.ts';
import { deleted, listOf, presentDeleted, presentList } from '../../presenters/common.ts';
import { crawlOutcome, sourceStatus, sourceType } from '../../presenters/enums.ts';
import { field, flag, named, optional, shape } from '../../presenters/shape.ts';
import {
  crawledUrl,
  indexedPassage,
  presentCrawledUrl,
  presentPassage,
  presentSource,
  source,
  sourceCounts,
} from '../../presenters/sources.ts';
import type { Access } from '../../services/access/access.ts';
import type { KeyCredential, UserCredential } from '../../services/access/credentials.ts';
import type { PassageService } from '../../services/answers/passages.ts';
import type { SourceService } from '../../services/sources/sources.ts';
import { words } from '../filters.ts';
import { paging } from '../paging.ts';
import { oneLine } from '../text-fields.ts';
import { description } from './source-descriptions.ts';

const projectQuery = z.strictObject({
  project_id: optional(
    z.string(),
    'The project. Required with a user token, not needed with an API key.',
    'proj_4YHhQ0V2b7c9D1kLmN3pqR',
  ),
});
/** The service decides which URLs are allowed. It does not say why it refuses one. */
const url = z.string();
const document = {
  title: field(oneLine(300).min(1), 'The title that citations show: 1 to 300 characters.', 'Warranty'),
  text: field(
    z.string().regex(/\S/, 'must not be empty'),
    'Plain text.',
    'The warranty lasts two years from the day of purchase.',
  ),
};
const replaceText = shape('ReplaceTextRequest', 'The new text of a source.', document);
const pathPattern = z.string().min(1).max(200).regex(/^[/*]/, 'must begin with / or *');
const crawl = shape('CrawlOptions', 'How a site is crawled. Every option has a default.', {
  max_pages: optional(
    z.number().int().min(1).max(100_000),
    'The maximum number of pages, from 1 to `MAX_CRAWL_PAGES` of the server, which is 1000 unless its operator has changed it. Default: 200.',
  ),
  max_depth: optional(
    z.number().int().min(0).max(20),
    'The maximum number of links from the given address to a page, 0–20. Default: 5.',
  ),
  include: optional(
    z.array(pathPattern).max(50),
    'Only paths that match one of these patterns are crawled. `*` stands for any characters, as in `/docs/*`. Default: every path.',
  ),
  exclude: optional(z.array(pathPattern).max(50), 'Paths that match one of these patterns are not crawled.'),
  sitemap: flag('Whether to add the pages that the site’s sitemaps list. Default: true.').exactOptional(),
});
const crawlQuery = paging.extend({
  outcome: optional(crawlOutcome, 'Only addresses with this outcome. Default: all.', 'skipped'),
  reason: optional(z.string().max(64), 'Only addresses with this reason. Default: all.', 'budget'),
});
const refreshHours = z.number().int().min(1).max(8760).nullable();
const web = {
  url: field(url, 'A public http or https address.', 'https://docs.example.com/warranty'),
  crawl: optional(
    crawl,
    'If present, even if empty, the whole site is added from this address on, with a source for each page. The site’s robots.txt is respected.',
    { max_pages: 200, max_depth: 5, include: ['/docs/*'], exclude: ['/docs/old/*'], sitemap: true },
  ),
  refresh_hours: optional(
    refreshHours,
    'Hours between automatic refreshes, 1–8760; `null` or absent if it is not to be refreshed.',
    24,
  ),
};
const createUrl = shape('CreateUrlRequest', 'The address of a web page, or of a site with `crawl`.', web);
const update = shape('UpdateSourceRequest', 'The fields to change; absent fields stay as they are.', {
  crawl: optional(crawl, 'For a site: the options to change. They apply from the next crawl on.', {
    exclude: ['/docs/old/*'],
  }),
  refresh_hours: optional(
    refreshHours,
    'For an address: hours between automatic refreshes, 1–8760; `null` if it is not to be refreshed.',
    24,
  ),
  ...description,
});
const urlOrText = named(
  'CreateSourceRequest',
  'A new source from an address or a text. Files are sent as form data instead.',
  z.discriminatedUnion('type', [
    z.strictObject({ type: field(z.literal('url'), 'The type of the source.'), ...web }),
    z.strictObject({ type: field(z.literal('text'), 'The type of the source.'), ...document }),
  ]),
);

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

const creating = {
  tag: 'Sources',
  accepts: ['user', 'key'],
  role: 'editor',
  scope: 'ingest',
  limit: 'ingestion',
  keyed: true,
} as const;
const replacing = {
  tag: 'Sources',
  accepts: ['user', 'key'],
  role: 'editor',
  scope: 'ingest',
  limit: 'ingestion',
  resource: 'source',
} as const;
const reading = { tag: 'Sources', accepts: ['user', 'key'], role: 'viewer', scope: 'read', limit: 'general' } as const;

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

const accepted = (source: Parameters<typeof presentSource>[0]) =>
  ({ status: 202, body: presentSource(source) }) as const;

/** Queues a source. A repeated request returns the source's current state. */
const queueOnce = (
  { access }: Deps,
  credential: UserCredential | KeyCredential,
  queue: (keyed: KeyedRequest | null) => ReturnType<SourceService['sync']>,
): IdempotentWork<ReturnType<typeof accepted>> => ({
  run: async (keyed) => accepted(await queue(keyed)),
  replay: async (id) => accepted(await access.source(credential, id)),
});

function addCreation(routes: RoutesBelow<'/v1'>, deps: Deps): void {
  const { sources } = deps;

  routes.post(
    '/sources',
    {
      ...creating,
      name: 'sources.create',
      resource: 'named-project',
      summary: 'Add a text, a web page or a file',
      description:
        'Send a text or an address as JSON, or a file as form data. Returns before the source is read: poll it until its `status` is `completed` or `failed`. Fails with `quota_reached` if the project has as many sources as the server allows.',
      sdk: { method: 'sources.addText', byHand: true, input: "{ title: 'Warranty', text: 'It lasts two years.' }" },
      query: projectQuery,
      body: urlOrText,
      file: 'one',
      answers: { 202: source },
    },
    async ({ project: { id }, credential, body, file, once }) =>
      once(
        queueOnce(deps, credential, async (keyed) => {
          if (body === undefined) return sources.upload(id, await file(), keyed);
          return body.type === 'url' ? sources.addUrl(id, body, keyed) : sources.addText(id, body, keyed);
        }),
      ),
  );

  routes.post(
    '/sources/upload',
    {
      ...creating,
      name: 'sources.upload',
      resource: 'named-project',
      summary: 'Add a file',
      description:
        'Supports PDF, Word (.docx), Markdown, HTML and plain text; beyond these reStructuredText (.rst), AsciiDoc (.adoc), Jupyter notebooks (.ipynb), OpenAPI descriptions (.json, .yaml), Excel (.xlsx), PowerPoint (.pptx), EPUB and CSV; and where the operator has added text recognition (OCR), scanned PDFs and pictures (PNG, JPEG); name and content must agree. Returns before the file is read: poll the source until its `status` is `completed` or `failed`.',
      sdk: { method: 'sources.upload', byHand: true, input: "{ file: await fileFromPath('manual.pdf') }" },
      query: projectQuery,
      file: 'one',
      answers: { 202: source },
    },
    async ({ project: { id }, credential, file, once }) =>
      once(queueOnce(deps, credential, async (keyed) => sources.upload(id, await file(), keyed))),
  );

  routes.post(
    '/sources/url',
    {
      ...creating,
      name: 'sources.create-url',
      resource: 'named-project',
      summary: 'Add a web page or a site',
      description:
        'Returns before the page is read: poll the source until its `status` is `completed` or `failed`. Addresses in a private network are refused unless the server’s operator allows them.',
      sdk: { method: 'sources.addUrl', byHand: true },
      query: projectQuery,
      body: createUrl,
      answers: { 202: source },
    },
    async ({ project: { id }, credential, body, once }) =>
      once(queueOnce(deps, credential, (keyed) => sources.addUrl(id, body, keyed))),
  );

  // The same, with the project in the path.
  routes.post(
    '/projects/:project_id/ingestion/url',
    {
      ...creating,
      name: 'sources.create-url-alias',
      resource: 'project',
      summary: 'Add a web page to the project in the path',
      description:
        'Returns before the page is read: poll the source until its `status` is `completed` or `failed`. Addresses in a private network are refused unless the server’s operator allows them.',
      sdk: 'alias',
      body: createUrl,
      answers: { 202: source },
    },
    async ({ project: { id }, credential, body, once }) =>
      once(queueOnce(deps, credential, (keyed) => sources.addUrl(id, body, keyed))),
  );
}

function addSync(routes: RoutesBelow<'/v1'>, deps: Deps): void {
  routes.post(
    '/sources/:source_id/sync',
    {
      ...creating,
      name: 'sources.sync',
      resource: 'source',
      summary: 'Read a source again',
      description:
        'Until that is done, answers use the earlier content. A page that has not changed is not indexed again. Pages that are gone from a site are removed.',
      sdk: {
        method: 'sources.sync',
        says: 'Ingests a source again. Until that is done, the previous version stays searchable.',
        example: 'await client.sources.waitUntilReady(await client.sources.sync(sourceId));',
      },
      body: z.strictObject({}).optional(),
      answers: { 202: source },
    },
    async ({ source, credential, once }) =>
      once(queueOnce(deps, credential, (keyed) => deps.sources.sync(source, keyed))),
  );
}

function addReplacement(routes: RoutesBelow<'/v1'>, { sources }: Deps): void {
  routes.put(
    '/sources/:source_id/file',
    {
      ...replacing,
      name: 'sources.replace',
      summary: 'Replace the file of a source',
      description:
        'The source keeps its id. The new file may have another format. Answers use the old file until the new one is indexed, when the old file is deleted. If the new file cannot be read, the old one stays: `status` is `completed` again and `error` says why.',
      sdk: { method: 'sources.replace', byHand: true, input: "{ file: await fileFromPath('manual.pdf') }" },
      file: 'one',
      answers: { 202: source },
    },
    async ({ source, file }) => accepted(await sources.replaceFile(source, file)),
  );

  routes.put(
    '/sources/:source_id/text',
    {
      ...replacing,
      name: 'sources.replace-text',
      summary: 'Replace the text of a source',
      description: 'The source keeps its id. Answers use the old text until the new one is indexed.',
      sdk: {
        method: 'sources.replaceText',
        says: 'Replaces the text of a source, like `replace`.',
        example: "await client.sources.replaceText(textId, { title: 'Hours', text: 'We open at ten.' });",
      },
      body: replaceText,
      answers: { 202: source },
    },
    async ({ source, body }) => accepted(await sources.replaceText(source, body)),
  );
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

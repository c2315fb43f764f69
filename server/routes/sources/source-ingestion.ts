import { z } from 'zod';
import type { IdempotentWork, KeyedRequest } from '../../http/context.ts';
import { createRoutes, type Routes, type RoutesBelow } from '../../http/routes.ts';
import { field, named, optional, shape } from '../../presenters/shape.ts';
import { presentSource, source } from '../../presenters/sources.ts';
import type { Access } from '../../services/access/access.ts';
import type { KeyCredential, UserCredential } from '../../services/access/credentials.ts';
import type { SourceService } from '../../services/sources/sources.ts';
import { oneLine } from '../text-fields.ts';
import { crawlOptions, refreshHours } from './crawl-options.ts';

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
const web = {
  url: field(url, 'A public http or https address.', 'https://docs.example.com/warranty'),
  crawl: optional(
    crawlOptions,
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
const urlOrText = named(
  'CreateSourceRequest',
  'A new source from an address or a text. Files are sent as form data instead.',
  z.discriminatedUnion('type', [
    z.strictObject({ type: field(z.literal('url'), 'The type of the source.'), ...web }),
    z.strictObject({ type: field(z.literal('text'), 'The type of the source.'), ...document }),
  ]),
);

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

interface Deps {
  access: Access;
  sources: SourceService;
}

/** What is read into an index: new sources, sources read again, and new content of them. Answers before it is read. */
export function sourceIngestionRoutes(deps: Deps): Routes {
  const routes = createRoutes('/v1');
  addCreation(routes, deps);
  addSync(routes, deps);
  addReplacement(routes, deps);
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

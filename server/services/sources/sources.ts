import type { CrawlOptions, CreateUrlRequest, SourceCounts, UpdateSourceRequest } from '@footnote/sdk/contract';
import { forgetTexts } from '../../platform/text/text-cache.ts';
import type {
  CrawlFilter,
  CrawlUrlRow,
  IdempotentRequest,
  Page,
  Paging,
  PassageRow,
  SourceChanges,
  SourceFilter,
  SourceRow,
  Store,
} from '../../store/types.ts';
import { errors } from '../errors.ts';
import { createSource, type QueueDeps, requeueSource } from './queue-source.ts';
import { createSourceFiles, hashText, type IdentifyFile, type UploadedFile } from './source-files.ts';
import { findOriginal, type Original } from './stored-original.ts';

/** Returns the normalized URL, or null if the URL itself shows that it may not be fetched. */
export type CheckUrl = (text: string) => string | null;

/**
 * `keyed` is the request, if it has an `Idempotency-Key`. What adds a source throws 400 `quota_reached` if the project has as
 * many as it may have, or its account as many bytes; so does a replacement that is too large.
 */
export interface SourceService {
  upload(projectId: string, file: UploadedFile, keyed?: IdempotentRequest | null): Promise<SourceRow>;
  /** Throws 400 `url_not_allowed`. */
  addUrl(projectId: string, given: CreateUrlRequest, keyed?: IdempotentRequest | null): Promise<SourceRow>;
  addText(
    projectId: string,
    document: { title: string; text: string },
    keyed?: IdempotentRequest | null,
  ): Promise<SourceRow>;
  /** Reads the source again. Throws 429 `in_progress` while it is being read, 404 if it has been deleted meanwhile. */
  sync(source: SourceRow, keyed?: IdempotentRequest | null): Promise<SourceRow>;
  /**
   * Replaces the file of a source. The old content is used for answers until the new one is indexed. Throws 400
   * `not_replaceable` before it calls `receive` if the source is not a file; otherwise throws as `upload` and `sync` do.
   */
  replaceFile(source: SourceRow, receive: () => Promise<UploadedFile>): Promise<SourceRow>;
  /** Replaces the text of a source in the same way. */
  replaceText(source: SourceRow, document: { title: string; text: string }): Promise<SourceRow>;
  /**
   * Changes what its owner says of a source, the refresh schedule, and the crawl options of a site. Throws 400 `no_schedule` if the source cannot have its own
   * schedule, 400 `not_a_site` for crawl options of any other source, 404 if it has been deleted meanwhile.
   */
  update(source: SourceRow, changes: UpdateSourceRequest): Promise<SourceRow>;
  list(projectId: string, filter: SourceFilter, paging: Paging): Promise<Page<SourceRow>>;
  counts(projectId: string): Promise<SourceCounts>;
  /** The indexed passages, in document order. */
  passages(source: SourceRow, paging: Paging): Promise<Page<PassageRow>>;
  /** The file that the source was read from. Throws 404 if there is none. */
  original(source: SourceRow): Promise<Original>;
  /** The outcome of each URL that the crawl of a site found, or the URLs of one outcome. Throws 404 if it is not a site. */
  crawlReport(source: SourceRow, paging: Paging, filter: CrawlFilter): Promise<Page<CrawlUrlRow>>;
  /** Resolves once all of it is deleted. Throws 404 if it has been deleted meanwhile. */
  delete(source: SourceRow): Promise<void>;
}

const DEFAULT_CRAWL: Required<CrawlOptions> = { max_pages: 200, max_depth: 5, include: [], exclude: [], sitemap: true };

interface SourceServiceDeps extends QueueDeps {
  store: Pick<Store, 'sources' | 'reports' | 'chunks' | 'crawls' | 'files'>;
  identifyFile: IdentifyFile;
  checkUrl: CheckUrl;
  /** The most pages of a site. Default: as many as the API takes. */
  maxCrawlPages?: number;
}

export function createSourceService(deps: SourceServiceDeps): SourceService {
  const { store, identifyFile, checkUrl } = deps;
  const files = createSourceFiles(store.files, identifyFile);
  return {
    async upload(projectId, file, keyed = null) {
      const { metadata, contentHash } = await files.describe(file);
      return files.adopt(file.temporaryPath, (fileId) =>
        createSource(
          deps,
          { projectId, type: 'file', status: 'processing', metadata, fileId, contentHash },
          metadata.size,
          keyed,
        ),
      );
    },

    async original(source) {
      const original = await findOriginal(store, source);
      if (!original) throw errors.notFound();
      return original;
    },

    async addUrl(projectId, { url: text, crawl, refresh_hours = null }, keyed = null) {
      assertCrawlPages(deps, crawl);
      const url = checkUrl(text);
      if (url === null) throw errors.urlNotAllowed(text, 'page');
      const web = {
        parentId: null,
        crawl: crawl ? { ...DEFAULT_CRAWL, ...crawl } : null,
        refreshHours: refresh_hours,
        validators: null,
      };
      const source = { projectId, type: 'url', status: 'pending', metadata: { url }, fileId: null } as const;
      return createSource(deps, { ...source, contentHash: null, web }, 0, keyed);
    },

    async addText(projectId, { title, text }, keyed = null) {
      return files.adopt(await files.write(text), (fileId) =>
        createSource(
          deps,
          { projectId, type: 'text', status: 'processing', metadata: { title }, fileId, contentHash: hashText(text) },
          Buffer.byteLength(text),
          keyed,
        ),
      );
    },

    sync: (source, keyed = null) => requeueSource(deps, source, { keyed }),

    async replaceFile(source, receive) {
      if (source.type !== 'file') throw errors.notReplaceable(source.type);
      const file = await receive();
      const { metadata, contentHash } = await files.describe(file);
      return files.adopt(file.temporaryPath, (fileId) =>
        requeueSource(deps, source, { replacement: { fileId, metadata, contentHash }, size: metadata.size }),
      );
    },

    async replaceText(source, { title, text }) {
      if (source.type !== 'text') throw errors.notReplaceable(source.type);
      return files.adopt(await files.write(text), (fileId) =>
        requeueSource(deps, source, {
          replacement: { fileId, metadata: { title }, contentHash: hashText(text) },
          size: Buffer.byteLength(text),
        }),
      );
    },

    update: (source, request) => updateSource(deps, source, request),
    delete: (source) => deleteSource(store, source),
    ...createSourceQueries(store),
  };
}

/** Throws 400 for more pages than a site may have. */
function assertCrawlPages({ maxCrawlPages = Infinity }: SourceServiceDeps, crawl: CrawlOptions | undefined): void {
  if ((crawl?.max_pages ?? 0) <= maxCrawlPages) return;
  throw errors.invalidRequest([
    { field: 'crawl.max_pages', message: `must be at most ${maxCrawlPages} on this server` },
  ]);
}

async function updateSource(
  deps: SourceServiceDeps,
  { projectId, id, type, web }: SourceRow,
  { refresh_hours, crawl, url, metadata }: UpdateSourceRequest,
): Promise<SourceRow> {
  const { store, notifyIngestion, now } = deps;
  assertCrawlPages(deps, crawl);
  if (refresh_hours !== undefined && (type !== 'url' || web?.parentId))
    throw errors.noSchedule(type === 'url' ? 'page' : type);
  if (crawl !== undefined && !web?.crawl) throw errors.notASite();
  const changes: SourceChanges = {
    ...(refresh_hours !== undefined && { refreshHours: refresh_hours }),
    ...(crawl !== undefined && { crawl: { ...DEFAULT_CRAWL, ...web?.crawl, ...crawl } }),
    ...(url !== undefined && { url }),
    ...(metadata !== undefined && { labels: metadata }),
  };
  const updated = await store.sources.update(projectId, id, changes, now());
  if (!updated) throw errors.notFound();
  // The new schedule may make it due now.
  notifyIngestion('web');
  return updated;
}

async function deleteSource(store: SourceServiceDeps['store'], { projectId, id }: SourceRow): Promise<void> {
  if (!(await store.sources.delete(projectId, id))) throw errors.notFound();
  forgetTexts();
}

/** The methods that only read. */
function createSourceQueries(
  store: SourceServiceDeps['store'],
): Pick<SourceService, 'list' | 'counts' | 'passages' | 'crawlReport'> {
  return {
    list: (projectId, filter, paging) =>
      Object.keys(filter).length === 0
        ? store.sources.listByProject(projectId, paging)
        : store.reports.sources(projectId, filter, paging),

    counts: async (projectId) => countSources(await store.reports.sourceCounts(projectId)),

    passages: ({ projectId, id }, paging) => store.chunks.ofSource(projectId, id, paging),

    async crawlReport(source, paging, filter) {
      if (!source.web?.crawl) throw errors.notFound();
      return store.crawls.report(source.projectId, source.id, paging, filter);
    },
  };
}

type SourceCountRow = Awaited<ReturnType<Store['reports']['sourceCounts']>>[number];

/** Adds up the counts of each status and type. */
function countSources(rows: SourceCountRow[]): SourceCounts {
  const sum = (wanted: Partial<SourceCountRow>) =>
    rows
      .filter(({ status, type }) => status === (wanted.status ?? status) && type === (wanted.type ?? type))
      .reduce((total, { sources }) => total + sources, 0);
  return {
    total: sum({}),
    by_status: {
      pending: sum({ status: 'pending' }),
      processing: sum({ status: 'processing' }),
      completed: sum({ status: 'completed' }),
      failed: sum({ status: 'failed' }),
    },
    by_type: { file: sum({ type: 'file' }), url: sum({ type: 'url' }), text: sum({ type: 'text' }) },
  };
}

import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  CrawlOptions,
  CrawlOutcome,
  CreateUrlRequest,
  SourceCounts,
  UpdateSourceRequest,
} from '@footnote/sdk/contract';
import { errors } from '../platform/errors.ts';
import { newId, randomBase62 } from '../platform/ids.ts';
import type {
  CrawlUrlRow,
  IdempotentRequest,
  Page,
  Paging,
  PassageRow,
  Replacement,
  SourceChanges,
  SourceFilter,
  SourceRow,
  Store,
} from '../store/types.ts';

/** A file that has arrived but belongs to nobody yet. */
export interface UploadedFile {
  temporaryPath: string;
  /** As the client sent it. */
  name: string;
}

/** The name as it may be shown, and the type of a file whose name and content agree on a supported format; throws 400 for any other. */
export type IdentifyFile = (path: string, sentName: string) => Promise<{ filename: string; contentType: string }>;

/** The address in its normal form, or null for one that may not be read, as far as can be told by looking at it. */
export type CheckUrl = (text: string) => string | null;

/** `keyed`: the request that asks for it, where that came with an `Idempotency-Key`. */
export interface SourceService {
  upload(projectId: string, file: UploadedFile, keyed?: IdempotentRequest | null): Promise<SourceRow>;
  /** Throws 400 `url_not_allowed`. */
  addUrl(projectId: string, given: CreateUrlRequest, keyed?: IdempotentRequest | null): Promise<SourceRow>;
  addText(
    projectId: string,
    document: { title: string; text: string },
    keyed?: IdempotentRequest | null,
  ): Promise<SourceRow>;
  /** Reads it anew; throws 429 `in_progress` where that is under way, 404 where it has gone meanwhile. */
  sync(source: SourceRow, keyed?: IdempotentRequest | null): Promise<SourceRow>;
  /**
   * Reads another file in place of a source's own, which goes on to answer until the new one can. The file is received
   * only where it may be. Throws as `upload` and `sync` do, and 400 `not_replaceable` for what is no file.
   */
  replaceFile(source: SourceRow, receive: () => Promise<UploadedFile>): Promise<SourceRow>;
  /** The same for a text. */
  replaceText(source: SourceRow, document: { title: string; text: string }): Promise<SourceRow>;
  /**
   * Changes when it is read anew by itself, and what of a site is wanted. Throws 400 `no_schedule` for what is not read by
   * itself, `not_a_site` for the crawl of what is none, 404 where it has gone meanwhile.
   */
  update(source: SourceRow, changes: UpdateSourceRequest): Promise<SourceRow>;
  list(projectId: string, filter: SourceFilter, paging: Paging): Promise<Page<SourceRow>>;
  counts(projectId: string): Promise<SourceCounts>;
  /** As they are indexed, in the order of the document. */
  passages(source: SourceRow, paging: Paging): Promise<Page<PassageRow>>;
  /** What became of each address that the crawl of a site found, or those of one outcome; throws 404 for what is no site. */
  crawlReport(source: SourceRow, paging: Paging, outcome?: CrawlOutcome): Promise<Page<CrawlUrlRow>>;
  /** Resolves when no byte of it is left; throws 404 where it has gone meanwhile. */
  delete(source: SourceRow): Promise<void>;
}

/** What of a site is wanted where its owner does not say. */
const WHOLE_SITE: Required<CrawlOptions> = { max_pages: 200, max_depth: 5, include: [], exclude: [], sitemap: true };

/** Long enough for most documents, short enough to try again. */
const SYNC_AGAIN_SECONDS = 5;

export function createSourceService({
  store,
  identifyFile,
  checkUrl,
  notifyIngestion,
  now,
}: {
  store: Pick<Store, 'sources' | 'reports' | 'chunks' | 'crawls' | 'files'>;
  identifyFile: IdentifyFile;
  checkUrl: CheckUrl;
  notifyIngestion: () => void;
  now: () => number;
}): SourceService {
  type NewSource = Pick<SourceRow, 'projectId' | 'type' | 'status' | 'metadata' | 'fileId' | 'web'>;

  /** What an upload is, by its name and content; throws 400 for what cannot be read. */
  async function describeFile({ temporaryPath, name }: UploadedFile) {
    const { size } = await stat(temporaryPath);
    if (size === 0) throw errors.fileEmpty();
    const { filename, contentType } = await identifyFile(temporaryPath, name);
    return { filename, content_type: contentType, size };
  }

  async function writeText(text: string): Promise<string> {
    const path = join(store.files.temporaryDirectory, randomBase62(32));
    await writeFile(path, text, { mode: 0o600 });
    return path;
  }

  /** Stores the source with its job. */
  async function create(given: NewSource, keyed: IdempotentRequest | null): Promise<SourceRow> {
    const at = now();
    const source: SourceRow = {
      ...given,
      id: newId('src'),
      chunksCount: 0,
      progress: given.status === 'processing' ? { stage: 'queued', done: 0, total: 0 } : null,
      error: null,
      createdAt: at,
      updatedAt: at,
      completedAt: null,
    };
    await store.sources.create(source, keyed);
    notifyIngestion();
    return source;
  }

  /** Keeps a file that lies at a temporary path for what is done with its id, and only where that succeeds. */
  async function withFile(path: string, act: (fileId: string) => Promise<SourceRow>): Promise<SourceRow> {
    const fileId = await store.files.adopt(path);
    try {
      return await act(fileId);
    } catch (error) {
      await store.files.delete(fileId);
      throw error;
    }
  }

  async function requeue(
    { projectId, id }: SourceRow,
    keyed: IdempotentRequest | null,
    replacement: Replacement | null = null,
  ): Promise<SourceRow> {
    const queued = await store.sources.requeue(projectId, id, now(), keyed, replacement);
    if (queued === null) throw errors.notFound();
    if (queued === 'busy') throw errors.inProgress(SYNC_AGAIN_SECONDS);
    notifyIngestion();
    return queued;
  }

  return {
    async upload(projectId, file, keyed = null) {
      const metadata = await describeFile(file);
      return withFile(file.temporaryPath, (fileId) =>
        create({ projectId, type: 'file', status: 'processing', metadata, fileId }, keyed),
      );
    },

    async addUrl(projectId, { url: text, crawl, refresh_hours = null }, keyed = null) {
      const url = checkUrl(text);
      if (url === null) throw errors.urlNotAllowed();
      const web = {
        parentId: null,
        crawl: crawl ? { ...WHOLE_SITE, ...crawl } : null,
        refreshHours: refresh_hours,
        validators: null,
      };
      return create({ projectId, type: 'url', status: 'pending', metadata: { url }, fileId: null, web }, keyed);
    },

    async addText(projectId, { title, text }, keyed = null) {
      return withFile(await writeText(text), (fileId) =>
        create({ projectId, type: 'text', status: 'processing', metadata: { title }, fileId }, keyed),
      );
    },

    sync: (source, keyed = null) => requeue(source, keyed),

    async replaceFile(source, receive) {
      if (source.type !== 'file') throw errors.notReplaceable(source.type);
      const file = await receive();
      const metadata = await describeFile(file);
      return withFile(file.temporaryPath, (fileId) => requeue(source, null, { fileId, metadata }));
    },

    async replaceText(source, { title, text }) {
      if (source.type !== 'text') throw errors.notReplaceable(source.type);
      return withFile(await writeText(text), (fileId) => requeue(source, null, { fileId, metadata: { title } }));
    },

    async update({ projectId, id, type, web }, { refresh_hours, crawl }) {
      if (refresh_hours !== undefined && (type !== 'url' || web?.parentId))
        throw errors.noSchedule(type === 'url' ? 'page' : type);
      if (crawl !== undefined && !web?.crawl) throw errors.notASite();
      const changes: SourceChanges = {
        ...(refresh_hours !== undefined && { refreshHours: refresh_hours }),
        ...(crawl !== undefined && { crawl: { ...WHOLE_SITE, ...web?.crawl, ...crawl } }),
      };
      const updated = await store.sources.update(projectId, id, changes, now());
      if (!updated) throw errors.notFound();
      // It may be due by now.
      notifyIngestion();
      return updated;
    },

    list: (projectId, filter, paging) =>
      Object.keys(filter).length === 0
        ? store.sources.listByProject(projectId, paging)
        : store.reports.sources(projectId, filter, paging),

    async counts(projectId) {
      const counted = await store.reports.sourceCounts(projectId);
      const sum = (wanted: Partial<(typeof counted)[number]>) =>
        counted
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
    },

    passages: ({ projectId, id }, paging) => store.chunks.ofSource(projectId, id, paging),

    async crawlReport(source, paging, outcome) {
      if (!source.web?.crawl) throw errors.notFound();
      return store.crawls.report(source.projectId, source.id, paging, outcome);
    },

    async delete(source) {
      if (!(await store.sources.delete(source.projectId, source.id))) throw errors.notFound();
    },
  };
}

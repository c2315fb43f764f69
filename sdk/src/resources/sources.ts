import type {
  BatchedSource,
  BatchReport,
  CrawledUrl,
  CrawlQuery,
  CreateUrlRequest,
  OwnMetadata,
  PutTextRequest,
  ReplaceTextRequest,
  Source,
} from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/page.ts';
import { path } from '../core/path.ts';
import { addFields, batchForm, type Uploadable, uploadForm } from '../core/upload.ts';
import { type WaitOptions, waitUntilReady } from '../lib/wait-until-ready.ts';
import { SourceMethods } from './generated/sources.ts';

/**
 * A file to ingest: PDF, Word, Markdown, HTML, reStructuredText, AsciiDoc, a Jupyter notebook, an OpenAPI description, text,
 * Excel, PowerPoint, EPUB or CSV, or a picture (PNG, JPEG) where text recognition has been added.
 */
export interface UploadRequest {
  file: Uploadable;
  /** The file name with its extension. Required unless `file` is a `File`. */
  name?: string | undefined;
  /** Needed with a user token; an API key belongs to one project already. */
  project_id?: string | undefined;
}

/** An address to read; with `crawl`, the whole site from there. */
export interface UrlRequest extends CreateUrlRequest {
  /** Needed with a user token; an API key belongs to one project already. */
  project_id?: string | undefined;
}

/** A text to ingest as it is. */
export interface TextRequest extends ReplaceTextRequest {
  /** Needed with a user token; an API key belongs to one project already. */
  project_id?: string | undefined;
}

/** The new file of a source. */
export type ReplaceRequest = Omit<UploadRequest, 'project_id'>;

/** What an owner says of a source; absent fields stay as they are. */
export interface SourceDescription {
  /** The address that citations open; null for none. */
  url?: string | null | undefined;
  metadata?: OwnMetadata | undefined;
}

/** The file of a source with an external id. */
export interface PutFileRequest extends ReplaceRequest, SourceDescription {}

/** Many files at once, or an archive of them. */
export interface BatchRequest {
  /** With their names, which may have folders. Each is the external id of its source, unless `external_id` is given. */
  files?: readonly (BatchedSource & { file: Uploadable })[] | undefined;
  /** A zip, tar or tar.gz file in place of `files`. */
  archive?: Uploadable | undefined;
  /** What describes single files of the archive. */
  sources?: readonly BatchedSource[] | undefined;
  /** The external ids of sources to delete. */
  remove?: readonly string[] | undefined;
}

/** The sources of a project. Needs an API key or a member's token. */
export class Sources extends SourceMethods {
  /**
   * Uploads a file. Resolves before the file is ingested; see `waitUntilReady`.
   * @example
   * const source = await client.sources.upload({ file: new Blob(['# Hours']), name: 'hours.md' });
   */
  upload({ file, name, project_id }: UploadRequest, options?: RequestOptions): Promise<Source> {
    const body = uploadForm(file, name);
    return this.request({ method: 'POST', path: '/sources/upload', query: { project_id }, body, keyed: true }, options);
  }

  /**
   * Adds a web page, or a site with `crawl`. Resolves before it is fetched; see `waitUntilReady`.
   * @example
   * const page = await client.sources.addUrl({ url: 'https://www.example.com/help' });
   */
  addUrl({ project_id, ...body }: UrlRequest, options?: RequestOptions): Promise<Source> {
    return this.request({ method: 'POST', path: '/sources/url', query: { project_id }, body, keyed: true }, options);
  }

  /**
   * Adds a text. Resolves before the text is ingested; see `waitUntilReady`.
   * @example
   * const source = await client.sources.addText({ title: 'Hours', text: 'We open at nine.' });
   */
  addText({ project_id, title, text }: TextRequest, options?: RequestOptions): Promise<Source> {
    const body = { type: 'text', title, text };
    return this.request({ method: 'POST', path: '/sources', query: { project_id }, body, keyed: true }, options);
  }

  /**
   * Replaces the file of a source, which keeps its id. The old file stays searchable until the new one is ingested. If that
   * fails, `waitUntilReady` throws and the old one stays.
   * @example
   * await client.sources.replace(sourceId, { file: new Blob(['# New hours']), name: 'hours.md' });
   */
  replace(sourceId: string, { file, name }: ReplaceRequest, options?: RequestOptions): Promise<Source> {
    const body = uploadForm(file, name);
    return this.request({ method: 'PUT', path: path`/sources/${sourceId}/file`, body }, options);
  }

  /**
   * Makes the source with an external id, such as the path of a file, or replaces its content: a file, or a title and a text. What
   * is there already is not read again.
   * @example
   * const page = { file: new Blob(['# Install']), name: 'install.md', url: 'https://docs.example.com/install' };
   * await client.sources.put(projectId, 'guide/install.md', page);
   */
  put(
    projectId: string,
    externalId: string,
    content: PutFileRequest | PutTextRequest,
    options?: RequestOptions,
  ): Promise<Source> {
    const address = path`/projects/${projectId}/sources/by-external-id/${externalId}`;
    if (!('file' in content)) return this.request({ method: 'PUT', path: address, body: content }, options);
    const { file, name, ...fields } = content;
    const body = uploadForm(file, name).then((form) => addFields(form, fields));
    return this.request({ method: 'PUT', path: address, body }, options);
  }

  /**
   * Makes, replaces and removes many sources with one request, which counts once against the limit of ingestion. Resolves before
   * the files are ingested, with a report for each.
   * @example
   * const files = [{ file: new Blob(['# Install']), name: 'guide/install.md', metadata: { version: '2.1' } }];
   * const { items } = await client.sources.batch(projectId, { files, remove: ['guide/old.md'] });
   */
  batch(
    projectId: string,
    { files = [], archive, sources = [], remove }: BatchRequest,
    options?: RequestOptions,
  ): Promise<BatchReport> {
    const said = [...sources, ...files.map(({ file: _file, ...one }) => one)];
    const body = batchForm(files, archive).then((form) => addFields(form, { sources: said, remove }));
    return this.request(
      { method: 'POST', path: path`/projects/${projectId}/sources/batch`, body, keyed: true },
      options,
    );
  }

  /**
   * Lists the addresses that the crawl of a site found, in that order, each with its outcome and reason.
   * @example
   * for await (const { url, outcome, reason } of client.sources.crawl(siteId)) console.log(url, outcome, reason);
   */
  crawl(sourceId: string, query?: CrawlQuery, options?: RequestOptions): PagePromise<CrawledUrl> {
    const keyOf = ({ kind, url }: CrawledUrl) => `${kind} ${url}`;
    return this.pagedBy(keyOf, path`/sources/${sourceId}/crawl`, query, options);
  }

  /**
   * Waits until one or several sources are searchable. Throws a `SourceFailedError` if one cannot be ingested.
   * @example
   * const source = await client.sources.addText({ title: 'Hours', text: 'We open at nine.' });
   * await client.sources.waitUntilReady(source, { onProgress: ({ progress }) => console.log(progress?.stage) });
   */
  waitUntilReady(source: Source, options?: WaitOptions): Promise<Source>;
  waitUntilReady(sources: readonly Source[], options?: WaitOptions): Promise<Source[]>;
  async waitUntilReady(given: Source | readonly Source[], options: WaitOptions = {}): Promise<Source | Source[]> {
    if ('id' in given) return (await waitUntilReady(this, [given], options))[0] ?? given;
    return waitUntilReady(this, given, options);
  }
}

import { rm } from 'node:fs/promises';
import type { SourceMetadata } from '@footnote/sdk/contract';
import type { TextRecognition } from '../engines/types.ts';
import { FILE_FORMATS } from '../platform/files/file-formats.ts';
import type { JobRow, SourceRow, Store, Validators } from '../store/types.ts';
import { SourceFailure, sourceFailures } from './failures.ts';
import { identifyFile } from './file-type/identify-file.ts';
import { type ChunkEmbedders, embedChunks } from './index/embed-chunks.ts';
import { beginIndexing, LostJobError } from './index/index-chunks.ts';
import type { ParseRequest } from './parse/parse-messages.ts';
import type { ParserPool } from './parse/parser-pool.ts';
import type { ProgressReporter } from './progress.ts';
import { readingReport } from './reading-report.ts';
import type { DocumentFile, ParsedDocument, PreparedDocument } from './types.ts';
import { fetchWebPage, type WebPage } from './web/fetch-web-page.ts';
import type { Fetcher } from './web/fetcher.ts';

export interface IngestDeps extends ChunkEmbedders {
  store: Store;
  parser: ParserPool;
  fetcher: Fetcher;
  progress: ProgressReporter;
  signal: AbortSignal;
  /** Throws 500 `storage_full` if the disk has no room for more documents. */
  assertRoom: () => Promise<void>;
  accountId: string;
  /** What recognizes text in pictures (OCR); null where it has not been added. */
  recognition: () => Promise<TextRecognition | null>;
  /** Does the work, from parsing to publishing, as soon as there is a place for a document of this account. */
  readDocument<Result>(work: (place: DocumentPlace) => Promise<Result>): Promise<Result>;
}

/** Where a document is read. */
export interface DocumentPlace {
  /** Leaves the place to another document, and resolves with one where text is recognized, which takes minutes. */
  changeForRecognition(): Promise<void>;
}

/** What is known of a document beside its content. */
export interface Origin {
  metadata: SourceMetadata;
  validators?: Validators;
}

/**
 * A source becomes searchable: fetch → parse → chunk → embed → index, then all of it is published at once. Rejects with a
 * `SourceFailure`, with `LostJobError` where the job or its source is gone, or with the signal's reason.
 */
export async function ingest(job: JobRow, stored: SourceRow, deps: IngestDeps): Promise<void> {
  const source = { ...stored, ...job.replacement };
  if (source.type === 'url') return ingestPage(job, source, deps);
  await deps.readDocument(async (place) => {
    const prepared = await prepareFile(source, deps, place);
    await publish(job, source, { metadata: source.metadata }, prepared, deps);
  });
}

/** Ingests the page at a URL, unless it is unchanged. */
async function ingestPage(job: JobRow, source: SourceRow, deps: IngestDeps): Promise<void> {
  deps.progress('fetch', 0, 1);
  const { url = '' } = source.metadata;
  const page = await fetchWebPage(deps.fetcher, {
    url,
    validators: source.web?.validators ?? null,
    signal: deps.signal,
  });
  if (!page.changed) {
    const metadata = { ...source.metadata, fetched_at: new Date().toISOString() };
    if (!(await deps.store.sources.unchanged(job, source.id, metadata, deps.store.now()))) throw new LostJobError();
    return;
  }
  await readPage(page, deps, (prepared) => publish(job, source, pageOrigin(page, url), prepared, deps));
}

/** The origin of a page that was requested at `url`. */
export function pageOrigin(page: WebPage, url: string): Origin {
  const at = new Date().toISOString();
  const metadata = {
    url,
    final_url: page.url,
    ...(page.canonical !== null && { canonical_url: page.canonical }),
    content_type: page.contentType,
    fetched_at: at,
    changed_at: at,
  };
  return { metadata, validators: page.validators };
}

/** What is known of a page of a site. */
type SitePage = Required<Pick<ParseRequest, 'repeated' | 'isStart'>>;

/** Parses and chunks a file. The parser process embeds the chunks, too, where the embedder has a recipe for that. */
async function prepare(
  file: DocumentFile,
  { embedder, former, parser, progress, signal, accountId, recognition }: IngestDeps,
  place: DocumentPlace,
  site?: SitePage,
): Promise<PreparedDocument> {
  progress('parse', 0, 1);
  // While two embedders are in use, both embed in this process.
  const recipe = former?.() ? undefined : embedder.recipe;
  const { contextTokens } = embedder;
  const request = {
    ...file,
    ...(recipe && { embedder: recipe }),
    ...(contextTokens && { contextTokens }),
    ...site,
  };
  const options = { accountId, signal, onProgress: progress };
  const isPicture = FILE_FORMATS[file.format].kind === 'picture';
  if (!isPicture && file.format !== 'pdf') return parser.prepareDocument(request, options);
  const scans = await recognition();
  if (scans === null) {
    if (isPicture) throw sourceFailures.pictureWithoutOcr();
    return replacingFailure('no_text', sourceFailures.noTextWithoutOcr, parser.prepareDocument(request, options));
  }
  try {
    // First without, as most PDFs need none of it. Pictures are nothing else.
    if (!isPicture) return await parser.prepareDocument({ ...request, scans: 'find' }, options);
  } catch (error) {
    if (!(error instanceof SourceFailure) || error.code !== 'scanned') throw error;
  }
  progress('ocr', 0, 0);
  await place.changeForRecognition();
  const nothing = () => sourceFailures.nothingRecognized(scans.languages);
  return replacingFailure('no_text', nothing, parser.prepareDocument({ ...request, scans }, options));
}

/** Rejects with another failure in the place of one with this code. */
async function replacingFailure<Result>(
  code: string,
  other: () => SourceFailure,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof SourceFailure && error.code === code ? other() : error;
  }
}

/** Parses and chunks a fetched page, removes its file, and has it published. `site`, of a page of a site. */
export async function readPage(
  { file }: WebPage,
  deps: IngestDeps,
  publishIt: (prepared: PreparedDocument) => Promise<void>,
  site?: SitePage,
): Promise<void> {
  try {
    await deps.readDocument(async (place) => publishIt(await preparePage(file, deps, place, site)));
  } finally {
    await rm(file.path, { force: true });
  }
}

/** A page without text has another reason than a file: scripts, not scans. */
async function preparePage(
  file: DocumentFile,
  deps: IngestDeps,
  place: DocumentPlace,
  site?: SitePage,
): Promise<PreparedDocument> {
  const prepared = prepare(file, deps, place, site);
  try {
    if (file.format === 'pdf') return await prepared;
    return await replacingFailure('no_text', sourceFailures.pageWithoutText, prepared);
  } finally {
    await rm(file.path, { force: true });
  }
}

/** Embeds and indexes the document, then publishes it in place of the source's former one. */
export async function publish(
  job: JobRow,
  source: SourceRow,
  { metadata, validators }: Origin,
  { document, chunksCount, chunks }: PreparedDocument,
  options: Omit<IngestDeps, 'fetcher' | 'parser' | 'readDocument' | 'accountId' | 'recognition'>,
): Promise<void> {
  const { store, embedder, former, progress, signal, assertRoom } = options;
  const target = { chunks: store.chunks, fence: job, source: { projectId: job.projectId, sourceId: source.id } };
  const index = await beginIndexing({ ...target, embedder: embedder.id, assertRoom }, chunksCount);
  progress('embed', 0, chunksCount);
  const embedded = embedChunks(chunks, document.title, { embedder, former }, signal);
  await index.add(embedded, (count) => progress('embed', count, chunksCount));

  progress('index', chunksCount, chunksCount);
  const { title, language, text } = document;
  await index.publish({
    document: { title, language, text },
    chunksCount,
    metadata: withParsed(source.type, metadata, document),
    reading: readingReport(document),
    ...(validators && { validators }),
    at: store.now(),
  });
}

/** Parses and chunks a stored original, which the parser process has read whole when this resolves. */
async function prepareFile(source: SourceRow, deps: IngestDeps, place: DocumentPlace): Promise<PreparedDocument> {
  const file = source.fileId ? await deps.store.files.find(source.fileId) : null;
  if (file === null) throw sourceFailures.internal();
  const { path, release } = await file.borrow();
  try {
    return await prepare(await toDocumentFile(source, path), deps, place);
  } finally {
    await release();
  }
}

/** Identifies the original again: a file of an older version or of a restored backup may never have been checked. */
async function toDocumentFile(source: SourceRow, path: string): Promise<DocumentFile> {
  if (source.type === 'text') return { path, fileName: source.metadata.title ?? '', format: 'text' };
  const fileName = source.metadata.filename ?? '';
  const identity = await identifyFile(path, fileName);
  if (!('format' in identity)) throw sourceFailures.unreadable('uploaded');
  return { path, fileName, format: identity.format, ...(source.repositoryId !== null && { withLines: true }) };
}

/** Adds what the parser found out. A text keeps the title that its owner gave it. */
function withParsed(
  type: SourceRow['type'],
  metadata: SourceMetadata,
  { title, pages }: ParsedDocument,
): SourceMetadata {
  const found = type === 'text' ? null : title;
  return { ...metadata, ...(found ? { title: found } : {}), ...(pages.length > 0 ? { pages: pages.length } : {}) };
}

import { rm } from 'node:fs/promises';
import type { SourceMetadata } from '@footnote/sdk/contract';
import type { JobRow, SourceRow, Store, Validators } from '../store/types.ts';
import { SourceFailure, sourceFailures } from './failures.ts';
import { type ChunkEmbedders, embedChunks } from './index/embed.ts';
import { indexChunks, LostJob } from './index/index-chunks.ts';
import type { ParseRequest } from './parse/parse-messages.ts';
import type { ParseHost } from './parse/parser-pool.ts';
import { sniffFile } from './parse/sniff.ts';
import type { ProgressReporter } from './progress.ts';
import type { ParsedDocument, PreparedDocument } from './types.ts';
import type { Fetcher } from './web/fetch.ts';
import { readPage, type WebPage } from './web/web-page.ts';

export interface IngestDeps extends ChunkEmbedders {
  store: Store;
  parser: ParseHost;
  fetcher: Fetcher;
  progress: ProgressReporter;
  signal: AbortSignal;
}

/** What is known of a document beside its content. */
export interface Origin {
  metadata: SourceMetadata;
  validators?: Validators;
}

/**
 * A source becomes searchable: fetch → parse → chunk → embed → index, then all of it is published at once. Rejects with a
 * `SourceFailure`, with `LostJob` where the job or its source is no longer there, or with the signal's reason.
 */
export async function ingest(job: JobRow, known: SourceRow, deps: IngestDeps): Promise<void> {
  const source = { ...known, ...job.replacement };
  if (source.type === 'url') return ingestPage(job, source, deps);
  const prepared = await prepareFile(source, deps);
  await publish(job, source, { metadata: source.metadata }, prepared, deps);
}

/** The same for an address, which may have nothing new to tell. */
async function ingestPage(job: JobRow, source: SourceRow, deps: IngestDeps): Promise<void> {
  deps.progress('fetch', 0, 1);
  const { url = '' } = source.metadata;
  const page = await readPage(deps.fetcher, { url, validators: source.web?.validators ?? null, signal: deps.signal });
  if (!page.changed) {
    const metadata = { ...source.metadata, fetched_at: new Date().toISOString() };
    if (!(await deps.store.sources.unchanged(job, source.id, metadata, deps.store.now()))) throw new LostJob();
    return;
  }
  await publish(job, source, originOf(page, url), await preparePage(page, deps), deps);
}

/** What is known of a page that was asked for at `url`. */
export function originOf(page: WebPage, url: string): Origin {
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

/** The document and its chunks, embedded already where the embedder says how another process does that. */
function prepare(
  file: ParseRequest,
  { embedder, former, parser, progress, signal }: IngestDeps,
): Promise<PreparedDocument> {
  progress('parse', 0, 1);
  // A chunk that needs two vectors gets both in one place.
  const recipe = former?.() ? undefined : embedder.recipe;
  const { contextTokens } = embedder;
  const request = { ...file, ...(recipe && { embedder: recipe }), ...(contextTokens && { contextTokens }) };
  return parser.prepareDocument(request, { signal, onProgress: progress });
}

/** The same of a page, whose file is needed no longer then. That a script would fill it is another reason for no text than that a file is a scan. */
export async function preparePage({ file }: WebPage, deps: IngestDeps): Promise<PreparedDocument> {
  try {
    return await prepare(file, deps);
  } catch (error) {
    const empty = error instanceof SourceFailure && error.code === 'no_text' && file.format !== 'pdf';
    throw empty ? sourceFailures.pageWithoutText() : error;
  } finally {
    await rm(file.path, { force: true });
  }
}

/** The document embedded and indexed, then published in place of what the source was before. */
export async function publish(
  job: JobRow,
  source: SourceRow,
  { metadata, validators }: Origin,
  { document, chunksCount, chunks }: PreparedDocument,
  { store, embedder, former, progress, signal }: Omit<IngestDeps, 'fetcher' | 'parser'>,
): Promise<void> {
  const generation = await store.chunks.begin(job, { projectId: job.projectId, sourceId: source.id });
  if (generation === null) throw new LostJob();

  progress('embed', 0, chunksCount);
  const embedded = embedChunks(chunks, document.title, { embedder, former }, signal);
  const target = { chunks: store.chunks, fence: job, generation, embedder: embedder.id };
  await indexChunks(embedded, target, (written) => progress('embed', written, chunksCount));

  progress('index', chunksCount, chunksCount);
  const { title, language, text } = document;
  const published = await store.chunks.publish(job, generation, {
    document: { title, language, text },
    chunksCount,
    metadata: describe(source.type, metadata, document),
    ...(validators && { validators }),
    at: store.now(),
  });
  if (!published) throw new LostJob();
}

/** The same of an original: the child tells the document only once it has read all of its file. */
async function prepareFile(source: SourceRow, deps: IngestDeps): Promise<PreparedDocument> {
  const file = source.fileId ? await deps.store.files.find(source.fileId) : null;
  if (file === null) throw sourceFailures.internal();
  const { path, release } = await file.borrow();
  try {
    return await prepare(await requestOf(source, path), deps);
  } finally {
    await release();
  }
}

/** What is to be read. Its content was checked at the door; what came another way is checked here. */
async function requestOf(source: SourceRow, path: string): Promise<ParseRequest> {
  // Its title stands where a file has its name.
  if (source.type === 'text') return { path, fileName: source.metadata.title ?? '', format: 'text' };
  const fileName = source.metadata.filename ?? '';
  const sniffed = await sniffFile(path, fileName);
  if (!('format' in sniffed)) throw sourceFailures.unreadable('uploaded');
  return { path, fileName, format: sniffed.format };
}

/** What reading the document has taught us about it. The title that its owner gave a text stays. */
function describe(type: SourceRow['type'], known: SourceMetadata, { title, pages }: ParsedDocument): SourceMetadata {
  const learnt = type === 'text' ? null : title;
  return { ...known, ...(learnt ? { title: learnt } : {}), ...(pages.length > 0 ? { pages: pages.length } : {}) };
}

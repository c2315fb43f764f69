import type { SourceMetadata } from '@footnote/sdk/contract';
import type { Embedder } from '../engines/types.ts';
import { sourceFailures } from '../errors.ts';
import type { JobRow, SourceRow, Store } from '../store/types.ts';
import { embedChunks } from './embed.ts';
import { indexChunks, LostJob } from './index-chunks.ts';
import type { ParseHost } from './parse-host.ts';
import type { ProgressReporter } from './progress.ts';
import { sniffFile } from './sniff.ts';
import type { ParsedDocument } from './types.ts';

export interface IngestDeps {
  store: Store;
  embedder: Embedder;
  parser: ParseHost;
  progress: ProgressReporter;
  signal: AbortSignal;
}

/**
 * A source becomes searchable: parse → chunk → embed → index, then all of it is published at once. Rejects with a
 * `SourceFailure`, with `LostJob` where the job or its source is no longer there, or with the signal's reason.
 */
export async function ingest(job: JobRow, { store, embedder, parser, progress, signal }: IngestDeps): Promise<void> {
  const known = await store.sources.byId(job.sourceId);
  if (!known) throw new LostJob();
  const source = { ...known, ...job.replacement };
  const file = await loadFile(store, source);

  progress('parse', 0, 1);
  const { document, chunks } = await parser.prepareDocument(file, { signal, onProgress: progress });

  const generation = await store.chunks.begin(job, { projectId: job.projectId, sourceId: job.sourceId });
  if (generation === null) throw new LostJob();

  progress('embed', 0, chunks.length);
  const embedded = embedChunks(chunks, document.title, embedder, signal);
  await indexChunks(embedded, { chunks: store.chunks, fence: job, generation }, (written) =>
    progress('embed', written, chunks.length),
  );

  progress('index', chunks.length, chunks.length);
  const { title, language, text } = document;
  const published = await store.chunks.publish(job, generation, {
    document: { title, language, text },
    chunksCount: chunks.length,
    metadata: describe(source, document),
    at: Date.now(),
  });
  if (!published) throw new LostJob();
}

/** Where the original lies and what it is. Its content was checked at the door; what came another way is checked here. */
async function loadFile(store: Store, source: SourceRow) {
  if (source.type === 'url') throw sourceFailures.urlFetchUnavailable();
  const path = source.fileId ? await store.files.path(source.fileId) : null;
  if (path === null) throw sourceFailures.internal();
  // Its title stands where a file has its name.
  if (source.type === 'text') return { path, fileName: source.metadata.title ?? '', format: 'text' as const };
  const fileName = source.metadata.filename ?? '';
  const sniffed = await sniffFile(path, fileName);
  if (!('format' in sniffed)) throw sourceFailures.unreadable('uploaded');
  return { path, fileName, format: sniffed.format };
}

/** What reading the document has taught us about it. The title that its owner gave a text stays. */
function describe({ type, metadata }: SourceRow, { title, pages }: ParsedDocument): SourceMetadata {
  const learnt = type === 'text' ? null : title;
  return { ...metadata, ...(learnt ? { title: learnt } : {}), ...(pages.length > 0 ? { pages: pages.length } : {}) };
}

import { MAX_EXTERNAL_ID_LENGTH } from '../../platform/limits.ts';
import { isExternalId } from '../../platform/text/external-id.ts';
import type { SourceRow, Store } from '../../store/types.ts';
import { errors } from '../errors.ts';
import { createSource, type GivenSource, type QueueDeps, supersedeSource } from './queue-source.ts';
import { hashText, type SourceFiles, type UploadedFile } from './source-files.ts';

/** What the owner says of a source; what is absent stays as it is. */
export interface SourceDescription {
  url?: string | null;
  labels?: Record<string, string>;
  /** The repository that its file is in, and where it is changed there. */
  repositoryId?: string;
  editUrl?: string | null;
}

export type PutDocument = { file: UploadedFile } | { title: string; text: string };

/** What became of a document that was sent; `updated`: only of its description. */
export interface PutResult {
  outcome: 'created' | 'replaced' | 'updated' | 'unchanged';
  source: SourceRow;
}

/** Where a document is put: the source that has the external id, if there is one. */
export interface Target {
  projectId: string;
  externalId: string | null;
  existing: SourceRow | null;
}

/** What is stored of a document beside its file. */
export type DocumentContent = Pick<GivenSource, 'type' | 'metadata'> & { contentHash: string; size: number };

export interface PutDeps extends QueueDeps {
  store: Pick<Store, 'sources'>;
  files: SourceFiles;
}

/** Throws 400 for a text that cannot name a source. */
export function checkedExternalId(text: string): string {
  const id = text.toWellFormed().normalize('NFC');
  if (!isExternalId(id)) {
    const message = `must have 1 to ${MAX_EXTERNAL_ID_LENGTH} characters, and no control characters`;
    throw errors.invalidRequest([{ field: 'external_id', message }]);
  }
  return id;
}

export async function putDocument(
  deps: PutDeps,
  target: Target,
  document: PutDocument,
  description: SourceDescription,
): Promise<PutResult> {
  const { files } = deps;
  const content = await contentOf(document, target, files);
  const path = async () => ('file' in document ? document.file.temporaryPath : files.write(document.text));
  if (target.existing) return replaceDocument(deps, target.existing, content, path, description);
  const source = await files.adopt(await path(), (fileId) =>
    createSource(deps, newSourceOf(target, content, fileId, description), content.size, null),
  );
  return { outcome: 'created', source };
}

/** Throws 400 `not_replaceable` where the source is of another type, and as `SourceFiles.describe` does. */
export async function contentOf(
  document: PutDocument,
  { existing }: Target,
  files: SourceFiles,
): Promise<DocumentContent> {
  const type = 'file' in document ? 'file' : 'text';
  if (existing && existing.type !== type) throw errors.notReplaceable(existing.type);
  if ('file' in document) {
    const { metadata, contentHash } = await files.describe(document.file);
    return { type, metadata, contentHash, size: metadata.size };
  }
  const { title, text } = document;
  return { type, metadata: { title }, contentHash: hashText(text), size: Buffer.byteLength(text) };
}

export function newSourceOf(
  { projectId, externalId }: Target,
  { type, metadata, contentHash }: DocumentContent,
  fileId: string,
  description: SourceDescription,
): GivenSource {
  return { projectId, type, status: 'processing', metadata, fileId, contentHash, externalId, ...description };
}

/** `path`: returns that of the new file, if it is wanted. */
export async function replaceDocument(
  deps: PutDeps,
  existing: SourceRow,
  { metadata, contentHash, size }: DocumentContent,
  path: () => Promise<string>,
  description: SourceDescription,
): Promise<PutResult> {
  const isSame = isUnchanged(existing, contentHash, metadata);
  const isDescribed = isDescribedSo(existing, description);
  const described = isDescribed
    ? existing
    : await deps.store.sources.update(existing.projectId, existing.id, description, deps.now());
  if (!described) throw errors.notFound();
  if (isSame) return { outcome: isDescribed ? 'unchanged' : 'updated', source: described };
  const source = await deps.files.adopt(await path(), (fileId) =>
    supersedeSource(deps, existing, { fileId, metadata, contentHash }, size),
  );
  return { outcome: 'replaced', source };
}

/** What could not be read is read again: the reason may be gone. */
function isUnchanged(
  { contentHash, error, metadata }: SourceRow,
  sentHash: string,
  sent: { filename?: string; title?: string },
): boolean {
  if (contentHash !== sentHash || error !== null) return false;
  return sent.filename === undefined ? metadata.title === sent.title : metadata.filename === sent.filename;
}

function isDescribedSo(
  source: SourceRow,
  {
    url = source.url,
    labels = source.labels,
    repositoryId = source.repositoryId ?? '',
    editUrl = source.editUrl,
  }: SourceDescription,
): boolean {
  const entries = Object.entries(labels);
  return (
    url === source.url &&
    repositoryId === (source.repositoryId ?? '') &&
    editUrl === source.editUrl &&
    entries.length === Object.keys(source.labels).length &&
    entries.every(([name, value]) => source.labels[name] === value)
  );
}

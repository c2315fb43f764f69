import { ApiError } from '../../platform/errors.ts';
import { MAX_BATCH_FILES, MAX_EXTERNAL_ID_LENGTH } from '../../platform/limits.ts';
import { asExternalId, isExternalId } from '../../platform/text/external-id.ts';
import { forgetTexts } from '../../platform/text/text-cache.ts';
import type { SourceRow, Store } from '../../store/types.ts';
import { errors } from '../errors.ts';
import { createSource, type QueueDeps, supersedeSource } from './queue-source.ts';
import { createSourceFiles, hashText, type IdentifyFile, type SourceFiles, type UploadedFile } from './source-files.ts';

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

/** The details of one file of a batch. */
export interface BatchedSource extends SourceDescription {
  /** The name of the file in the batch. */
  name: string;
  /** Default: the name, without control characters. Null: it becomes a new source without one. */
  externalId?: string | null;
}

export interface Batch {
  /** Where archives are unpacked. */
  directory: string;
  files: UploadedFile[];
  /** An archive in place of the files. */
  archive: UploadedFile | null;
  described: BatchedSource[];
  /** The external ids of sources to delete. */
  remove: string[];
}

export type BatchOutcome = PutResult['outcome'] | 'removed' | 'absent' | 'refused';

/** What became of one file, or of one source to delete. */
export interface BatchEntry {
  /** That of the file, or the external id to remove. */
  name: string;
  externalId: string | null;
  outcome: BatchOutcome;
  sourceId: string | null;
  error: { code: string; message: string } | null;
}

/** Unpacks an archive into a folder. Throws 400 `invalid_archive`. A file without `unpackedTo` is none: a link, for example. */
export type UnpackArchive = (
  archive: string,
  into: string,
  mostFiles: number,
) => Promise<{ path: string; unpackedTo: string | null }[]>;

/** Sources that are named from outside, such as the files of a folder. */
export interface SourceSync {
  /**
   * Makes the source with this external id, or replaces its content. Content that the source has already is not read again, unless it could
   * not be read. Throws 400 as `SourceService.upload` does, and `not_replaceable` if the source is of another type.
   */
  put(projectId: string, externalId: string, document: PutDocument, description: SourceDescription): Promise<PutResult>;
  /** Does the same for each file, and deletes what is to be removed. Throws 400 `invalid_archive`; files are refused one by one. */
  batch(projectId: string, batch: Batch): Promise<BatchEntry[]>;
}

interface SourceSyncDeps extends QueueDeps {
  store: Pick<Store, 'sources' | 'files'>;
  identifyFile: IdentifyFile;
  unpackArchive: UnpackArchive;
}

export function createSourceSync(deps: SourceSyncDeps): SourceSync {
  const { sources } = deps.store;
  const files = createSourceFiles(deps.store.files, deps.identifyFile);
  const put: Put = (target, document, description) => putDocument(deps, files, target, document, description);
  return {
    async put(projectId, externalId, document, description) {
      const id = checkedExternalId(externalId);
      const [existing = null] = await sources.byExternalIds(projectId, [id]);
      return put({ projectId, externalId: id, existing }, document, description);
    },
    batch: (projectId, batch) => runBatch(deps, put, projectId, batch),
  };
}

interface Target {
  projectId: string;
  externalId: string | null;
  existing: SourceRow | null;
}

type Put = (target: Target, document: PutDocument, description: SourceDescription) => Promise<PutResult>;

/** Throws 400 for a text that cannot name a source. */
function checkedExternalId(text: string): string {
  const id = text.toWellFormed().normalize('NFC');
  if (!isExternalId(id)) {
    const message = `must have 1 to ${MAX_EXTERNAL_ID_LENGTH} characters, and no control characters`;
    throw errors.invalidRequest([{ field: 'external_id', message }]);
  }
  return id;
}

async function putDocument(
  deps: SourceSyncDeps,
  files: SourceFiles,
  { projectId, externalId, existing }: Target,
  document: PutDocument,
  description: SourceDescription,
): Promise<PutResult> {
  const type = 'file' in document ? 'file' : 'text';
  if (existing && existing.type !== type) throw errors.notReplaceable(existing.type);
  const { metadata, contentHash, size } = await contentOf(document, files);
  const path = async () => ('file' in document ? document.file.temporaryPath : files.write(document.text));

  if (!existing) {
    const source = await files.adopt(await path(), (fileId) =>
      createSource(
        deps,
        { projectId, type, status: 'processing', metadata, fileId, contentHash, externalId, ...description },
        size,
        null,
      ),
    );
    return { outcome: 'created', source };
  }

  const isSame = isUnchanged(existing, contentHash, metadata);
  const isDescribed = isDescribedSo(existing, description);
  const described = isDescribed
    ? existing
    : await deps.store.sources.update(projectId, existing.id, description, deps.now());
  if (!described) throw errors.notFound();
  if (isSame) return { outcome: isDescribed ? 'unchanged' : 'updated', source: described };
  const source = await files.adopt(await path(), (fileId) =>
    supersedeSource(deps, existing, { fileId, metadata, contentHash }, size),
  );
  return { outcome: 'replaced', source };
}

async function contentOf(document: PutDocument, files: SourceFiles) {
  if ('file' in document) {
    const { metadata, contentHash } = await files.describe(document.file);
    return { metadata, contentHash, size: metadata.size };
  }
  const { title, text } = document;
  return { metadata: { title }, contentHash: hashText(text), size: Buffer.byteLength(text) };
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

async function runBatch(deps: SourceSyncDeps, put: Put, projectId: string, batch: Batch): Promise<BatchEntry[]> {
  const entries: BatchEntry[] = [];
  const documents = await documentsOf(deps, batch, entries);
  const ids = new Set([...documents.map(({ externalId }) => externalId), ...batch.remove].filter((id) => id !== null));
  const found = await deps.store.sources.byExternalIds(projectId, [...ids]);
  const existing = new Map(found.map((source) => [source.externalId, source]));

  // Before the rest, which may need their places.
  const sent = new Set(documents.map(({ externalId }) => externalId));
  for (const id of new Set(batch.remove)) {
    if (sent.has(id)) continue;
    const source = existing.get(id);
    const isGone = source !== undefined && (await deps.store.sources.delete(projectId, source.id));
    if (isGone) forgetTexts();
    const outcome = isGone ? 'removed' : 'absent';
    entries.push({ name: id, externalId: id, outcome, sourceId: isGone ? source.id : null, error: null });
  }
  for (const { file, name, externalId, description } of documents) {
    const target = { projectId, externalId, existing: existing.get(externalId) ?? null };
    entries.push(
      await orRefused(name, externalId, async () => {
        const { outcome, source } = await put(target, { file }, description);
        return { name, externalId, outcome, sourceId: source.id, error: null };
      }),
    );
  }
  return entries;
}

interface BatchedDocument {
  file: UploadedFile;
  name: string;
  externalId: string | null;
  description: SourceDescription;
}

/** The files with their details, each external id once. Adds an entry for what cannot be taken. */
async function documentsOf(
  { unpackArchive }: SourceSyncDeps,
  { directory, files, archive, described }: Batch,
  entries: BatchEntry[],
): Promise<BatchedDocument[]> {
  const unpacked = archive ? await unpackArchive(archive.temporaryPath, directory, MAX_BATCH_FILES) : [];
  const all = [
    ...files.map(({ name, temporaryPath }) => ({ path: name, unpackedTo: temporaryPath })),
    ...unpacked.map(({ path, unpackedTo }) => ({ path, unpackedTo })),
  ];
  const saidOf = new Map(described.map((one) => [asInForm(one.name), one]));
  const taken = new Set<string>();
  const documents: BatchedDocument[] = [];
  for (const { path, unpackedTo } of all) {
    const said: BatchedSource = saidOf.get(asInForm(path)) ?? { name: path };
    const { name, externalId: given = asExternalId(name), ...description } = said;
    saidOf.delete(asInForm(path));
    const refused = await orRefused(name, given, async () => {
      const externalId = given === null ? null : checkedExternalId(given);
      if (unpackedTo === null) throw errors.notAFile();
      if (externalId !== null && taken.has(externalId)) throw errors.sentTwice();
      if (externalId !== null) taken.add(externalId);
      documents.push({ file: { temporaryPath: unpackedTo, name }, name, externalId, description });
      return null;
    });
    if (refused) entries.push(refused);
  }
  for (const { name, externalId = name } of saidOf.values()) entries.push(refusal(name, externalId, errors.notSent()));
  return documents;
}

/** Browsers send these characters of a name so. Where the details of a file name it, its own `%22` can be told from theirs. */
const asInForm = (name: string) => name.replace(/["\r\n]/g, encodeURIComponent);

/** Runs the work for one file; an error for the client becomes its entry, so that the other files are not kept from theirs. */
async function orRefused<Result>(
  name: string,
  externalId: string | null,
  work: () => Promise<Result>,
): Promise<Result | BatchEntry> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refusal(name, externalId, error);
  }
}

function refusal(name: string, externalId: string | null, { code, message }: ApiError): BatchEntry {
  return { name, externalId, outcome: 'refused', sourceId: null, error: { code, message } };
}

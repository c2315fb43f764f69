import { ApiError } from '../../platform/errors.ts';
import { MAX_BATCH_FILES } from '../../platform/limits.ts';
import { viewsOfDatabases } from '../../platform/text/export-names.ts';
import { asExternalId } from '../../platform/text/external-id.ts';
import { forgetTexts } from '../../platform/text/text-cache.ts';
import type { Store } from '../../store/types.ts';
import { errors } from '../errors.ts';
import {
  checkedExternalId,
  contentOf,
  type DocumentContent,
  newSourceOf,
  type PutDeps,
  type PutDocument,
  type PutResult,
  putDocument,
  replaceDocument,
  type SourceDescription,
  type Target,
} from './put-document.ts';
import { createSources, type QueueDeps } from './queue-source.ts';
import { createSourceFiles, type IdentifyFile, type UploadedFile } from './source-files.ts';

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
  const putting = { ...deps, files };
  return {
    async put(projectId, externalId, document, description) {
      const id = checkedExternalId(externalId);
      const [existing = null] = await sources.byExternalIds(projectId, [id]);
      return putDocument(putting, { projectId, externalId: id, existing }, document, description);
    },
    batch: (projectId, batch) => runBatch(putting, projectId, batch),
  };
}

interface BatchDeps extends PutDeps {
  unpackArchive: UnpackArchive;
}

/** So many sources are made in one transaction, which holds up others for as long as that of a document. */
const MAX_TOGETHER = 32;

async function runBatch(deps: BatchDeps, projectId: string, batch: Batch): Promise<BatchEntry[]> {
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
  for (let at = 0; at < documents.length; at += MAX_TOGETHER) {
    const some = documents.slice(at, at + MAX_TOGETHER).map(({ externalId, ...document }) => ({
      ...document,
      target: { projectId, externalId, existing: existing.get(externalId) ?? null },
    }));
    entries.push(...(await putTogether(deps, some)));
  }
  return entries;
}

type PlacedDocument = Omit<BatchedDocument, 'externalId'> & { target: Target };
type NewDocument = PlacedDocument & { content: DocumentContent };

/** Puts documents in the places of those with their external ids, and makes the others together. */
async function putTogether(deps: BatchDeps, documents: PlacedDocument[]): Promise<BatchEntry[]> {
  const settled = new Map<Target, BatchEntry>();
  const created: NewDocument[] = [];
  for (const document of documents) {
    const { file, name, target, description } = document;
    const entry = await orRefused(name, target.externalId, async () => {
      const content = await contentOf({ file }, target, deps.files);
      if (target.existing) {
        const path = async () => file.temporaryPath;
        return entryOf(document, await replaceDocument(deps, target.existing, content, path, description));
      }
      created.push({ ...document, content });
      return null;
    });
    if (entry) settled.set(target, entry);
  }
  if (created.length > 0) await createTogether(deps, created, settled);
  return documents.map(({ target }) => settled.get(target)).filter((entry) => entry !== undefined);
}

/** Makes the sources in one transaction: on its own, each costs as much as the reading of a short document. */
async function createTogether(
  deps: BatchDeps,
  documents: NewDocument[],
  settled: Map<Target, BatchEntry>,
): Promise<void> {
  const paths = documents.map(({ file }) => file.temporaryPath);
  const made = await deps.files.adoptAll(paths, (fileIds) =>
    createSources(
      deps,
      documents.map(({ target, content, description }, at) => ({
        source: newSourceOf(target, content, fileIds[at] ?? '', description),
        size: content.size,
      })),
    ),
  );
  for (const [at, document] of documents.entries()) {
    const { name, target } = document;
    const source = made[at];
    if (!source) continue;
    const entry =
      'refused' in source
        ? refusal(name, target.externalId, source.refused)
        : entryOf(document, { outcome: 'created', source });
    settled.set(target, entry);
  }
}

const entryOf = ({ name, target }: PlacedDocument, { outcome, source }: PutResult): BatchEntry => ({
  name,
  externalId: target.externalId,
  outcome,
  sourceId: source.id,
  error: null,
});

interface BatchedDocument {
  file: UploadedFile;
  name: string;
  externalId: string | null;
  description: SourceDescription;
}

/** The files with their details, each external id once. Adds an entry for what cannot be taken. */
async function documentsOf(
  { unpackArchive }: BatchDeps,
  { directory, files, archive, described }: Batch,
  entries: BatchEntry[],
): Promise<BatchedDocument[]> {
  const unpacked = archive ? await unpackArchive(archive.temporaryPath, directory, MAX_BATCH_FILES) : [];
  const all = [
    ...files.map(({ name, temporaryPath }) => ({ path: name, unpackedTo: temporaryPath })),
    ...unpacked.map(({ path, unpackedTo }) => ({ path, unpackedTo })),
  ];
  const saidOf = new Map(described.map((one) => [asInForm(one.name), one]));
  const views = viewsOfDatabases(all.map(({ path }) => path));
  const taken = new Set<string>();
  const documents: BatchedDocument[] = [];
  for (const { path, unpackedTo } of all) {
    const said: BatchedSource = saidOf.get(asInForm(path)) ?? { name: path };
    const { name, externalId: given = asExternalId(name), ...description } = said;
    saidOf.delete(asInForm(path));
    const refused = await orRefused(name, given, async () => {
      const externalId = given === null ? null : checkedExternalId(given);
      if (unpackedTo === null) throw errors.notAFile();
      if (views.has(path)) throw errors.partOfTable();
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

function refusal(
  name: string,
  externalId: string | null,
  { code, message }: Pick<ApiError, 'code' | 'message'>,
): BatchEntry {
  return { name, externalId, outcome: 'refused', sourceId: null, error: { code, message } };
}

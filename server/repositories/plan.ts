import type { LocalFile } from '../folders/read-folder.ts';
import type { SourceRow } from '../store/types.ts';
import { editUrl, type ForgeFile, isViewOf, viewUrl } from './forge.ts';

/** A file of a commit, with what is said of its source. */
export interface PlannedFile {
  file: LocalFile;
  path: string;
  url: string | null;
  editUrl: string | null;
  /** What is said of it, with what its owner has said. */
  labels: Record<string, string>;
}

/** What a commit changes. */
export interface Plan {
  added: PlannedFile[];
  changed: PlannedFile[];
  /** Their sources keep their ids, whether the content is another one or not. */
  renamed: (PlannedFile & { source: SourceRow; formerPath: string; isChanged: boolean })[];
  /** Only their addresses or what is said of them are new. */
  described: PlannedFile[];
  unchanged: number;
  removed: (SourceRow & { externalId: string })[];
}

interface At extends Omit<ForgeFile, 'path'> {
  /** What is before the paths in external ids. */
  prefix: string;
  commit: string;
  branch: string;
}

/** Compares the files of a commit with the sources of the repository. */
export function planRead(files: LocalFile[], sources: SourceRow[], at: At): Plan {
  const named = sources.flatMap((source) =>
    source.externalId === null ? [] : [{ ...source, externalId: source.externalId }],
  );
  const known = new Map(named.map((source) => [source.externalId, source]));
  const plan: Plan = { added: [], changed: [], renamed: [], described: [], unchanged: 0, removed: [] };
  for (const file of files) {
    const source = known.get(file.externalId);
    known.delete(file.externalId);
    const planned = describe(file, at, source);
    if (!source) plan.added.push(planned);
    // What could not be read is sent again: the reason may be gone.
    else if (source.contentHash !== file.contentHash || source.error) plan.changed.push(planned);
    else if (!isDescribedSo(source, planned)) plan.described.push(planned);
    else plan.unchanged += 1;
  }
  plan.removed = [...known.values()];
  findRenamed(plan, at);
  return plan;
}

function isDescribedSo({ url, editUrl, labels }: SourceRow, planned: PlannedFile): boolean {
  const isSaid = Object.entries(planned.labels).every(([name, value]) => labels[name] === value);
  return url === planned.url && editUrl === planned.editUrl && isSaid;
}

function describe(file: LocalFile, at: At, source: SourceRow | undefined): PlannedFile {
  const formerUrl = source?.url ?? null;
  const isSame = source?.contentHash === file.contentHash;
  const path = file.externalId.slice(at.prefix.length);
  const inForge = { url: at.url, forge: at.forge, path };
  const isStillRight = isSame && isViewOf(formerUrl, inForge);
  const url = file.url ?? (isStillRight ? formerUrl : viewUrl(inForge, at.commit));
  return { file, path, url, editUrl: editUrl(inForge, at.branch), labels: { ...source?.labels, ...file.metadata } };
}

/** A file that is gone and one that is new are the same if they have the same content, or else alone have the same name. */
function findRenamed(plan: Plan, { prefix }: At): void {
  const pair = (
    keyOfGone: (gone: Plan['removed'][number]) => string | null,
    keyOfNew: (added: PlannedFile) => string,
  ) => {
    const gone = Map.groupBy(plan.removed, keyOfGone);
    const fresh = Map.groupBy(plan.added, keyOfNew);
    for (const [key, [added, ...otherAdded]] of fresh) {
      const [source, ...otherGone] = gone.get(key) ?? [];
      if (!added || !source || otherAdded.length > 0 || otherGone.length > 0) continue;
      const isChanged = source.contentHash !== added.file.contentHash || source.error !== null;
      const labels = { ...source.labels, ...added.labels };
      plan.renamed.push({ ...added, labels, source, formerPath: source.externalId.slice(prefix.length), isChanged });
      plan.added.splice(plan.added.indexOf(added), 1);
      plan.removed.splice(plan.removed.indexOf(source), 1);
    }
  };
  pair(
    ({ contentHash }) => contentHash,
    ({ file }) => file.contentHash,
  );
  pair(
    ({ externalId }) => nameOf(externalId),
    ({ path }) => nameOf(path),
  );
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** Whether a plan would do anything. */
export const changesSomething = ({ added, changed, renamed, described, removed }: Plan): boolean =>
  [added, changed, renamed, described, removed].some(({ length }) => length > 0);

import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BatchEntry, SourceSync } from '../services/sources/source-sync.ts';
import type { RepositoryRow, Store } from '../store/types.ts';
import type { Plan, PlannedFile } from './plan.ts';

export interface ApplyDeps {
  store: Pick<Store, 'sources' | 'now'>;
  sourceSync: Pick<SourceSync, 'batch'>;
  /** Throws if another server has taken the repository since. */
  assertHeld: () => Promise<void>;
  /** An empty folder. */
  folder: string;
}

/** Files that are sent together: more would be written to the disk twice at the same time. */
const BATCH = 50;

/** Brings the sources to the state of a commit. Returns the files that were refused. */
export async function applyPlan(deps: ApplyDeps, repository: RepositoryRow, plan: Plan): Promise<BatchEntry[]> {
  const { store, assertHeld } = deps;
  await assertHeld();
  // First of all, so that their new names are not taken for new sources.
  for (const { file, source, url, editUrl } of plan.renamed)
    await store.sources.update(source.projectId, source.id, { externalId: file.externalId, url, editUrl }, store.now());
  const files = plan.added.concat(plan.changed, plan.described, plan.renamed);
  const removed = plan.removed.map(({ externalId }) => externalId);
  const refused: BatchEntry[] = [];
  for (let at = 0; at === 0 || at < files.length; at += BATCH) {
    await assertHeld();
    const entries = await send(deps, repository, files.slice(at, at + BATCH), at === 0 ? removed : []);
    refused.push(...entries.filter(({ outcome }) => outcome === 'refused'));
  }
  return refused;
}

async function send(
  { sourceSync, folder }: ApplyDeps,
  { id: repositoryId, projectId }: RepositoryRow,
  files: PlannedFile[],
  remove: string[],
): Promise<BatchEntry[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const sent: { name: string; temporaryPath: string }[] = [];
  for (const [number, { file }] of files.entries()) {
    const temporaryPath = join(folder, String(number));
    const content = await file.open();
    await pipeline(Readable.fromWeb(content.stream() as never), createWriteStream(temporaryPath, { mode: 0o600 }));
    sent.push({ name: file.externalId, temporaryPath });
  }
  const described = files.map(({ file: { externalId: name }, url, editUrl, labels }) => ({
    name,
    url,
    editUrl,
    labels,
    repositoryId,
  }));
  return sourceSync.batch(projectId, { directory: folder, files: sent, archive: null, described, remove });
}

import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RepositoryCommit, RepositoryRead } from '@footnote/sdk/contract';
import type { LocalFile } from '../folders/read-folder.ts';
import { SourceFailure } from '../ingestion/failures.ts';
import type { Commit, LeftOutFiles } from '../ingestion/git/git-messages.ts';
import { ApiError } from '../platform/errors.ts';
import type { GoldenQuestionService } from '../services/answers/golden-questions.ts';
import type { SourceSync } from '../services/sources/source-sync.ts';
import type { RepositoryRow, Store } from '../store/types.ts';
import { applyPlan } from './apply.ts';
import { type DownloadDeps, type Downloaded, type Wanted, withDownload } from './download.ts';
import { emptyRead } from './empty-read.ts';
import { openGate } from './golden-gate.ts';
import { changesSomething, type Plan, planRead } from './plan.ts';

export interface ReadDeps extends DownloadDeps {
  store: Pick<Store, 'repositories' | 'sources' | 'files' | 'projects' | 'now'>;
  sourceSync: Pick<SourceSync, 'batch'>;
  goldenQuestions: Pick<GoldenQuestionService, 'start' | 'check'>;
  /** The token of a repository; null if it has none. Throws a `SourceFailure` if it cannot be read any more. */
  tokenOf: (repository: RepositoryRow) => string | null;
  /** Throws if another server has taken the repository since. */
  assertHeld: () => Promise<void>;
  signal: AbortSignal;
}

/** What of a repository's row a reading changes. Empty if the branch has not moved. */
export type Found = Partial<Pick<RepositoryRow, 'head' | 'lastRead' | 'gateBefore'>>;

const SHOWN = 100;
const POLL_MS = 250;
const MAX_POLL_MS = 3_000;

/** Brings the sources of a repository to the state of its branch. Rejects only where the store fails, or with the signal's reason. */
export async function readCommit(repository: RepositoryRow, deps: ReadDeps): Promise<Found> {
  const startedAt = deps.store.now();
  const { url, branch, folder, include, exclude, baseUrl, site, prefix } = repository;
  let seen: RepositoryCommit | null = null;
  try {
    const token = deps.tokenOf(repository);
    const wanted = {
      url,
      token,
      branch,
      folder,
      include,
      exclude,
      baseUrl,
      site,
      prefix,
      known: knownCommit(repository),
    };
    return await withDownload(deps, wanted, deps.signal, async (downloaded) => {
      if (downloaded.commit === null) return {};
      seen = toContract(downloaded.commit);
      return takeOver(repository, downloaded, deps, { commit: seen, startedAt, wanted });
    });
  } catch (error) {
    deps.signal.throwIfAborted();
    const { code, message } = asFailure(error);
    return {
      lastRead: { ...emptyRead(seen, startedAt, deps.store.now()), outcome: 'failed', error: { code, message } },
    };
  }
}

/** A commit that was taken back is not tried again by itself. */
function knownCommit({ checkedAt, head, lastRead, gateBefore }: RepositoryRow): string | null {
  // A server was stopped in the middle of another commit.
  if (checkedAt === null || gateBefore !== null) return null;
  return (lastRead?.outcome === 'taken_back' ? lastRead.commit?.id : head?.id) ?? null;
}

function asFailure(error: unknown): SourceFailure | ApiError {
  if (error instanceof SourceFailure || error instanceof ApiError) return error;
  throw error;
}

async function takeOver(
  repository: RepositoryRow,
  { files, branch, site, leftOut }: Downloaded,
  deps: ReadDeps,
  { commit, startedAt, wanted }: { commit: RepositoryCommit; startedAt: number; wanted: Wanted },
): Promise<Found> {
  const { store } = deps;
  const { id, projectId, url, forge, prefix } = repository;
  const sources = await store.repositories.sources(projectId, id);
  const plan = planRead(files, sources, { url, forge, prefix, commit: commit.id, branch });
  const folder = join(deps.temporaryDirectory, `commit-${randomUUID()}`);
  try {
    const isResumed = repository.gateBefore !== null;
    const project =
      repository.gate && (isResumed || changesSomething(plan)) ? await store.projects.byId(projectId) : null;
    const gate =
      project && (await openGate({ ...deps, folder: join(folder, 'former') }, project, repository, plan, sources));
    const refused = await applyPlan({ ...deps, folder: join(folder, 'sent') }, repository, plan);
    await untilRead(repository, deps);
    const failed = refused.map(({ name, error }) => ({ name, error })).concat(await unread(repository, deps));
    const broken = gate ? await gate.broken() : [];
    let isTakenBack = false;
    if (gate && broken.length > 0) {
      await deps.assertHeld();
      // What an earlier attempt has replaced is only in the commit before.
      if (isResumed) isTakenBack = await readFormer(repository, deps, wanted, join(folder, 'head'));
      else {
        await gate.putBack();
        isTakenBack = true;
      }
      await untilRead(repository, deps);
    }
    const lastRead: RepositoryRead = {
      ...emptyRead(commit, startedAt, store.now()),
      ...countsOf(plan, prefix),
      site,
      outcome: isTakenBack ? 'taken_back' : 'completed',
      left_out: leftOutOf(leftOut),
      failed: failed
        .slice(0, SHOWN)
        .flatMap(({ name, error }) => (error ? [{ path: name.slice(prefix.length), error }] : [])),
      broken,
    };
    return isTakenBack ? { lastRead, gateBefore: null } : { head: commit, lastRead, gateBefore: null };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Brings the sources back to the commit that they had. False where the branch does not have it any more. */
async function readFormer(repository: RepositoryRow, deps: ReadDeps, wanted: Wanted, folder: string): Promise<boolean> {
  const { id, projectId, url, forge, prefix, head } = repository;
  const apply = async (files: LocalFile[], branch: string) => {
    const sources = await deps.store.repositories.sources(projectId, id);
    const plan = planRead(files, sources, { url, forge, prefix, commit: head?.id ?? '', branch });
    await applyPlan({ ...deps, folder }, repository, plan);
    return true;
  };
  if (head === null) return apply([], '');
  try {
    const former = { ...wanted, known: null, commit: head.id };
    return await withDownload(deps, former, deps.signal, ({ files, branch }) => apply(files, branch));
  } catch (error) {
    if (error instanceof SourceFailure) return false;
    throw error;
  }
}

/** Waits until no source of the repository is waiting or being read. */
async function untilRead({ projectId, id }: RepositoryRow, { store, signal }: ReadDeps): Promise<void> {
  for (
    let pause = POLL_MS;
    (await store.repositories.sourcesUnderWay(projectId, id)) > 0;
    pause = Math.min(MAX_POLL_MS, pause * 2)
  )
    await sleep(pause, undefined, { signal });
}

/** The sources that could not be read. */
async function unread({ projectId, id }: RepositoryRow, { store }: ReadDeps) {
  const sources = await store.repositories.sources(projectId, id);
  return sources.flatMap(({ externalId, error }) =>
    externalId !== null && error ? [{ name: externalId, error }] : [],
  );
}

function countsOf({ added, changed, renamed, described, unchanged, removed }: Plan, prefix: string) {
  const changes: RepositoryRead['changes'] = [];
  for (const { path } of added) changes.push({ path, change: 'added' });
  for (const { path } of changed) changes.push({ path, change: 'changed' });
  for (const { path, formerPath } of renamed) changes.push({ path, change: 'renamed', former_path: formerPath });
  for (const { externalId } of removed) changes.push({ path: externalId.slice(prefix.length), change: 'removed' });
  return {
    added: added.length,
    changed: changed.length,
    renamed: renamed.length,
    removed: removed.length,
    unchanged: unchanged + described.length,
    changes: changes.slice(0, SHOWN),
  };
}

export const leftOutOf = ({ tooLarge, ...others }: LeftOutFiles) => ({ ...others, too_large: tooLarge });

export const toContract = ({ authoredAt, ...commit }: Commit): RepositoryCommit => ({
  ...commit,
  authored_at: new Date(Math.min(authoredAt, 8.64e15) || 0).toISOString(),
});

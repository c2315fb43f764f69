import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../platform/errors.ts';
import type { GoldenQuestionService } from '../services/answers/golden-questions.ts';
import type { SourceSync } from '../services/sources/source-sync.ts';
import type { GoldenCheckRow, ProjectRow, RepositoryRow, SourceRow, Store } from '../store/types.ts';
import type { Plan } from './plan.ts';

export interface GateDeps {
  store: Pick<Store, 'repositories' | 'sources' | 'files' | 'now'>;
  goldenQuestions: Pick<GoldenQuestionService, 'start' | 'check'>;
  sourceSync: Pick<SourceSync, 'batch'>;
  /** An empty folder, for what the sources are read from now. */
  folder: string;
  signal: AbortSignal;
}

/** What the golden questions say of a commit. */
export interface Gate {
  /** Asks them again. Resolves with those that it broke. */
  broken(): Promise<string[]>;
  /** Puts the sources back to what they were. */
  putBack(): Promise<void>;
}

const POLL_MS = 1_000;

/**
 * Asks the golden questions, unless `repository` has what they said before the commit, and keeps that with it; then keeps what the
 * commit is about to replace or remove.
 */
export async function openGate(
  deps: GateDeps,
  project: ProjectRow,
  repository: RepositoryRow,
  plan: Plan,
  sources: SourceRow[],
): Promise<Gate> {
  const before = new Set(
    repository.gateBefore ?? brokenIn(await check(deps, project)).map(({ questionId }) => questionId),
  );
  if (repository.gateBefore === null) await deps.store.repositories.keepGate(repository, [...before]);
  const former = await keepFormer(deps, plan, sources);
  return {
    async broken() {
      const after = brokenIn(await check(deps, project));
      return after.filter(({ questionId }) => !before.has(questionId)).map(({ question }) => question);
    },

    async putBack() {
      const { store, sourceSync, folder } = deps;
      for (const { source } of plan.renamed) {
        const { projectId, id, externalId, url, editUrl } = source;
        await store.sources.update(
          projectId,
          id,
          { ...(externalId !== null && { externalId }), url, editUrl },
          store.now(),
        );
      }
      await sourceSync.batch(project.id, {
        directory: folder,
        files: former.map(({ externalId: name, temporaryPath }) => ({ name, temporaryPath })),
        archive: null,
        described: former.map(({ externalId: name, source: { url, editUrl, labels } }) => ({
          name,
          url,
          editUrl,
          labels,
          repositoryId: repository.id,
        })),
        remove: plan.added.map(({ file }) => file.externalId),
      });
    },
  };
}

const brokenIn = ({ results }: GoldenCheckRow) => results.filter(({ fault }) => fault !== null);

/** Asks all questions. Waits for a check that somebody else has started. */
async function check({ goldenQuestions, signal }: GateDeps, project: ProjectRow): Promise<GoldenCheckRow> {
  for (;;) {
    let row = await start(goldenQuestions, project);
    while (row?.state === 'running') {
      await sleep(POLL_MS, undefined, { signal });
      row = await goldenQuestions.check(project.id, row.id);
    }
    if (row?.state === 'done') return row;
    await sleep(POLL_MS, undefined, { signal });
  }
}

async function start(
  goldenQuestions: GateDeps['goldenQuestions'],
  project: ProjectRow,
): Promise<GoldenCheckRow | null> {
  try {
    return await goldenQuestions.start(project);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'in_progress') return null;
    throw error;
  }
}

interface Former {
  externalId: string;
  source: SourceRow;
  temporaryPath: string;
}

/** Copies of the originals of all sources that the commit replaces, renames or removes. */
async function keepFormer({ store, folder }: GateDeps, plan: Plan, sources: SourceRow[]): Promise<Former[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const touched = new Set([
    ...plan.changed.concat(plan.described).map(({ file }) => file.externalId),
    ...plan.renamed.map(({ source }) => source.externalId),
    ...plan.removed.map(({ externalId }) => externalId),
  ]);
  const former: Former[] = [];
  for (const source of sources) {
    const { externalId, fileId } = source;
    const stored =
      externalId !== null && touched.has(externalId) && fileId !== null ? await store.files.find(fileId) : null;
    if (!stored || externalId === null) continue;
    const temporaryPath = join(folder, String(former.length));
    await pipeline(stored.stream(), createWriteStream(temporaryPath, { mode: 0o600 }));
    former.push({ externalId, source, temporaryPath });
  }
  return former;
}

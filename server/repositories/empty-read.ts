import type { RepositoryCommit, RepositoryRead } from '@footnote/sdk/contract';

/** A reading that changed nothing and failed at nothing, between these times in epoch milliseconds. */
export const emptyRead = (commit: RepositoryCommit | null, startedAt: number, endedAt: number): RepositoryRead => ({
  outcome: 'completed',
  commit,
  site: null,
  added: 0,
  changed: 0,
  renamed: 0,
  removed: 0,
  unchanged: 0,
  changes: [],
  failed: [],
  left_out: { links: 0, submodules: 0, lfs: 0, too_large: 0, names: 0 },
  broken: [],
  error: null,
  started_at: new Date(startedAt).toISOString(),
  ended_at: new Date(endedAt).toISOString(),
});

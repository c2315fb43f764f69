import { resolve } from 'node:path';
import type { RestorePreview } from '@footnote/sdk/contract';
import { examineBackupInThread } from '../backup/backup-thread.ts';
import type { ExaminedBackup } from '../backup/examine-backup.ts';
import type { Env } from '../config/env.ts';
import { measureDisk, minimumFree } from '../platform/files/disk-space.ts';
import type { OnProgress } from '../services/server/backup-storage.ts';

/** Makes the dry run of a restore from a file, and leaves as much of the disk free as the settings ask for. */
export async function examineFile(
  env: Pick<Env, 'dataDir' | 'minimumFree'>,
  file: string,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<RestorePreview> {
  const dataDir = resolve(env.dataDir);
  const { total } = await measureDisk(dataDir);
  return presentExamined(
    await examineBackupInThread({
      dataDir,
      file,
      signal,
      keepFree: minimumFree(total, env.minimumFree),
      onProgress: (done, all) => onProgress('examining', done, all),
    }),
  );
}

/** What came of a dry run, as the API says it. */
function presentExamined({ manifest, added, deleted, ...examined }: ExaminedBackup): RestorePreview {
  const { createdAt, embedder, footnote, schema, counts } = manifest;
  const difference = ({ users, projects, sources, conversations }: ExaminedBackup['added']) => ({
    accounts: users,
    projects,
    sources,
    conversations,
  });
  return {
    footnote,
    schema,
    counts,
    embedder,
    created_at: createdAt,
    originals: examined.originals,
    lost_originals: examined.lost,
    present: examined.present && { schema: examined.present.schema, counts: examined.present.counts },
    lost_since: difference(added),
    comes_back: difference(deleted),
    lost_projects: examined.addedProjects,
  };
}

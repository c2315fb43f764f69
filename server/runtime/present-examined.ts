import type { RestorePreview } from '@footnote/sdk/contract';
import type { ExaminedBackup } from '../backup/examine-backup.ts';

/** What came of a dry run, as the API says it. */
export function presentExamined({ manifest, added, deleted, ...examined }: ExaminedBackup): RestorePreview {
  const { createdAt, embedder, footnote, schema, counts } = manifest;
  const difference = ({ users, projects, sources, conversations }: ExaminedBackup['added']) => ({
    ...{ accounts: users, projects, sources, conversations },
  });
  return {
    ...{ footnote, schema, counts, embedder, created_at: createdAt },
    ...{ originals: examined.originals, lost_originals: examined.lost },
    present: examined.present && { schema: examined.present.schema, counts: examined.present.counts },
    lost_since: difference(added),
    comes_back: difference(deleted),
    lost_projects: examined.addedProjects,
  };
}

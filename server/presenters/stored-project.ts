import type { ProjectQuotas, StoredProject } from '@footnote/sdk/contract';
import type { StoredProject as StoredProjectRow } from '../store/types.ts';
import { timestamp } from './timestamp.ts';

const DEFAULTS: ProjectQuotas = { sources: null, bytes: null, daily_questions: null };

/** For the operator, who sees how much a project stores, and nothing of what. */
export function presentStoredProject(row: StoredProjectRow & { allowed: ProjectQuotas }): StoredProject {
  const { project } = row;
  return {
    id: project.id,
    name: project.name,
    owner: { id: project.userId, email: row.ownerEmail },
    sources: row.sources,
    passages: row.passages,
    conversations: row.conversations,
    questions_today: row.questionsToday,
    bytes: {
      originals: row.originalsBytes,
      documents: row.documentsBytes,
      index: row.indexBytes,
      conversations: row.conversationsBytes,
    },
    quotas: project.quotas ?? DEFAULTS,
    allowed: row.allowed,
    created_at: timestamp(project.createdAt),
  };
}

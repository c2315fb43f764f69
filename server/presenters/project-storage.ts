import type { ProjectQuotas, StoredProject } from '@footnote/sdk/contract';
import { z } from 'zod';
import type { StoredProject as StoredProjectRow } from '../store/types.ts';
import { count, field, id, shape, text, time, timestamp } from './shape.ts';

const quota = (description: string, example: number) => field(z.int().min(0).nullable(), description, example);

export const projectQuotas = shape('ProjectQuotas', 'What a project may have.', {
  sources: quota('The number of sources, with the pages of its sites.', 500),
  bytes: quota('The bytes of its sources together.', 1_000_000_000),
  daily_questions: quota('The questions a day, in UTC.', 2_000),
});

export const quotaState = shape('QuotaState', 'A quota of the project that is reached, or nearly.', {
  quota: field(
    z.enum(['sources', 'bytes', 'account_bytes', 'daily_questions']),
    'Which one. `account_bytes` counts the sources of all projects of the owner.',
    'sources',
  ),
  used: count('What is used.', 480),
  limit: count('What is allowed.', 500),
});

export const storedProject = shape('StoredProject', 'How much a project stores, and how much it may.', {
  id: id('proj', 'The project’s id.'),
  name: text('Its name.', 'Handbook'),
  owner: field(
    z.strictObject({ id: id('usr', 'The account’s id.'), email: text('Its address.', 'ada@example.com') }),
    'Who owns it.',
  ),
  sources: count('The number of sources.', 480),
  passages: count('The number of passages that are searched.', 12_000),
  conversations: count('The number of stored conversations.', 300),
  questions_today: count('The questions of today, in UTC; 0 where none are counted because there is no quota.', 41),
  bytes: field(
    z.strictObject({
      originals: count('Of its sources: their files, or the texts of pages.', 80_000_000),
      documents: count('Of the texts that were read from them.', 12_000_000),
      index: count('Of the passages and their vectors.', 30_000_000),
      conversations: count('Of its conversations.', 900_000),
    }),
    'Bytes of content. The database’s own indexes come on top.',
  ),
  quotas: field(projectQuotas, 'The quotas of its own; `null` in one means that of the server’s settings.'),
  allowed: field(projectQuotas, 'The quotas that apply; `null` for no limit.'),
  created_at: time('The time when it was created.'),
});

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

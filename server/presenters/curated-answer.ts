import type { CuratedAnswer } from '@footnote/sdk/contract';
import type { CuratedAnswerRow } from '../store/types.ts';
import { timestamp } from './timestamp.ts';

const nullable = (at: number | null) => (at === null ? null : timestamp(at));

/** `now`: what tells whether it has expired, and whether its review is due. */
export function presentCuratedAnswer(now: number): (row: CuratedAnswerRow) => CuratedAnswer {
  return (row) => ({
    id: row.id,
    project_id: row.projectId,
    question: row.question,
    wordings: row.wordings,
    answer: row.answer,
    enabled: row.enabled,
    expires_at: nullable(row.expiresAt),
    review_at: nullable(row.reviewAt),
    state: !row.enabled ? 'disabled' : row.expiresAt !== null && row.expiresAt <= now ? 'expired' : 'active',
    review_due: row.reviewAt !== null && row.reviewAt <= now,
    uses: row.uses,
    last_used_at: nullable(row.lastUsedAt),
    created_at: timestamp(row.createdAt),
    updated_at: timestamp(row.updatedAt),
  });
}

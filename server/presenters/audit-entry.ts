import type { AuditEntry } from '@footnote/sdk/contract';
import type { NamedAuditEntry } from '../store/types.ts';
import { timestamp } from './timestamp.ts';

/** `sameAddress`: it was done at the address of the request. */
export function presentAuditEntry(row: NamedAuditEntry, request: { sameAddress: boolean }): AuditEntry {
  return {
    id: row.id,
    created_at: timestamp(row.at),
    user_id: row.userId,
    user_email: row.userEmail,
    project_id: row.projectId,
    actor: { ...row.actor, name: row.actorName, email: row.actorEmail },
    action: row.action,
    outcome: row.outcome,
    target: row.targetId === null ? null : { id: row.targetId, name: row.targetName, email: row.targetEmail },
    fields: row.fields,
    client: row.client,
    same_address: request.sameAddress,
  };
}

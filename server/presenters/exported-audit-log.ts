import type { AuditEntry } from '@footnote/sdk/contract';
import { exportFiles } from './export-file.ts';

/** The export file of the audit log in each format. */
export const AUDIT_EXPORTS = exportFiles<AuditEntry>({
  created_at: (entry) => entry.created_at,
  action: (entry) => entry.action,
  outcome: (entry) => entry.outcome,
  actor: ({ actor }) => [actor.kind, actor.id ?? ''].join(' ').trim(),
  actor_name: ({ actor }) => actor.name,
  actor_email: ({ actor }) => actor.email,
  user_id: (entry) => entry.user_id,
  user_email: (entry) => entry.user_email,
  project_id: (entry) => entry.project_id,
  target_id: ({ target }) => target?.id ?? null,
  target_name: ({ target }) => target?.name ?? null,
  target_email: ({ target }) => target?.email ?? null,
  fields: ({ fields }) => fields.join(' '),
  client: (entry) => entry.client,
  id: (entry) => entry.id,
});

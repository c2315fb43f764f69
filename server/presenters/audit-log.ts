import type { AuditEntry } from '@footnote/sdk/contract';
import { z } from 'zod';
import type { NamedAuditEntry } from '../store/types.ts';
import { exportFiles } from './export-file.ts';
import { field, flag, id, shape, text, time, timestamp } from './shape.ts';

export const auditEntry = shape(
  'AuditEntry',
  'Something that was done to an account or to what belongs to it. Entries are never changed, and kept for a year.',
  {
    id: id('aud', 'The entry’s id.'),
    created_at: time('When it was done.'),
    user_id: id('usr', 'The account whose log it is.'),
    user_email: field(
      z.string().nullable(),
      'Its present e-mail address; `null` if it has been deleted.',
      'ada@example.com',
    ),
    project_id: field(z.string().nullable(), 'The project; `null` for what concerns the account.', 'proj_4fK9…'),
    actor: field(
      z.strictObject({
        kind: z.enum(['user', 'key', 'command']),
        id: z.string().nullable(),
        name: z.string().nullable(),
        email: z.string().nullable(),
      }),
      'Who did it: an account, with the person’s present name and address, an API key, with its name, or a command on the server’s machine. What has been deleted has neither.',
      { kind: 'user', id: 'usr_4fK9…', name: 'Ada Lovelace', email: 'ada@example.com' },
    ),
    action: text('What was done, as the operation of the API is called.', 'projects.update'),
    outcome: field(
      z.enum(['done', 'denied']),
      '`denied`: it was tried with a wrong password or code, or without the right to do it. Of such attempts in a row from one address, the log keeps one an hour.',
      'done',
    ),
    target: field(
      z.strictObject({ id: z.string(), name: z.string().nullable(), email: z.string().nullable() }).nullable(),
      'What it was done to. Projects, API keys and people have their present name, people their address too; what has been deleted has neither.',
      { id: 'proj_4fK9…', name: 'Handbook', email: null },
    ),
    fields: field(z.array(z.string()), 'The fields that were set. The log does not keep their values.', ['name']),
    client: field(
      z.string().nullable(),
      'The browser and the system, or the program; `null` if it named none.',
      'Firefox on Linux',
    ),
    same_address: flag(
      'Whether it was done at the network address that this request comes from. The server does not keep the address itself.',
      true,
    ),
  },
);

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

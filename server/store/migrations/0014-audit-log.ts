/** Milliseconds for which an entry is kept: a year. */
export const AUDIT_KEPT_MS = 365 * 24 * 60 * 60_000;

/**
 * What was done to accounts and what belongs to them. Rows are only ever added: each engine refuses changes, and deletions except
 * of old rows and of those of deleted accounts (append-only.ts of the engine).
 */
export const auditLog = [
  `create table audit_log (
    id text primary key, number bigint not null unique, user_id text not null, project_id text, at bigint not null,
    actor_kind text not null, actor_id text, action text not null, outcome text not null, target_id text,
    fields text not null, client text, address_hash text
  )`,
  'create index audit_log_by_user on audit_log (user_id, number)',
  'create index audit_log_by_age on audit_log (at)',
];

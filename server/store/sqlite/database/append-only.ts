import type { Db } from '../../db.ts';
import { AUDIT_KEPT_MS } from '../../migrations/all.ts';

/** The triggers of the audit log, as SQLite keeps them. */
export const TRIGGERS = [
  `CREATE TRIGGER audit_log_no_update before update on audit_log
   begin select raise(abort, 'Entries of the audit log are never changed.'); end`,
  `CREATE TRIGGER audit_log_no_delete before delete on audit_log
   when old.at > unixepoch() * 1000 - ${AUDIT_KEPT_MS} and exists (select 1 from users where id = old.user_id)
   begin select raise(abort, 'Entries of the audit log are kept for a year.'); end`,
];

/**
 * Has the database itself refuse changes to the audit log, and the deletion of an entry before its time, unless its account has
 * been deleted. Kept apart from the migrations, as each engine writes triggers in its own way.
 */
export async function makeAuditLogAppendOnly(db: Db): Promise<void> {
  for (const trigger of TRIGGERS) await db.write(trigger.replace('TRIGGER', 'TRIGGER if not exists'));
}

import type { Tx } from '../db.ts';
import { AUDIT_KEPT_MS } from '../migrations/all.ts';

/**
 * Has the database itself refuse changes to the audit log, and the deletion of an entry before its time, unless its account has
 * been deleted. Kept apart from the migrations, as each engine writes triggers in its own way.
 */
export async function makeAuditLogAppendOnly(tx: Tx): Promise<void> {
  await tx.write(
    `create or replace function audit_log_append_only() returns trigger language plpgsql as $$
     begin
       if tg_op = 'UPDATE' then
         raise exception 'Entries of the audit log are never changed.';
       end if;
       if old.at > extract(epoch from now()) * 1000 - ${AUDIT_KEPT_MS}
         and exists (select 1 from users where id = old.user_id) then
         raise exception 'Entries of the audit log are kept for a year.';
       end if;
       return old;
     end $$`,
  );
  await tx.write(
    `create or replace trigger audit_log_append_only before update or delete on audit_log
     for each row execute function audit_log_append_only()`,
  );
}

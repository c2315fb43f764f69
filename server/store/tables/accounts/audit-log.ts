import { newId } from '../../../platform/ids.ts';
import type { Db, SqlValue } from '../../db.ts';
import { insert, remove } from '../../rows.ts';
import { nullable, type Raw, text } from '../../table.ts';
import { auditEntries } from '../../types/audit-log.ts';
import type { AuditFilter, AuditLog, NamedAuditEntry } from '../../types.ts';
import { paginate } from '../paginate.ts';

const NEWEST_FIRST = 'audit_log.number desc';
const NAMED = `audit_log.*, owners.email as user_email, actors.email as actor_email, people.email as target_email,
  coalesce(actors.name, actor_keys.name) as actor_name,
  coalesce(projects.name, api_keys.name, people.name) as target_name`;
const NAMES = `left join projects on projects.id = audit_log.target_id
  left join api_keys on api_keys.id = audit_log.target_id
  left join users as people on people.id = audit_log.target_id
  left join users as owners on owners.id = audit_log.user_id
  left join users as actors on actors.id = audit_log.actor_id
  left join api_keys as actor_keys on actor_keys.id = audit_log.actor_id`;

const { read: name } = nullable(text);

const toNamed = (raw: Raw): NamedAuditEntry => ({
  ...auditEntries.toRow(raw),
  userEmail: name(raw.user_email),
  actorName: name(raw.actor_name),
  actorEmail: name(raw.actor_email),
  targetName: name(raw.target_name),
  targetEmail: name(raw.target_email),
});

/** What was done to accounts and what belongs to them. */
export function createAuditLog(db: Db): AuditLog {
  return {
    async append({ actor, ...entry }, unlessSince) {
      const { userId, action, outcome, addressHash } = entry;
      await db.counting(async (tx) => {
        const [number = 0] = await tx.numbers('audit-entry');
        const row = { ...entry, id: newId('aud'), number, actorKind: actor.kind, actorId: actor.id };
        await insert(tx, auditEntries, row, {
          select: `where not exists (
             select 1 from audit_log
             where user_id = ? and action = ? and outcome = ? and coalesce(address_hash, '') = ? and at > ?
           )`,
          parameters: [userId, action, outcome, addressHash ?? '', unlessSince ?? Number.MAX_SAFE_INTEGER],
        });
      });
    },

    list(filter, paging) {
      const { where, parameters } = condition(filter);
      return paginate(
        db,
        { table: 'audit_log', select: NAMED, join: NAMES, where, parameters, order: NEWEST_FIRST },
        paging,
        toNamed,
      );
    },

    async below(filter, number, limit) {
      const { where, parameters } = condition(filter);
      const rows = await db.read<Raw>(
        `select ${NAMED} from audit_log ${NAMES} where ${where} and audit_log.number < ? order by ${NEWEST_FIRST} limit ?`,
        [...parameters, number, limit],
      );
      return rows.map(toNamed);
    },

    sweep: (before) => remove(db, auditEntries, 'at < ?', [before]),
  };
}

const CONDITIONS: Record<keyof AuditFilter, string> = {
  userId: 'audit_log.user_id = ?',
  projectId: 'audit_log.project_id = ?',
  action: 'audit_log.action = ?',
  from: 'audit_log.at >= ?',
  to: 'audit_log.at < ?',
};

function condition(filter: AuditFilter): { where: string; parameters: SqlValue[] } {
  const given = Object.entries(filter) as [keyof AuditFilter, string | number][];
  return {
    where: ['1 = 1', ...given.map(([name]) => CONDITIONS[name])].join(' and '),
    parameters: given.map(([, value]) => value),
  };
}

import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes, type RoutesBelow } from '../http/routes.ts';
import { presentAuditEntry } from '../presenters/audit-entry.ts';
import { AUDIT_EXPORTS } from '../presenters/exported-audit-log.ts';
import { presentList } from '../presenters/list.ts';
import type { AuditLogService } from '../services/audit-log.ts';
import type { UserCredential } from '../services/credentials.ts';
import { from, to } from './filters.ts';
import { paging } from './paging.ts';
import { sendExport } from './send-export.ts';

const filter = z.strictObject({
  project_id: z.string().min(1).max(100).exactOptional(),
  action: z.string().min(1).max(100).exactOptional(),
  from: from.exactOptional(),
  to: to.exactOptional(),
});
const listQuery = paging.extend(filter.shape);
const exportQuery = filter.extend({ format: z.enum(['jsonl', 'csv']).default('jsonl') });

type AuditFilter = Parameters<AuditLogService['list']>[0];
type AuditEntryRow = Parameters<AuditLogService['wasDoneAt']>[0];

interface Deps {
  auditLog: AuditLogService;
  now: () => number;
}

/** What was done to one's own account and projects, and for the operator, to all. */
export function auditLogRoutes(deps: Deps): Routes {
  const routes = createRoutes('/v1');
  addAuditLog(routes, '/auth/audit-log', 'audit-log', null, deps);
  addAuditLog(routes, '/server/audit-log', 'server-audit-log', 'server', deps);
  return routes;
}

/** Adds the list and its export: of the whole server, or of the account that asks. */
function addAuditLog(
  routes: RoutesBelow<'/v1'>,
  path: string,
  name: string,
  resource: 'server' | null,
  { auditLog, now }: Deps,
): void {
  const scopeOf = ({ userId }: UserCredential): AuditFilter => (resource === 'server' ? {} : { userId });
  const present = (address: string) => (row: AuditEntryRow) =>
    presentAuditEntry(row, { sameAddress: auditLog.wasDoneAt(row, address) });

  routes.get(
    path,
    guard(
      { name: `${name}.list`, resource, accepts: ['user'], limit: 'general', query: listQuery, answers: [200] },
      async ({ credential, query, address }) => {
        const page = await auditLog.list({ ...filterOf(query), ...scopeOf(credential) }, query);
        return { status: 200, body: presentList(page, query, present(address)) };
      },
    ),
  );

  routes.get(
    `${path}/export`,
    guard(
      {
        name: `${name}.export`,
        resource,
        audited: true,
        accepts: ['user'],
        limit: 'general',
        query: exportQuery,
        answers: [200],
      },
      async ({ credential, query, address }) => {
        const rows = auditLog.export({ ...filterOf(query), ...scopeOf(credential) });
        async function* presented() {
          for await (const row of rows) yield present(address)(row);
        }
        return sendExport('audit-log', AUDIT_EXPORTS[query.format], presented(), now());
      },
    ),
  );
}

function filterOf({ project_id, action, from, to }: z.output<typeof filter>): AuditFilter {
  return {
    ...(project_id !== undefined && { projectId: project_id }),
    ...(action !== undefined && { action }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { presentAuditEntry } from '../presenters/audit-entry.ts';
import { AUDIT_EXPORTS } from '../presenters/exported-audit-log.ts';
import { presentList } from '../presenters/list.ts';
import type { Access } from '../services/access.ts';
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
  access: Access;
  auditLog: AuditLogService;
  now: () => number;
}

/** What was done to one's own account and projects, and for the operator, to all. */
export function auditLogRoutes({ access, ...deps }: Deps): Routes {
  const routes = createRoutes('/v1');
  addAuditLog(routes, '/auth/audit-log', 'audit-log', deps, async ({ userId }) => ({ userId }));
  addAuditLog(routes, '/server/audit-log', 'server-audit-log', deps, async (credential) => {
    await access.operator(credential);
    return {};
  });
  return routes;
}

/** Adds the list and its export. `scopeOf`: the entries that the account may see; throws where it may see none. */
function addAuditLog(
  routes: Routes,
  path: string,
  name: string,
  { auditLog, now }: Omit<Deps, 'access'>,
  scopeOf: (credential: UserCredential) => Promise<AuditFilter>,
): void {
  const present = (address: string) => (row: AuditEntryRow) =>
    presentAuditEntry(row, { sameAddress: auditLog.wasDoneAt(row, address) });

  routes.get(
    path,
    guard(
      { name: `${name}.list`, accepts: ['user'], limit: 'general', query: listQuery, answers: [200] },
      async ({ credential, query, address }) => {
        const page = await auditLog.list({ ...filterOf(query), ...(await scopeOf(credential)) }, query);
        return { status: 200, body: presentList(page, query, present(address)) };
      },
    ),
  );

  routes.get(
    `${path}/export`,
    guard(
      {
        name: `${name}.export`,
        audited: true,
        accepts: ['user'],
        limit: 'general',
        query: exportQuery,
        answers: [200],
      },
      async ({ credential, query, address }) => {
        const rows = auditLog.export({ ...filterOf(query), ...(await scopeOf(credential)) });
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

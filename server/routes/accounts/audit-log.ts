import { z } from 'zod';
import type { DescribedRule } from '../../http/guard.ts';
import { createRoutes, type Routes, type RoutesBelow } from '../../http/routes.ts';
import { AUDIT_EXPORTS, auditEntry, presentAuditEntry } from '../../presenters/audit-log.ts';
import { listOf, presentList } from '../../presenters/common.ts';
import { field, optional } from '../../presenters/shape.ts';
import type { UserCredential } from '../../services/access/credentials.ts';
import type { AuditLogService } from '../../services/accounts/audit-log.ts';
import { from, to } from '../filters.ts';
import { paging } from '../paging.ts';
import { sendExport } from '../send-export.ts';

const filter = z.strictObject({
  project_id: optional(z.string().min(1).max(100), 'Only entries of this project.', 'proj_4fK9…'),
  action: optional(z.string().min(1).max(100), 'Only entries with this action.', 'api-keys.create'),
  from: optional(from, 'From this date in UTC, or timestamp.', '2026-01-01'),
  to: optional(to, 'Until this date in UTC, inclusive, or before this timestamp.', '2026-01-31'),
});
const listQuery = paging.extend(filter.shape);
const exportQuery = filter.extend({
  format: field(z.enum(['jsonl', 'csv']).default('jsonl'), 'JSON Lines or CSV.', 'csv'),
});

const file = {
  mediaType: 'application/jsonl',
  description: 'One entry per line, newest first.',
  example: `${JSON.stringify({ action: 'projects.update', outcome: 'done' })}\n`,
  lines: auditEntry,
};
const table = { mediaType: 'text/csv', description: 'The same entries as a table.' };

type AuditFilter = Parameters<AuditLogService['list']>[0];
type AuditEntryRow = Parameters<AuditLogService['wasDoneAt']>[0];

interface Deps {
  auditLog: AuditLogService;
  now: () => number;
}

/** What was done to one's own account and projects, and for the operator, to all. */
export function auditLogRoutes(deps: Deps): Routes {
  const routes = createRoutes('/v1');
  addAuditLog(routes, '/auth/audit-log', deps, {
    resource: null,
    tag: 'Accounts',
    list: {
      name: 'audit-log.list',
      summary: 'List what was done',
      description:
        'What was done to the account and its projects, newest first: logins, passwords, sessions, keys, settings, deletions and exports.',
      sdk: { method: 'auth.auditLog.list', byHand: true },
    },
    export: {
      name: 'audit-log.export',
      summary: 'Export what was done',
      description: 'Streams the same entries as JSON Lines or CSV.',
      sdk: {
        method: 'auth.auditLog.export',
        byHand: true,
        output: 'for await (const text of result) process.stdout.write(text);',
      },
    },
  });
  addAuditLog(routes, '/server/audit-log', deps, {
    resource: 'server',
    tag: 'Server',
    list: {
      name: 'server-audit-log.list',
      summary: 'List what was done by all',
      description: 'The entries of all accounts, newest first. For the operator.',
      sdk: { method: 'server.auditLog.list', byHand: true },
    },
    export: {
      name: 'server-audit-log.export',
      summary: 'Export what was done by all',
      description: 'Streams the entries of all accounts as JSON Lines or CSV. For the operator.',
      sdk: {
        method: 'server.auditLog.export',
        byHand: true,
        output: 'for await (const text of result) process.stdout.write(text);',
      },
    },
  });
  return routes;
}

type Named = Pick<DescribedRule, 'name' | 'summary' | 'description' | 'sdk'>;

/** Adds the list and its export: of the whole server, or of the account that asks. */
function addAuditLog(
  routes: RoutesBelow<'/v1'>,
  path: string,
  { auditLog, now }: Deps,
  of: { resource: 'server' | null; tag: string; list: Named; export: Named },
): void {
  const { resource, tag } = of;
  const ours = { resource, tag, accepts: ['user'], limit: 'general' } as const;
  const scopeOf = ({ userId }: UserCredential): AuditFilter => (resource === 'server' ? {} : { userId });
  const present = (address: string) => (row: AuditEntryRow) =>
    presentAuditEntry(row, { sameAddress: auditLog.wasDoneAt(row, address) });

  routes.get(
    path,
    { ...ours, ...of.list, query: listQuery, answers: { 200: listOf(auditEntry, 'AuditEntryList') } },
    async ({ credential, query, address }) => {
      const page = await auditLog.list({ ...filterOf(query), ...scopeOf(credential) }, query);
      return { status: 200, body: presentList(page, query, present(address)) };
    },
  );

  routes.get(
    `${path}/export`,
    { ...ours, ...of.export, audited: true, query: exportQuery, answers: { 200: [file, table] } },
    async ({ credential, query, address }) => {
      const rows = auditLog.export({ ...filterOf(query), ...scopeOf(credential) });
      async function* presented() {
        for await (const row of rows) yield present(address)(row);
      }
      return sendExport('audit-log', AUDIT_EXPORTS[query.format], presented(), now());
    },
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

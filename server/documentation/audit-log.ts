import type { OperationDocs } from '../http/openapi/openapi-types.ts';
import { auditEntry } from '../presenters/shapes/accounts.ts';
import { listOf } from '../presenters/shapes/common.ts';
import { paging } from './paging.ts';

const filter = {
  project_id: ['Only entries of this project.', 'proj_4fK9…'],
  action: ['Only entries with this action.', 'api-keys.create'],
  from: ['From this date in UTC, or timestamp.', '2026-01-01'],
  to: ['Until this date in UTC, inclusive, or before this timestamp.', '2026-01-31'],
} as const;
const page = listOf(auditEntry, 'AuditEntryList');
const file = {
  mediaType: 'application/jsonl',
  description: 'One entry per line, newest first.',
  example: `${JSON.stringify({ action: 'projects.update', outcome: 'done' })}\n`,
  lines: auditEntry,
};
const table = { mediaType: 'text/csv', description: 'The same entries as a table.' };
const format = ['JSON Lines or CSV.', 'csv'] as const;

/** The audit log. */
export const auditLogOperations: Record<string, OperationDocs> = {
  'audit-log.list': {
    tag: 'Accounts',
    summary: 'List what was done',
    description:
      'What was done to the account and its projects, newest first: logins, passwords, sessions, keys, settings, deletions and exports.',
    input: { ...paging, ...filter },
    answers: { 200: page },
  },
  'audit-log.export': {
    tag: 'Accounts',
    summary: 'Export what was done',
    description: 'Streams the same entries as JSON Lines or CSV.',
    input: { ...filter, format },
    answers: { 200: [file, table] },
  },
  'server-audit-log.list': {
    tag: 'Server',
    summary: 'List what was done by all',
    description: 'The entries of all accounts, newest first. For the operator.',
    input: { ...paging, ...filter },
    answers: { 200: page },
  },
  'server-audit-log.export': {
    tag: 'Server',
    summary: 'Export what was done by all',
    description: 'Streams the entries of all accounts as JSON Lines or CSV. For the operator.',
    input: { ...filter, format },
    answers: { 200: [file, table] },
  },
};

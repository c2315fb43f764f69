import type { Table } from './table.ts';
import * as accounts from './types/accounts.ts';
import * as auditLog from './types/audit-log.ts';
import * as chunks from './types/chunks.ts';
import * as conversations from './types/conversations.ts';
import * as crawls from './types/crawls.ts';
import * as curatedAnswers from './types/curated-answers.ts';
import * as goldenQuestions from './types/golden-questions.ts';
import * as handovers from './types/handovers.ts';
import * as inner from './types/inner-tables.ts';
import * as jobs from './types/jobs.ts';
import * as leases from './types/leases.ts';
import * as limitsAndFiles from './types/limits-and-files.ts';
import * as members from './types/members.ts';
import * as projects from './types/projects.ts';
import * as reports from './types/reports.ts';
import * as repositories from './types/repositories.ts';
import * as sources from './types/sources.ts';
import * as vectorIndexes from './types/vector-indexes.ts';
import * as webhooks from './types/webhooks.ts';
import * as wordCodes from './types/word-codes.ts';

/** Every table that migrations have made; the search has its own on each engine. */
export const TABLES: Pick<Table, 'name' | 'columns' | 'key' | 'list'>[] = [
  accounts,
  auditLog,
  chunks,
  conversations,
  crawls,
  curatedAnswers,
  goldenQuestions,
  handovers,
  inner,
  jobs,
  leases,
  limitsAndFiles,
  members,
  projects,
  reports,
  repositories,
  sources,
  vectorIndexes,
  webhooks,
  wordCodes,
].flatMap((group) => Object.values(group));

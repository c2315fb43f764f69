import type { Log } from '../../platform/log.ts';
import { createIdempotency } from '../coordination/idempotency.ts';
import { createJobs } from '../coordination/jobs.ts';
import { createLeases } from '../coordination/leases.ts';
import type { Db } from '../db.ts';
import { createEraser, type EraserParts } from '../deletion/eraser.ts';
import type { IndexWriter, SearchChanges } from '../search/search-index.ts';
import type { Files, SearchIndex } from '../types.ts';
import { createVectorIndexes, type VectorTableFor } from '../vectors/vector-indexes.ts';
import { createApiKeys } from './accounts/api-keys.ts';
import { createAuditLog } from './accounts/audit-log.ts';
import { createIdentities } from './accounts/identities.ts';
import { createLoginAddresses } from './accounts/login-addresses.ts';
import { createSecondFactors } from './accounts/second-factors.ts';
import { createRevocations, createSessions } from './accounts/sessions.ts';
import { createUsers } from './accounts/users.ts';
import { createConversations } from './conversations/conversations.ts';
import { createCuratedAnswers } from './conversations/curated-answers.ts';
import { createGoldenQuestions } from './conversations/golden-questions.ts';
import { createHandovers } from './conversations/handovers.ts';
import { createReports } from './conversations/reports.ts';
import { createInvitations } from './invitations.ts';
import { createMembers } from './members.ts';
import { listStorage, readQuotaUse } from './project-storage.ts';
import { createProjects } from './projects.ts';
import { createChunks } from './sources/chunks.ts';
import { createCrawls } from './sources/crawls.ts';
import { createDocuments } from './sources/documents.ts';
import { createRepositories } from './sources/repositories.ts';
import { createSources } from './sources/sources.ts';
import { createWordCodes } from './sources/word-codes.ts';
import { createBudgets } from './usage/budgets.ts';
import { createDailyUsage } from './usage/daily-usage.ts';
import { createWebhookDeliveries } from './webhooks/deliveries.ts';
import { createWebhookEndpoints } from './webhooks/endpoints.ts';
import { createWidgetImages } from './widget-images.ts';

export type Tables = ReturnType<typeof createTableGroups>;

interface Parts extends Pick<EraserParts, 'noteErased' | 'rowsAtOnce'> {
  db: Db;
  /** What differs between the engines: both sides of the index, and the vector tables. */
  index: IndexWriter;
  search: SearchIndex;
  tableOf: VectorTableFor;
  searchChanges: SearchChanges;
  /** True if other processes may use the same database. */
  shared: boolean;
  /** Removes the originals of deleted sources. */
  files: Pick<Files, 'delete'>;
  log: Log;
}

/** All table groups, the same for every engine. On a read-only connection the writing methods throw. */
export function createTableGroups({ db, index, search, tableOf, searchChanges, shared, ...parts }: Parts) {
  const eraser = createEraser({ db, index, ...parts });
  return {
    users: createUsers(db, eraser),
    identities: createIdentities(db),
    sessions: createSessions(db),
    secondFactors: createSecondFactors(db),
    revocations: createRevocations(db),
    loginAddresses: createLoginAddresses(db),
    auditLog: createAuditLog(db),
    idempotency: createIdempotency(db),
    projects: createProjects(db, eraser),
    widgetImages: createWidgetImages(db),
    members: createMembers(db),
    invitations: createInvitations(db),
    apiKeys: createApiKeys(db),
    sources: createSources(db, eraser),
    repositories: createRepositories(db),
    crawls: createCrawls(db),
    documents: createDocuments(db, searchChanges),
    chunks: createChunks(db, { index, eraser, searchChanges }),
    search,
    vectorIndexes: createVectorIndexes(db, tableOf),
    wordCodes: createWordCodes(db),
    jobs: createJobs(db, eraser, { shared }),
    leases: createLeases(db),
    conversations: createConversations(db, eraser),
    handovers: createHandovers(db),
    curatedAnswers: createCuratedAnswers(db),
    goldenQuestions: createGoldenQuestions(db),
    reports: { ...createReports(db), storage: listStorage(db), quotaUse: readQuotaUse(db) },
    dailyUsage: createDailyUsage(db),
    budgets: createBudgets(db),
    webhookEndpoints: createWebhookEndpoints(db),
    webhookDeliveries: createWebhookDeliveries(db),
  };
}

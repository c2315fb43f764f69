import type { Idempotency, LoginAddresses, Revocations, SecondFactors, Sessions, Users } from './types/accounts.ts';
import type { AuditLog } from './types/audit-log.ts';
import type { Chunks, Documents, SearchIndex } from './types/chunks.ts';
import type { Conversations } from './types/conversations.ts';
import type { Crawls } from './types/crawls.ts';
import type { CuratedAnswers } from './types/curated-answers.ts';
import type { GoldenQuestions } from './types/golden-questions.ts';
import type { Handovers } from './types/handovers.ts';
import type { Jobs } from './types/jobs.ts';
import type { Leases } from './types/leases.ts';
import type { Budgets, Files, Limits } from './types/limits-and-files.ts';
import type { Identities, Invitations, Members } from './types/members.ts';
import type { ApiKeys, Projects, WidgetImages } from './types/projects.ts';
import type { DailyUsage, Reports } from './types/reports.ts';
import type { Repositories } from './types/repositories.ts';
import type { Sources } from './types/sources.ts';
import type { VectorIndexes } from './types/vector-indexes.ts';
import type { WebhookDeliveries, WebhookEndpoints } from './types/webhooks.ts';
import type { WordCodes } from './types/word-codes.ts';

export type * from './types/accounts.ts';
export type * from './types/audit-log.ts';
export type * from './types/blocks.ts';
export type * from './types/chunks.ts';
export type * from './types/conversations.ts';
export type * from './types/crawls.ts';
export type * from './types/curated-answers.ts';
export type * from './types/golden-questions.ts';
export type * from './types/handovers.ts';
export type * from './types/jobs.ts';
export type * from './types/leases.ts';
export type * from './types/limits-and-files.ts';
export type * from './types/members.ts';
export type * from './types/paging.ts';
export type * from './types/projects.ts';
export type * from './types/reports.ts';
export type * from './types/repositories.ts';
export type * from './types/sources.ts';
export type * from './types/vector-indexes.ts';
export type * from './types/webhooks.ts';
export type * from './types/word-codes.ts';

/**
 * What opening does where there is no database: begin with an empty one if nothing of another one would be lost (`first`), or in
 * any case (`empty`), or throw (`never`).
 */
export type Beginning = 'first' | 'empty' | 'never';

/**
 * All state. Every method is one short transaction; none awaits the network inside it. Times are epoch milliseconds.
 * A method that takes a `projectId` or `userId` next to another id finds nothing where the two do not belong together.
 */
export interface Store {
  users: Users;
  identities: Identities;
  sessions: Sessions;
  secondFactors: SecondFactors;
  revocations: Revocations;
  loginAddresses: LoginAddresses;
  auditLog: AuditLog;
  idempotency: Idempotency;
  projects: Projects;
  widgetImages: WidgetImages;
  members: Members;
  invitations: Invitations;
  apiKeys: ApiKeys;
  sources: Sources;
  repositories: Repositories;
  crawls: Crawls;
  documents: Documents;
  chunks: Chunks;
  search: SearchIndex;
  vectorIndexes: VectorIndexes;
  wordCodes: WordCodes;
  jobs: Jobs;
  conversations: Conversations;
  handovers: Handovers;
  curatedAnswers: CuratedAnswers;
  goldenQuestions: GoldenQuestions;
  reports: Reports;
  dailyUsage: DailyUsage;
  limits: Limits;
  budgets: Budgets;
  files: Files;
  leases: Leases;
  webhookEndpoints: WebhookEndpoints;
  webhookDeliveries: WebhookDeliveries;
  /** Other processes may work on the same state at the same time: who waits for a change has to look for it. */
  readonly shared: boolean;
  /** Epoch milliseconds, by the one clock that all processes go by: the database's own where several share it. */
  now(): number;
  /** Resolves when a trivial read succeeds; throws otherwise. */
  ping(): Promise<void>;
  /** Finishes writes under way, checkpoints, closes. */
  close(): Promise<void>;
}

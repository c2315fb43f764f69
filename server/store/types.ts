import type {
  CrawledUrl,
  CrawlOptions,
  CrawlOutcome,
  DailyBudget,
  ProjectUsage,
  Rating,
  SourceError,
  SourceMetadata,
  SourceProgress,
  SourceStatus,
  SourceType,
  TokenUsage,
  WidgetAccess,
  WidgetSettings,
} from '@footnote/sdk/contract';

/**
 * All state. Every method is one short transaction; none awaits the network inside it. Times are epoch milliseconds.
 * A method that takes a `projectId` or `userId` next to another id finds nothing where the two do not belong together.
 */
export interface Store {
  users: Users;
  revocations: Revocations;
  idempotency: Idempotency;
  projects: Projects;
  apiKeys: ApiKeys;
  sources: Sources;
  documents: Documents;
  chunks: Chunks;
  search: SearchIndex;
  jobs: Jobs;
  conversations: Conversations;
  limits: Limits;
  budgets: Budgets;
  files: Files;
  /** Resolves when a trivial read succeeds; throws otherwise. */
  ping(): Promise<void>;
  /** Finishes writes under way, checkpoints, closes. */
  close(): Promise<void>;
}

export interface Page<Row> {
  rows: Row[];
  total: number;
}

export interface Paging {
  limit: number;
  offset: number;
}

// — accounts —

export interface UserRow {
  id: string;
  email: string;
  name: string;
  /** PHC string. */
  passwordHash: string;
  /** User tokens of an older epoch are void, all but `keptToken`: the one that last changed the password. */
  tokenEpoch: number;
  keptToken: string | null;
  createdAt: number;
}

export interface UserChanges {
  name?: string;
  /** A new password: every token but this one becomes void in the same moment. */
  password?: { hash: string; keptToken: string | null };
}

export interface Users {
  /** False when the e-mail is taken. */
  create(user: UserRow): Promise<boolean>;
  byId(id: string): Promise<UserRow | null>;
  byEmail(email: string): Promise<UserRow | null>;
  count(): Promise<number>;
  /** The same password under another hash: no token becomes void. */
  updatePasswordHash(id: string, passwordHash: string): Promise<void>;
  /** Null when it is gone. */
  update(id: string, changes: UserChanges): Promise<UserRow | null>;
  /**
   * Removes the account and the rows of its projects in one transaction, so that its tokens, keys and widget tokens are
   * void at once; then what hangs on the projects, as `Projects.delete`. False: not there.
   */
  delete(id: string): Promise<boolean>;
}

export interface Revocations {
  /** `expiresAt`: when the token would have expired by itself; the row may be swept after it. */
  revoke(jti: string, expiresAt: number): Promise<void>;
  isRevoked(jti: string): Promise<boolean>;
  sweep(now: number): Promise<number>;
}

/**
 * How the first request with a key went. `made`: it made its resource, and its answer was not kept (yet), as where the
 * process ended in between. `answer` is null once what it made has been deleted.
 */
export type EarlierRequest =
  | { state: 'running' }
  | { state: 'made'; resourceId: string }
  | { state: 'mismatch' }
  | { state: 'done'; status: number; answer: unknown };

/**
 * Answers to requests that carried an idempotency key, per credential. What a request makes is noted with its key in the
 * very transaction that makes it (`Projects.create`, `Sources.create`, `Sources.requeue`), so that no crash can part the
 * two: those that made nothing are forgotten at a start, the others never make it again.
 */
export interface Idempotency {
  /**
   * Null: this is the first with the key, which is now running: call `finish` or `forget`. Else what became of the first;
   * `mismatch` where that had another fingerprint. Keys noted at or before `expiredAt` do not count any more.
   */
  begin(request: IdempotentRequest, now: number, expiredAt: number): Promise<EarlierRequest | null>;
  /** Keeps the answer, until it expires or its resource is deleted. */
  finish(request: IdempotentRequest, answer: { status: number; body: unknown; resourceId: string }): Promise<void>;
  /** It failed: the key may be used again, unless it has made something all the same. */
  forget(request: IdempotentRequest): Promise<void>;
  /** Deletes keys noted at or before `expiredAt`; returns how many. */
  sweep(expiredAt: number): Promise<number>;
}

export interface IdempotentRequest {
  /** Whose key it is. */
  credential: string;
  key: string;
  /** Stands for everything that the request says. */
  fingerprint: string;
}

// — projects and keys —

export interface ProjectRow {
  id: string;
  userId: string;
  name: string;
  description: string;
  /** Normalised (services/origins.ts). */
  allowedOrigins: string[];
  widgetAccess: WidgetAccess;
  language: string;
  widget: WidgetSettings;
  openOriginals: boolean;
  dailyBudget: DailyBudget | null;
  usage: ProjectUsage;
  /** Widget tokens of an older epoch are void. */
  widgetEpoch: number;
  createdAt: number;
  updatedAt: number;
}

export type ProjectChanges = Partial<
  Pick<
    ProjectRow,
    | 'name'
    | 'description'
    | 'allowedOrigins'
    | 'widgetAccess'
    | 'language'
    | 'widget'
    | 'openOriginals'
    | 'dailyBudget'
    | 'widgetEpoch'
  >
>;

export interface Projects {
  /** `request`: the running one with an idempotency key, if it carried one. */
  create(project: ProjectRow, request?: IdempotentRequest | null): Promise<void>;
  byId(id: string): Promise<ProjectRow | null>;
  listByUser(userId: string, paging: Paging): Promise<Page<ProjectRow>>;
  /** Null when it is gone. */
  update(id: string, changes: ProjectChanges, updatedAt: number): Promise<ProjectRow | null>;
  /** Makes every widget token of the project void. False when it is gone. */
  nextWidgetEpoch(id: string, updatedAt: number): Promise<boolean>;
  /**
   * Removes the project's row at once (nothing of it is found any more), then everything that hangs on it in short
   * batches: keys, sources, documents, chunks, vectors, text index, files, conversations. Resolves when no byte is left.
   */
  delete(id: string): Promise<boolean>;
  addUsage(usage: { projectId: string; requests: number; tokens: number }[]): Promise<void>;
  /** Does any project list this normalised origin, by the rule that `matches` decides? For preflights that name no project. */
  anyAllowsOrigin(matches: (allowedOrigins: string[]) => boolean): Promise<boolean>;
}

export interface ApiKeyRow {
  id: string;
  projectId: string;
  name: string;
  /** SHA-256 of the key, hex. */
  hash: string;
  /** The first characters, to tell keys apart. */
  prefix: string;
  createdAt: number;
  lastUsedAt: number | null;
}

export interface ApiKeys {
  create(key: ApiKeyRow): Promise<void>;
  byHash(hash: string): Promise<ApiKeyRow | null>;
  listByProject(projectId: string, paging: Paging): Promise<Page<ApiKeyRow>>;
  delete(projectId: string, id: string): Promise<boolean>;
  touch(id: string, lastUsedAt: number): Promise<void>;
}

// — sources, documents, chunks —

export interface SourceRow {
  id: string;
  projectId: string;
  type: SourceType;
  status: SourceStatus;
  metadata: SourceMetadata;
  /** The stored original (Files), null where there is none. */
  fileId: string | null;
  chunksCount: number;
  progress: SourceProgress | null;
  error: SourceError | null;
  createdAt: number;
  updatedAt: number;
  completedAt: number | null;
  /** Sources of type `url` only. */
  web?: WebState;
}

/** What only a source of the web has. */
export interface WebState {
  /** The site that it is a page of. */
  parentId: string | null;
  /** A site: what of it is wanted. */
  crawl: Required<CrawlOptions> | null;
  /** Read anew by itself after so many hours. */
  refreshHours: number | null;
  /** Null where nothing has been read, or the last attempt failed. */
  validators: Validators | null;
}

/** What a web server said of a page, to ask it next time whether the page has changed. */
export interface Validators {
  /** The address that answered so, after redirects: these are not another page's. */
  url: string;
  etag: string | null;
  lastModified: string | null;
  /** SHA-256 of the decoded bytes, hex: also tells what is unchanged where a server does not. */
  digest: string;
}

/** The crawl of a site that is under way: of one job, from its first step to its last. */
export interface CrawlState {
  /** Of the pages that are wanted. */
  origin: string;
  /** The text of its robots.txt; null where it has not been read yet. */
  robots: string | null;
  /** Decoded bytes read so far. */
  bytes: number;
  beganAt: number;
  /** How many pages have which outcome. */
  pages: Record<CrawlOutcome, number>;
}

/** An address that a crawl has found. */
export interface CrawlUrlRow {
  url: string;
  kind: CrawledUrl['kind'];
  depth: number;
  outcome: CrawlOutcome;
  reason: string | null;
  status: number | null;
  foundOn: string | null;
  duplicateOf: string | null;
  /** The source made of it, as long as it is there. */
  pageId: string | null;
  /** Attempts that have failed. */
  tries: number;
  /** Not before. */
  dueAt: number;
}

export type NewCrawlUrl = Pick<CrawlUrlRow, 'url' | 'kind' | 'depth' | 'foundOn'> & {
  /** Why it is not wanted; null: it waits for its turn. */
  reason: string | null;
};

export type CrawlUrlSettled = Pick<CrawlUrlRow, 'url' | 'outcome'> &
  Partial<Pick<CrawlUrlRow, 'reason' | 'status' | 'duplicateOf' | 'tries' | 'dueAt'>> & { digest?: string };

/** What sites have beside other sources. All that takes a fence does nothing, and says so, where that has moved on. */
export interface Crawls {
  /**
   * The state of the job's crawl. Where the job is new, so is its run: every address of an earlier one waits again, but
   * those that were gone.
   */
  beginCrawl(fence: JobFence, origin: string, at: number): Promise<CrawlState | null>;
  updateCrawl(fence: JobFence, changes: { origin?: string; robots?: string; bytes?: number }): Promise<boolean>;
  /** Adds those that are new, 200 at a time at most; what is beyond 10,000 addresses is not kept. */
  addCrawlUrls(fence: JobFence, urls: NewCrawlUrl[]): Promise<boolean>;
  /** The next address whose turn it is: one that is due before one that is not. Null: none waits. */
  nextCrawlUrl(fence: JobFence, now: number): Promise<CrawlUrlRow | null>;
  crawlUrl(fence: JobFence, url: string): Promise<CrawlUrlRow | null>;
  /** The page of this content that has been taken already, null where there is none. */
  takenWithDigest(fence: JobFence, digest: string): Promise<string | null>;
  settleCrawlUrl(fence: JobFence, settled: CrawlUrlSettled): Promise<boolean>;
  /** Makes the source of a page, which the site's own job reads; the address names it from now on. */
  admitPage(fence: JobFence, url: string, at: number): Promise<SourceRow | null>;
  /** What still waits is beyond the budget. Returns the sources of pages that are no longer wanted, which are to be deleted. */
  endCrawl(fence: JobFence): Promise<{ unwanted: string[]; taken: number } | null>;
  /** The site is `completed` with the sum of its pages, and its job done. */
  completeCrawl(fence: JobFence, metadata: SourceMetadata, at: number): Promise<boolean>;
  /** In the order in which they were found. */
  crawlReport(projectId: string, sourceId: string, paging: Paging): Promise<Page<CrawlUrlRow>>;
}

export interface Sources extends Crawls {
  /** The source and its ingestion job, in one transaction; `request` as for a project. */
  create(source: SourceRow, request?: IdempotentRequest | null): Promise<void>;
  byId(id: string): Promise<SourceRow | null>;
  listByProject(projectId: string, paging: Paging): Promise<Page<SourceRow>>;
  /**
   * Queues a job that reads the source anew, or what is to replace it; it becomes `pending`, and what was published before
   * answers, under its own name and with its own original, until the new is. Where nothing has been published the
   * replacement takes its place at once. Null: not there. `busy`: a job is queued or running already. `request` as for a
   * project.
   */
  requeue(
    projectId: string,
    id: string,
    at: number,
    request?: IdempotentRequest | null,
    replacement?: Replacement | null,
  ): Promise<SourceRow | 'busy' | null>;
  /** Moves to `processing`, or updates its progress; ignored once the source is gone. Refused (false) where the job's fence has moved on. */
  progress(fence: JobFence, sourceId: string, progress: SourceProgress): Promise<boolean>;
  /** Queues what is to be read anew by itself by now, and sets when next; returns how many. */
  queueDue(now: number): Promise<number>;
  /** Reading it anew showed nothing new: `completed` with what is indexed already, and the job done. False where the fence has moved on. */
  unchanged(fence: JobFence, sourceId: string, metadata: SourceMetadata, at: number): Promise<boolean>;
  /**
   * Ends the job and writes down why, in one transaction, where the fence still holds. What has been published goes on to
   * answer, and its source stays `completed` with the error beside it; any other is `failed`. A replacement is erased.
   */
  fail(fence: JobFence, sourceId: string, error: SourceError): Promise<boolean>;
  /**
   * Removes the source's row, its job and its pages at once (no search finds them any more), then document, chunks, vectors, index
   * terms and the original in short batches; stored answers that cited it lose the citation's text and quote, and the
   * sentences that carried its markers are replaced by a notice. Resolves when no byte of it is left. False: not there.
   */
  delete(projectId: string, id: string): Promise<boolean>;
}

/** The parsed text of a source's live generation. */
export interface DocumentRow {
  sourceId: string;
  title: string | null;
  language: string;
  text: string;
}

export interface Documents {
  bySource(projectId: string, sourceId: string): Promise<DocumentRow | null>;
  /** The languages of a project's live documents, most frequent first. */
  languages(projectId: string): Promise<string[]>;
}

export interface NewChunk {
  seq: number;
  start: number;
  end: number;
  text: string;
  headings: string[];
  page: number | null;
  headingTerms: string;
  terms: string;
  embedding: Float32Array;
}

/** A chunk with what an answer needs to know of its source. */
export interface ChunkRow {
  id: string;
  sourceId: string;
  /** The document's title, else file name or address. */
  title: string;
  language: string;
  seq: number;
  start: number;
  end: number;
  text: string;
  headings: string[];
  page: number | null;
  /** Of the page of the web that it was read from; null for files and texts. */
  address: string | null;
  indexedAt: number;
}

export interface Chunks {
  /**
   * Opens a new generation of a source for writing, removing what an earlier, unfinished attempt of the same source left.
   * No search sees a generation before `publish`. Null where the fence has moved on or the source is gone.
   */
  begin(fence: JobFence, source: { projectId: string; sourceId: string }): Promise<number | null>;
  /** Writes chunks, text index and vectors of the generation; call with at most 50. False where the fence has moved on. */
  append(fence: JobFence, generation: number, chunks: NewChunk[]): Promise<boolean>;
  /**
   * One transaction: the document text, the generation made live, the old one retired, the source `completed` (with the
   * file that replaces its own, if the job brought one), the job done. False where the fence has moved on or the source is
   * gone. The retired rows and the replaced original are erased afterwards.
   */
  publish(
    fence: JobFence,
    generation: number,
    result: {
      document: Omit<DocumentRow, 'sourceId'>;
      chunksCount: number;
      metadata: SourceMetadata;
      /** Pages of the web. */
      validators?: Validators;
      at: number;
    },
  ): Promise<boolean>;
  /** Erases retired and orphaned generations in short batches; run at start and after each publish. Returns the chunks erased. */
  sweep(): Promise<number>;
  /** Of live generations only. Order of the answer is that of `ids`; missing ones are left out. */
  byIds(projectId: string, ids: string[]): Promise<ChunkRow[]>;
  /** The neighbours of a chunk in its document, in order: seq − before … seq + after, itself included. */
  around(projectId: string, id: string, before: number, after: number): Promise<ChunkRow[]>;
  count(projectId: string): Promise<number>;
}

export interface SearchHit {
  chunkId: string;
  /** Higher is better; comparable within one list only. */
  score: number;
}

/** What differs per engine. Always scoped to one project and to live generations; both lists best first. */
export interface SearchIndex {
  /**
   * BM25 over `terms` and `headingTerms`, as an OR of the given terms; very common terms are left out where rarer ones
   * remain. Terms are data, never query syntax: any string is safe.
   */
  text(projectId: string, terms: string[], limit: number): Promise<SearchHit[]>;
  /** Nearest by cosine; `embedding` is a unit vector of the configured dimensions. Throws on any other shape or a non-finite number. */
  vector(projectId: string, embedding: Float32Array, limit: number): Promise<SearchHit[]>;
  /** In how many live chunks of the project each term occurs, and how many there are. */
  frequencies(projectId: string, terms: string[]): Promise<{ chunks: number; byTerm: Map<string, number> }>;
}

// — jobs —

/** Proof that a worker still holds a job: writes with an old attempt are refused. */
export interface JobFence {
  jobId: string;
  owner: string;
  attempt: number;
}

export interface JobRow extends JobFence {
  projectId: string;
  sourceId: string;
  /** What is to be read in place of the source's own file. */
  replacement: Replacement | null;
}

/** An original that is to take the place of another, and what is known of it. */
export interface Replacement {
  fileId: string;
  metadata: SourceMetadata;
}

export interface Jobs {
  /** Takes the next job (new, due again, or with a lease run out), fair between projects; its source becomes `processing`. Null: nothing to do. */
  claim(owner: string, now: number, leaseMs: number): Promise<JobRow | null>;
  /** False: the lease is lost, stop working. */
  heartbeat(fence: JobFence, now: number, leaseMs: number): Promise<boolean>;
  /** Does the fence still hold? Only looks, and so may be asked often. */
  held(fence: JobFence): Promise<boolean>;
  /** Puts the job back for a later try, source back to `pending`; false where this was the last of 3 attempts or the fence has moved on. */
  retry(fence: JobFence, runAt: number): Promise<boolean>;
  /** Puts a job that has more to do back until then: its attempts begin anew, its source goes on being `processing`. */
  pause(fence: JobFence, runAt: number): Promise<void>;
  /** Puts the job back for the next start, source back to `pending`, as if this attempt had never begun: a stop is nobody's fault. */
  release(fence: JobFence): Promise<void>;
  /**
   * On start of the single-process store: releases every lease (their owner is gone), sources `processing` → `pending`.
   * A job that has had its 3 attempts fails its source, as `Sources.fail`; returns the ids of these sources.
   */
  recover(now: number, interrupted: SourceError): Promise<string[]>;
  /** The same for the jobs whose lease has run out on their third attempt: a file that kills its reader must not come back for ever. */
  failAbandoned(now: number, interrupted: SourceError): Promise<string[]>;
  /** How many there are of each state. */
  counts(): Promise<{ queued: number; running: number }>;
  /** When the next job is due, or null: lets the worker sleep. */
  nextRunAt(): Promise<number | null>;
}

// — conversations —

/** A stored citation: the wire citation without `url`, with what signing one needs. */
export interface StoredCitation {
  id: number;
  sourceId: string;
  chunkId: string;
  title: string;
  page: number | null;
  heading: string | null;
  text: string;
  quote: string;
  /** Offsets of the quote in the document text. */
  quoteStart: number;
  quoteEnd: number;
  address: string | null;
  indexedAt: number;
}

export interface MessageRow {
  id: string;
  conversationId: string;
  /** 1, 2, 3 … without a gap. */
  seq: number;
  role: 'user' | 'assistant';
  text: string;
  citations: StoredCitation[];
  finishReason: string | null;
  usage: TokenUsage | null;
  rating: Rating | null;
  comment: string | null;
  createdAt: number;
}

export type NewMessage = Omit<MessageRow, 'seq' | 'conversationId' | 'rating' | 'comment'>;

export interface ConversationRow {
  id: string;
  projectId: string;
  /** Null for conversations held with an API key. */
  visitorId: string | null;
  createdAt: number;
  updatedAt: number;
}

/** A conversation as a list shows it. */
export interface ListedConversation extends ConversationRow {
  /** Its first question; empty where nothing was asked. */
  title: string;
  messages: number;
}

export interface Conversations {
  create(conversation: ConversationRow): Promise<void>;
  byId(projectId: string, id: string): Promise<ConversationRow | null>;
  /** The conversation that holds an answer. */
  byAnswer(projectId: string, messageId: string): Promise<ConversationRow | null>;
  /** Newest first; of one visitor only, unless `visitorId` is null. */
  list(projectId: string, visitorId: string | null, paging: Paging): Promise<Page<ListedConversation>>;
  /** Oldest first. */
  messages(conversationId: string, paging: Paging): Promise<Page<MessageRow>>;
  /** What a reader thought of an answer; null takes it back. False where the conversation has no such answer. */
  rate(conversationId: string, messageId: string, rating: Rating | null, comment: string | null): Promise<boolean>;
  /** Resolves when no byte of it is left. False: not there. */
  delete(projectId: string, id: string): Promise<boolean>;
  /** Appends at the next seq; sets `updatedAt`. Null where the conversation is gone. */
  append(conversationId: string, message: NewMessage): Promise<MessageRow | null>;
  /** Oldest first; the last `limit` of them. */
  recentMessages(conversationId: string, limit: number): Promise<MessageRow[]>;
  /** Deletes conversations not touched since; returns how many. */
  deleteOlderThan(updatedBefore: number): Promise<number>;
}

// — limits and files —

export interface LimitState {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Milliseconds until the oldest counted request leaves the window (allowed), or until one is free again (refused). */
  resetMs: number;
}

/** A sliding log: at most `limit` in any `windowMs`. A refused request does not count. */
export interface Limits {
  hit(subject: string, limit: number, windowMs: number, now: number): Promise<LimitState>;
}

/** What may still be asked on a day; null is without limit. */
export interface DailyLimits {
  project: number | null;
  visitor: number | null;
}

export interface Budgets {
  /**
   * Counts one question of a project, and of a visitor where there is one, on a day (`yyyy-mm-dd`); false, and nothing
   * counted, where either has had its number.
   */
  take(projectId: string, visitorId: string | null, day: string, limits: DailyLimits): Promise<boolean>;
  /** Forgets the days before. */
  sweep(before: string): Promise<number>;
}

/** Uploaded originals. Ids are random; names from outside never reach a path. */
export interface Files {
  /** Moves a temporary file in; returns its id. */
  adopt(temporaryPath: string): Promise<string>;
  /** A local path to read, null where it is gone. */
  path(fileId: string): Promise<string | null>;
  delete(fileId: string): Promise<void>;
  /** A directory on the same file system for uploads under way; emptied at start. */
  readonly temporaryDirectory: string;
}

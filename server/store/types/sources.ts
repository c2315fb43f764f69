import type {
  CrawlOptions,
  SourceError,
  SourceMetadata,
  SourceProgress,
  SourceReading,
  SourceStatus,
  SourceType,
} from '@footnote/sdk/contract';
import {
  hidden,
  initially,
  json,
  large,
  type NewRow,
  nullable,
  oneOf,
  orElse,
  type Row,
  shaped,
  table,
  text,
  time,
  whole,
} from '../table.ts';
import type { IdempotentRequest } from './accounts.ts';
import type { JobFence, Replacement } from './jobs.ts';
import type { Page, Paging } from './paging.ts';

const stored = table('sources', {
  id: text,
  number: hidden(large),
  projectId: text,
  type: oneOf<SourceType>(),
  status: oneOf<SourceStatus>(),
  metadata: json<SourceMetadata>(),
  /** Unique in the project, such as its path in a folder; null if it has only its id. */
  externalId: initially(null, nullable(text)),
  /** The address of the page that shows the document, which citations open. */
  url: initially(null, nullable(text)),
  labels: initially<Record<string, string>>(
    {},
    orElse(() => ({}), json<Record<string, string>>()),
  ),
  /** The stored original (Files), null where there is none. */
  fileId: nullable(text),
  /** Of the original, or of the text of a page. */
  bytes: hidden(initially(0, large)),
  /** SHA-256 of the content that was sent last, hex; null for pages, and for sources of earlier versions. */
  contentHash: initially(null, nullable(text)),
  chunksCount: initially(0, whole),
  progress: initially(null, nullable(json<SourceProgress>())),
  /** What was found when its document was read; null if there is nothing to tell. */
  reading: initially(null, nullable(json<SourceReading>())),
  error: initially(null, nullable(json<SourceError>())),
  createdAt: time,
  updatedAt: time,
  completedAt: initially(null, nullable(time)),
  /** The git repository that it is read from, and the page of its forge where its file is changed. */
  repositoryId: initially(null, nullable(text)),
  editUrl: initially(null, nullable(text)),
  /** The site that it is a page of. */
  parentId: initially(null, nullable(text)),
  /** A site: what of it is wanted. */
  crawl: initially(null, nullable(json<Required<CrawlOptions>>())),
  /** The server reads it again after this many hours. */
  refreshHours: initially(null, nullable(whole)),
  refreshAt: hidden(initially(null, nullable(time))),
  /** Null where nothing has been read, or the last attempt failed. */
  validators: initially(null, nullable(json<Validators>())),
});

/**
 * How many sources a project has, and the bytes of all. Kept in the transactions that change them: counting takes longer with each
 * source, and a crawl asks at each page. A project that never had a source has no row.
 */
export const sourceTotals = table('source_totals', { projectId: text, sources: large, bytes: large }, ['projectId']);

/** What only a source of the web has. */
export type WebState = Pick<Row<typeof stored>, 'parentId' | 'crawl' | 'refreshHours' | 'validators'>;

export interface SourceRow extends Omit<Row<typeof stored>, keyof WebState> {
  /** Sources of type `url` only. */
  web?: WebState;
}

export type NewSource = Omit<NewRow<typeof stored>, keyof WebState> & Pick<SourceRow, 'web'>;

export const sources = shaped(
  stored,
  ({ parentId, crawl, refreshHours, validators, ...source }): SourceRow =>
    source.type === 'url' ? { ...source, web: { parentId, crawl, refreshHours, validators } } : source,
);

/** What a web server said of a page, to ask it next time whether the page has changed. */
export interface Validators {
  /** The address that answered so, after redirects: these are not another page's. */
  url: string;
  etag: string | null;
  lastModified: string | null;
  /** SHA-256 of the decoded bytes, hex: also tells what is unchanged where a server does not. */
  digest: string;
}

/** What of a source its owner may change; what is absent stays. */
export interface SourceChanges {
  /** Throws where another source of the project has it. */
  externalId?: string;
  url?: string | null;
  labels?: Record<string, string>;
  repositoryId?: string;
  editUrl?: string | null;
  refreshHours?: number | null;
  crawl?: Required<CrawlOptions>;
}

/** What the server's settings allow; null for no limit. A project may have quotas of its own in their place. */
export interface SourceQuotas {
  /** Of a project. */
  sources: number | null;
  /** Of all sources of an account. */
  bytes: number | null;
  /** Of all sources of a project. */
  projectBytes: number | null;
}

/** Why a source was not made. */
export interface RefusedSource {
  refused: { code: string; message: string };
}

export interface Sources {
  /**
   * The source and its ingestion job, in one transaction; `request` as for a project. `admission`: the bytes of its
   * original, and the quotas, else it counts as empty and without limits. Throws 400 `quota_reached`; 429 `in_progress` where
   * another request has just given its external id to another source.
   */
  create(
    source: NewSource,
    request?: IdempotentRequest | null,
    admission?: { size: number; quotas: SourceQuotas },
  ): Promise<SourceRow>;
  /** The same for several sources of one project in one transaction, each by itself: in place of one is what `create` throws. */
  createAll(given: { source: NewSource; size: number }[], quotas: SourceQuotas): Promise<(SourceRow | RefusedSource)[]>;
  byId(id: string): Promise<SourceRow | null>;
  /** Those of the project that have one of these external ids. */
  byExternalIds(projectId: string, externalIds: string[]): Promise<SourceRow[]>;
  /** Whether the project may have another source, of which the size is not known yet. */
  hasRoom(projectId: string, quotas: SourceQuotas): Promise<boolean>;
  /** Of all projects together; those that could not be read; and their passages. */
  counts(): Promise<{ all: number; failed: number; passages: number }>;
  /** Is any of the project waiting to be read, or being read? */
  underWay(projectId: string): Promise<boolean>;
  listByProject(projectId: string, paging: Paging): Promise<Page<SourceRow>>;
  /**
   * Queues a job that reads the source again, or what is to replace it; it becomes `pending`, and what was published before
   * answers, under its own name and with its own original, until the new is. Where nothing has been published the
   * replacement takes its place at once. Null: not there. `busy`: a job is queued or running already. `request` as for a
   * project. `admission`: of the replacement, as for a new source.
   */
  requeue(
    projectId: string,
    id: string,
    at: number,
    request?: IdempotentRequest | null,
    replacement?: Replacement | null,
    admission?: { size: number; quotas: SourceQuotas },
  ): Promise<SourceRow | 'busy' | null>;
  /** The same for a replacement that also takes the place of one that is queued or being read: the latest counts. */
  supersede(
    projectId: string,
    id: string,
    at: number,
    replacement: Replacement,
    admission: { size: number; quotas: SourceQuotas },
  ): Promise<SourceRow | null>;
  /**
   * The source as changed; schedule and crawl only of one of type `url`. A new number of hours counts from when it was last
   * read by itself, or from `at`. Null: not there.
   */
  update(projectId: string, id: string, changes: SourceChanges, at: number): Promise<SourceRow | null>;
  /** Moves to `processing`, or updates its progress; ignored once the source is gone. Refused (false) where the job's fence has moved on. */
  progress(fence: JobFence, sourceId: string, progress: SourceProgress): Promise<boolean>;
  /** Queues the sources whose refresh is due and schedules their next one; returns how many. */
  queueDue(now: number): Promise<number>;
  /** The source has not changed: it becomes `completed` with what is indexed already, and the job ends. False if the fence no longer holds. */
  unchanged(fence: JobFence, sourceId: string, metadata: SourceMetadata, at: number): Promise<boolean>;
  /**
   * Ends the job and writes down why, in one transaction, where the fence still holds. What has been published still
   * answers, and its source stays `completed` with the error beside it; any other is `failed`. A replacement is erased.
   */
  fail(fence: JobFence, sourceId: string, error: SourceError): Promise<boolean>;
  /**
   * Removes the source's row, its job and its pages (of a repository's id, all of its sources) at once (no search finds them any more), then document, chunks, vectors, index
   * terms and the original in short batches; stored answers that cited it lose the citation's text and quote, and the
   * sentences that carried its markers are replaced by a notice. Resolves when no byte of it is left. False: not there.
   */
  delete(projectId: string, id: string): Promise<boolean>;
}

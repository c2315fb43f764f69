import type { SourceError, SourceMetadata } from '@footnote/sdk/contract';
import { initially, json, nullable, oneOf, table, text, time, whole } from '../table.ts';

/** Proof that a worker still holds a job: writes with an old attempt are refused. */
export interface JobFence {
  jobId: string;
  owner: string;
  attempt: number;
}

export const jobs = table('jobs', {
  id: text,
  projectId: text,
  sourceId: text,
  kind: oneOf<JobKind>(),
  state: oneOf<'queued' | 'running'>(),
  runAt: time,
  attempt: whole,
  owner: initially(null, nullable(text)),
  leaseUntil: initially(null, nullable(time)),
  createdAt: time,
  /** A file and its metadata, which replace the source's own once the file has been read. */
  replacementFileId: nullable(text),
  replacementMetadata: nullable(json<SourceMetadata>()),
});

export interface JobRow extends JobFence {
  /** The account that the project belongs to. */
  accountId: string;
  projectId: string;
  sourceId: string;
  /** What is to be read in place of the source's own file. */
  replacement: Replacement | null;
}

/** An original that is to take the place of another, and what is known of it. */
export interface Replacement {
  fileId: string;
  metadata: SourceMetadata;
  /** Known while it is queued. */
  contentHash?: string;
}

/** Which jobs; all by default. */
export interface JobChoice {
  /** `web`: of pages and sites; `file`: of all other sources. */
  kind?: JobKind;
  /** Accounts whose jobs are left alone. */
  exceptAccounts?: string[];
}

/** What a job begins with: an address to fetch, or a file that is there. */
export type JobKind = 'web' | 'file';

export interface Jobs {
  /** May there be a job to take? Another worker may be faster. */
  isDue(now: number, choice?: JobChoice): Promise<boolean>;
  /**
   * Takes the next job (new, due again, or with a lease run out), fair between accounts and between the projects of each; its
   * source becomes `processing`. Null: nothing to do.
   */
  claim(owner: string, now: number, leaseMs: number, choice?: JobChoice): Promise<JobRow | null>;
  /** False: the lease is lost, stop working. */
  heartbeat(fence: JobFence, now: number, leaseMs: number): Promise<boolean>;
  /** Does the fence still hold? Only looks, and so may be asked often. */
  held(fence: JobFence): Promise<boolean>;
  /** Puts the job back for a later try, source back to `pending`; false where this was the last of 3 attempts or the fence has moved on. */
  retry(fence: JobFence, runAt: number): Promise<boolean>;
  /** Puts a job with more to do back in the queue until then: its attempts start over, its source stays `processing`. */
  pause(fence: JobFence, runAt: number): Promise<void>;
  /** Puts the job back for the next start, source back to `pending`, as if this attempt had never begun: a stop is no one's fault. */
  release(fence: JobFence): Promise<void>;
  /**
   * On start. Where only one process uses the store: releases every lease (their owner is gone), sources `processing` →
   * `pending`; a job that has had its 3 attempts fails its source, as `Sources.fail`. Where several share it: as
   * `failAbandoned`, as other jobs are in other hands until their lease is over. Returns the ids of the sources that failed.
   */
  recover(now: number, interrupted: SourceError): Promise<string[]>;
  /** The same for the jobs whose lease has run out on their third attempt: a file that kills its reader must not come back for ever. */
  failAbandoned(now: number, interrupted: SourceError): Promise<string[]>;
  /** How many there are of each state. */
  counts(): Promise<{ queued: number; running: number }>;
  /** When the next job is due, or null: lets the worker sleep. */
  nextRunAt(choice?: JobChoice): Promise<number | null>;
}

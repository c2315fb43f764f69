import type { Readable } from 'node:stream';
import { bytes, flag, initially, large, nullable, table, text, time, whole } from '../table.ts';

export interface LimitState {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Milliseconds until the oldest counted request leaves the window (allowed), or until one is free again (refused). */
  resetMs: number;
}

/** Who attempts something that may fail, and how many failures are free before each one is waited for. */
export interface Attempting {
  subject: string;
  free: number;
}

/** What counts against a subject, in the format of its limit. `version` changes with each write. */
export const limitStates = table('limit_states', { subject: text, state: text, version: text, forgetAt: time }, [
  'subject',
]);

export interface Limits {
  /**
   * A sliding log: at most `limit` in any `windowMs`. The request counts as `cost` (default 1, at most the limit), and not at all
   * if it is refused.
   */
  hit(subject: string, limit: number, windowMs: number, now: number, cost?: number): Promise<LimitState>;
  /** Takes a hit back that was allowed at that time: whatever is counted afterwards is as if it had never been made. */
  takeBack(subject: string, windowMs: number, at: number, now: number): Promise<void>;
  /**
   * Counts an attempt of all of these as failed, from its start, so that parallel ones count too. Returns 0, or the
   * milliseconds to wait where one of them is blocked: from the last free one on for a second, and each time for twice as
   * long, up to a quarter of an hour. What failed is forgotten after an hour.
   */
  attempt(attempting: Attempting[], now: number): Promise<number>;
  /** The attempt succeeded: `all` failures of the subject are forgotten, or this `one` was none. */
  forgive(subject: string, failures: 'all' | 'one', now: number): Promise<void>;
  /** Forgets subjects without a counted request; returns how many. */
  sweep(now: number): Promise<number>;
}

/** Questions of a project on a day (UTC), and of each of its visitors; tables/usage/budgets.ts says what other subjects there are. */
export const dailyQuestions = table('daily_questions', { projectId: text, day: text, visitorId: text, asked: whole }, [
  'projectId',
  'day',
  'visitorId',
]);

/** Questions allowed per day; null: no limit. */
export interface DailyLimits {
  project: number | null;
  visitor: number | null;
  address: number | null;
}

/** Whose questions count besides those of the project: a visitor's, and those from an address (a hash), if not null. */
export interface BudgetAsker {
  visitorId: string | null;
  address: string | null;
}

export interface Budgets {
  /**
   * Counts one question of a project, and of the visitor and the address where there is one, on a day (`yyyy-mm-dd`); false,
   * and nothing counted, where one of them has had its number.
   */
  take(projectId: string, asker: BudgetAsker, day: string, limits: DailyLimits): Promise<boolean>;
  /** Counts one question of a project for a limit of its own; false, and nothing counted, where it is reached. */
  takeQuota(projectId: string, day: string, limit: number): Promise<boolean>;
  /** Forgets the days before. */
  sweep(before: string): Promise<number>;
}

/** Originals that are not on a disk, in parts; only those that are whole are visible. */
export const files = table('files', {
  id: text,
  size: initially(0, large),
  parts: initially(0, whole),
  whole: initially(false, flag),
  storedAt: time,
  /** When it was first seen that no row refers to it. */
  orphanedSince: initially(null, nullable(time)),
});
export const fileParts = table('file_parts', { fileId: text, seq: whole, bytes }, ['fileId', 'seq']);

/** An uploaded original. */
export interface StoredFile {
  /** Bytes. */
  size: number;
  /** Its bytes, read only as fast as they are taken. It fails where the file is deleted meanwhile. */
  stream(): Readable;
  /** A path to read it under, for a program that needs one, until `release`. */
  borrow(): Promise<{ path: string; release(): Promise<void> }>;
}

/**
 * Uploaded originals: on the disk of the one server, or in the database that several share. Ids are random; names from
 * outside never reach a path.
 */
export interface Files {
  /** Moves a temporary file into the store; returns its id. */
  adopt(temporaryPath: string): Promise<string>;
  /** The same for several, in their order: all of them or none. */
  adoptAll(temporaryPaths: string[]): Promise<string[]>;
  /** Null if there is no such file. */
  find(fileId: string): Promise<StoredFile | null>;
  delete(fileId: string): Promise<void>;
  /**
   * Removes files that nothing refers to: those that were not stored whole before one time, and those that were first seen to be
   * without a row before another. On a disk, a start looks for them.
   */
  sweep(ages: { unfinishedBefore: number; orphanedBefore: number }): Promise<void>;
  /** For uploads and downloads under way, on this machine. */
  readonly temporaryDirectory: string;
}

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

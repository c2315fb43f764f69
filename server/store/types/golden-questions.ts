import { flag, hidden, json, large, named, nullable, oneOf, type Row, table, text, time } from '../table.ts';
import type { Page, Paging } from './paging.ts';

/** A question, and what its answer must hold. */
export const goldenQuestions = table('golden_questions', {
  id: text,
  number: hidden(large),
  projectId: text,
  question: text,
  /** Must occur in the answer; null for any. */
  text: named('expected_text', nullable(text)),
  /** Title, file name, address, external id or id of the source that must be cited; null for any. */
  source: named('expected_source', nullable(text)),
  /** The documents must not answer it. */
  refused: flag,
  createdAt: time,
});
export type GoldenQuestionRow = Row<typeof goldenQuestions>;

/** Why an answer is not as it must be. */
export type GoldenFault = 'text_missing' | 'source_not_cited' | 'not_refused' | 'refused' | 'failed';

export interface GoldenResult {
  questionId: string;
  question: string;
  /** Null if it is as it must be. */
  fault: GoldenFault | null;
  /** The beginning of the answer. */
  answer: string;
}

export const goldenChecks = table('golden_checks', {
  id: text,
  number: hidden(large),
  projectId: text,
  state: oneOf<'running' | 'done' | 'cancelled' | 'failed'>(),
  /** How many questions there are. */
  total: large,
  /** Of those asked so far, in order. */
  results: json<GoldenResult[]>(),
  startedAt: time,
  /** When the process that runs it was last heard of. */
  seenAt: time,
  endedAt: nullable(time),
});
export type GoldenCheckRow = Row<typeof goldenChecks>;

export interface GoldenQuestions {
  /** `most`: how many the project may have. Throws 400 `quota_reached`, and 404 if the project is gone. */
  create(row: GoldenQuestionRow, most: number): Promise<GoldenQuestionRow>;
  /** Oldest first. */
  list(projectId: string, paging: Paging): Promise<Page<GoldenQuestionRow>>;
  /** False if it is gone. */
  delete(projectId: string, id: string): Promise<boolean>;
  /** Starts a check; false if another of the project has been heard of since `seenAfter`. Forgets all but the latest `keep`. */
  begin(check: GoldenCheckRow, seenAfter: number, keep: number): Promise<boolean>;
  /** Writes how far a running check is, or how it ended; false if it is not running any more. */
  progress(
    check: Pick<GoldenCheckRow, 'id' | 'projectId' | 'state' | 'results' | 'seenAt' | 'endedAt'>,
  ): Promise<boolean>;
  /** Ends a running check as cancelled; false if it is not running. */
  cancel(projectId: string, id: string, at: number): Promise<boolean>;
  check(projectId: string, id: string): Promise<GoldenCheckRow | null>;
  /** Newest first. */
  checks(projectId: string, paging: Paging): Promise<Page<GoldenCheckRow>>;
}

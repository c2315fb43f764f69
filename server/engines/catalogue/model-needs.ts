import { modelSize } from './model-catalogue.ts';
import type { Model } from './model-types.ts';

/** The oldest GNU C library for which the native code of each runtime is built. There is no build for other C libraries. */
export const GLIBC_NEEDED: Record<Model['runtime'], string> = {
  transformers: '2.28',
  llama: '2.34',
  'llama-node': '2.29',
};

/** The processors for which all of these packages have native code, as Node names them. */
export const ARCHITECTURES = ['x64', 'arm64'];

/**
 * The memory that a model takes at most, in bytes: about twice its size while an ONNX file is loaded; a GGUF file is mapped,
 * but most of it is rearranged for the processor, and the context of two answers comes on top. Measured with generated files
 * of 20 to 1000 MB.
 */
export function memoryNeeded(model: Model): number {
  const size = modelSize(model);
  return model.runtime === 'transformers' ? 2 * size + 200e6 : 1.2 * size + 500e6;
}

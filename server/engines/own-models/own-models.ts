import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../../platform/files/write-file-atomic.ts';
import { commandLine } from '../../platform/program/command-line.ts';
import { MODEL_CATALOGUE } from '../catalogue/model-catalogue.ts';
import type { Model } from '../catalogue/model-types.ts';

const common = {
  name: z.string().regex(/^[a-zA-Z0-9][\w.-]{0,79}$/),
  /** There is no repository to download it from. */
  repository: z.literal(''),
  /** Of its files: a hash, as part of the name of its vectors. */
  revision: z.string().regex(/^[0-9a-f]{64}$/),
  files: z.array(
    z.strictObject({
      path: z.enum(['model.gguf', 'config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model.onnx']),
      size: z.int().min(1),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
  licence: z.string(),
  languages: z.string(),
  contextTokens: z.int().min(1),
};
const runtime = z.literal('transformers');

const ownModels = z.array(
  z.discriminatedUnion('purpose', [
    z.strictObject({ ...common, purpose: z.literal('generation'), runtime: z.literal('llama') }),
    z.strictObject({ ...common, purpose: z.literal('reranking'), runtime }),
    z.strictObject({ ...common, purpose: z.literal('verifying'), runtime, languageTags: z.null() }),
    z.strictObject({
      ...common,
      purpose: z.literal('embedding'),
      runtime,
      dimensions: z.int().min(1),
      pooling: z.enum(['mean', 'cls', 'last']),
      queryPrefix: z.string(),
      passagePrefix: z.string(),
    }),
  ]),
);

const pathIn = (dataDir: string) => join(dataDir, 'own-models.json');

/** The models that the operator added. Throws an Error if the file holds something else: their checksums are in it. */
export async function readOwnModels(dataDir: string): Promise<Model[]> {
  const path = pathIn(dataDir);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '[]';
    throw error;
  });
  try {
    return ownModels.parse(JSON.parse(text));
  } catch {
    throw new Error(`${path} is damaged. Remove it, and add your models again with: ${commandLine('models add')}`);
  }
}

/** Those on offer, then the operator's own. */
export const allModels = async (dataDir: string): Promise<Model[]> => [
  ...MODEL_CATALOGUE,
  ...(await readOwnModels(dataDir)),
];

export async function keepOwnModel(dataDir: string, model: Model): Promise<void> {
  await store(dataDir, [...(await readOwnModels(dataDir)), model]);
}

export async function forgetOwnModel(dataDir: string, name: string): Promise<void> {
  await store(
    dataDir,
    (await readOwnModels(dataDir)).filter((model) => model.name !== name),
  );
}

const store = (dataDir: string, models: Model[]) => writeFileAtomic(pathIn(dataDir), `${JSON.stringify(models)}\n`);

import { join } from 'node:path';
import { describe } from 'vitest';
import { areThere, GEMMA, REAL_EMBEDDERS, WEIGHTS } from '../../../.build/weights.ts';
import { MODEL_CATALOGUE } from '../../../server/engines/catalogue/model-catalogue.ts';
import type { EmbeddingModel, GenerationModel, LocalModel } from '../../../server/engines/catalogue/model-types.ts';
import type { EngineName } from '../../../server/engines/packages/engine-packages.ts';
import { hasEngines } from './engines.ts';

export { REAL_EMBEDDERS, WEIGHTS };

/** `describe` for tests of real models. Skips them unless `npm run weights` has laid them out and the engines can be added. */
export async function describeWithWeights(weights: string[], engines: EngineName[]): Promise<typeof describe> {
  const models = [...MODEL_CATALOGUE, GEMMA].filter(({ name }) => weights.includes(name));
  if (models.every(areThere) && (await hasEngines(...engines))) return describe;
  if (!models.every(areThere))
    process.stderr.write(`Skipped, as ${weights.join(' or ')} is not here: npm run weights\n`);
  return describe.skip as typeof describe;
}

export function realEmbedder(name: (typeof REAL_EMBEDDERS)[number]): LocalModel<EmbeddingModel> {
  const model = MODEL_CATALOGUE.find((each) => each.name === name);
  if (model?.purpose !== 'embedding') throw new Error(`${name} is no embedding model.`);
  return { model, directory: join(WEIGHTS, name) };
}

/** Gemma 3 270M as a base model, with a context of so many tokens. */
export function realGenerator(contextTokens = 2_048): LocalModel<GenerationModel> {
  const model: GenerationModel = {
    ...GEMMA,
    purpose: 'generation',
    runtime: 'llama',
    repository: 'google/gemma-3-270m',
    revision: '0'.repeat(40),
    licence: 'Gemma',
    languages: 'many',
    contextTokens,
  };
  return { model, directory: join(WEIGHTS, GEMMA.name) };
}

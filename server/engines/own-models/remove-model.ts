import { rm } from 'node:fs/promises';
import { isOwn } from '../catalogue/model-catalogue.ts';
import { modelFolder } from '../catalogue/model-folder.ts';
import type { Model } from '../catalogue/model-types.ts';
import { forgetOwnModel } from './own-models.ts';

/** Removes the files of a model, and the entry of one that the operator added. */
export async function removeModel(
  model: Model,
  { dataDir, modelsDir }: { dataDir: string; modelsDir: string },
): Promise<void> {
  await rm(modelFolder(modelsDir, model), { recursive: true, force: true });
  if (isOwn(model)) await forgetOwnModel(dataDir, model.name);
}

import { join } from 'node:path';
import { findModel } from '../../server/engines/catalogue/model-catalogue.ts';
import { verifyModel } from '../../server/engines/catalogue/model-folder.ts';
import type { Model } from '../../server/engines/catalogue/model-types.ts';
import type { FileEntry } from './entries.ts';

/** The available models and their directory. */
export interface ModelsAtHand {
  modelsDir: string;
  catalogue: Model[];
}

/**
 * The files of a model below `models/`, where the server looks for them. Throws an error for the user if the name is unknown,
 * or if the model is missing or damaged: the machine of the bundle could not repair it.
 */
export async function modelEntries(name: string, { modelsDir, catalogue }: ModelsAtHand): Promise<FileEntry[]> {
  const model = findModel(catalogue, name);
  if (model === null) {
    throw new Error(`there is no model ${name}. Available are ${catalogue.map((each) => each.name).join(', ')}.`);
  }
  const { directory } = await verifyModel(modelsDir, model);
  return model.files.map(({ path, size }) => ({
    path: `models/${name}/${path}`,
    from: join(directory, path),
    size: size ?? 0,
    executable: false,
  }));
}

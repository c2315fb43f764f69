import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findFault, modelFolder } from '../catalogue/model-folder.ts';
import type { Model } from '../catalogue/model-types.ts';

/** Whether the files of a model are those that were pinned; `checking` while they are read. */
type PinnedState = 'checking' | 'changed' | 'present';

interface Known {
  /** The sizes and times of the files when they were read. */
  seen: string;
  state: PinnedState;
}

/**
 * Tells whether files of the operator's models have changed since they were added. It reads them in the background, and again only
 * when their sizes or times have changed. What runs a model compares every byte all the same.
 */
export function createChangedModels(modelsDir: string) {
  const known = new Map<string, Known>();

  async function read(model: Model, entry: Known): Promise<void> {
    const directory = modelFolder(modelsDir, model);
    for (const file of model.files) {
      const fault = await findFault(join(directory, file.path), file).catch(() => 'cannot be read');
      if (fault !== null) {
        entry.state = 'changed';
        return;
      }
    }
    entry.state = 'present';
  }

  return {
    async state(model: Model): Promise<PinnedState> {
      const seen = await signatureOf(modelFolder(modelsDir, model), model);
      const before = known.get(model.revision);
      if (before?.seen === seen) return before.state;
      const entry: Known = { seen, state: 'checking' };
      known.set(model.revision, entry);
      void read(model, entry);
      return entry.state;
    },
  };
}

async function signatureOf(directory: string, { files }: Model): Promise<string> {
  const each = files.map(async ({ path }) => {
    const found = await stat(join(directory, path)).catch(() => null);
    return found ? `${found.size} ${found.mtimeMs} ${found.ctimeMs}` : 'missing';
  });
  return (await Promise.all(each)).join('\n');
}

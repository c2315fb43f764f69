import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterFile } from '../after-file.ts';

/** Creates a folder for models. It is removed after the file's tests. */
export function modelsFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-models-'));
  afterFile(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export { embeddingEntry, generationEntry, rerankingEntry, verifyingEntry, writeModel } from './entries.ts';

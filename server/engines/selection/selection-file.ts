import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine } from '../../platform/command-line.ts';
import { writeFileAtomic } from '../../platform/write-file-atomic.ts';

/** What `footnote models use` stored; null where nothing was chosen. */
export interface ModelSelection {
  /** The name of an embedding model, or `builtin`. */
  embedder: string | null;
  /** The name of a generation model, or `extractive`. */
  answerer: string | null;
}

/** A file and not a database row: a running server owns the database. */
const pathIn = (dataDir: string) => join(dataDir, 'chosen-models.json');

/** Throws an Error if the file holds something else. */
export async function readSelection(dataDir: string): Promise<ModelSelection> {
  const path = pathIn(dataDir);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  const name = (value: unknown) => (typeof value === 'string' ? value : null);
  try {
    const { embedder, answerer } = JSON.parse(text) as Record<string, unknown>;
    return { embedder: name(embedder), answerer: name(answerer) };
  } catch {
    throw new Error(`${path} is damaged. Remove it, and choose again with: ${commandLine('models use NAME')}`);
  }
}

/**
 * Written to a temporary file and renamed: a server that starts meanwhile reads either the old choice or the new one.
 */
export async function storeSelection(dataDir: string, changes: Partial<ModelSelection>): Promise<void> {
  const chosen = { ...(await readSelection(dataDir)), ...changes };
  await writeFileAtomic(pathIn(dataDir), `${JSON.stringify(chosen)}\n`);
}

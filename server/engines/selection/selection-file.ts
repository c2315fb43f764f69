import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '../../platform/files/write-file-atomic.ts';
import { commandLine } from '../../platform/program/command-line.ts';

/** A model server that was chosen in the console. */
export interface ChosenServer {
  /** Without a slash at its end. */
  url: string;
  model: string;
  /** Sealed; null for a server without keys. */
  key: string | null;
}

/** What `footnote models use` and the console stored; null where nothing was chosen. */
export interface ModelSelection {
  /** The name of an embedding model, or `builtin`. */
  embedder: string | null;
  /** The name of a generation model, `extractive`, or `openai` for `server`. */
  answerer: string | null;
  /** Kept while another answerer is chosen. */
  server: ChosenServer | null;
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
  try {
    const { embedder, answerer, server } = JSON.parse(text) as Record<string, unknown>;
    return { embedder: toText(embedder), answerer: toText(answerer), server: toServer(server) };
  } catch {
    throw new Error(`${path} is damaged. Remove it, and choose again with: ${commandLine('models use NAME')}`);
  }
}

const toText = (value: unknown) => (typeof value === 'string' ? value : null);

function toServer(value: unknown): ChosenServer | null {
  const { url, model, key } = (value ?? {}) as Record<string, unknown>;
  if (typeof url !== 'string' || typeof model !== 'string') return null;
  return { url, model, key: toText(key) };
}

/**
 * Written to a temporary file and renamed: a server that starts meanwhile reads either the old choice or the new one.
 */
export async function storeSelection(dataDir: string, changes: Partial<ModelSelection>): Promise<void> {
  const chosen = { ...(await readSelection(dataDir)), ...changes };
  await writeFileAtomic(pathIn(dataDir), `${JSON.stringify(chosen)}\n`);
}

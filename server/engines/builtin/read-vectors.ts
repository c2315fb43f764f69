import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openVectorTable, type VectorTable } from './vector-table.ts';
import { VECTORS_SHA256 } from './vectors-version.ts';

const FILE = fileURLToPath(new URL('./vectors.bin', import.meta.url));

let opened: VectorTable | null = null;

/** The table that ships with the server, loaded once per process. Throws an Error that says what to do. */
export function builtinVectors(): VectorTable {
  opened ??= readVectors(FILE, VECTORS_SHA256);
  return opened;
}

/** Reads a table and checks its SHA-256 (hexadecimal). Throws an Error that says what to do. */
export function readVectors(file: string, sha256: string): VectorTable {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new Error(`The built-in vectors cannot be read: ${(error as Error).message}. Install the server again.`);
  }
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error(
      `The built-in vectors in ${file} are damaged or belong to another version. Install the server again.`,
    );
  return openVectorTable(bytes);
}

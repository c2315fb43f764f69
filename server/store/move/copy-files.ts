import { createHash } from 'node:crypto';
import type { Reads } from '../db.ts';
import type { KeptFile, MoveEndpoint } from './move-endpoint.ts';

/** The ids of all files that sources, pending replacements or pending erasures refer to. */
export async function namedFiles(reads: Reads): Promise<Set<string>> {
  const rows = await reads.read<{ id: string }>(
    `select file_id as id from sources where file_id is not null
     union select replacement_file_id as id from jobs where replacement_file_id is not null
     union select file_id as id from erasures where file_id is not null`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The files that are referred to and exist. */
export async function filesOf(endpoint: MoveEndpoint): Promise<KeptFile[]> {
  const named = await namedFiles(endpoint.db);
  return (await endpoint.files.list()).filter(({ id }) => named.has(id));
}

/** Copies the originals that are missing at the target. */
export async function copyFiles(
  from: MoveEndpoint,
  to: MoveEndpoint,
  { onBytes, signal }: { onBytes: (bytes: number) => void; signal: AbortSignal },
): Promise<void> {
  const arrived = new Map((await to.files.list()).map(({ id, size }) => [id, size]));
  for (const { id, size } of await filesOf(from)) {
    signal.throwIfAborted();
    if (arrived.get(id) !== size) await to.files.write(id, from.files.read(id));
    onBytes(size);
  }
}

/** The ids of files that differ between source and target. */
export async function differingFiles(from: MoveEndpoint, to: MoveEndpoint, signal: AbortSignal): Promise<string[]> {
  const differing: string[] = [];
  const arrived = new Set((await to.files.list()).map(({ id }) => id));
  for (const { id } of await filesOf(from)) {
    signal.throwIfAborted();
    if (!arrived.has(id) || (await hashOf(from, id)) !== (await hashOf(to, id))) differing.push(id);
  }
  return differing;
}

async function hashOf(endpoint: MoveEndpoint, id: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of endpoint.files.read(id)) hash.update(bytes as Uint8Array);
  return hash.digest('hex');
}

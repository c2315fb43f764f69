import { createHash } from 'node:crypto';
import type { Reads } from '../db.ts';
import type { KeptFile, Side } from './side.ts';

/** What sources name, or what is to take the place of what they name. */
export async function namedFiles(reads: Reads): Promise<Set<string>> {
  const rows = await reads.read<{ id: string }>(
    `select file_id as id from sources where file_id is not null
     union select replacement_file_id as id from jobs where replacement_file_id is not null
     union select file_id as id from erasures where file_id is not null`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Those that are named and are there. */
export async function filesOf(side: Side): Promise<KeptFile[]> {
  const named = await namedFiles(side.db);
  return (await side.files.list()).filter(({ id }) => named.has(id));
}

/** Copies the originals that have not arrived; throws where one does not arrive as it was. */
export async function copyFiles(
  from: Side,
  to: Side,
  { onBytes, signal }: { onBytes: (bytes: number) => void; signal: AbortSignal },
): Promise<void> {
  const arrived = new Map((await to.files.list()).map(({ id, size }) => [id, size]));
  for (const { id, size } of await filesOf(from)) {
    signal.throwIfAborted();
    if (arrived.get(id) !== size) await to.files.write(id, from.files.read(id));
    onBytes(size);
  }
}

/** The names of those that are not the same on both sides. */
export async function differingFiles(from: Side, to: Side, signal: AbortSignal): Promise<string[]> {
  const differing: string[] = [];
  const arrived = new Set((await to.files.list()).map(({ id }) => id));
  for (const { id } of await filesOf(from)) {
    signal.throwIfAborted();
    if (!arrived.has(id) || (await hashOf(from, id)) !== (await hashOf(to, id))) differing.push(id);
  }
  return differing;
}

async function hashOf(side: Side, id: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of side.files.read(id)) hash.update(bytes as Uint8Array);
  return hash.digest('hex');
}

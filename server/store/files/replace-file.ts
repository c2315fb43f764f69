import type { Tx } from '../db.ts';
import type { Eraser, Erasure } from '../deletion/eraser.ts';
import { update } from '../rows.ts';
import { sources } from '../types/sources.ts';

/** Gives a source another original; the one that it had is the returned erasure's to remove. */
export async function replaceFile(tx: Tx, eraser: Eraser, sourceId: string, fileId: string): Promise<Erasure[]> {
  const [source] = await tx.read<{ file_id: string | null }>('select file_id from sources where id = ?', [sourceId]);
  await update(tx, sources, { fileId }, 'id = ?', [sourceId]);
  const replaced = source?.file_id ?? null;
  return replaced === null ? [] : [await eraser.note(tx, { id: replaced, kind: 'file', fileId: replaced })];
}

import { removeJobs } from '../coordination/job-fence.ts';
import type { Tx } from '../db.ts';
import type { Eraser, Erasure } from '../deletion/eraser.ts';

/** Makes a project unfindable, inside the caller's transaction; what hangs on it is the returned erasures' to remove. */
export async function removeProject(tx: Tx, eraser: Eraser, id: string): Promise<Erasure[]> {
  await tx.write('delete from projects where id = ?', [id]);
  // Workers lose their fence, and no search or citation finds a chunk from here on.
  const replacements = await removeJobs(tx, eraser, 'project_id = ?', id);
  await tx.write("update generations set state = 'retired' where project_id = ?", [id]);
  return [...replacements, await eraser.note(tx, { id, kind: 'project', fileId: null })];
}

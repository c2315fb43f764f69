import { removeJobs } from '../coordination/job-fence.ts';
import type { Tx } from '../db.ts';
import type { Eraser, Erasure } from '../deletion/eraser.ts';
import { remove, update } from '../rows.ts';
import { generations } from '../types/chunks.ts';
import { projects } from '../types/projects.ts';

/** Removes a project in the caller's transaction. The returned erasures remove what depends on it. */
export async function removeProject(tx: Tx, eraser: Eraser, id: string): Promise<Erasure[]> {
  await remove(tx, projects, 'id = ?', [id]);
  // Workers lose their fence, and no search or citation finds a chunk any more.
  const replacements = await removeJobs(tx, eraser, 'project_id = ?', id);
  await update(tx, generations, { state: 'retired' }, 'project_id = ?', [id]);
  return [...replacements, await eraser.note(tx, { id, kind: 'project', fileId: null })];
}

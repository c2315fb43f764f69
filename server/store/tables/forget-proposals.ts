import type { Tx } from '../db.ts';
import { find, update } from '../rows.ts';
import { projects } from '../types/projects.ts';

/** Forgets what is proposed for the chat because of these sources, whose headings it repeats. */
export async function forgetProposals(tx: Tx, projectId: string, sourceIds: readonly string[]): Promise<void> {
  const project = await find(tx, projects, 'id = ?', [projectId]);
  const { proposals } = project ?? {};
  if (!proposals) return;
  const questions = proposals.questions.filter(({ sourceId }) => !sourceIds.includes(sourceId));
  if (questions.length === proposals.questions.length) return;
  await update(tx, projects, { proposals: { ...proposals, questions } }, 'id = ?', [projectId]);
}

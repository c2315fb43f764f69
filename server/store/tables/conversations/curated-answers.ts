import type { Db } from '../../db.ts';
import { errors } from '../../errors.ts';
import { find, remove, update, updateOne } from '../../rows.ts';
import type { Raw } from '../../table.ts';
import { curatedAnswers } from '../../types/curated-answers.ts';
import type { CuratedAnswers } from '../../types.ts';
import { addToProject } from '../add-to-project.ts';
import { pageOf } from '../paginate.ts';

const IN_PROJECT = 'id = ? and project_id = ?';

/** Answers that owners have written, by project. */
export function createCuratedAnswers(db: Db): CuratedAnswers {
  return {
    create: (row, most) =>
      addToProject(
        db,
        { table: curatedAnswers, counter: 'curated-answer', reached: errors.tooManyCuratedAnswers },
        row,
        most,
      ),

    byId: (projectId, id) => find(db.forProject(projectId), curatedAnswers, IN_PROJECT, [id, projectId]),

    list: (projectId, paging) =>
      pageOf(db.forProject(projectId), curatedAnswers, 'project_id = ?', [projectId], 'number desc', paging),

    update(projectId, id, changes, updatedAt) {
      const isReworded = changes.question !== undefined || changes.wordings !== undefined;
      const all = { ...changes, ...(isReworded && { vectors: null }), updatedAt };
      return updateOne(db.forProject(projectId), curatedAnswers, all, IN_PROJECT, [id, projectId]);
    },

    delete: async (projectId, id) =>
      (await remove(db.forProject(projectId), curatedAnswers, IN_PROJECT, [id, projectId])) === 1,

    async revision(projectId) {
      const [row] = await db.forProject(projectId).read<{ answers: number; changed: number; newest: number }>(
        `select count(*) as answers, max(updated_at) as changed, max(number) as newest from curated_answers
         where project_id = ? and enabled = 1`,
        [projectId],
      );
      return Number(row?.answers ?? 0) === 0 ? null : `${row?.answers} ${row?.changed} ${row?.newest}`;
    },

    async live(projectId) {
      const rows = await db
        .forProject(projectId)
        .read<Raw>('select * from curated_answers where project_id = ? and enabled = 1 order by number', [projectId]);
      return rows.map((row) => ({
        ...curatedAnswers.toRow(row),
        vectors: curatedAnswers.declared.vectors.read(row.vectors),
      }));
    },

    async setVectors(projectId, id, updatedAt, vectors) {
      const unchanged = `${IN_PROJECT} and updated_at = ?`;
      await update(db.forProject(projectId), curatedAnswers, { vectors }, unchanged, [id, projectId, updatedAt]);
    },

    async used(projectId, id, at) {
      await db
        .forProject(projectId)
        .counting((tx) =>
          tx.write(`update curated_answers set uses = uses + 1, last_used_at = ? where ${IN_PROJECT}`, [
            at,
            id,
            projectId,
          ]),
        );
    },
  };
}

import { errors } from '../../../platform/errors.ts';
import type { Db } from '../../db.ts';
import { find, ifThere, insert, update } from '../../rows.ts';
import type { Raw } from '../../table.ts';
import { curatedAnswers } from '../../types/curated-answers.ts';
import type { CuratedAnswers } from '../../types.ts';
import { assertBelow } from '../assert-below.ts';
import { paginate } from '../paginate.ts';

const IN_PROJECT = 'id = ? and project_id = ?';

/** Answers that owners have written, by project. */
export function createCuratedAnswers(db: Db): CuratedAnswers {
  return {
    async create(row, most) {
      await db.forProject(row.projectId).tx(async (tx) => {
        const project = { table: 'curated_answers', owner: 'project_id', id: row.projectId } as const;
        await assertBelow(tx, project, most, errors.tooManyCuratedAnswers);
        const [number = 0] = await tx.numbers('curated-answer');
        const { changes } = await insert(tx, curatedAnswers, { ...row, number }, ifThere('projects', row.projectId));
        if (changes === 0) throw errors.notFound();
      });
    },

    byId: (projectId, id) => find(db.forProject(projectId), curatedAnswers, IN_PROJECT, [id, projectId]),

    list: (projectId, paging) =>
      paginate(
        db.forProject(projectId),
        { table: 'curated_answers', where: 'project_id = ?', parameters: [projectId], order: 'number desc' },
        paging,
        curatedAnswers.toRow,
      ),

    async update(projectId, id, changes, updatedAt) {
      const isReworded = changes.question !== undefined || changes.wordings !== undefined;
      const all = { ...changes, ...(isReworded && { vectors: null }), updatedAt };
      const [row] = await update(db.forProject(projectId), curatedAnswers, all, IN_PROJECT, [id, projectId]);
      return row ?? null;
    },

    async delete(projectId, id) {
      const { changes } = await db
        .forProject(projectId)
        .write(`delete from curated_answers where ${IN_PROJECT}`, [id, projectId]);
      return changes === 1;
    },

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
      await db
        .forProject(projectId)
        .write(`update curated_answers set vectors = ? where ${IN_PROJECT} and updated_at = ?`, [
          JSON.stringify(vectors),
          id,
          projectId,
          updatedAt,
        ]);
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

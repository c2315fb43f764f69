import type { Db } from '../../db.ts';
import { errors } from '../../errors.ts';
import type { CuratedAnswerRow, CuratedAnswers, WordingVectors } from '../../types.ts';
import { assertBelow } from '../assert-below.ts';
import { paginate } from '../paginate.ts';
import { type Raw, toCuratedAnswer, toJson } from '../row-mapping.ts';

const IN_PROJECT = 'id = ? and project_id = ?';

/** Answers that owners have written, by project. */
export function createCuratedAnswers(db: Db): CuratedAnswers {
  return {
    async create(row, most) {
      await db.forProject(row.projectId).tx(async (tx) => {
        const project = { table: 'curated_answers', owner: 'project_id', id: row.projectId } as const;
        await assertBelow(tx, project, most, errors.tooManyCuratedAnswers);
        const [number = 0] = await tx.numbers('curated-answer');
        const { changes } = await tx.write(
          `insert into curated_answers (id, number, project_id, question, wordings, answer, enabled, expires_at, review_at,
             vectors, uses, last_used_at, created_at, updated_at)
           select ?, ?, id, ?, ?, ?, ?, ?, ?, null, ?, ?, ?, ? from projects where id = ?`,
          [
            row.id,
            number,
            row.question,
            JSON.stringify(row.wordings),
            row.answer,
            Number(row.enabled),
            row.expiresAt,
            row.reviewAt,
            row.uses,
            row.lastUsedAt,
            row.createdAt,
            row.updatedAt,
            row.projectId,
          ],
        );
        if (changes === 0) throw errors.notFound();
      });
    },

    async byId(projectId, id) {
      const [row] = await db
        .forProject(projectId)
        .read<Raw>(`select * from curated_answers where ${IN_PROJECT}`, [id, projectId]);
      return row ? toCuratedAnswer(row) : null;
    },

    list: (projectId, paging) =>
      paginate(
        db.forProject(projectId),
        { table: 'curated_answers', where: 'project_id = ?', parameters: [projectId], order: 'number desc' },
        paging,
        toCuratedAnswer,
      ),

    update: (projectId, id, changes, updatedAt) =>
      db.forProject(projectId).tx(async (tx) => {
        const [found] = await tx.read<Raw>(`select * from curated_answers where ${IN_PROJECT}`, [id, projectId]);
        if (!found) return null;
        const row: CuratedAnswerRow = { ...toCuratedAnswer(found), ...changes, updatedAt };
        const isReworded = changes.question !== undefined || changes.wordings !== undefined;
        await tx.write(
          `update curated_answers set question = ?, wordings = ?, answer = ?, enabled = ?, expires_at = ?, review_at = ?,
             updated_at = ?${isReworded ? ', vectors = null' : ''} where ${IN_PROJECT}`,
          [
            row.question,
            JSON.stringify(row.wordings),
            row.answer,
            Number(row.enabled),
            row.expiresAt,
            row.reviewAt,
            updatedAt,
            id,
            projectId,
          ],
        );
        return row;
      }),

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
        ...toCuratedAnswer(row),
        vectors: row.vectors == null ? null : (JSON.parse(String(row.vectors)) as WordingVectors),
      }));
    },

    async setVectors(projectId, id, updatedAt, vectors) {
      await db
        .forProject(projectId)
        .write(`update curated_answers set vectors = ? where ${IN_PROJECT} and updated_at = ?`, [
          toJson(vectors),
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

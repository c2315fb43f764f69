import type { Db } from '../../db.ts';
import { errors } from '../../errors.ts';
import type { GoldenQuestions } from '../../types.ts';
import { assertBelow } from '../assert-below.ts';
import { paginate } from '../paginate.ts';
import { type Raw, toGoldenCheck, toGoldenQuestion } from '../row-mapping.ts';

const IN_PROJECT = 'id = ? and project_id = ?';

/** Questions with what their answer must hold, and their checks. */
export function createGoldenQuestions(db: Db): GoldenQuestions {
  return {
    async create(row, most) {
      await db.forProject(row.projectId).tx(async (tx) => {
        const project = { table: 'golden_questions', owner: 'project_id', id: row.projectId } as const;
        await assertBelow(tx, project, most, errors.tooManyGoldenQuestions);
        const [number = 0] = await tx.numbers('golden-question');
        const { changes } = await tx.write(
          `insert into golden_questions (id, number, project_id, question, expected_text, expected_source, refused, created_at)
           select ?, ?, id, ?, ?, ?, ?, ? from projects where id = ?`,
          [row.id, number, row.question, row.text, row.source, Number(row.refused), row.createdAt, row.projectId],
        );
        if (changes === 0) throw errors.notFound();
      });
    },

    list: (projectId, paging) =>
      paginate(
        db.forProject(projectId),
        { table: 'golden_questions', where: 'project_id = ?', parameters: [projectId], order: 'number' },
        paging,
        toGoldenQuestion,
      ),

    async delete(projectId, id) {
      const { changes } = await db
        .forProject(projectId)
        .write(`delete from golden_questions where ${IN_PROJECT}`, [id, projectId]);
      return changes === 1;
    },

    begin: (check, seenAfter, keep) =>
      db.forProject(check.projectId).tx(async (tx) => {
        const running = await tx.read(
          "select 1 as found from golden_checks where project_id = ? and state = 'running' and seen_at > ?",
          [check.projectId, seenAfter],
        );
        if (running.length > 0) return false;
        const [number = 0] = await tx.numbers('golden-check');
        const { changes } = await tx.write(
          `insert into golden_checks (id, number, project_id, state, total, results, started_at, seen_at, ended_at)
           select ?, ?, id, ?, ?, ?, ?, ?, ? from projects where id = ?`,
          [
            check.id,
            number,
            check.state,
            check.total,
            JSON.stringify(check.results),
            check.startedAt,
            check.seenAt,
            check.endedAt,
            check.projectId,
          ],
        );
        if (changes === 0) throw errors.notFound();
        await tx.write(
          `delete from golden_checks where project_id = ? and id not in (
             select id from golden_checks where project_id = ? order by number desc limit ?)`,
          [check.projectId, check.projectId, keep],
        );
        return true;
      }),

    async progress({ id, projectId, state, results, seenAt, endedAt }) {
      const { changes } = await db
        .forProject(projectId)
        .write(
          `update golden_checks set state = ?, results = ?, seen_at = ?, ended_at = ? where ${IN_PROJECT} and state = 'running'`,
          [state, JSON.stringify(results), seenAt, endedAt, id, projectId],
        );
      return changes === 1;
    },

    async cancel(projectId, id, at) {
      const { changes } = await db
        .forProject(projectId)
        .write(`update golden_checks set state = 'cancelled', ended_at = ? where ${IN_PROJECT} and state = 'running'`, [
          at,
          id,
          projectId,
        ]);
      return changes === 1;
    },

    async check(projectId, id) {
      const [row] = await db
        .forProject(projectId)
        .read<Raw>(`select * from golden_checks where ${IN_PROJECT}`, [id, projectId]);
      return row ? toGoldenCheck(row) : null;
    },

    checks: (projectId, paging) =>
      paginate(
        db.forProject(projectId),
        { table: 'golden_checks', where: 'project_id = ?', parameters: [projectId], order: 'number desc' },
        paging,
        toGoldenCheck,
      ),
  };
}

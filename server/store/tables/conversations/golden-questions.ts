import { errors } from '../../../platform/errors.ts';
import type { Db } from '../../db.ts';
import { find, ifThere, insert, update } from '../../rows.ts';
import { goldenChecks, goldenQuestions } from '../../types/golden-questions.ts';
import type { GoldenQuestions } from '../../types.ts';
import { assertBelow } from '../assert-below.ts';
import { paginate } from '../paginate.ts';

const IN_PROJECT = 'id = ? and project_id = ?';
const RUNNING = `${IN_PROJECT} and state = 'running'`;

/** Questions with what their answer must hold, and their checks. */
export function createGoldenQuestions(db: Db): GoldenQuestions {
  return {
    async create(row, most) {
      await db.forProject(row.projectId).tx(async (tx) => {
        const project = { table: 'golden_questions', owner: 'project_id', id: row.projectId } as const;
        await assertBelow(tx, project, most, errors.tooManyGoldenQuestions);
        const [number = 0] = await tx.numbers('golden-question');
        const { changes } = await insert(tx, goldenQuestions, { ...row, number }, ifThere('projects', row.projectId));
        if (changes === 0) throw errors.notFound();
      });
    },

    list: (projectId, paging) =>
      paginate(
        db.forProject(projectId),
        { table: 'golden_questions', where: 'project_id = ?', parameters: [projectId], order: 'number' },
        paging,
        goldenQuestions.toRow,
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
        const { changes } = await insert(tx, goldenChecks, { ...check, number }, ifThere('projects', check.projectId));
        if (changes === 0) throw errors.notFound();
        await tx.write(
          `delete from golden_checks where project_id = ? and id not in (
             select id from golden_checks where project_id = ? order by number desc limit ?)`,
          [check.projectId, check.projectId, keep],
        );
        return true;
      }),

    async progress({ id, projectId, state, results, seenAt, endedAt }) {
      const changes = { state, results, seenAt, endedAt };
      const changed = await update(db.forProject(projectId), goldenChecks, changes, RUNNING, [id, projectId]);
      return changed.length === 1;
    },

    async cancel(projectId, id, at) {
      const changes = { state: 'cancelled', endedAt: at } as const;
      const changed = await update(db.forProject(projectId), goldenChecks, changes, RUNNING, [id, projectId]);
      return changed.length === 1;
    },

    check: (projectId, id) => find(db.forProject(projectId), goldenChecks, IN_PROJECT, [id, projectId]),

    checks: (projectId, paging) =>
      paginate(
        db.forProject(projectId),
        { table: 'golden_checks', where: 'project_id = ?', parameters: [projectId], order: 'number desc' },
        paging,
        goldenChecks.toRow,
      ),
  };
}

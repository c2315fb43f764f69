import type { Db } from '../../db.ts';
import { errors } from '../../errors.ts';
import { exists, find, ifThere, insert, remove, update } from '../../rows.ts';
import { goldenChecks, goldenQuestions } from '../../types/golden-questions.ts';
import type { GoldenQuestions } from '../../types.ts';
import { addToProject } from '../add-to-project.ts';
import { pageOf } from '../paginate.ts';

const IN_PROJECT = 'id = ? and project_id = ?';
const RUNNING = `${IN_PROJECT} and state = 'running'`;

/** Questions with what their answer must hold, and their checks. */
export function createGoldenQuestions(db: Db): GoldenQuestions {
  return {
    create: (row, most) =>
      addToProject(
        db,
        { table: goldenQuestions, counter: 'golden-question', reached: errors.tooManyGoldenQuestions },
        row,
        most,
      ),

    list: (projectId, paging) =>
      pageOf(db.forProject(projectId), goldenQuestions, 'project_id = ?', [projectId], 'number', paging),

    delete: async (projectId, id) =>
      (await remove(db.forProject(projectId), goldenQuestions, IN_PROJECT, [id, projectId])) === 1,

    begin: (check, seenAfter, keep) =>
      db.forProject(check.projectId).tx(async (tx) => {
        const running = "project_id = ? and state = 'running' and seen_at > ?";
        if (await exists(tx, goldenChecks, running, [check.projectId, seenAfter])) return false;
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
      return (await update(db.forProject(projectId), goldenChecks, changes, RUNNING, [id, projectId])) === 1;
    },

    async cancel(projectId, id, at) {
      const changes = { state: 'cancelled', endedAt: at } as const;
      return (await update(db.forProject(projectId), goldenChecks, changes, RUNNING, [id, projectId])) === 1;
    },

    check: (projectId, id) => find(db.forProject(projectId), goldenChecks, IN_PROJECT, [id, projectId]),

    checks: (projectId, paging) =>
      pageOf(db.forProject(projectId), goldenChecks, 'project_id = ?', [projectId], 'number desc', paging),
  };
}

import type { Db, Tx } from '../../db.ts';
import type { Budgets } from '../../types.ts';

/** Stands for the project as a whole, beside its visitors. */
const ALL = '';

/** The largest number that the column holds. */
const MOST = 2 ** 31 - 1;

/** Rolls back what was counted before another limit turned out to be reached. */
class Exhausted extends Error {}

/** Questions per day, of a project and of each of its visitors; each counted in the statement that compares, so exactly. */
export function createBudgets(db: Db): Budgets {
  return {
    async take(projectId, visitorId, day, limits) {
      const counted: [visitor: string, limit: number | null][] = [[ALL, limits.project]];
      if (visitorId !== null) counted.push([visitorId, limits.visitor]);
      try {
        await db.counting(async (tx) => {
          for (const [visitor, limit] of counted) {
            if (!(await count(tx, projectId, day, visitor, limit))) throw new Exhausted();
          }
        });
        return true;
      } catch (cause) {
        if (cause instanceof Exhausted) return false;
        throw cause;
      }
    },

    async sweep(before) {
      const { changes } = await db.write('delete from daily_questions where day < ?', [before]);
      return changes;
    },
  };
}

/** False, and nothing counted, where the limit is reached. */
async function count(tx: Tx, projectId: string, day: string, visitor: string, limit: number | null): Promise<boolean> {
  const most = limit ?? MOST;
  if (most < 1) return false;
  const { changes } = await tx.write(
    `insert into daily_questions (project_id, day, visitor_id, asked) values (?, ?, ?, 1)
     on conflict (project_id, day, visitor_id) do update set asked = daily_questions.asked + 1
       where daily_questions.asked < ?`,
    [projectId, day, visitor, most],
  );
  return changes === 1;
}

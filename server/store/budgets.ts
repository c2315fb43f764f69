import type { Db, Tx } from './db.ts';
import type { Budgets } from './types.ts';

/** Stands for the project as a whole, beside its visitors. */
const ALL = '';

/** More than can be asked on a day. */
const WITHOUT_LIMIT = 2 ** 31 - 1;

/** Thrown to undo what was counted of a question that is refused. */
class Refused extends Error {}

/** Questions per day, of a project and of each of its visitors; counted in the statement that compares, so exactly. */
export function createBudgets(db: Db): Budgets {
  return {
    async take(projectId, visitorId, day, limits) {
      const counted: [visitor: string, limit: number | null][] = [[ALL, limits.project]];
      if (visitorId !== null) counted.push([visitorId, limits.visitor]);
      try {
        await db.tx(async (tx) => {
          for (const [visitor, limit] of counted) {
            if (!(await count(tx, projectId, day, visitor, limit))) throw new Refused();
          }
        });
        return true;
      } catch (error) {
        if (error instanceof Refused) return false;
        throw error;
      }
    },

    async sweep(before) {
      const { changes } = await db.write('delete from daily_questions where day < ?', [before]);
      return changes;
    },
  };
}

/** False, and nothing counted, where there were as many as may be. */
async function count(tx: Tx, projectId: string, day: string, visitor: string, limit: number | null): Promise<boolean> {
  if (limit !== null && limit < 1) return false;
  const { changes } = await tx.write(
    `insert into daily_questions (project_id, day, visitor_id, asked) values (?, ?, ?, 1)
     on conflict (project_id, day, visitor_id) do update set asked = daily_questions.asked + 1
       where daily_questions.asked < ?`,
    [projectId, day, visitor, limit ?? WITHOUT_LIMIT],
  );
  return changes === 1;
}

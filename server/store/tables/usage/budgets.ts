import type { Db, Tx } from '../../db.ts';
import type { Budgets } from '../../types.ts';

/** The row of the whole project, besides those of its visitors. */
const ALL = '';

/** Begins the rows of addresses. No visitor's id contains a control character. */
const ADDRESS = '\u0001';

/** The row of what the server allows each project. */
const QUOTA = '\u0002';

/** The largest number that the column holds. */
const MOST = 2 ** 31 - 1;

/** The question is stored next, whose commit is durable. */
const SOON_DURABLE = { durable: false };

/** Thrown to roll back the counts when another limit is reached. */
class Exhausted extends Error {}

/** Questions per day of a project, of each visitor and of each address. One statement compares and counts, so the limits are exact. */
export function createBudgets(db: Db): Budgets {
  return {
    async take(projectId, { visitorId, address }, day, limits) {
      const counted: [visitor: string, limit: number | null][] = [[ALL, limits.project]];
      if (visitorId !== null) counted.push([visitorId, limits.visitor]);
      if (address !== null) counted.push([ADDRESS + address, limits.address]);
      try {
        await db.forProject(projectId).counting(async (tx) => {
          for (const [visitor, limit] of counted) {
            if (!(await count(tx, projectId, day, visitor, limit))) throw new Exhausted();
          }
        }, SOON_DURABLE);
        return true;
      } catch (cause) {
        if (cause instanceof Exhausted) return false;
        throw cause;
      }
    },

    takeQuota: (projectId, day, limit) =>
      db.forProject(projectId).counting((tx) => count(tx, projectId, day, QUOTA, limit), SOON_DURABLE),

    async sweep(before) {
      const { changes } = await db.write('delete from daily_questions where day < ?', [before]);
      return changes;
    },
  };
}

/** Returns false without counting if the limit is reached. */
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

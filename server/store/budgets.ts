import type { Db, Reads, Tx } from './db.ts';
import type { Budgets } from './types.ts';

/** Stands for the project as a whole, beside its visitors. */
const ALL = '';

/** Questions per day, of a project and of each of its visitors; counted in the transaction that compares, so exactly. */
export function createBudgets(db: Db): Budgets {
  return {
    take: (projectId, visitorId, day, limits) =>
      db.tx(async (tx) => {
        const counted: [visitor: string, limit: number | null][] = [[ALL, limits.project]];
        if (visitorId !== null) counted.push([visitorId, limits.visitor]);
        for (const [visitor, limit] of counted) {
          if (limit !== null && (await asked(tx, projectId, day, visitor)) >= limit) return false;
        }
        for (const [visitor] of counted) await count(tx, projectId, day, visitor);
        return true;
      }),

    async sweep(before) {
      const { changes } = await db.write('delete from daily_questions where day < ?', [before]);
      return changes;
    },
  };
}

async function asked(reads: Reads, projectId: string, day: string, visitor: string): Promise<number> {
  const [row] = await reads.read<{ asked: number }>(
    'select asked from daily_questions where project_id = ? and day = ? and visitor_id = ?',
    [projectId, day, visitor],
  );
  return row?.asked ?? 0;
}

async function count(tx: Tx, projectId: string, day: string, visitor: string): Promise<void> {
  await tx.write(
    `insert into daily_questions (project_id, day, visitor_id, asked) values (?, ?, ?, 1)
     on conflict (project_id, day, visitor_id) do update set asked = daily_questions.asked + 1`,
    [projectId, day, visitor],
  );
}

import type { Db, Tx } from '../../db.ts';
import type { DailyUsage, DailyUsageRow, DayCounts, LatencyCount } from '../../types.ts';

/** The columns of `daily_usage`, in order. */
const COLUMNS: [column: string, count: keyof DayCounts][] = [
  ['requests', 'requests'],
  ['prompt_tokens', 'promptTokens'],
  ['completion_tokens', 'completionTokens'],
  ['answered', 'answered'],
  ['unsure', 'unsure'],
  ['refused', 'refused'],
  ['aborted', 'aborted'],
  ['failed', 'failed'],
  ['up', 'up'],
  ['down', 'down'],
];
const NAMES = COLUMNS.map(([column]) => column).join(', ');
const PLACES = COLUMNS.map(() => '?').join(', ');
const SUMS = COLUMNS.map(([column]) => `${column} = daily_usage.${column} + excluded.${column}`).join(', ');

export function createDailyUsage(db: Db): DailyUsage {
  return {
    async add(usage) {
      await db.counting(async (tx) => {
        for (const { projectId, ...day } of inOrder(usage)) {
          const { changes } = await tx.write(
            'update projects set usage_requests = usage_requests + ?, usage_tokens = usage_tokens + ? where id = ?',
            [day.counts.requests, day.counts.promptTokens + day.counts.completionTokens, projectId],
          );
          if (changes > 0) await addDay(tx, projectId, day);
        }
      });
    },

    between: (projectId, from, to) =>
      db.forProject(projectId).snapshot(async (reads) => {
        const range = [projectId, from, to];
        const rows = await reads.read<{ day: string } & Record<string, number>>(
          `select day, ${NAMES} from daily_usage where project_id = ? and day >= ? and day <= ? order by day`,
          range,
        );
        const latencies = await reads.read<{ day: string } & LatencyCount>(
          `select day, measure, bucket, answers from daily_latencies
           where project_id = ? and day >= ? and day <= ? order by day, measure, bucket`,
          range,
        );
        const byDay = Map.groupBy(latencies, ({ day }) => day);
        return rows.map((row) => ({
          day: row.day,
          counts: Object.fromEntries(
            COLUMNS.map(([column, count]) => [count, Number(row[column])]),
          ) as unknown as DayCounts,
          latencies: (byDay.get(row.day) ?? []).map(({ measure, bucket, answers }) => ({ measure, bucket, answers })),
        }));
      }),
  };
}

/** The same order for all writers prevents deadlocks. */
const inOrder = <Usage extends { projectId: string; day: string }>(usage: Usage[]) =>
  usage.toSorted((a, b) => (`${a.projectId} ${a.day}` < `${b.projectId} ${b.day}` ? -1 : 1));

async function addDay(tx: Tx, projectId: string, { day, counts, latencies }: DailyUsageRow): Promise<void> {
  await tx.write(
    `insert into daily_usage (project_id, day, ${NAMES}) values (?, ?, ${PLACES})
     on conflict (project_id, day) do update set ${SUMS}`,
    [projectId, day, ...COLUMNS.map(([, count]) => counts[count])],
  );
  for (const { measure, bucket, answers } of latencies) {
    await tx.write(
      `insert into daily_latencies (project_id, day, measure, bucket, answers) values (?, ?, ?, ?, ?)
       on conflict (project_id, day, measure, bucket) do update set answers = daily_latencies.answers + excluded.answers`,
      [projectId, day, measure, bucket, answers],
    );
  }
}

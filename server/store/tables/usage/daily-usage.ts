import type { Db, Tx } from '../../db.ts';
import { insert } from '../../rows.ts';
import type { Raw } from '../../table.ts';
import { dailyLatencies, dailyUsage } from '../../types/reports.ts';
import type { DailyUsage, DailyUsageRow } from '../../types.ts';

const COUNTS = dailyUsage.columns.filter(({ hidden }) => !hidden).map(({ name }) => name);
const SUMS = COUNTS.map((name) => `${name} = daily_usage.${name} + excluded.${name}`).join(', ');

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
        const rows = await reads.read<Raw>(
          'select * from daily_usage where project_id = ? and day >= ? and day <= ? order by day',
          range,
        );
        const latencies = await reads.read<Raw>(
          `select * from daily_latencies
           where project_id = ? and day >= ? and day <= ? order by day, measure, bucket`,
          range,
        );
        const byDay = Map.groupBy(latencies, ({ day }) => String(day));
        return rows.map((row) => {
          const day = String(row.day);
          return { day, counts: dailyUsage.toRow(row), latencies: (byDay.get(day) ?? []).map(dailyLatencies.toRow) };
        });
      }),
  };
}

/** The same order for all writers prevents deadlocks. */
const inOrder = <Usage extends { projectId: string; day: string }>(usage: Usage[]) =>
  usage.toSorted((a, b) => (`${a.projectId} ${a.day}` < `${b.projectId} ${b.day}` ? -1 : 1));

async function addDay(tx: Tx, projectId: string, { day, counts, latencies }: DailyUsageRow): Promise<void> {
  const usage = { ...counts, projectId, day };
  await insert(tx, dailyUsage, usage, { conflict: `on conflict (project_id, day) do update set ${SUMS}` });
  for (const latency of latencies) {
    const row = { ...latency, projectId, day };
    await insert(tx, dailyLatencies, row, {
      conflict: `on conflict (project_id, day, measure, bucket)
        do update set answers = daily_latencies.answers + excluded.answers`,
    });
  }
}

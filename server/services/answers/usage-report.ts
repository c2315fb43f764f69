import type { Percentiles, UsageCounts, UsageQuery, UsageReport } from '@footnote/sdk/contract';
import { errors } from '../../platform/errors.ts';
import { utcDay } from '../../platform/utc-day.ts';
import type { DailyUsageRow, DayCounts, LatencyCount } from '../../store/types.ts';
import { type Buckets, percentile } from './latency.ts';

const DAY_MS = 24 * 60 * 60_000;
export const MAX_DAYS = 366;
export const DEFAULT_DAYS = 30;

export const NO_COUNTS: DayCounts = {
  requests: 0,
  promptTokens: 0,
  completionTokens: 0,
  answered: 0,
  unsure: 0,
  refused: 0,
  aborted: 0,
  failed: 0,
  up: 0,
  down: 0,
};

/** The requested range of days, by default the last 30. Throws 400 if it is empty or too long. */
export function usageRange({ from, to }: UsageQuery, today: string): { from: string; to: string } {
  const back = (day: string) => utcDay(Date.parse(day) - (DEFAULT_DAYS - 1) * DAY_MS);
  const last = to ?? today;
  const first = from ?? back(last);
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  if (days < 1) throw errors.invalidRequest([{ field: 'from', message: 'must not be after "to"' }]);
  if (days > MAX_DAYS) throw errors.invalidRequest([{ field: 'from', message: `must be at most ${MAX_DAYS} days` }]);
  return { from: first, to: last };
}

/** The counts of every day from `from` to `to` (`yyyy-mm-dd`, inclusive), and their totals. */
export function usageReport(from: string, to: string, rows: DailyUsageRow[]): UsageReport {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const days = daysBetween(from, to).map((day) => ({ day, ...countsOf(byDay.get(day) ?? null) }));
  return { from, to, days, totals: countsOf(sumRows(rows)) };
}

/** The days from `from` to `to`, inclusive. */
function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) days.push(utcDay(at));
  return days;
}

export function addCounts(one: DayCounts, other: DayCounts): DayCounts {
  const keys = Object.keys(one) as (keyof DayCounts)[];
  return Object.fromEntries(keys.map((key) => [key, one[key] + other[key]])) as unknown as DayCounts;
}

function sumRows(rows: DailyUsageRow[]): Pick<DailyUsageRow, 'counts' | 'latencies'> {
  return {
    counts: rows.map(({ counts }) => counts).reduce(addCounts, NO_COUNTS),
    latencies: rows.flatMap(({ latencies }) => latencies),
  };
}

function countsOf(row: Pick<DailyUsageRow, 'counts' | 'latencies'> | null): UsageCounts {
  const { counts, latencies } = row ?? { counts: NO_COUNTS, latencies: [] };
  return {
    requests: counts.requests,
    prompt_tokens: counts.promptTokens,
    completion_tokens: counts.completionTokens,
    answered: counts.answered,
    unsure: counts.unsure,
    refused: counts.refused,
    aborted: counts.aborted,
    failed: counts.failed,
    feedback_up: counts.up,
    feedback_down: counts.down,
    latency_ms: percentiles(bucketsOf(latencies, 'whole')),
    first_text_ms: percentiles(bucketsOf(latencies, 'first')),
  };
}

function bucketsOf(latencies: LatencyCount[], wanted: LatencyCount['measure']): Buckets {
  const buckets = new Map<number, number>();
  for (const { measure, bucket, answers } of latencies) {
    if (measure === wanted) buckets.set(bucket, (buckets.get(bucket) ?? 0) + answers);
  }
  return buckets;
}

function percentiles(buckets: Buckets): Percentiles | null {
  const [p50, p95] = [percentile(buckets, 0.5), percentile(buckets, 0.95)];
  return p50 === null || p95 === null ? null : { p50, p95 };
}

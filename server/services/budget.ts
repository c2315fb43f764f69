import { errors } from '../platform/errors.ts';
import type { Budgets, ProjectRow } from '../store/types.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The day of a time, in UTC: `yyyy-mm-dd`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/**
 * Counts a question against the daily budgets of its project and its visitor. If one is spent, throws 429 `budget_exhausted`
 * with the owner's message until midnight UTC. A project without a budget counts nothing.
 */
export async function takeFromBudget(
  budgets: Budgets,
  { id, dailyBudget }: ProjectRow,
  visitorId: string | null,
  now: number,
): Promise<void> {
  if (dailyBudget === null) return;
  const limits = { project: dailyBudget.requests, visitor: dailyBudget.per_visitor };
  if (await budgets.take(id, visitorId, dayOf(now), limits)) return;
  throw errors.budgetExhausted(dailyBudget.message, Math.ceil((DAY_MS - (now % DAY_MS)) / 1000));
}

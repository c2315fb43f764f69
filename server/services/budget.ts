import type { DailyBudget } from '@footnote/sdk/contract';
import { isDiskFull } from '../platform/disk-space.ts';
import { errors } from '../platform/errors.ts';
import type { BudgetAsker, Budgets, ProjectRow } from '../store/types.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The budget of visitors of a public widget, unless its owner sets another one: anybody may be such a visitor. */
export const PUBLIC_BUDGET: DailyBudget = { requests: 1000, per_visitor: 50, message: '' };

/** The part of a project's budget that one address may use up, and the questions that it may ask in any case. */
const ADDRESS_SHARE = { part: 0.1, least: 10 };

/** The day of a time, in UTC: `yyyy-mm-dd`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** What applies while the owner has set no budget; null for no limit. */
export const defaultBudget = ({ widgetAccess }: Pick<ProjectRow, 'widgetAccess'>): DailyBudget | null =>
  widgetAccess === 'public' ? PUBLIC_BUDGET : null;

/**
 * Counts a question against the daily budgets of its project and its visitor. If one is spent, throws 429 `budget_exhausted`
 * with the owner's message until midnight UTC. A project without a budget counts nothing.
 *
 * On a public widget, visitors make themselves, so that an address may use up only a share of the budget of the project. The
 * default budget is for visitors, and not for what the owner's own programs ask with a key.
 */
export async function takeFromBudget(
  budgets: Budgets,
  project: ProjectRow,
  { visitorId, address }: BudgetAsker,
  now: number,
): Promise<void> {
  const budget = project.dailyBudget ?? (visitorId === null ? null : defaultBudget(project));
  if (budget === null) return;
  const byAddress = project.widgetAccess === 'public' && budget.requests !== null ? address : null;
  const limits = {
    project: budget.requests,
    visitor: budget.per_visitor,
    address: Math.max(ADDRESS_SHARE.least, Math.ceil((budget.requests ?? 0) * ADDRESS_SHARE.part)),
  };
  const asker = { visitorId, address: byAddress };
  const taken = await budgets.take(project.id, asker, dayOf(now), limits).catch((error: unknown) => {
    // What the owner has not limited is answered on a full disk, too.
    if (project.dailyBudget === null && isDiskFull(error)) return true;
    throw error;
  });
  if (!taken) throw errors.budgetExhausted(budget.message, Math.ceil((DAY_MS - (now % DAY_MS)) / 1000));
}

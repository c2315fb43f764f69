import type { DailyBudget } from '@footnote/sdk/contract';
import { utcDay } from '../../platform/utc-day.ts';
import type { BudgetAsker, Budgets, DailyLimits, ProjectRow } from '../../store/types.ts';
import { errors } from '../errors.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The budget of visitors of a public widget, unless its owner sets another one: anybody may be such a visitor. */
export const PUBLIC_BUDGET: DailyBudget = { requests: 1000, per_visitor: 50, message: '' };

/** The part of a project's questions that one address may use up, and the questions that it may ask in any case. */
const ADDRESS_SHARE = { part: 0.1, least: 10 };

/** What applies while the owner has set no budget; null for no limit. */
export const defaultBudget = ({ widgetAccess }: Pick<ProjectRow, 'widgetAccess'>): DailyBudget | null =>
  widgetAccess === 'public' ? PUBLIC_BUDGET : null;

/**
 * Counts a question against the daily budgets of its project and its visitor. If one is spent, throws 429 `budget_exhausted`
 * with the owner's message until midnight UTC. If the project has been asked as many questions as the server allows a day
 * (`quota`, null for no limit), visitors get the same error, and others 429 `quota_reached`.
 *
 * On a public widget, visitors make themselves, so that an address may use up only a share of what the project may be asked.
 * The default budget is for visitors, and not for what the owner's own programs ask with a key.
 */
export async function takeFromBudget(
  budgets: Budgets,
  project: ProjectRow,
  asker: BudgetAsker,
  { quota, now }: { quota: number | null; now: number },
): Promise<void> {
  const day = utcDay(now);
  const secondsLeft = Math.ceil((DAY_MS - (now % DAY_MS)) / 1000);
  const budget = project.dailyBudget ?? (asker.visitorId === null ? null : defaultBudget(project));
  if (budget !== null) {
    const { limits, byAddress } = limitsOf(project, budget, quota);
    const counted = { ...asker, address: byAddress ? asker.address : null };
    if (!(await budgets.take(project.id, counted, day, limits)))
      throw errors.budgetExhausted(budget.message, secondsLeft);
  }
  // After the budget, so that what it refuses does not count.
  if (quota !== null && !(await budgets.takeQuota(project.id, day, quota))) {
    throw asker.address === null
      ? errors.tooManyQuestions(quota, secondsLeft)
      : errors.budgetExhausted(budget?.message ?? '', secondsLeft);
  }
}

function limitsOf(
  { widgetAccess }: ProjectRow,
  { requests, per_visitor }: DailyBudget,
  quota: number | null,
): { limits: DailyLimits; byAddress: boolean } {
  const most = Math.min(requests ?? Number.POSITIVE_INFINITY, quota ?? Number.POSITIVE_INFINITY);
  const share = Math.max(ADDRESS_SHARE.least, Math.ceil(most * ADDRESS_SHARE.part));
  return {
    limits: { project: requests, visitor: per_visitor, address: Number.isFinite(share) ? share : null },
    byAddress: widgetAccess === 'public' && Number.isFinite(share),
  };
}

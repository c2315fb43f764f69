import { utcDay } from '../../platform/utc-day.ts';
import type { DayCounts, Store } from '../../store/types.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The days that are compared with those before. */
const RECENT_DAYS = 7;
const BEFORE_DAYS = 28;

/** So few answers say nothing. */
const MIN_ANSWERS = 20;
const MIN_POINTS = 0.1;
const MIN_RATIO = 1.5;
/** Of the difference of two shares: once in a hundred by chance. */
const MIN_Z = 2.33;

export interface RefusalAlert {
  rising: boolean;
  /** In the last 7 days. */
  answers: number;
  /** Of refused and unsure answers, 0–1. */
  share: number;
  /** Of unsure ones alone. */
  unsureShare: number;
  shareBefore: number;
}

/** Whether refusals rise in a project at this time. */
export async function alertOf(
  dailyUsage: Pick<Store['dailyUsage'], 'between'>,
  projectId: string,
  at: number,
): Promise<RefusalAlert> {
  const dayBefore = (days: number) => utcDay(at - days * DAY_MS);
  const rows = await dailyUsage.between(projectId, dayBefore(RECENT_DAYS + BEFORE_DAYS - 1), utcDay(at));
  const first = dayBefore(RECENT_DAYS - 1);
  const countsOf = (wanted: (day: string) => boolean) =>
    rows.flatMap(({ day, counts }) => (wanted(day) ? [counts] : []));
  return refusalAlert(
    countsOf((day) => day >= first),
    countsOf((day) => day < first),
  );
}

/** Are clearly more questions refused than in the weeks before? The project's counts by day, of the last 35 days. */
export function refusalAlert(recent: DayCounts[], before: DayCounts[]): RefusalAlert {
  const [now, then] = [sum(recent), sum(before)];
  const share = now.answers === 0 ? 0 : now.refused / now.answers;
  const unsureShare = now.answers === 0 ? 0 : now.unsure / now.answers;
  const shareBefore = then.answers === 0 ? 0 : then.refused / then.answers;
  const rising =
    now.answers >= MIN_ANSWERS &&
    then.answers >= MIN_ANSWERS &&
    share - shareBefore >= MIN_POINTS &&
    share >= MIN_RATIO * shareBefore &&
    zOf(now, then) >= MIN_Z;
  return { rising, answers: now.answers, share, unsureShare, shareBefore };
}

/** A share as the API shows it. */
export const roundedShare = (share: number) => Math.round(share * 1_000) / 1_000;

interface Sum {
  answers: number;
  /** Refused or unsure. */
  refused: number;
  unsure: number;
}

function sum(days: DayCounts[]): Sum {
  const total = (what: 'answered' | 'unsure' | 'refused') => days.reduce((sum, day) => sum + day[what], 0);
  const unsure = total('unsure');
  const refused = total('refused') + unsure;
  return { unsure, refused, answers: refused + total('answered') };
}

/** The difference of two shares in standard errors. */
function zOf(now: Sum, then: Sum): number {
  const pooled = (now.refused + then.refused) / (now.answers + then.answers);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / now.answers + 1 / then.answers));
  return error === 0 ? 0 : (now.refused / now.answers - then.refused / then.answers) / error;
}

import type { DayCounts } from '../../store/types.ts';

/** The days that are compared with those before. */
export const RECENT_DAYS = 7;
export const BEFORE_DAYS = 28;

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

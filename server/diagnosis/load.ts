import { type Finding, findings } from './finding.ts';

/** The questions that this process has answered, and the minute with the most of them; null before the first is over. */
export interface ServerLoad {
  lastHour: number;
  lastDay: number;
  busiest: { questions: number; busy: number } | null;
}

/** The share of its time that a part should be busy at most: beyond it, waiting grows faster than work. */
export const MOST_BUSY = 0.6;
/** From fewer questions in a minute follows nothing about how many a process carries. */
export const ENOUGH_QUESTIONS = 30;

/** The questions a second that one process carries here, by its busiest minute; null if it has been asked too little to tell. */
export function carriedPerSecond({ busiest }: ServerLoad): number | null {
  if (busiest === null || busiest.questions < ENOUGH_QUESTIONS || busiest.busy <= 0) return null;
  return ((busiest.questions / 60) * MOST_BUSY) / busiest.busy;
}

/** Says from what was measured here whether one process still does. `shared`: its store is Postgres. */
export function checkLoad(load: ServerLoad, shared: boolean): Finding {
  const { ok, warning } = findings('load');
  const { busiest } = load;
  if (busiest === null) return ok('It is measured from the first minute after the start on.');
  const carried = carriedPerSecond(load);
  if (carried === null) {
    return ok(`At most ${busiest.questions} questions in a minute: too few to tell how many this process carries.`);
  }
  const found = `${busiest.questions} questions in the busiest minute kept the busiest part of this process busy for ${Math.round(100 * busiest.busy)} % of it. By this, one process carries ${format(carried)} questions a second.`;
  if (busiest.busy < MOST_BUSY) return ok(found);
  return warning(
    found,
    shared
      ? 'Answers wait for each other: start another replica.'
      : 'Answers wait for each other: move to Postgres, and start a second server on it.',
  );
}

const format = (perSecond: number) => perSecond.toLocaleString('en', { maximumSignificantDigits: 2 });

import type { BackupSchedule } from '@footnote/sdk/contract';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * When the next backup is due, in epoch milliseconds; in the past if a server was not running then. After a failure it is tried
 * again an hour later, or earlier if the next is due by then.
 */
export function nextScheduled(
  { at, every_hours }: Pick<BackupSchedule, 'at' | 'every_hours'>,
  { setAt, last }: { setAt: number; last: { at: number; error: string | null } | null },
): number {
  const began = last !== null && last.at >= setAt ? last : null;
  const due =
    every_hours === null ? nextTimeOfDay(at ?? '00:00', began?.at ?? setAt) : firstOrNext(every_hours, began, setAt);
  return began?.error ? Math.min(due, began.at + HOUR_MS) : due;
}

/** The first one follows at once. */
const firstOrNext = (hours: number, began: { at: number } | null, setAt: number): number =>
  began === null ? setAt : began.at + hours * HOUR_MS;

function nextTimeOfDay(time: string, after: number): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const today = new Date(after).setUTCHours(hours, minutes, 0, 0);
  return today > after ? today : today + DAY_MS;
}

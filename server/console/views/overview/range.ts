const DAY_MS = 86_400_000;
/** The API's limit. */
const LONGEST = 366;

/** The ranges to choose from: the last n days, or a custom range. */
const RANGES = ['7', '30', '90', 'own'] as const;
export type RangeName = (typeof RANGES)[number];

/** First and last day in UTC, `yyyy-mm-dd`, inclusive. */
export interface Range {
  from: string;
  to: string;
}

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Parses the range in the query string; the last 30 days if it is missing or invalid. */
export function parseRange(query: URLSearchParams, now = Date.now()): { name: RangeName; range: Range } {
  const name = RANGES.find((one) => one === query.get('range')) ?? '30';
  const range = { from: query.get('from') ?? '', to: query.get('to') ?? '' };
  if (name === 'own') return rangeError(range) ? { name, range: lastDays(30, now) } : { name, range };
  return { name, range: lastDays(Number(name), now) };
}

/** The last `days` days, including today. */
const lastDays = (days: number, now = Date.now()): Range => ({
  from: dateOf(now - (days - 1) * DAY_MS),
  to: dateOf(now),
});

/** The number of days in a range. */
export const daysIn = ({ from, to }: Range) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

/** The range of the same length before this one. */
export function previousRange(range: Range): Range {
  const begin = Date.parse(range.from);
  return { from: dateOf(begin - daysIn(range) * DAY_MS), to: dateOf(begin - DAY_MS) };
}

/** The error message for an invalid range, or null. */
export function rangeError(range: Range): string | null {
  const days = daysIn(range);
  if (Number.isNaN(days)) return 'Choose both days.';
  if (days < 1) return 'The first day is after the last.';
  return days > LONGEST ? `At most ${LONGEST} days can be shown at once.` : null;
}

const SHORT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const WHOLE = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `21 Nov`. */
export const formatShortDay = (day: string) => SHORT.format(Date.parse(day));

/** `Fri, 21 Nov 2026`. */
export const formatLongDay = (day: string) => WHOLE.format(Date.parse(day));

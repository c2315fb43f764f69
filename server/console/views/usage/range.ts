const DAY_MS = 86_400_000;
/** The API answers for so many days at most. */
const LONGEST = 366;

/** What the owner has chosen: the last so many days, or days of their own. */
export const RANGES = ['7', '30', '90', 'own'] as const;
export type RangeName = (typeof RANGES)[number];

/** Days in UTC, `yyyy-mm-dd`, both included. */
export interface Range {
  from: string;
  to: string;
}

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The range that an address asks for; the last 30 days where it asks for none that can be. */
export function rangeOf(query: URLSearchParams, now = Date.now()): { name: RangeName; range: Range } {
  const name = RANGES.find((one) => one === query.get('range')) ?? '30';
  const range = { from: query.get('from') ?? '', to: query.get('to') ?? '' };
  if (name === 'own') return problemWith(range) ? { name, range: lastDays(30, now) } : { name, range };
  return { name, range: lastDays(Number(name), now) };
}

/** The last so many days, today included. */
export const lastDays = (days: number, now = Date.now()): Range => ({
  from: dateOf(now - (days - 1) * DAY_MS),
  to: dateOf(now),
});

/** How many days it has. */
export const lengthOf = ({ from, to }: Range) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

/** As many days, right before it. */
export function rangeBefore(range: Range): Range {
  const begin = Date.parse(range.from);
  return { from: dateOf(begin - lengthOf(range) * DAY_MS), to: dateOf(begin - DAY_MS) };
}

/** Why two dates make no range; null where they do. */
export function problemWith(range: Range): string | null {
  const days = lengthOf(range);
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
export const shortDay = (day: string) => SHORT.format(Date.parse(day));

/** `Fri, 21 Nov 2026`. */
export const wholeDay = (day: string) => WHOLE.format(Date.parse(day));

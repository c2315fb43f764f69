import { z } from 'zod';

const MAX_WORDS = 10;
const DAY_MS = 24 * 60 * 60_000;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** Text to search for, split into words. */
export const words = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .transform((text) => text.split(/\s+/u))
  .refine((found) => found.length <= MAX_WORDS, `must be at most ${MAX_WORDS} words`)
  .meta({ type: 'string', minLength: 1, maxLength: 200 });

/** A day in UTC, `yyyy-mm-dd`. */
export const day = z.string().refine(isDay, 'must be a date such as 2026-01-31').meta({ format: 'date' });

const instant = z.iso.datetime({ offset: true });

/** Epoch milliseconds of a timestamp, or of the start of a day (UTC). */
export const from = moment(0);
/** Epoch milliseconds of a timestamp, or of the end of a day (UTC), so that the day is included. */
export const to = moment(DAY_MS);

function moment(afterMidnight: number) {
  return z
    .string()
    .refine((text) => isDay(text) || instant.safeParse(text).success, 'must be a date or a timestamp in RFC 3339')
    .transform((text) => (DATE.test(text) ? Date.parse(text) + afterMidnight : Date.parse(text)))
    .meta({ type: 'string' });
}

/** Rejects dates that do not exist, which `Date` would shift to others. */
function isDay(text: string): boolean {
  const at = DATE.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

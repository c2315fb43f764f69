import { APIConnectionError, APIError } from '@footnote/sdk';

/** The message of an error for the owner. */
export function errorMessage(error: unknown): string {
  if (APIError.isInstance(error)) return (error as APIError).detail;
  if (APIConnectionError.isInstance(error))
    return 'The server does not answer. Check that it is running, and try again.';
  return error instanceof Error ? error.message : String(error);
}

const WHOLE = new Intl.NumberFormat('en');
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const MEASURED = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const AGO = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** `12,345`. */
export const formatCount = (value: number) => WHOLE.format(value);

/** `12.3K`. */
export const formatCompact = (value: number) => (value < 10_000 ? WHOLE.format(value) : SHORT.format(value));

/** `1 source`, `3 sources`; `many` is the plural if it is irregular. */
export const plural = (value: number, one: string, many = `${one}s`) =>
  `${WHOLE.format(value)} ${value === 1 ? one : many}`;

/** `3.4 MB`. */
export function formatBytes(value: number): string {
  if (value < 1000) return plural(value, 'byte');
  if (value < 1e6) return `${Math.round(value / 1e3)} kB`;
  return value < 1e9 ? `${(value / 1e6).toFixed(1)} MB` : `${(value / 1e9).toFixed(1)} GB`;
}

/** `850 ms`, `3.2 s`, `2 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const whole = Math.round(milliseconds / 1000);
  if (whole < 10) return `${(milliseconds / 1000).toFixed(1)} s`;
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** `66 %`, of 0 to 1; at most `99 %`, as nothing is certain. */
export const formatCertainty = (certainty: number) => `${Math.min(99, Math.round(100 * certainty))} %`;

/** `7 %`, of 0 to 1. */
export const formatShare = (share: number) => `${Math.round(100 * share)} %`;

/** `0.35`, `5.9`, `240`: as exact as it was measured. */
export const formatRate = (perSecond: number) => MEASURED.format(perSecond);

/** What the API's `usage` counts, in words for the owner. */
export const WORDS_PROCESSED =
  'How much was read and written for the answers: words, or the units that a language model counts.';

/** `31 Jan 2026`. */
export const formatDate = (time: string) => DAY.format(new Date(time));

/** `31 Jan 2026, 12:00`. */
export const formatDateTime = (time: string) => MOMENT.format(new Date(time));

/** `just now`, `5 minutes ago`, `yesterday`; the date if it is more than 30 days ago. */
export function formatRelativeTime(time: string, now = Date.now()): string {
  const past = (now - Date.parse(time)) / 1000;
  if (past < 45) return 'just now';
  if (past > 30 * 86_400) return formatDate(time);
  const [unit, length] = UNITS.find(([, each]) => past >= each) ?? UNITS[2];
  return AGO.format(-Math.max(1, Math.round(past / length)), unit);
}

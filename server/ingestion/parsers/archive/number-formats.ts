import { childNamed, elementsNamed, type XmlElement } from './xml.ts';

/** Writes the number of a cell as its format shows it. */
export type NumberFormat = (value: number) => string;

const DAY = 86_400_000;
/** Excel counts days from here, or from 1904; it holds 1900 for a leap year, so days before March 1900 are one off. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** Later dates than Excel knows are numbers. */
const MAX_DAYS = 2_958_466;
/** The numbers of formats that every program knows, without those that only add separators. */
const BUILT_IN: Record<number, string> = {
  2: '0.00',
  4: '0.00',
  9: '0%',
  10: '0.00%',
  39: '0.00',
  40: '0.00',
  44: '0.00',
  ...Object.fromEntries(
    [14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'yyyy-mm-dd']),
  ),
  ...Object.fromEntries([18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47, 55, 56].map((id) => [id, 'h:mm'])),
  22: 'yyyy-mm-dd h:mm',
};
const MAX_DECIMALS = 10;

/** The formats of a workbook's cells, by the number that a cell names. `styles` is the root of its part. */
export function numberFormatsOf(styles: XmlElement | undefined, countsFrom1904: boolean): NumberFormat[] {
  if (!styles) return [];
  const own = new Map(
    elementsNamed(styles, 'numFmt').map(({ attributes }) => [Number(attributes.numFmtId), attributes.formatCode ?? '']),
  );
  const epoch = countsFrom1904 ? EPOCH_1904 : EPOCH_1900;
  return (childNamed(styles, 'cellXfs')?.children ?? []).map(({ attributes }) => {
    const id = Number(attributes.numFmtId ?? 0);
    return numberFormat(own.get(id) ?? BUILT_IN[id] ?? '', epoch);
  });
}

/** Fifteen digits, as Excel keeps them: 0.1 + 0.2 is 0.3. */
export const plainNumber: NumberFormat = (value) => String(Number(value.toPrecision(15)));

/** What a format's code, such as `0.00 "kg"`, makes of numbers. */
export function numberFormat(code: string, epoch = EPOCH_1900): NumberFormat {
  // Of its sections the first is that of positive numbers.
  const [section = ''] = code.split(';');
  const literals = section.matchAll(/"([^"]*)"|\[\$([^[\]-]*)(?:-[^[\]]*)?\]|\\(.)|([$€£¥₹])/g);
  const bare = section.replace(/"[^"]*"|\[(?!h|m|s)[^[\]]*\]|\\.|[_*]./gi, '');
  if (/[ymdhs]/i.test(bare) && !/[0#?]\s*$/.test(bare.replace(/[hms.:[\]]0*/gi, ''))) return dateFormat(bare, epoch);
  const unit = Array.from(
    literals,
    ([, quoted, currency, escaped, sign]) => quoted ?? currency ?? escaped ?? sign ?? '',
  )
    .join('')
    .trim();
  const isBefore = section.search(/"|\[\$|[$€£¥₹]/) < section.search(/[0#?]/);
  const decimals = Math.min(MAX_DECIMALS, /[0#?]\.(0+)/.exec(bare)?.[1]?.length ?? 0);
  const isPercent = bare.includes('%');
  return (value) => {
    const shown = isPercent ? value * 100 : value;
    const digits = decimals > 0 ? shown.toFixed(decimals) : plainNumber(shown);
    const number = isPercent ? `${digits}%` : digits;
    if (!unit) return number;
    return isBefore ? `${unit}${/\p{L}$/u.test(unit) ? ' ' : ''}${number}` : `${number} ${unit}`;
  };
}

/** A date as 2026-05-01, a time as 13:30. */
function dateFormat(code: string, epoch: number): NumberFormat {
  const hasTime = /[hs]/i.test(code);
  const hasDate = /[yd]/i.test(code) || !hasTime;
  const isDuration = /\[[hms]+\]/i.test(code);
  return (value) => {
    if (value < 0 || value >= MAX_DAYS) return plainNumber(value);
    if (isDuration) return duration(value);
    const iso = new Date(epoch + Math.round(value * DAY)).toISOString();
    const [date, time] = [iso.slice(0, 10), shortTime(iso.slice(11))];
    return hasDate && hasTime ? `${date} ${time}` : hasDate ? date : time;
  };
}

/** A date in ISO's form, as these are written; at midnight without the time. */
export function isoDate(value: string): string {
  const [date = '', time = ''] = value.split('T');
  const shown = shortTime(time);
  return shown === '' || shown === '00:00' ? date : `${date} ${shown}`;
}

/** Without seconds where they are nought, and without what follows them. */
const shortTime = (time: string) => time.slice(0, 8).replace(/:00$/, '');

/** Hours may be more than a day has. */
function duration(days: number): string {
  const minutes = Math.round(days * 24 * 60);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

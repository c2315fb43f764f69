/** One of these words at the end of a name, but for words for how it is drawn: `fa-check`, `bi-x-circle-fill`. */
const named = (words: string) =>
  new RegExp(
    `(?:^|[\\s_-])(?:${words})(?:[_-](?:alt|bold|circle|fill|filled|icon|lg|o|outline|rounded|solid|square|thick|\\d{1,3})){0,3}(?:\\s|$)`,
    'i',
  );
/** By the names that usual icon fonts have for them: `fa-dollar-sign`, `bi-currency-euro`. */
const CURRENCIES: readonly [names: RegExp, sign: string][] = [
  [named('(?:dollar|usd)(?:-sign)?'), '$'],
  [named('eur(?:o)?(?:-sign)?'), '€'],
  [named('(?:pound|gbp|sterling)(?:-sign)?'), '£'],
  [named('(?:yen|jpy)(?:-sign)?'), '¥'],
  [named('(?:rupee|inr)(?:-sign)?'), '₹'],
];
const YES = named('check|check-?mark|tick|yes');
const NO = named('close|cross|no|remove|times|x|x-?mark');
const MAX_NAMES = 300;

/** The sign of a currency that an icon shows by its names or classes, else nothing. */
export const currencyOfIcon = (names: string): string =>
  CURRENCIES.find(([known]) => known.test(names.slice(0, MAX_NAMES)))?.[1] ?? '';

/** What an icon says that is alone in the cell of a table, by its names or classes (`fa fa-check`): yes or no, else nothing. */
export function signOfIcon(names: string): '✓' | '✗' | '' {
  const read = names.slice(0, MAX_NAMES);
  if (YES.test(read)) return '✓';
  return NO.test(read) ? '✗' : '';
}

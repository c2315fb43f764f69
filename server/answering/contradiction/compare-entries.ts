import { type Lexicon, relationOf } from '../../language/lexicon/lexicon.ts';
import type { Token } from './analyze-text.ts';
import type { Entry, EntryGroup } from './read-entries.ts';

/** An item is not what is meant if it has at most this share of the sentence, and another one clearly more. */
const MAX_OWN_SHARE = 0.5;
const MIN_OTHER_SHARE = 0.8;
const MIN_TERMS = 2;

const NAME_SEPARATOR = /[._:/]/;

/** Does a sentence give an entry of a table or list what is said of another column or of another entry? */
export function compareEntries(own: Token[], groups: EntryGroup[], lexicon: Lexicon): boolean {
  const terms = own.filter(({ isContent }) => isContent).map(({ term }) => term);
  return groups.some((group) => {
    const entry = entryOf(terms, group);
    return (
      entry !== null && (hasValueOfOtherColumn(terms, entry, group) || fitsOtherEntry(terms, entry, group, lexicon))
    );
  });
}

/** The entry that a sentence is about: its key is in it, before any other key. Null if that is not clear. */
function entryOf(terms: string[], { entries }: EntryGroup): Entry | null {
  const found = entries.flatMap((entry) => {
    const places = entry.key.map((term) => terms.findIndex((own) => isSameName(own, term)));
    return places.length === 0 || places.includes(-1) ? [] : [{ entry, at: Math.min(...places) }];
  });
  const first = found.toSorted((one, other) => one.at - other.at || other.entry.key.length - one.entry.key.length);
  const [best, next] = first;
  if (!best || (next?.at === best.at && next.entry.key.length === best.entry.key.length)) return null;
  return best.entry;
}

/** `readTimeout` is short for `respondingTimeouts.readTimeout`. */
function isSameName(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length > 3 && long.endsWith(short) && NAME_SEPARATOR.test(long.at(-short.length - 1) ?? '');
}

const isWhole = (cell: string[], terms: string[]) => cell.length > 0 && cell.every((term) => terms.includes(term));

/** “The default of A is 5” where 5 stands in the row of A, but not in the column of the default. */
function hasValueOfOtherColumn(terms: string[], entry: Entry, { header, entries }: EntryGroup): boolean {
  if (header.length === 0) return false;
  const isNamed = ({ key }: Entry) =>
    isWhole(key, terms) || key.every((term) => terms.some((own) => isSameName(own, term)));
  const named = entries.filter((one) => one.key.length > 0 && isNamed(one) && !isWhole(one.key, entry.cells.flat()));
  if (named.length !== 1) return false;
  const free = terms.filter((term) => !entry.key.some((other) => isSameName(term, other)));
  const hits = header.slice(1).map((cell) => cell.filter((term) => free.includes(term)).length);
  const most = Math.max(0, ...hits);
  const column = hits.indexOf(most);
  if (most === 0 || hits.lastIndexOf(most) !== column) return false;
  const expected = entry.cells[column] ?? [];
  if (expected.length === 0 || isWhole(expected, free)) return false;
  return entry.cells.some(
    (cell, at) => at !== column && isWhole(cell, free) && !isWhole(cell, header[column + 1] ?? []),
  );
}

/** “A does what the list says of B.” */
function fitsOtherEntry(terms: string[], entry: Entry, { header, entries }: EntryGroup, lexicon: Lexicon): boolean {
  const rest = terms.filter((term) => !entry.key.includes(term) && !header.flat().includes(term));
  if (rest.length < MIN_TERMS) return false;
  const shareOf = ({ key, cells }: Entry) => {
    const known = [...key, ...cells.flat()];
    const isKnown = (term: string) =>
      known.some((other) => term === other || relationOf(term, other, lexicon) === 'synonym');
    return rest.filter(isKnown).length / rest.length;
  };
  const own = shareOf(entry);
  if (own > MAX_OWN_SHARE) return false;
  return entries.some((other) => {
    const named = [...other.key, ...other.cells.flat()];
    if (other === entry || entry.key.some((term) => named.includes(term))) return false;
    return shareOf(other) >= Math.max(MIN_OTHER_SHARE, 2 * own);
  });
}

import { type Lexicon, relationOf } from '../../language/lexicon/lexicon.ts';
import type { Token } from './analyze-text.ts';
import type { MatchedSentence } from './match-sentences.ts';
import { type Entry, type EntryGroup, isNamed, isSameName } from './read-entries.ts';

/** The part of a sentence that its own entry may have, and that another entry must have, to be about the other one. */
const MAX_OWN_SHARE = 0.5;
const MIN_OTHER_SHARE = 0.8;
/** The first one if the sentence names both entries: it may speak of both. */
const MAX_OWN_SHARE_OF_TWO = 0.25;
/** Fewer words do not tell which entry they are from. */
const MIN_REST = 2;

/**
 * Does a sentence exchange what the passage says of two things? Two of its parts each have words of the same two parts of a
 * sentence of the passage: “100 for users and 10 for guests”, where it was “10 for users and 100 for guests”.
 */
export function exchangesParts(own: Token[], near: MatchedSentence[], lexicon: Lexicon): boolean {
  const mine = partsOf(own, lexicon);
  if (mine.length < 2) return false;
  return near.some(({ tokens }) => {
    const theirs = partsOf(tokens, lexicon);
    const origins = mine.map((part) => {
      const distinctive = part.filter((term) => onlyPlace(term, mine) !== null);
      return new Set(distinctive.flatMap((term) => onlyPlace(term, theirs) ?? []));
    });
    return origins.some((origin, at) =>
      origins.slice(at + 1).some((other) => [...origin].filter((place) => other.has(place)).length >= 2),
    );
  });
}

/** The content terms of each part of a sentence: a clause, or what a word like “and” joins. */
function partsOf(tokens: Token[], { coordinating }: Lexicon): string[][] {
  const parts: string[][] = [];
  let clause: number | null = null;
  for (const token of tokens) {
    if (token.clause !== clause || coordinating.has(token.text)) parts.push([]);
    clause = token.clause;
    if (token.isContent) parts.at(-1)?.push(token.term);
  }
  return parts.filter((part) => part.length > 0);
}

/** The only part that has a term; null if none has, or several. */
function onlyPlace(term: string, parts: string[][]): number | null {
  const first = parts.findIndex((part) => part.includes(term));
  return first !== -1 && parts.findLastIndex((part) => part.includes(term)) === first ? first : null;
}

/** Does a sentence say of one row or item what the passage says of another one? */
export function exchangesEntries(own: Token[], groups: EntryGroup[], lexicon: Lexicon): boolean {
  const terms = own.filter(({ isContent }) => isContent).map(({ term }) => term);
  return groups.some((group) => {
    const entry = entryOf(terms, group);
    return entry !== null && (hasOtherColumn(terms, entry, group) || isSaidOfOther(terms, entry, group, lexicon));
  });
}

/** The entry that a sentence is about: the one whose key it names first. Null if it names none, or two at once. */
function entryOf(terms: string[], { entries }: EntryGroup): Entry | null {
  const named = entries.flatMap((entry) => {
    const places = entry.key.map((term) => terms.findIndex((own) => isSameName(own, term)));
    return places.length === 0 || places.includes(-1) ? [] : [{ entry, at: Math.min(...places) }];
  });
  named.sort((one, other) => one.at - other.at || other.entry.key.length - one.entry.key.length);
  const [first, second] = named;
  const isClear = first && (!second || second.at > first.at || second.entry.key.length < first.entry.key.length);
  return isClear ? first.entry : null;
}

/** Does a sentence that names a column give the value of another column of the same row? */
function hasOtherColumn(terms: string[], entry: Entry, { header, entries }: EntryGroup): boolean {
  const values = entry.cells.flat();
  const isOther = (other: Entry) => other !== entry && isNamed(other, terms) && !isWhole(other.key, values);
  if (header.length === 0 || entries.some(isOther)) return false;
  const free = terms.filter((term) => !entry.key.some((own) => isSameName(term, own)));
  const hits = header.slice(1).map((cell) => cell.filter((term) => free.includes(term)).length);
  const most = Math.max(...hits);
  const column = hits.indexOf(most);
  if (most === 0 || hits.lastIndexOf(most) !== column) return false;
  const expected = entry.cells[column] ?? [];
  if (expected.length === 0 || isWhole(expected, free)) return false;
  const title = header[column + 1] ?? [];
  return entry.cells.some((cell, at) => at !== column && isWhole(cell, free) && !isWhole(cell, title));
}

const isWhole = (cell: string[], terms: string[]): boolean =>
  cell.length > 0 && cell.every((term) => terms.includes(term));

/** Has another entry nearly all that a sentence says, and its own entry little of it? */
function isSaidOfOther(terms: string[], entry: Entry, { header, entries }: EntryGroup, lexicon: Lexicon): boolean {
  const titles = header.flat();
  const rest = terms.filter((term) => !entry.key.includes(term) && !titles.includes(term));
  if (rest.length < MIN_REST) return false;
  const share = ({ key, cells }: Entry) => {
    const known = [...key, ...cells.flat()];
    const has = (term: string) => known.some((other) => isSimilar(term, other, lexicon));
    return rest.filter(has).length / rest.length;
  };
  const own = share(entry);
  if (own > MAX_OWN_SHARE) return false;
  const hasKey = ({ key, cells }: Entry) =>
    entry.key.every((term) => key.includes(term) || cells.flat().includes(term));
  return entries.some((other) => {
    if (other === entry || hasKey(other) || share(other) < Math.max(MIN_OTHER_SHARE, 2 * own)) return false;
    return own <= MAX_OWN_SHARE_OF_TWO || !isNamed(other, terms);
  });
}

function isSimilar(one: string, other: string, lexicon: Lexicon): boolean {
  const relation = relationOf(one, other, lexicon);
  return relation === 'same' || relation === 'synonym';
}

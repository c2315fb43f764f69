import { areNearlySame, type Words, wordsOf } from '../../language/similarity/nearly-same.ts';
import { indexTerms } from '../../language/terms.ts';
import type { ChunkRow } from '../../store/types.ts';

/** In how many chunks of a project each term stands, and how many chunks there are. */
interface TermCounts {
  chunks: number;
  byTerm: ReadonlyMap<string, number>;
}

/** The number of the group of nearly equal chunks that a chunk of the sample is in; null where it is like no other. */
type Group = number | null;

/** The words of passages that are nearly the same. */
export type Kind = Words;

export interface Copies {
  /** Of each chunk of the sample. */
  groups: Group[];
  /** Of each chunk that has a term, by that: a question looks up some, a sample has thousands. */
  groupsByTerm: ReadonlyMap<string, Group[]>;
  /** Of each group. */
  kinds: Kind[];
}

/**
 * The same counts where chunks that are nearly the same count once; null where no chunk of the project is like another. A manual
 * whose 6,000 sections differ in a name has one such text, not 6,000: otherwise all words of a page beside it are as rare as words
 * that no document has.
 */
export function countDifferent(
  { groups, groupsByTerm, kinds }: Copies,
  { chunks, byTerm }: TermCounts,
): (TermCounts & { kinds: Kind[] }) | null {
  if (kinds.length === 0) return null;
  return {
    kinds,
    chunks: differing(chunks, groups),
    byTerm: new Map([...byTerm].map(([term, count]) => [term, differing(count, groupsByTerm.get(term) ?? [])])),
  };
}

/** How many of this many chunks differ, by the groups of those that are in the sample. */
function differing(count: number, some: Group[]): number {
  const repeated = some.filter((group) => group !== null);
  if (repeated.length === 0) return count;
  const alone = (some.length - repeated.length) / some.length;
  return Math.max(1, Math.round(count * alone) + new Set(repeated).size);
}

/** Each chunk with the group that it belongs to: it is nearly the same as the first of the group. */
export function findCopies(rows: ChunkRow[]): Copies {
  const groups: { words: Words; members: number[] }[] = [];
  rows.forEach(({ text }, at) => {
    const words = wordsOf(text);
    const group = groups.find((one) => areNearlySame(one.words, words));
    if (group) group.members.push(at);
    else groups.push({ words, members: [at] });
  });
  const repeated = groups.filter(({ members }) => members.length > 1);
  const groupOf = new Map(repeated.flatMap(({ members }, number) => members.map((at) => [at, number])));
  const groupsByTerm = new Map<string, Group[]>();
  if (repeated.length > 0)
    rows.forEach(({ title, headings, text, language }, at) => {
      const group = groupOf.get(at) ?? null;
      for (const term of new Set(indexTerms([title, ...headings, text].join('\n'), language))) {
        const known = groupsByTerm.get(term);
        if (known) known.push(group);
        else groupsByTerm.set(term, [group]);
      }
    });
  return {
    groups: rows.map((_, at) => groupOf.get(at) ?? null),
    groupsByTerm,
    kinds: repeated.map(({ words }) => words),
  };
}

/** Is a text nearly the same as passages that are like each other? */
export function isOfKind(text: string, kinds: Kind[]): boolean {
  const words = wordsOf(text);
  return kinds.some((kind) => areNearlySame(kind, words));
}

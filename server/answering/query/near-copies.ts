import { LRUCache } from 'lru-cache';
import { areNearlySame, wordsOf } from '../../language/nearly-same.ts';
import { indexTerms } from '../../language/terms.ts';
import type { ChunkRow, Store } from '../../store/types.ts';

/** In how many chunks of a project each term stands, and how many chunks there are. */
export interface TermCounts {
  chunks: number;
  byTerm: ReadonlyMap<string, number>;
}

/** What is looked at of a project: enough to tell whether a tenth of it repeats, read and compared in some 20 ms. */
const SAMPLE = 200;
/** A sample stays in use until the project is larger or smaller by this share: while documents are read, it grows all the time. */
const GROWTH = 0.1;
const MAX_PROJECTS = 200;

/** A chunk of the sample. */
interface Sampled {
  terms: ReadonlySet<string>;
  /** The number of the group of nearly equal chunks that it is in; null where it is like no other. */
  group: number | null;
}

interface Sample {
  /** Of the project when it was taken. */
  chunks: number;
  sampled: Promise<Sampled[]>;
}

/** By store and project. */
const samples = new WeakMap<object, LRUCache<string, Sample>>();

/**
 * The same counts with chunks that are nearly the same counted once. A manual whose 6,000 sections differ in a name has one such
 * text, not 6,000: otherwise its words would be common wherever they stand, and all others as rare as words that no document has.
 */
export async function distinctCounts(
  store: Pick<Store['chunks'], 'spread'>,
  projectId: string,
  { chunks, byTerm }: TermCounts,
): Promise<{ chunks: number; byTerm: Map<string, number> }> {
  const sampled = await sampleOf(store, projectId, chunks);
  const share = (some: Sampled[]) => some.filter(({ group }) => group === null).length / Math.max(1, some.length);
  const groups = (some: Sampled[]) => new Set(some.flatMap(({ group }) => group ?? [])).size;
  const distinct = (count: number, some: Sampled[]) =>
    groups(some) === 0 ? count : Math.max(1, Math.round(count * share(some)) + groups(some));
  return {
    chunks: distinct(chunks, sampled),
    byTerm: new Map(
      [...byTerm].map(([term, count]) => [
        term,
        count === 0
          ? 0
          : distinct(
              count,
              sampled.filter(({ terms }) => terms.has(term)),
            ),
      ]),
    ),
  };
}

function sampleOf(store: Pick<Store['chunks'], 'spread'>, projectId: string, chunks: number): Promise<Sampled[]> {
  const known = samples.get(store) ?? new LRUCache<string, Sample>({ max: MAX_PROJECTS });
  samples.set(store, known);
  const before = known.get(projectId);
  if (before && Math.abs(before.chunks - chunks) <= before.chunks * GROWTH) return before.sampled;
  const sampled = store.spread(projectId, SAMPLE).then(groupNearCopies);
  known.set(projectId, { chunks, sampled });
  sampled.catch(() => known.delete(projectId));
  return sampled;
}

/** Each chunk with the group that it belongs to: it is nearly the same as the first of the group. */
function groupNearCopies(rows: ChunkRow[]): Sampled[] {
  const groups: { words: ReadonlySet<string>; members: number[] }[] = [];
  rows.forEach(({ text }, at) => {
    const words = wordsOf(text);
    const group = groups.find((one) => areNearlySame(one.words, words));
    if (group) group.members.push(at);
    else groups.push({ words, members: [at] });
  });
  const repeated = groups.filter(({ members }) => members.length > 1);
  const groupOf = new Map(repeated.flatMap(({ members }, number) => members.map((at) => [at, number])));
  return rows.map(({ title, headings, text, language }, at) => ({
    terms: new Set(repeated.length > 0 ? indexTerms([title, ...headings, text].join('\n'), language) : []),
    group: groupOf.get(at) ?? null,
  }));
}

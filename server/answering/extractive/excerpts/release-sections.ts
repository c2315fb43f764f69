import { isFunctionWord } from '../../../language/function-words.ts';
import { RELEASE_WORDS } from '../../../language/vocabulary/release-words.ts';
import { moveBlock } from '../../../store/types/join-blocks.ts';
import type { ChunkRow, Store } from '../../../store/types.ts';
import type { QueryTerms } from '../../query/query-terms.ts';
import { coverage, type MatchedPassage, matchPassage } from '../../retrieval/match-passage.ts';
import { namedVersions, releaseHeading, releaseOf } from '../../retrieval/releases.ts';
import type { Passage, Question } from '../../types.ts';

/** So many passages before and after one are looked at for the rest of its release. */
const REACH = 20;
/** The latest one is looked for among so many passages from the beginning. */
const REACH_FOR_LATEST = 300;

/**
 * Where a question asks for all that a release brought, which it names or calls the latest (“What changed in Kettle 2.3?”): the
 * first passage of each section of it, in order, as far as is looked. `best`: the best passage, of that release or of others. Null
 * where it asks for less.
 */
export async function wholeRelease(
  chunks: Pick<Store['chunks'], 'between'>,
  { projectId, text }: Pick<Question, 'projectId' | 'text'>,
  best: Passage | undefined,
  language = 'und',
): Promise<Passage[] | null> {
  const release = best && releaseHeading(best);
  if (!best || !release) return null;
  const [asked, ...others] = namedVersions(text);
  const { isForAll, isForLatest } = askedFor(text, language, best.title);
  if (!isForAll || others.length > 0 || (asked === undefined) !== isForLatest) return null;
  if (asked !== undefined && asked !== releaseOf(release)) return null;
  const [from, to] = isForLatest ? [0, REACH_FOR_LATEST] : [best.seq - REACH, best.seq + REACH];
  const rows = await chunks.between(projectId, best.sourceId, from, to);
  const above = isForLatest ? latestRelease(rows) : best.headings.slice(0, best.headings.lastIndexOf(release) + 1);
  const isIn = ({ headings }: ChunkRow) => above.length > 0 && above.every((heading, at) => headings[at] === heading);
  const first = rows.filter(isIn).filter(({ section }, at, some) => section !== some[at - 1]?.section);
  // Several short ones are one passage.
  if (first.length === 0) return isForLatest ? null : [best];
  return first.map(({ id, ...row }) => ({ ...best, ...row, chunkId: id }));
}

/** The headings down to that of the release with the highest version, but for early ones. */
function latestRelease(rows: ChunkRow[]): string[] {
  let [latest, above]: [string, string[]] = ['', []];
  for (const { headings } of rows) {
    const at = headings.findLastIndex((heading) => releaseOf(heading) !== null);
    const release = releaseOf(headings[at] ?? '');
    if (release === null || EARLY.test(release) || (latest !== '' && BY_VERSION.compare(release, latest) <= 0))
      continue;
    [latest, above] = [release, headings.slice(0, at + 1)];
  }
  return above;
}

/** A release candidate and the like. */
const EARLY = /\p{L}/u;
/** 2.10 is after 2.9. */
const BY_VERSION = new Intl.Collator('en', { numeric: true });

/** Does the question ask for changes, and for nothing else but the release and what the title names? */
function askedFor(question: string, language: string, title: string): { isForAll: boolean; isForLatest: boolean } {
  const { changes = '', release = '', latest = '' } = RELEASE_WORDS[language] ?? RELEASE_WORDS.en ?? {};
  const named = wordsOf(title);
  const asking = wordsOf(question).filter((word) => !isFunctionWord(word, language));
  const begins = (word: string, beginnings: string) => beginnings.split(' ').some((one) => word.startsWith(one));
  const isKnown = (word: string) =>
    [changes, release, latest].some((some) => begins(word, some)) || named.includes(word);
  return {
    isForAll: asking.some((word) => begins(word, changes)) && asking.every(isKnown),
    isForLatest: wordsOf(question).some((word) => begins(word, latest)),
  };
}

/** A single letter is an ending or a mark: “what’s”, “v2.3”. */
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word.length > 1);

/**
 * Of a passage that holds several short releases, the one that the question names, else that which has most of the question: each
 * has a heading of its own, without which it says nothing.
 */
export function oneRelease(match: MatchedPassage, question: string, terms: QueryTerms): MatchedPassage {
  const { passage } = match;
  const heads = passage.blocks.flatMap((block) => {
    const heading = block.kind === 'heading' ? passage.text.slice(block.start, block.end) : '';
    const release = releaseOf(heading);
    return release === null ? [] : [{ block, heading, release }];
  });
  const asked = namedVersions(question);
  const parts = heads.map(({ block, heading, release }, at) => {
    const end = heads[at + 1]?.block.start ?? passage.text.length;
    return { isAsked: asked.includes(release), match: matchPassage(partOf(passage, block.end, end, heading), terms) };
  });
  const named = parts.filter(({ isAsked }) => isAsked);
  const has = ({ inText, inHeadings }: MatchedPassage) => coverage(terms, [inText, inHeadings]);
  const chosen = (named.length > 0 ? named : parts).map((part) => part.match);
  return chosen.reduce((best, one) => (best === match || has(one) > has(best) ? one : best), match);
}

/** A part of a passage below a heading in it. */
function partOf(passage: Passage, from: number, to: number, heading: string): Passage {
  const blocks = passage.blocks.filter(({ start, end }) => start >= from && end <= to);
  const [start, end] = [blocks[0]?.start ?? from, blocks.at(-1)?.end ?? to];
  return {
    ...passage,
    headings: [...passage.headings.filter((one) => one !== heading && releaseOf(one) === null), heading],
    text: passage.text.slice(start, end),
    start: passage.start + start,
    end: passage.start + end,
    blocks: blocks.map((block) => moveBlock(block, -start)),
  };
}

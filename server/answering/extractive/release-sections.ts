import { isFunctionWord } from '../../language/function-words.ts';
import { RELEASE_WORDS } from '../../language/release-words.ts';
import { moveBlock } from '../../store/types/join-blocks.ts';
import type { ChunkRow, Store } from '../../store/types.ts';
import type { QueryTerms } from '../query/query-terms.ts';
import { coverage, type MatchedPassage, matchPassage } from '../retrieval/match-passage.ts';
import { namedVersions, releaseHeading, releaseOf } from '../retrieval/releases.ts';
import type { Passage, Question } from '../types.ts';

/** So many passages before and after one are looked at for the rest of its release. */
const REACH = 20;

/**
 * Where a question asks for all that the release brought which it names (“What changed in Kettle 2.3?”): the first passage of each
 * section of it, in order, as far as is looked. `best`: a passage of that release. Null where it asks for less.
 */
export async function wholeRelease(
  chunks: Pick<Store['chunks'], 'between'>,
  { projectId, text }: Pick<Question, 'projectId' | 'text'>,
  best: Passage | undefined,
  language = 'und',
): Promise<Passage[] | null> {
  const release = best && releaseHeading(best);
  const [asked, ...others] = namedVersions(text);
  if (!best || !release || asked !== releaseOf(release) || others.length > 0) return null;
  if (!asksForAll(text, language, best.title)) return null;
  const above = best.headings.slice(0, best.headings.lastIndexOf(release) + 1);
  const isIn = ({ headings }: ChunkRow) => above.every((heading, at) => headings[at] === heading);
  const rows = await chunks.between(projectId, best.sourceId, best.seq - REACH, best.seq + REACH);
  const first = rows.filter(isIn).filter(({ section }, at, some) => section !== some[at - 1]?.section);
  // Several short ones are one passage.
  return first.length === 0 ? [best] : first.map(({ id, ...row }) => ({ ...best, ...row, chunkId: id }));
}

/** Does the question ask for changes, and for nothing else but the release and what the title names? */
function asksForAll(question: string, language: string, title: string): boolean {
  const { changes = '', release = '' } = RELEASE_WORDS[language] ?? RELEASE_WORDS.en ?? {};
  const named = wordsOf(title);
  const asking = wordsOf(question).filter((word) => !isFunctionWord(word, language));
  const begins = (word: string, beginnings: string) => beginnings.split(' ').some((one) => word.startsWith(one));
  return (
    asking.some((word) => begins(word, changes)) &&
    asking.every((word) => begins(word, changes) || begins(word, release) || named.includes(word))
  );
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

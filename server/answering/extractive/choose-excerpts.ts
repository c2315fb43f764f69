import type { Store } from '../../store/types.ts';
import type { QueryTerms } from '../query/query-terms.ts';
import type { RankedPassage } from '../retrieval/feature-rerank.ts';
import { matchPassage } from '../retrieval/match-passage.ts';
import type { Passage } from '../types.ts';
import { chooseExcerpt } from './choose-excerpt.ts';
import type { Excerpt } from './render-excerpt.ts';
import { widenPassage } from './widen-passage.ts';

/** How long each excerpt may be, in characters: of an answer, and of what only comes closest. */
const ANSWER_LIMITS = [900, 540];
const CLOSEST_LIMITS = [450, 400, 350];
/** A further excerpt of an answer is shown where it is at least so likely to be the one that answers. */
const MIN_PROBABILITY = 0.05;
/** In how many passages the excerpts are looked for. */
export const PASSAGES_READ = 6;

/** The excerpts to show, best first: each of another place, and none that repeats another. */
export async function chooseExcerpts(
  chunks: Pick<Store['chunks'], 'between'>,
  projectId: string,
  { ranked, terms }: { ranked: RankedPassage[]; terms: QueryTerms },
  sure: boolean,
): Promise<Excerpt[]> {
  const excerpts: Excerpt[] = [];
  for (const { match, probability } of ranked.slice(0, PASSAGES_READ)) {
    const limit = (sure ? ANSWER_LIMITS : CLOSEST_LIMITS)[excerpts.length];
    if (limit === undefined || (sure && excerpts.length > 0 && probability < MIN_PROBABILITY)) break;
    if (excerpts.some((shown) => holds(shown, match.passage))) continue;
    const { passage, within } = await widenPassage(chunks, projectId, match.passage);
    const wide = passage === match.passage ? match : matchPassage(passage, terms);
    const excerpt = chooseExcerpt(wide, terms, limit, within);
    if (!excerpts.some((shown) => repeats(shown, excerpt))) excerpts.push(excerpt);
  }
  return excerpts;
}

/** Does the excerpt show a part of this passage? */
function holds({ passage: shown, start, end }: Excerpt, passage: Passage): boolean {
  return shown.sourceId === passage.sourceId && shown.start + start < passage.end && shown.start + end > passage.start;
}

/** Pages repeat each other; once is enough. */
function repeats(a: Excerpt, b: Excerpt): boolean {
  const flat = ({ passage, start, end }: Excerpt) => passage.text.slice(start, end).replace(/\s+/g, ' ').toLowerCase();
  const [x, y] = [flat(a), flat(b)];
  return x.includes(y) || y.includes(x);
}

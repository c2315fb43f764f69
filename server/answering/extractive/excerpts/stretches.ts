import { pageAt } from '../../../store/types/page-at.ts';
import { ASKS, type BlockGroup } from '../../passages/group-blocks.ts';
import type { QueryTerms } from '../../query/query-terms.ts';
import { coverage, type MatchedPassage } from '../../retrieval/match-passage.ts';
import type { Span } from '../../types.ts';

/** What a stretch of a passage is chosen by, and the groups of its blocks. */
export interface Choice {
  match: MatchedPassage;
  terms: QueryTerms;
  /** How long it may be, in characters. */
  limit: number;
  groups: BlockGroup[];
}

/** A heading names what is asked that has at least this share of it. */
export const NAMING_COVERAGE = 0.5;
/** What the best sentence of a stretch is worth beside the whole of it. */
const BEST_SENTENCE_VALUE = 0.5;

/** How much of the question's own words it has. */
export function saidIn(match: MatchedPassage, terms: QueryTerms, span: Span): number {
  const said = coverage(terms, matchedIn(match, span));
  const bySentence = Math.max(
    0,
    ...match.sentences.filter((one) => isInside(one, span)).map(({ matched }) => coverage(terms, [matched])),
  );
  return said + BEST_SENTENCE_VALUE * bySentence;
}

export const isInside = (part: Span, whole: Span) => part.start >= whole.start && part.end <= whole.end;

export const matchedIn = ({ sentences }: MatchedPassage, span: Span) =>
  sentences.filter((one) => isInside(one, span)).map(({ matched }) => matched);

/** “Learn how to rotate keys”, “This guide explains how keys are rotated”: it only says what the page is about. Of one sentence. */
const ANNOUNCES =
  /^(?:(?:find out|learn|see) (?:about|how|what|when|where|which|why)|this (?:article|chapter|document|guide|page|section|topic|tutorial) (?:will )?(?:contain|cover|deal with|describe|explain|guide|help|list|outline|show)s?)(?![\p{L}\p{N}])/iu;

/** What a page says of itself is an answer alone or not at all: before the text it would be read twice. */
export const isSummary = ({ blocks: [first] }: BlockGroup) => first?.summary === true;

/** Does what a page says of itself only ask, or announce what follows? It is no answer then. */
export const isEmptySummary = (group: BlockGroup, text: string) => {
  const said = text.slice(group.start, group.end);
  return isSummary(group) && (ASKS.test(said) || (ANNOUNCES.test(said) && !/[.!?:]\s/.test(said)));
};

/** A reader is sent to the page on which an excerpt begins, so it does not go on to another one. */
export function onAnotherPage({ passage }: MatchedPassage, first: Span, last: Span): boolean {
  return pageAt(passage, passage.start + first.start) !== pageAt(passage, passage.start + last.start);
}

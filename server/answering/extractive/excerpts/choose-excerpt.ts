import { directionsIn, type WordComparison } from '../../../engines/builtin/word-similarity.ts';
import { detach } from '../../../platform/text/detach.ts';
import type { Block } from '../../../store/types.ts';
import {
  type BlockGroup,
  continuesRun,
  groupBlocks,
  hasOnlyMarker,
  joinRuns,
  LEADS_IN,
} from '../../passages/group-blocks.ts';
import type { Excerpt } from '../../passages/render-excerpt.ts';
import type { QueryTerms } from '../../query/query-terms.ts';
import { type AskedToDefine, definitionIn } from '../../retrieval/definitions.ts';
import { coverage, type MatchedPassage } from '../../retrieval/match-passage.ts';
import type { Passage, Span } from '../../types.ts';
import { expandSpan } from './expand-span.ts';
import { outlineSteps } from './outline-steps.ts';
import { isEmptySummary, isInside, isSummary, matchedIn, onAnotherPage, saidIn } from './stretches.ts';
import { fromListBeginning, ofNamedSection, withBeginning } from './whole-sections.ts';

/** Of two stretches that hold as much of the question, the longer explains more: what a full stretch is worth beside it. */
const FULL_LENGTH_VALUE = 0.15;
/** What words of the same meaning are worth beside the question's own. */
const SAME_MEANING_VALUE = 2;
/** A sentence stands out that has at least this share of the question. */
const MIN_KEY_COVERAGE = 0.2;
/** An excerpt of at most this many characters is a short one … */
const SHORT = 400;
/** … and may be this many times as long where it shows a list, an item or a table whole: half of one answers little. */
const LENGTHS_FOR_LIST = 2;
/** With what a colon at its end leads into, an excerpt may be this many times as long. */
const LENGTHS_WITH_REST = 2;
/** What the sentence is worth that says what a thing is, to a question that asks this: it is the answer. */
const DEFINITION_VALUE = 1;
/** The same of what a colon leads into that has the question's words before it, at least so many: “To rotate a key:”. */
const ANNOUNCED_VALUE = 1;
const ANNOUNCING_TERMS = 2;
const ANNOUNCING_COVERAGE = 0.99;
/** Blocks beyond this are not looked at. */
const MAX_GROUPS = 80;

/** What an excerpt is chosen by. */
export interface AskedFor {
  terms: QueryTerms;
  meaning: WordComparison;
  /** What the question asks to define; null where it asks for anything else. */
  toDefine: AskedToDefine | null;
}

/**
 * The stretch of a passage that answers: all of it where it is short enough, else the blocks that hold most of the question
 * and what follows them. Only a block that is too long by itself is cut, between sentences. A list that is a little longer
 * than a short excerpt is shown whole, a section whose heading names what is asked alone. `within`: the part of the text that was
 * found; the rest are its neighbours in the section.
 */
export function chooseExcerpt(match: MatchedPassage, asked: AskedFor, limit: number, within: Span): Excerpt {
  const { passage } = match;
  const { terms } = asked;
  const listLimit = limit > SHORT ? limit : limit * LENGTHS_FOR_LIST;
  const groups = joinRuns(groupBlocks(passage.blocks, passage.text), listLimit).slice(0, MAX_GROUPS);
  const stretch =
    groups.length === 0 ? { start: 0, end: passage.text.length } : bestStretch(match, asked, limit, within, groups);
  const isList = groups.some(
    (group) => group.start === stretch.start && group.end === stretch.end && hasEntries(group),
  );
  const isTooLong = stretch.end - stretch.start > (isList ? listLimit : limit);
  const cut = isTooLong ? withWholeBlocks(passage, cutToSentences(match, terms, stretch, limit)) : stretch;
  const begun = withBeginning({ match, terms, limit, groups }, cut);
  const full = withRest(passage, begun, limit);
  const span = withoutLastSign(passage, full);
  return { passage, ...span, key: keySentence(match, asked, span), steps: outlineSteps(match, full) };
}

/** Is it a list, an item of one, or a table? */
const hasEntries = ({ blocks }: BlockGroup) =>
  blocks.some(({ kind }) => kind === 'list-item') || blocks.filter(({ kind }) => kind === 'table-row').length > 1;

function bestStretch(
  match: MatchedPassage,
  { terms, meaning, toDefine }: AskedFor,
  limit: number,
  within: Span,
  groups: BlockGroup[],
): Span {
  const definition = toDefine && definitionIn(match, toDefine);
  const announced = groups.map((group) => isAnnounced(match, terms, group));
  const cosines = groups.map(({ start, end }) =>
    meaning.cosinesWith(directionsIn(detach(match.passage.text.slice(start, end)))),
  );
  let best: Span & { value: number } = { start: 0, end: 0, value: Number.NEGATIVE_INFINITY };
  const wasFound = ({ start, end }: Span) => end > within.start && start < within.end;
  const isAlone = !groups.some((group) => wasFound(group) && !isSummary(group));
  for (const [from, first] of groups.entries()) {
    if (!isAlone && isEmptySummary(first, match.passage.text)) continue;
    let met: number[] = [];
    for (let to = from; to < groups.length; to += 1) {
      const last = groups[to] as BlockGroup;
      met = (cosines[to] ?? []).map((cosine, at) => Math.max(cosine, met[at] ?? 0));
      const span = { start: first.start, end: last.end };
      if (to > from && (isSummary(first) || span.end - span.start > limit || onAnotherPage(match, first, last))) break;
      if (!wasFound(span)) continue;
      const defines = definition && isInside(definition, span) ? DEFINITION_VALUE : 0;
      const tells = announced.slice(from, to + 1).includes(true) ? ANNOUNCED_VALUE : 0;
      const value = scoreSpan(match, terms, limit, span) + SAME_MEANING_VALUE * meaning.shareOf(met) + defines + tells;
      if (value > best.value) best = { ...span, value };
    }
  }
  const choice = { match, terms, limit, groups };
  const list = fromListBeginning(choice, best);
  const chosen = wasFound(list) ? list : best;
  const section = ofNamedSection(choice, chosen);
  const { start, end } = wasFound(section) ? section : chosen;
  return { start, end };
}

/** Does it begin with a colon's sentence that has all words of the question, and go on with what that leads into? */
function isAnnounced(match: MatchedPassage, terms: QueryTerms, { blocks: [lead, next] }: BlockGroup): boolean {
  if (!lead || !next || lead.kind !== 'paragraph' || terms.own.length < ANNOUNCING_TERMS) return false;
  if (!LEADS_IN.test(match.passage.text.slice(lead.start, lead.end))) return false;
  return coverage(terms, matchedIn(match, lead), terms.own) >= ANNOUNCING_COVERAGE;
}

function scoreSpan(match: MatchedPassage, terms: QueryTerms, limit: number, span: Span): number {
  return saidIn(match, terms, span) + FULL_LENGTH_VALUE * Math.min(1, (span.end - span.start) / limit);
}

/** The sentences around the best one, as many as fit. */
function cutToSentences(match: MatchedPassage, terms: QueryTerms, stretch: Span, limit: number): Span {
  const sentences = match.sentences.filter((one) => isInside(one, stretch));
  const best = bestSentence(sentences, terms);
  const [first] = sentences;
  if (best === null || !first) return { start: stretch.start, end: Math.min(stretch.end, stretch.start + limit) };
  let { start, end } = sentences[best] as Span;
  for (let before = best - 1, after = best + 1; ; ) {
    const [previous, next] = [sentences[before], sentences[after]];
    if (next && next.end - start <= limit) [end, after] = [next.end, after + 1];
    else if (previous && end - previous.start <= limit) [start, before] = [previous.start, before - 1];
    else return { start, end };
  }
}

/** Code and the rows of a table are shown whole or not at all: half of them misleads. */
function withWholeBlocks({ blocks }: Passage, span: Span): Span {
  const whole = blocks.filter(
    ({ kind, start, end }) => (kind === 'code' || kind === 'table-row') && start < span.end && end > span.start,
  );
  return {
    start: Math.min(span.start, ...whole.map(({ start }) => start)),
    end: Math.max(span.end, ...whole.map(({ end }) => end)),
  };
}

/**
 * What a colon leads into that stands at the end, or before the list or table there, belongs to it: whole, or what fits of it. So do
 * numbered steps that come next, colon or not.
 */
function withRest({ blocks, text }: Passage, span: Span, limit: number): Span {
  const next = blocks.findIndex(({ start, picture }) => start >= span.end && !picture);
  const leads = LEADS_IN.test(text.slice(span.start, span.end)) || beginsSteps(blocks, next, span);
  const from = leads ? next : introduced(blocks, text, span);
  const block = from === -1 ? undefined : blocks[from];
  if (!block || block.kind === 'heading') return span;
  const longest = span.start + limit * LENGTHS_WITH_REST;
  const [first, ...more] = joinRuns(groupBlocks(blocks.slice(from), text), longest - block.start);
  if (!first) return span;
  // Items that follow code in the same item are not what it is led into by.
  if (first.end > longest) return block.kind === 'code' && block.end <= longest ? { ...span, end: block.end } : span;
  let [end, last] = [first.end, first];
  for (const group of more) {
    const isHead = last.blocks.every(({ header }) => header);
    if (!continuesRun(last, group) || group.end > (isHead ? longest : span.start + limit)) break;
    [end, last] = [group.end, group];
  }
  return { ...span, end: Math.max(end, span.end) };
}

/** Is it the first of numbered steps, with a paragraph before it that a span ends with? */
function beginsSteps(blocks: Block[], at: number, span: Span): boolean {
  const [before, step] = [blocks.slice(0, at).findLast(({ picture }) => !picture), blocks[at]];
  return (
    step?.ordered === true &&
    step.depth === 1 &&
    before?.kind === 'paragraph' &&
    !before.depth &&
    before.end <= span.end
  );
}

/** The first entry of the list or table that a span ends in, where a colon in the span leads into that; -1 elsewhere. */
function introduced(blocks: Block[], text: string, span: Span): number {
  let at = blocks.findLastIndex(({ start }) => start < span.end);
  const isRow = blocks[at]?.kind === 'table-row';
  const isEntry = ({ kind, depth = 0 }: Block) => (isRow ? kind === 'table-row' : depth > 0);
  if (at === -1 || !isEntry(blocks[at] as Block)) return -1;
  while (at > 0 && isEntry(blocks[at - 1] as Block)) at -= 1;
  const lead = blocks[at - 1];
  return lead && lead.end > span.start && LEADS_IN.test(text.slice(lead.start, lead.end)) ? at : -1;
}

/** The head of a table of which no row fits says nothing, nor does the number of a step alone, which ends a sentence. */
function withoutLastSign({ blocks, text }: Passage, span: Span): Span {
  const shown = blocks.filter(({ start, end }) => start < span.end && end > span.start);
  const last = shown.at(-1);
  const before = shown.at(-2);
  if (!last || !before) return span;
  return last.header || hasOnlyMarker(text, last, span.end) ? { ...span, end: before.end } : span;
}

function bestSentence(sentences: MatchedPassage['sentences'], terms: QueryTerms): number | null {
  let best: number | null = null;
  let most = 0;
  for (const [at, { matched }] of sentences.entries()) {
    const share = coverage(terms, [matched]);
    if (share > most) [best, most] = [at, share];
  }
  return best;
}

/**
 * The sentence that says most of what is asked, or the first one where none stands out, with what it needs to be understood.
 * Running text comes before headings and code. Null where there is no sentence.
 */
function keySentence(match: MatchedPassage, { terms, toDefine }: AskedFor, span: Span): Span | null {
  const { passage, sentences } = match;
  const isProse = (one: Span) =>
    !passage.blocks.some(
      ({ kind, picture, ...block }) => (kind === 'heading' || kind === 'code' || picture) && isInside(one, block),
    );
  const inside = sentences.filter((one) => isInside(one, span));
  const prose = inside.filter(isProse);
  const candidates = prose.length > 0 ? prose : inside;
  const definition = toDefine && definitionIn({ ...match, sentences: candidates }, toDefine);
  const at = bestSentence(candidates, terms);
  const best = definition ?? candidates[at ?? 0];
  const key = best && coverage(terms, [best.matched]) >= MIN_KEY_COVERAGE ? best : candidates[0];
  if (!key) return null;
  const { start, end } = expandSpan(match, sentences.indexOf(key), terms);
  return { start: Math.max(start, span.start), end: Math.min(end, span.end) };
}

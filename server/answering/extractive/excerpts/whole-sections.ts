import { isFunctionWord } from '../../../language/function-words.ts';
import { isTitle } from '../../../language/sentences/sentence-end.ts';
import type { Block } from '../../../store/types.ts';
import { type BlockGroup, continuesRun } from '../../passages/group-blocks.ts';
import { beginsWithReference } from '../../query/stands-alone.ts';
import { coverage } from '../../retrieval/match-passage.ts';
import type { Span } from '../../types.ts';
import { NUMBERED } from './page-outline.ts';
import { type Choice, isInside, isSummary, matchedIn, NAMING_COVERAGE, onAnotherPage, saidIn } from './stretches.ts';

/** With the beginning of its section before it, an excerpt may be this many times as long. */
const LENGTHS_WITH_BEGINNING = 1.25;
/** A name may be written small, a function word begins no sentence so. */
const LOWER_CASE_WORD = /^\p{Ll}[\p{L}’']*/u;
const CONTINUES = /^(?:\.{3}|[…(:])/u;

/**
 * Where several short sections are one passage, each is about something else: of a stretch of several, the one alone whose heading
 * names most of what is asked, if it has as much of the question's own words as all of them. Sections that are steps stay together.
 */
export function ofNamedSection({ match, terms, limit, groups }: Choice, best: Span): Span {
  const said = saidIn(match, terms, best);
  const sections = sectionsAmong(match.passage.text, limit, groups, best).filter(
    ({ heading, ...span }) =>
      coverage(terms, matchedIn(match, heading)) >= NAMING_COVERAGE && saidIn(match, terms, span) >= said,
  );
  const [named] = sections.toSorted((one, other) => one.end - one.start - (other.end - other.start));
  return named ? { start: named.start, end: named.end } : best;
}

/** The sections that begin in a stretch, as far as each fits; none where there is one, or where they are steps. */
function sectionsAmong(text: string, limit: number, groups: BlockGroup[], best: Span): (Span & { heading: Span })[] {
  const heads = groups.filter(
    ({ blocks: [first], start }) => first?.kind === 'heading' && isInside({ start, end: start }, best),
  );
  if (heads.length < 2) return [];
  const sections = heads.map((head) => {
    const isText = head.blocks.findIndex(({ kind }) => kind !== 'heading');
    const heading = head.blocks.at(isText === -1 ? -1 : isText - 1) as Block;
    const ends = ({ blocks: [first], end }: BlockGroup) =>
      end - head.start > limit || (first?.kind === 'heading' && (first.level ?? 0) <= (heading.level ?? 0));
    const after = groups.slice(groups.indexOf(head) + 1);
    const next = after.findIndex(ends);
    const last = (next === -1 ? after : after.slice(0, next)).at(-1) ?? head;
    return { start: head.start, end: last.end, heading: { start: heading.start, end: heading.end } };
  });
  return sections.some(({ heading }) => NUMBERED.test(text.slice(heading.start, heading.end))) ? [] : sections;
}

/**
 * Where a stretch begins in the middle of a section whose beginning has as much of the question's own words: with all that stands
 * before it there, if that is little, else with what it continues (“Then …”). The other steps of a numbered list are shown anyway,
 * as is the head of a table.
 */
export function withBeginning(choice: Choice, best: Span): Span {
  const { match, terms, limit, groups } = choice;
  const { from, entry } = beginningOf(groups, best);
  if (!entry || entry.kind === 'table-row' || entry.ordered) return best;
  const first = groups.findLastIndex(
    ({ blocks: [block] }, at) => at <= from && (at === 0 || block?.kind === 'heading'),
  );
  const head = groups[first] as BlockGroup;
  if (first === from || isSummary(head) || onAnotherPage(match, head, best)) return best;
  const last = groups.findLast(({ end }) => end - head.start <= limit) ?? head;
  const whole = { start: head.start, end: best.end };
  const isLong = whole.end - whole.start > limit * LENGTHS_WITH_BEGINNING;
  if (!isLong && saidIn(match, terms, { ...whole, end: last.end }) >= saidIn(match, terms, best)) return whole;
  return withContinued(choice, from, best);
}

/**
 * With the groups before it that it continues, by its first words or as code below the title of a tab, and less of its end where
 * all is too long, if that has as much of the question’s own words.
 */
function withContinued({ match, terms, limit, groups }: Choice, from: number, best: Span): Span {
  const { text, language } = match.passage;
  const continues = ({ blocks: [block, next], start, end }: BlockGroup) =>
    block?.kind === 'paragraph' &&
    (continuesText(text.slice(start, end), language) ||
      (next?.kind === 'code' && isTitle(text.slice(block.start, block.end))));
  let first = from;
  while (first > 0 && continues(groups[first] as BlockGroup)) first -= 1;
  const head = groups[first] as BlockGroup;
  const end = Math.min(best.end, head.start + limit * LENGTHS_WITH_BEGINNING);
  const last = groups.findLast((group) => group.end <= end);
  if (!last || groups.indexOf(last) < from || isSummary(head) || onAnotherPage(match, head, last)) return best;
  const whole = { start: head.start, end: last.end };
  return saidIn(match, terms, whole) < saidIn(match, terms, best) ? best : whole;
}

/** Does a paragraph continue the text before it: “Then …”, “where `n` is …”, “(Or …”, “… and no more”? */
function continuesText(text: string, language: string): boolean {
  const [word] = LOWER_CASE_WORD.exec(text) ?? [];
  const isMidSentence = word !== undefined && isFunctionWord(word, language);
  return isMidSentence || CONTINUES.test(text) || beginsWithReference(text, language);
}

/**
 * Where the best stretch begins in the middle of a list, the beginning of that instead, if it has as much of the question's own words:
 * what all the entries are is mostly said above them. The other steps of a numbered list are shown anyway, as is the head of a table.
 */
export function fromListBeginning({ match, terms, limit, groups }: Choice, best: Span): Span {
  const { from, entry } = beginningOf(groups, best);
  if (entry?.kind !== 'list-item' || entry.ordered) return best;
  let first = from;
  while (first > 0 && continuesRun(groups[first - 1], groups[first])) first -= 1;
  const head = groups[first] as BlockGroup;
  const last = groups.findLast((group) => group.end - head.start <= limit && !onAnotherPage(match, head, group));
  const beginning = { start: head.start, end: Math.max(head.end, last?.end ?? 0) };
  return first < from && saidIn(match, terms, beginning) >= saidIn(match, terms, best) ? beginning : best;
}

/** The group that a stretch begins with, and the first block of that; none where it begins within one. */
function beginningOf(groups: BlockGroup[], { start }: Span): { from: number; entry: Block | undefined } {
  const from = groups.findIndex((group) => group.start === start);
  return { from, entry: groups[from]?.blocks[0] };
}

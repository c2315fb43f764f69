import { asInVocabulary, QUESTION_VOCABULARY } from '../../../language/vocabulary/question-vocabulary.ts';
import type { Block, ChunkRow, Store } from '../../../store/types.ts';
import type { QueryTerms } from '../../query/query-terms.ts';
import { coverage, type MatchedPassage } from '../../retrieval/match-passage.ts';
import { tokenizeHeading } from '../../retrieval/tokenized-text-cache.ts';
import type { Passage } from '../../types.ts';

/**
 * A question how something is done that has at most so many terms is about all of a page if most of them are in its title, or most
 * of the title is in the question.
 */
const NAMING_TERMS = 6;
const MIN_TITLE_COVERAGE = 0.6;
/** So many passages of a page are looked through. */
const MAX_PASSAGES = 60;
/** Fewer are no procedure. */
const MIN_STEPS = 2;
/** How long sections that are steps may be together, in characters. */
const MAX_STEPS = 1200;
/** A heading that is a step: “1. Open the list”, “Step 2: Press Add”. */
export const NUMBERED = /^(?:\p{L}{3,12} )?\d{1,2}[.:)]/u;
/** A heading that says which step of a procedure is below it: “Step 2: Press Add”, “Schritt 2 – …”. */
export const STEP =
  /^(?:step|schritt|étape|etape|paso|passo|passaggio|stap|steg|trin|vaihe|krok|adım|крок|шаг) \d{1,2}(?!\d)/iu;
/** The same without the word, which is a step below a section of its page, and a chapter right below the title: “2. Press Add”. */
const NUMBERED_STEP = /^\d{1,2}[.)] /;
/** Fewer sections need no outline. */
const MIN_SECTIONS = 2;
/** How long the names of the sections may be, in characters. */
const MAX_OUTLINE = 200;
const MAX_NAME = 80;

/** The sections of a page, and what in them tells how something is done. */
export interface PageOutline {
  /** The names of the sections right below the title, as many as there is room for. */
  sections: string[];
  /** The first passage that has steps or commands; where a section is a step, those of the steps after it, too. */
  procedure: Passage[];
}

/**
 * Does a question ask how something is done? Most that begin with no word for a fact do, as “enable mfa”. False in languages that
 * have no words for facts.
 */
export function asksHow(question: string, languages: string[]): boolean {
  const language = languages.find((one) => one !== 'und') ?? 'und';
  const facts = QUESTION_VOCABULARY[language]?.facts?.split('|');
  const text = asInVocabulary(question);
  return facts !== undefined && !facts.some((one) => text.startsWith(`${one} `));
}

/** Are there steps, one after the other, or commands? */
export const hasProcedure = (blocks: Block[]): boolean =>
  blocks.some(({ kind }) => kind === 'code') ||
  blocks.filter(({ kind, ordered }) => kind === 'list-item' && ordered).length >= MIN_STEPS;

/** Is it the beginning of its page, above the sections of that? */
export const opensPage = ({ seq, headings, title }: Passage): boolean =>
  seq === 0 && headings.every((heading) => heading === title);

/** Is most of the title in the question, or most of the question in the title? `headingMatch` is the former on the top of a page. */
export function namesPage(terms: QueryTerms, { passage, headingMatch }: MatchedPassage): boolean {
  const named = new Set(tokenizeHeading(passage.title, passage.language).terms);
  const shared = Math.max(headingMatch, coverage(terms, [named], terms.own));
  return terms.own.length <= NAMING_TERMS && shared >= MIN_TITLE_COVERAGE;
}

/** The outline of the page that a passage opens. */
export async function outlineOf(
  chunks: Pick<Store['chunks'], 'between'>,
  projectId: string,
  passage: Passage,
): Promise<PageOutline> {
  const rows = await chunks.between(projectId, passage.sourceId, passage.seq + 1, MAX_PASSAGES);
  const names = rows.flatMap((row) => sectionsOf(row, passage.headings.length));
  return {
    sections: fitting([...new Set(names)]),
    procedure: procedureAmong(rows).map(({ id, ...row }) => ({ ...passage, ...row, chunkId: id })),
  };
}

/** The names of the steps of a procedure, of which a passage is in one; none elsewhere. */
export async function stepsAround(
  chunks: Pick<Store['chunks'], 'between'>,
  projectId: string,
  { sourceId, seq, headings, title }: Passage,
): Promise<string[]> {
  const chapters = headings[0] === title ? 2 : 1;
  const isStep = (heading: string, at: number) => STEP.test(heading) || (at >= chapters && NUMBERED_STEP.test(heading));
  const depth = headings.findLastIndex(isStep);
  if (depth === -1) return [];
  const rows = await chunks.between(projectId, sourceId, Math.max(0, seq - MAX_PASSAGES / 2), MAX_PASSAGES);
  const isBeside = (row: ChunkRow) => headings.slice(0, depth).every((heading, at) => row.headings[at] === heading);
  const names = rows.filter(isBeside).flatMap((row) => sectionsOf(row, depth));
  return fitting([...new Set(names)].filter((name) => isStep(name, depth)));
}

/** The names of the sections at this depth that a passage is in, or has several of. */
function sectionsOf({ headings, blocks, text }: ChunkRow, depth: number): string[] {
  const [name] = headings.slice(depth);
  if (name !== undefined) return [name];
  const within = blocks.filter(({ kind }) => kind === 'heading');
  const highest = Math.min(...within.map(({ level = 1 }) => level));
  return within.filter(({ level = 1 }) => level === highest).map(({ start, end }) => text.slice(start, end));
}

function procedureAmong(rows: ChunkRow[]): ChunkRow[] {
  const first = rows.findIndex((row) => parentOfSteps(row) !== null || hasProcedure(row.blocks));
  const row = rows[first];
  const parent = row ? parentOfSteps(row) : null;
  if (!row || parent === null) return row ? [row] : [];
  let length = 0;
  const after = rows.slice(first);
  const end = after.findIndex((one) => {
    length += one.text.length;
    return parentOfSteps(one)?.startsWith(parent) !== true || length > MAX_STEPS;
  });
  return after.slice(0, end === -1 ? after.length : Math.max(end, 1));
}

/** The headings above the sections that are steps, if the passage is one of these, or has several; else null. */
function parentOfSteps({ headings, blocks, text }: ChunkRow): string | null {
  if (NUMBERED.test(headings.at(-1) ?? '')) return headings.slice(0, -1).join('\n');
  const isStep = ({ kind, start, end }: Block) => kind === 'heading' && NUMBERED.test(text.slice(start, end));
  return blocks.some(isStep) ? headings.join('\n') : null;
}

/** As many names as there is room for, and a sign where there are more; none where there are too few sections. */
function fitting(names: string[]): string[] {
  if (names.length < MIN_SECTIONS) return [];
  let length = 0;
  const end = names.findIndex((name) => {
    length += name.length;
    return name.length > MAX_NAME || length > MAX_OUTLINE;
  });
  return end === -1 ? names : [...names.slice(0, end), '…'];
}

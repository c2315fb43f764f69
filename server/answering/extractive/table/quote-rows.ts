import { moveBlock } from '../../../store/types/join-blocks.ts';
import type { Store } from '../../../store/types.ts';
import { type ShownRows, shownRowsNote } from '../../output/table-replies.ts';
import { escapeInline } from '../../passages/markdown-text.ts';
import type { Excerpt } from '../../passages/render-excerpt.ts';
import type { TableAim, TableQuestion } from '../../query/table-question.ts';
import type { SearchResult } from '../../retrieval/search.ts';
import type { Passage } from '../../types.ts';
import { chooseRows, type RowChoice } from './choose-rows.ts';
import { readTables, type Table } from './read-tables.ts';

/** Rows of a table that a question asks for. */
export interface QuotedRows {
  excerpt: Excerpt;
  /** Which rows they are, and of how many. */
  note: string;
  /** Do they answer? Else they are only near what is asked, such as the rows of a sum. */
  answers: boolean;
  /** Does the question name a column of their table? */
  namesColumn: boolean;
}

/**
 * In so many of the best passages rows are looked for: the more words of the question name what is compared there, the less the
 * passage itself has to be the best one.
 */
const PASSAGES = { byPrice: 1, byWord: 3, byWords: 10 };
/** How many characters of rows are shown, at least one row. */
const SHOWN = 1500;
/** The passage that is cited holds the shown rows and what is between them, and is at most so long. */
const MAX_CITED = 12_000;

/** The rows that answer a question which has them counted or compared; null where no table that was found does. */
export async function quoteRows(
  chunks: Pick<Store['chunks'], 'between'>,
  projectId: string,
  question: TableQuestion,
  { ranked, languages }: Pick<SearchResult, 'ranked' | 'languages'>,
): Promise<QuotedRows | null> {
  const [asked = 'und'] = languages;
  let near: QuotedRows | null = null;
  const read: Table[] = [];
  for (const [at, { match }] of ranked.slice(0, PASSAGES.byWords).entries()) {
    if (read.some((table) => isWithin(match.passage, table))) continue;
    const tables = await readTables(chunks, projectId, match.passage);
    read.push(...tables);
    for (const table of tables) {
      const choice = chooseRows(table, question, asked);
      const quoted = choice && at < passagesFor(choice, question) ? quote(table, choice, question, languages) : null;
      if (quoted?.answers) return quoted;
      near ??= quoted;
    }
  }
  return near;
}

/** Has the passage rows of this table and nothing else? */
function isWithin({ sourceId, start, end }: Passage, { passage, rows }: Table): boolean {
  const [from, to] = [rows[0]?.block.start ?? 0, rows.at(-1)?.block.end ?? 0];
  return sourceId === passage.sourceId && start >= passage.start + from && end <= passage.start + to;
}

function passagesFor({ named }: RowChoice, { aim, condition }: TableQuestion): number {
  const isCompared = condition !== null || (aim !== null && COMPARED.includes(aim));
  if (named > 1) return PASSAGES.byWords;
  return isCompared && named === 0 ? PASSAGES.byPrice : PASSAGES.byWord;
}

const COMPARED: TableAim[] = ['most', 'least', 'dearest', 'cheapest'];

function quote(table: Table, choice: RowChoice, { aim }: TableQuestion, languages: string[]): QuotedRows | null {
  const { rows, conditions, extreme, answers, namesColumn } = choice;
  const excerpt = excerptOf(table, choice);
  if (!excerpt) return null;
  const is = aim === 'most' || aim === 'dearest' ? 'highest' : 'lowest';
  const shown: ShownRows = {
    count: extreme?.among ?? rows.length,
    total: table.rows.length,
    conditions: conditions.map(escapeInline),
    extreme: extreme && { column: escapeInline(extreme.column), is },
    isCalculation: aim === 'sum' || aim === 'average',
  };
  return { excerpt, note: shownRowsNote(languages, shown), answers, namesColumn };
}

/**
 * An excerpt of a passage that has the chosen rows alone, below the head of their table. Those beyond the end of the passage are
 * only counted.
 */
function excerptOf({ passage, head }: Table, { rows }: RowChoice): Excerpt | null {
  // Of no row, the head says which columns were looked at.
  const chosen = rows.length > 0 ? rows.map(({ block }) => block) : head ? [head] : [];
  const [first] = chosen;
  if (!first) return null;
  const blocks = chosen.map((block) => moveBlock(block, -first.start));
  let length = 0;
  const next = blocks.findIndex((block, at) => {
    length += block.end - block.start;
    return at > 0 && (length > SHOWN || block.end > MAX_CITED);
  });
  const shown = next === -1 ? blocks : blocks.slice(0, next);
  const end = shown.at(-1)?.end ?? 0;
  const part: Passage = {
    ...passage,
    text: passage.text.slice(first.start, first.start + end),
    start: passage.start + first.start,
    end: passage.start + first.start + end,
    blocks,
  };
  const goesOn = { before: false, after: false, ...(head && { head: { text: passage.text, row: head } }) };
  return { passage: part, start: 0, end, key: null, goesOn };
}

import type { Outcome } from './ask.ts';

/** The sums over all golden questions. */
export interface Totals {
  answerable: number;
  /** Questions whose right passage is among the best five of the search. */
  found: number;
  /** Questions whose answer cites it. */
  cited: number;
  wronglyRefused: number;
  /** Answerable questions whose answer is unsure. An unsure answer counts as cited where it shows the right passage. */
  unsure: number;
  unanswerable: number;
  rightlyRefused: number;
  /** Unanswerable questions whose answer is unsure: it says that it may not answer. */
  rightlyUnsure: number;
  /** In all answers together. */
  citations: number;
  answered: number;
}

export function totalsOf(outcomes: Outcome[]): Totals {
  const answerable = outcomes.filter(({ golden }) => golden.answerable);
  const unanswerable = outcomes.filter(({ golden }) => !golden.answerable);
  const answered = outcomes.filter(({ refused }) => !refused);
  return {
    answerable: answerable.length,
    found: answerable.filter(({ found }) => found > 0).length,
    cited: answerable.filter(({ cited }) => cited > 0).length,
    wronglyRefused: answerable.filter(({ refused }) => refused).length,
    unsure: answerable.filter(({ unsure }) => unsure).length,
    unanswerable: unanswerable.length,
    rightlyRefused: unanswerable.filter(({ refused }) => refused).length,
    rightlyUnsure: unanswerable.filter(({ unsure }) => unsure).length,
    citations: answered.reduce((sum, { citations }) => sum + citations, 0),
    answered: answered.length,
  };
}

const MAX_QUESTION_LENGTH = 60;

/** One line for each question with a wrong result, and what came instead; then the totals. */
export function report(outcomes: Outcome[]): string {
  const rows = outcomes
    .filter(isAmiss)
    .map(({ golden, found, cited, refused, unsure }) => [
      String(golden.line),
      golden.answerable ? (found > 0 ? String(found) : '–') : '',
      golden.answerable ? (cited > 0 ? `[${cited}]` : '–') : '',
      refused ? 'yes' : unsure ? 'unsure' : golden.answerable ? '' : 'no',
      shortened(golden.question),
    ]);
  const table = rows.length === 0 ? [] : ['Not as wanted:', ...aligned([HEADER, ...rows]), ''];
  return [...table, ...aligned(totalRows(totalsOf(outcomes)))].join('\n');
}

const HEADER = ['line', 'found', 'cited', 'refused', 'question'];

function isAmiss({ golden, found, cited, refused, unsure }: Outcome): boolean {
  return golden.answerable ? found === 0 || cited === 0 || refused : !refused && !unsure;
}

function totalRows(totals: Totals): string[][] {
  const { answerable, found, cited, wronglyRefused, unanswerable, rightlyRefused, citations, answered } = totals;
  const each = answered === 0 ? '–' : (citations / answered).toFixed(1);
  return [
    ['hit@5', of(found, answerable), 'the right passage is among the best five of the search'],
    ['cited', of(cited, answerable), `the answer cites it (${each} citations an answer)`],
    ['refused, answerable', of(wronglyRefused, answerable), 'the documents answer, but Footnote did not'],
    ['unsure, answerable', of(totals.unsure, answerable), 'the answer shows the closest passages'],
    ['refused, unanswerable', of(rightlyRefused, unanswerable), 'as it should be'],
    ['unsure, unanswerable', of(totals.rightlyUnsure, unanswerable), 'the answer says that it may not answer'],
  ];
}

const of = (count: number, all: number) =>
  all === 0 ? 'none asked' : `${count} of ${all} (${Math.round((100 * count) / all)} %)`;

function shortened(question: string): string {
  const line = question.replace(/\s+/g, ' ');
  return line.length > MAX_QUESTION_LENGTH ? `${line.slice(0, MAX_QUESTION_LENGTH - 1)}…` : line;
}

/** Aligns the cells in columns, two spaces apart. */
function aligned(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) => `  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd());
}

import type { Floor } from './floor.ts';
import type { Summary } from './summary.ts';

const share = (value: number | null) => (value === null ? '–' : value.toFixed(3).replace(/^0(?=\.)/, ''));
const percent = (value: number | null) => (value === null ? '–' : `${Number((100 * value).toFixed(1))} %`);

const COLUMNS: { title: string; cell(row: Summary, floor: Floor): string }[] = [
  { title: 'set', cell: ({ name }) => name },
  { title: 'documents', cell: ({ documents, failed }) => `${documents - failed}/${documents}` },
  { title: 'chunks', cell: ({ chunks }) => String(chunks) },
  { title: 'questions', cell: ({ questions }) => String(questions) },
  { title: 'hit@5', cell: ({ hit5 }) => share(hit5) },
  { title: '(floor)', cell: (_, { hit5 }) => share(hit5) },
  { title: 'hit@10', cell: ({ hit10 }) => share(hit10) },
  { title: '(floor)', cell: (_, { hit10 }) => share(hit10) },
  { title: 'doc@5', cell: ({ doc5 }) => share(doc5) },
  { title: '(floor)', cell: (_, { doc5 }) => share(doc5) },
  { title: 'cited hit', cell: ({ cited3 }) => share(cited3) },
  {
    title: '(goal)',
    cell: (_, { hit1, hit5 }) => share(hit1 === null || hit5 === null ? null : (hit1 + hit5) / 2),
  },
  { title: 'cited@1', cell: ({ cited1 }) => share(cited1) },
  { title: 'answer cited', cell: ({ answerInCitation }) => share(answerInCitation) },
  { title: 'in response', cell: ({ answerInResponse }) => share(answerInResponse) },
  { title: 'citations', cell: ({ citationsEach }) => citationsEach?.toFixed(2) ?? '–' },
  { title: 'precision', cell: ({ citationPrecision }) => share(citationPrecision) },
  { title: 'unsupported', cell: ({ unsupported }) => percent(unsupported) },
  { title: 'refused: unanswerable', cell: ({ rightlyRefused }) => percent(rightlyRefused) },
  { title: 'refused: foreign', cell: ({ foreignRefused }) => percent(foreignRefused) },
  { title: 'refused: answerable', cell: ({ wronglyRefused }) => percent(wronglyRefused) },
  { title: 'verbatim', cell: ({ verbatim }) => percent(verbatim) },
  { title: 'p50', cell: ({ p50 }) => `${p50.toFixed(0)} ms` },
  { title: 'p95', cell: ({ p95 }) => `${p95.toFixed(0)} ms` },
  { title: 'first words', cell: ({ firstWords }) => `${firstWords.toFixed(0)} ms` },
  { title: '/ model', cell: ({ firstWordsRatio }) => firstWordsRatio?.toFixed(2) ?? '–' },
];

/** Formats the rows as aligned text, one line per set, with plain BM25's results in brackets. For PDF sets a hit is a page. */
export function table(rows: { summary: Summary; floor: Floor }[]): string {
  return aligned([
    COLUMNS.map(({ title }) => title),
    ...rows.map(({ summary, floor }) => COLUMNS.map(({ cell }) => cell(summary, floor))),
  ]);
}

/** Formats rows of cells as lines of text: the first column is left-aligned, the others are right-aligned. */
export function aligned(cells: string[][]): string {
  const widths = (cells[0] ?? []).map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  return cells
    .map((row) =>
      row.map((text, at) => (at === 0 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0))).join('  '),
    )
    .join('\n');
}

import { bytesOf } from '../../../server/ingestion/make-files.ts';
import { makePptx } from '../../../server/ingestion/make-office-files.ts';
import { casesOf, type FidelityCase } from '../fidelity-case.ts';
import { workbook, worksheetRow } from '../office-files.ts';
import { guideOf, guideShown } from './page.ts';

const TABLE = [
  ['Boat', 'Summer', 'Winter'],
  ['Sloop', '30', '15'],
  ['Ketch', '45', '20'],
];
const SHOWN = TABLE.map((row) => `| ${row.join(' | ')}`).join('\n');
const joined = (separator: string) => TABLE.map((row) => row.join(separator)).join('\n');

export const tables: FidelityCase[] = [
  ...casesOf('tables', 'html', {
    'a table with a head': {
      make: guideOf(
        `<table>${TABLE.map((row, at) => `<tr>${row.map((cell) => (at ? `<td>${cell}</td>` : `<th>${cell}</th>`)).join('')}</tr>`).join('')}</table>`,
      ),
      shown: guideShown(SHOWN),
    },
  }),
  ...casesOf('tables', 'markdown', {
    'a table of pipes': {
      make: () => bytesOf(`|${TABLE[0]?.join('|')}|\n|---|---|---|\n|Sloop|30|15|\n|Ketch|45|20|`),
      shown: SHOWN,
    },
  }),
  ...casesOf('tables', 'rst', {
    'a simple table': {
      make: () =>
        bytesOf(
          '=====  ======  ======\nBoat   Summer  Winter\n=====  ======  ======\nSloop  30      15\nKetch  45      20\n=====  ======  ======\n',
        ),
      shown: SHOWN,
    },
  }),
  ...casesOf('tables', 'csv', {
    commas: { make: () => bytesOf(joined(',')), shown: SHOWN },
    semicolons: { make: () => bytesOf(joined(';')), shown: SHOWN },
    tabs: { make: () => bytesOf(joined('\t')), options: { fileName: 'fees.tsv' }, shown: SHOWN },
  }),
  ...casesOf('tables', 'xlsx', {
    'two sheets': {
      make: () =>
        workbook([
          { name: 'Fees', rows: TABLE.map((row, at) => worksheetRow(at + 1, row)) },
          { name: 'Notes', rows: [worksheetRow(1, ['Children stay for free.'])] },
        ]),
      shown: `# Fees\n\n${SHOWN}\n\n# Notes\n\nChildren stay for free.`,
    },
    'dates in ISO’s form': {
      make: () =>
        workbook([
          {
            name: 'Fees',
            rows: [
              worksheetRow(1, ['Boat', 'Until']),
              '<row r="2"><c r="A2" t="inlineStr"><is><t>Sloop</t></is></c><c r="B2" s="2" t="d"><v>2027-05-01T00:00:00Z</v></c></row>',
            ],
          },
        ]),
      shown: '# Fees\n\n| Boat | Until\n| Sloop | 2027-05-01',
    },
  }),
  ...casesOf('tables', 'pptx', {
    'a table of a slide': {
      make: () =>
        makePptx([
          {
            shapes: `<p:graphicFrame><a:graphic><a:graphicData><a:tbl>${TABLE.map(
              (row) =>
                `<a:tr>${row.map((cell) => `<a:tc><a:txBody><a:p><a:r><a:t>${cell}</a:t></a:r></a:p></a:txBody></a:tc>`).join('')}</a:tr>`,
            ).join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`,
          },
        ]),
      shown: `## Slide 1\n\n${SHOWN}`,
    },
  }),
];

import { bytesOf } from '../../../server/ingestion/make-files.ts';
import { makeEpub, makePptx } from '../../../server/ingestion/make-office-files.ts';
import { casesOf, type FidelityCase } from '../fidelity-case.ts';
import { wordFile, wordParagraph, wordRun, workbook, worksheetRow } from '../office-files.ts';
import { guideOf, guideShown } from './page.ts';

const SHOWN = 'A night costs 30 euro for each boat.';
const HTML_SHOWN = guideShown(SHOWN);
/** As HTML with the old price in these marks. */
const between = (before: string, after: string) =>
  `<p>A night costs ${before}25 euro${after} 30 euro for each boat.</p>`;
const struckRun = (mark: string) =>
  `<w:p>${wordRun('A night costs ')}${wordRun('25 euro ', mark)}${wordRun('30 euro for each boat.')}</w:p>`;
const slideRun = (text: string, strike = 'noStrike') => `<a:r><a:rPr strike="${strike}"/><a:t>${text}</a:t></a:r>`;

export const struckOut: FidelityCase[] = [
  ...casesOf('struck out', 'html', {
    s: { make: guideOf(between('<s>', '</s>')), shown: HTML_SHOWN },
    del: { make: guideOf(between('<del>', '</del>')), shown: HTML_SHOWN },
    strike: { make: guideOf(between('<strike>', '</strike>')), shown: HTML_SHOWN },
    'a style': {
      make: guideOf(between('<span style="text-decoration: line-through">', '</span>')),
      shown: HTML_SHOWN,
    },
  }),
  ...casesOf('struck out', 'markdown', {
    tildes: { make: () => bytesOf('A night costs ~~25 euro~~ 30 euro for each boat.'), shown: SHOWN },
    'a tag': { make: () => bytesOf('A night costs <del>25 euro</del> 30 euro for each boat.'), shown: SHOWN },
  }),
  ...casesOf('struck out', 'notebook', {
    tildes: {
      make: () =>
        bytesOf(
          JSON.stringify({
            nbformat: 4,
            nbformat_minor: 5,
            metadata: {},
            cells: [
              { cell_type: 'markdown', metadata: {}, source: ['A night costs ~~25 euro~~ 30 euro for each boat.'] },
            ],
          }),
        ),
      shown: SHOWN,
    },
  }),
  ...casesOf('struck out', 'epub', {
    s: { make: () => makeEpub([between('<s>', '</s>')]), shown: SHOWN },
  }),
  ...casesOf('struck out', 'docx', {
    'a line': { make: () => wordFile(struckRun('<w:strike/>')), shown: SHOWN, notRead: '25 euro' },
    'two lines': { make: () => wordFile(struckRun('<w:dstrike/>')), shown: SHOWN, notRead: '25 euro' },
    'a deletion that is tracked': {
      make: () =>
        wordFile(
          `<w:p>${wordRun('A night costs ')}<w:del w:id="1" w:author="A"><w:r><w:delText xml:space="preserve">25 euro </w:delText></w:r></w:del>${wordRun('30 euro for each boat.')}</w:p>${wordParagraph('Ask us.')}`,
        ),
      shown: `${SHOWN}\n\nAsk us.`,
      notRead: '25 euro',
    },
  }),
  ...casesOf('struck out', 'xlsx', {
    'part of a cell': {
      make: () =>
        workbook([
          {
            name: 'Fees',
            rows: [
              worksheetRow(1, ['Boat', 'Fee']),
              '<row r="2"><c r="A2" t="inlineStr"><is><t>Sloop</t></is></c><c r="B2" t="inlineStr"><is><r><rPr><strike/></rPr><t xml:space="preserve">25 </t></r><r><t>30</t></r></is></c></row>',
            ],
          },
        ]),
      shown: '# Fees\n\n| Boat | Fee\n| Sloop | 30',
      notRead: '25',
    },
    'a cell': {
      make: () =>
        workbook([
          {
            name: 'Fees',
            rows: [
              worksheetRow(1, ['Boat', 'Was', 'Fee']),
              '<row r="2"><c r="A2" t="inlineStr"><is><t>Sloop</t></is></c><c r="B2" s="1"><v>25</v></c><c r="C2"><v>30</v></c></row>',
              '<row r="3"><c r="A3" t="inlineStr"><is><t>Ketch</t></is></c><c r="B3"><v>40</v></c><c r="C3"><v>45</v></c></row>',
            ],
          },
        ]),
      shown: '# Fees\n\n| Boat | Was | Fee\n| Sloop | | 30\n| Ketch | 40 | 45',
      notRead: '25',
    },
  }),
  ...casesOf('struck out', 'pptx', {
    'a line': {
      make: () =>
        makePptx([
          {
            shapes: `<p:sp><p:txBody><a:p>${slideRun('A night costs ')}${slideRun('25 euro ', 'sngStrike')}${slideRun('30 euro for each boat.')}</a:p></p:txBody></p:sp>`,
          },
        ]),
      shown: `## Slide 1\n\n${SHOWN}`,
    },
  }),
];

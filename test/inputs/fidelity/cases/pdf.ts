import { makePdf } from '../../../server/ingestion/make-files.ts';
import { casesOf, type FidelityCase } from '../fidelity-case.ts';

type Put = (text: string, x: number, y: number, size?: number) => void;

/** A PDF of pages of 612 by 792 points, drawn one after the other. */
const pdfOf = (pages: number, draw: (put: Put, page: number, pdf: PDFKit.PDFDocument) => void) => () =>
  makePdf((pdf) => {
    for (let page = 1; page <= pages; page += 1) {
      pdf.addPage({ margin: 0 });
      draw((text, x, y, size = 11) => pdf.fontSize(size).text(text, x, y, { lineBreak: false }), page, pdf);
    }
  });
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

const row = (at: number) => [`Cleat ${at + 100}`, `${at + 3} kg`] as const;
const day = (at: number) => `On day ${at + 1} the gate closes at ${(at * 7) % 24} hours.`;
const BERTHS = ['north', 'south', 'east', 'west'] as const;
const berth = (page: number) => `The ${BERTHS[page - 1]} berth takes boats of up to ${page * 4} metres.`;

/** Sentences of different lengths. */
const STORY = upTo(46)
  .map(
    (at) =>
      `Boat ${at} lay ${'quietly '.repeat(at % 3)}at anchor${at % 4 ? '' : ' beside the old lighthouse'} until the tide had turned.`,
  )
  .join(' ');
const SHORTER = STORY.slice(0, STORY.indexOf('Boat 40'));
/** Running text that flows from one column into the next. */
const columns = (count: number, story = STORY) =>
  pdfOf(1, (_, __, pdf) => {
    pdf.fontSize(9).text(story, 50, 60, { columns: count, columnGap: 18, width: 512, height: 200 + 30 * count });
  });

export const pdf: FidelityCase[] = [
  ...casesOf('edges of pages', 'pdf', {
    'rows that fill the pages': {
      make: pdfOf(3, (put, page) => {
        for (const at of upTo(40)) {
          const [name, weight] = row((page - 1) * 40 + at);
          put(name, 60, 30 + at * 18);
          put(weight, 400, 30 + at * 18);
        }
      }),
      shown: upTo(120)
        .map((at) => `| ${row(at).join(' | ')}`)
        .join('\n'),
    },
    'sentences with a date': {
      make: pdfOf(3, (put, page) => {
        for (const at of upTo(48)) put(day((page - 1) * 48 + at), 60, 40 + at * 15);
      }),
      shown: upTo(144).map(day).join('\n'),
    },
    'a page for each thing': {
      make: pdfOf(4, (put, page) => {
        put(`Crane ${page * 100}`, 60, 60);
        put(`Load ${page * 250} kg`, 60, 90);
        put('Lock it before the wind rises.', 60, 120);
      }),
      shown: [1, 2, 3, 4]
        .map((page) => `Crane ${page * 100}\nLoad ${page * 250} kg\nLock it before the wind rises.`)
        .join('\n'),
    },
    'a running header with the number of the page': {
      make: pdfOf(4, (put, page) => {
        put('Harbour rules', 60, 30);
        put(`${page}`, 540, 30);
        put(berth(page), 60, 100);
        put('A pilot waits for them by night.', 60, 115);
      }),
      shown: [1, 2, 3, 4].map((page) => `${berth(page)} A pilot waits for them by night.`).join('\n'),
      notRead: [1, 2, 3, 4].map((page) => `Harbour rules ${page}`).join('\n'),
    },
  }),
  ...casesOf('columns', 'pdf', {
    two: { make: columns(2), shown: STORY },
    three: { make: columns(3), shown: STORY },
    four: { make: columns(4), shown: STORY },
    'four, of which the last is short': { make: columns(4, SHORTER), shown: SHORTER },
  }),
  ...casesOf('lines', 'pdf', {
    'beside a large number': {
      make: pdfOf(1, (put) => {
        for (const at of upTo(3)) {
          put(`${at + 1}`, 60, 60 + at * 60, 28);
          put(`Throw line ${at}`, 84, 62 + at * 60, 10);
          put('over the bollard.', 84, 74 + at * 60, 10);
        }
      }),
      shown: upTo(3)
        .map((at) => `${at + 1} Throw line ${at} over the bollard.`)
        .join('\n'),
    },
  }),
  ...casesOf('tables', 'pdf', {
    'a table between paragraphs': {
      make: pdfOf(1, (put) => {
        put('The fees of the harbour depend on the length of the boat and on the season.', 60, 60);
        for (const [at, cells] of [
          ['Boat', 'Summer', 'Winter'],
          ['Sloop', '30', '15'],
          ['Ketch', '45', '20'],
        ].entries())
          for (const [place, cell] of cells.entries()) put(cell, 60 + place * 150, 100 + at * 16);
        put('Children under six years of age stay for free on every boat of their parents.', 60, 180);
      }),
      shown:
        'The fees of the harbour depend on the length of the boat and on the season.\n\n| Boat | Summer | Winter\n| Sloop | 30 | 15\n| Ketch | 45 | 20\n\nChildren under six years of age stay for free on every boat of their parents.',
    },
    'text beside a table on its side': {
      make: pdfOf(1, (put, _, pdf) => {
        for (const at of upTo(12)) put(`Line ${at} tells how the lock opens and closes.`, 60, 60 + at * 15);
        pdf.rotate(-90, { origin: [500, 400] });
        for (const [at, [name, fee]] of [
          ['Boat', 'Fee'],
          ['Sloop', '30'],
          ['Ketch', '45'],
        ].entries()) {
          put(name ?? '', 500, 400 + at * 16);
          put(fee ?? '', 640, 400 + at * 16);
        }
      }),
      shown: `${upTo(12)
        .map((at) => `Line ${at} tells how the lock opens and closes.`)
        .join('\n')}\n\n| Boat | Fee\n| Sloop | 30\n| Ketch | 45`,
    },
  }),
];

import { makeEpub } from '../../../server/ingestion/make-office-files.ts';
import { casesOf, type FidelityCase } from '../fidelity-case.ts';

const chapter = (text: string) => `<html><body><p>${text}</p></body></html>`;

/** A book whose parts stand under these names, and are referred to by these addresses. */
const book = (parts: [name: string, text: string][], hrefs: string[]) => () => {
  const items = hrefs.map((href, at) => `<item id="c${at}" href="${href}" media-type="application/xhtml+xml"/>`);
  const spine = hrefs.map((_, at) => `<itemref idref="c${at}"/>`);
  const opf = `<package xmlns:dc="d"><metadata><dc:title>The Harbour</dc:title></metadata><manifest>${items.join('')}</manifest><spine>${spine.join('')}</spine></package>`;
  return makeEpub(
    [],
    [
      { name: 'OPS/book.opf', content: opf },
      ...parts.map(([name, text]) => ({ name: `OPS/text/${name}`, content: chapter(text) })),
    ],
  );
};

const FIRST = 'The lamp was lit at dusk.';
const SECOND = 'The boats came home.';
const BOTH = `${FIRST}\n\n${SECOND}`;

export const books: FidelityCase[] = [
  ...casesOf('references', 'epub', {
    'with a place in the part': {
      make: book(
        [
          ['one.xhtml', FIRST],
          ['two.xhtml', SECOND],
        ],
        ['text/one.xhtml#s2', 'text/two.xhtml?v=2'],
      ),
      shown: BOTH,
      title: 'The Harbour',
    },
    'in another case': {
      make: book(
        [
          ['One.xhtml', FIRST],
          ['two.xhtml', SECOND],
        ],
        ['Text/one.XHTML', 'text/two.xhtml'],
      ),
      shown: BOTH,
    },
    'in another form of Unicode': {
      make: book(
        [
          ['caf\u00e9.xhtml', FIRST],
          ['to\u0301.xhtml', SECOND],
        ],
        ['text/cafe\u0301.xhtml', 'text/t%C3%B3.xhtml'],
      ),
      shown: BOTH,
    },
    'to a part that is missing': {
      make: book([['one.xhtml', FIRST]], ['text/one.xhtml', 'text/gone.xhtml']),
      shown: FIRST,
    },
  }),
  ...casesOf('XHTML', 'epub', {
    'elements that end where they begin': {
      make: () => makeEpub([`<h1><a id="x"/>Dusk</h1><p>${FIRST}<a id="y"/></p><p>${SECOND}</p>`]),
      shown: `# Dusk\n\n${BOTH}`,
      title: 'The Lantern',
    },
  }),
];

import { casesOf, type FidelityCase } from '../fidelity-case.ts';
import { inList, inStyle, wordFile, wordParagraph, wordRun } from '../office-files.ts';
import { PROSE } from './page.ts';

const style = (id: string, name: string, { basedOn = '', p = '', r = '' } = {}) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${basedOn && `<w:basedOn w:val="${basedOn}"/>`}<w:pPr>${p}</w:pPr><w:rPr>${r}</w:rPr></w:style>`;
const level = (at: number, format: string, text: string) =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;

/** A heading, and text below it. */
const headed = (properties: string) => wordParagraph('Fees', properties) + wordParagraph(PROSE);
const HEADED = `# Fees\n\n${PROSE}`;
const CLAUSES = level(0, 'decimal', 'Article %1.') + level(1, 'decimal', '%1.%2') + level(2, 'lowerLetter', '(%3)');
const row = (...cells: string[]) =>
  `<w:tr>${cells.map((cell) => `<w:tc>${wordParagraph(cell)}</w:tc>`).join('')}</w:tr>`;

export const word: FidelityCase[] = [
  ...casesOf('headings', 'docx', {
    'a style of Word': {
      make: () => wordFile(headed(inStyle('Heading1')), { styles: style('Heading1', 'heading 1') }),
      shown: HEADED,
    },
    'a style in another language': {
      make: () => wordFile(headed(inStyle('Rubrik1')), { styles: style('Rubrik1', 'Rubrik 1') }),
      shown: HEADED,
    },
    'a style based on a heading': {
      make: () =>
        wordFile(headed(inStyle('Part')), {
          styles: style('Heading1', 'heading 1') + style('Part', 'Part of the rules', { basedOn: 'Heading1' }),
        }),
      shown: HEADED,
    },
    'a level of the outline': { make: () => wordFile(headed('<w:outlineLvl w:val="0"/>')), shown: HEADED },
    'a level of the outline in a style': {
      make: () => wordFile(headed(inStyle('Box')), { styles: style('Box', 'Box', { p: '<w:outlineLvl w:val="0"/>' }) }),
      shown: HEADED,
    },
  }),
  ...casesOf('numbers', 'docx', {
    'of articles, clauses and letters': {
      make: () =>
        wordFile(
          [
            wordParagraph('Berths', inList(0)),
            wordParagraph('A guest may stay.', inList(1)),
            wordParagraph('A guest must leave when asked', inList(1)),
            wordParagraph('by the office,', inList(2)),
            wordParagraph('by the police.', inList(2)),
            wordParagraph('Fees', inList(0)),
            wordParagraph('A night costs 30 euro.', inList(1)),
          ].join(''),
          { levels: CLAUSES },
        ),
      shown:
        'Article 1. Berths\n1.1 A guest may stay.\n1.2 A guest must leave when asked\n(a) by the office,\n(b) by the police.\nArticle 2. Fees\n2.1 A night costs 30 euro.',
    },
    'from nought, past a level that is left out': {
      make: () =>
        wordFile(
          [
            wordParagraph('Berths', inList(0)),
            wordParagraph('A guest may stay.', inList(2)),
            wordParagraph('Fees', inList(1)),
          ].join(''),
          {
            levels:
              level(0, 'decimal', 'Article %1.').replace('<w:start w:val="1"/>', '') +
              level(1, 'decimal', '%1.%2') +
              level(2, 'lowerLetter', '%1.%2(%3)'),
          },
        ),
      shown: 'Article 0. Berths\n0.1(a) A guest may stay.\n0.2 Fees',
    },
    'of headings': {
      make: () =>
        wordFile(headed(inStyle('Heading1')) + wordParagraph('Rules', inStyle('Heading1')) + wordParagraph('None.'), {
          styles: style('Heading1', 'heading 1', { p: '<w:numPr><w:numId w:val="1"/></w:numPr>' }),
          levels: level(0, 'upperRoman', '%1.'),
        }),
      shown: `# I. Fees\n\n${PROSE}\n\n# II. Rules\n\nNone.`,
    },
  }),
  ...casesOf('as Word shows it', 'docx', {
    'hidden text': {
      make: () => wordFile(`<w:p>${wordRun('A berth is free. ')}${wordRun('Not for you.', '<w:vanish/>')}</w:p>`),
      shown: 'A berth is free.',
      notRead: 'Not for you.',
    },
    'an equation': {
      make: () =>
        wordFile(
          `<w:p>${wordRun('The fee is ')}<m:oMath><m:r><m:t>a + b</m:t></m:r></m:oMath>${wordRun(' a night.')}</w:p>`,
        ),
      shown: 'The fee is a + b a night.',
      notShown: 'a b',
    },
    'a footnote': {
      make: () =>
        wordFile(
          `<w:p>${wordRun('A night costs 30 euro')}<w:r><w:footnoteReference w:id="2"/></w:r>${wordRun(' a boat.')}</w:p>`,
          {
            footnotes: `<w:footnote w:id="2"><w:p><w:r><w:footnoteRef/></w:r>${wordRun(' Without power.')}</w:p></w:footnote>`,
          },
        ),
      shown: 'A night costs 30 euro[1] a boat.\n\n1. Without power.',
      notRead: 'euro1',
      notShown: 'euro 1 1 Without power',
    },
    'a table': {
      make: () =>
        wordFile(
          `${wordParagraph(PROSE)}<w:tbl>${row('Boat', 'Fee')}${row('Sloop', '30')}${row('Ketch', '45')}</w:tbl>${wordParagraph('Ask us.')}`,
        ),
      shown: `${PROSE}\n\n| Boat | Fee\n| Sloop | 30\n| Ketch | 45\n\nAsk us.`,
    },
  }),
];

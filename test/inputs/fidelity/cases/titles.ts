import { bytesOf } from '../../../server/ingestion/make-files.ts';
import { casesOf, type FidelityCase } from '../fidelity-case.ts';
import { PROSE, pageOf } from './page.ts';

const BANNER = '<h1 align="center">Harbour</h1>\n\n';
const markdown = (source: string, fileName: string) => ({ make: () => bytesOf(source), options: { fileName } });

export const titles: FidelityCase[] = [
  ...casesOf('titles', 'markdown', {
    'the front matter': {
      ...markdown(`---\ntitle: Night fees\n---\n\n${PROSE}`, 'fees.md'),
      shown: PROSE,
      title: 'Night fees',
    },
    'a heading below the banner of all pages': {
      ...markdown(`${BANNER}## Mooring\n\n${PROSE}`, 'a.md'),
      shown: `# Harbour\n\n# Mooring\n\n${PROSE}`,
      title: 'Mooring',
    },
    'the name of the file below the banner of all pages': {
      ...markdown(`${BANNER}${PROSE}\n\n## Fees\n\nA night costs 30 euro.`, 'Winter-berths.md'),
      shown: `# Harbour\n\n${PROSE}\n\n## Fees\n\nA night costs 30 euro.`,
      title: 'Winter berths',
    },
  }),
  ...casesOf('titles', 'html', {
    'the heading below the name of the site': {
      make: pageOf(`<h1>Harbour</h1><h2>Mooring</h2><p>${PROSE}</p>`, '<title>Mooring | Harbour</title>'),
      shown: `# Harbour\n\n# Mooring\n\n${PROSE}`,
      title: 'Mooring',
    },
    'a title that is not part of the text': {
      make: pageOf(`<p>${PROSE}</p>`, '<title>Mooring</title>'),
      shown: PROSE,
      title: 'Mooring',
    },
  }),
];

import { bytesOf } from '../../../server/ingestion/make-files.ts';
import { casesOf, type FidelityCase } from '../fidelity-case.ts';
import { PROSE } from './page.ts';

const markdown = (source: string, fileName?: string) => ({
  make: () => bytesOf(source),
  ...(fileName !== undefined && { options: { fileName } }),
});
const TABS_SHOWN = '# Mooring\n\nBow\n\nThrow the bow line.\n\nStern\n\nThrow the stern line.';

export const markdownCases: FidelityCase[] = [
  ...casesOf('wikis', 'markdown', {
    'links to pages, and their texts': {
      ...markdown('# Mooring\n\nSee [[Fees]], [[Fees|what it costs]] and [[#Lines]] in **[[Knots|the book]]**.'),
      shown: '# Mooring\n\nSee Fees, what it costs and Lines in the book.',
    },
    'embedded pictures': { ...markdown(`${PROSE}\n\n![[quay.png|300]]\n\nAsk us.`), shown: `${PROSE}\n\nAsk us.` },
    callouts: {
      ...markdown('> [!warning]- Wind\n> Double all lines.\n\nAsk us.'),
      shown: 'Wind\n\nDouble all lines.\n\nAsk us.',
    },
    'ids of blocks, highlights and comments': {
      ...markdown('Throw ==the bow line== first. ^a1b2c3\n\nAsk %%or not%% us.'),
      shown: 'Throw the bow line first.\n\nAsk us.',
    },
    'a page without a heading': {
      ...markdown(PROSE, 'Harbour_2-night-fees.md'),
      shown: PROSE,
    },
  }),
  ...casesOf('tabs', 'markdown', {
    'of Material for MkDocs': {
      ...markdown('# Mooring\n\n=== "Bow"\n\n    Throw the bow line.\n\n=== "Stern"\n\n    Throw the stern line.'),
      shown: TABS_SHOWN,
    },
    'of Docusaurus': {
      ...markdown(
        '# Mooring\n\n<Tabs>\n<TabItem value="bow" label="Bow">\n\nThrow the bow line.\n\n</TabItem>\n<TabItem value="stern" label="Stern">\n\nThrow the stern line.\n\n</TabItem>\n</Tabs>',
        'mooring.mdx',
      ),
      shown: TABS_SHOWN,
    },
  }),
  ...casesOf('tabs', 'rst', {
    'of sphinx-design': {
      make: () =>
        bytesOf(
          'Mooring\n=======\n\n.. tab-set::\n\n   .. tab-item:: Bow\n\n      Throw the bow line.\n\n   .. tab-item:: Stern\n\n      Throw the stern line.\n',
        ),
      shown: TABS_SHOWN,
    },
  }),
  ...casesOf('answers', 'markdown', {
    'in details': {
      ...markdown(
        '# Mooring\n\n<details>\n<summary>May I stay for a week?</summary>\n\nYes, if the office agrees.\n\n</details>',
      ),
      shown: '# Mooring\n\n## May I stay for a week?\n\nYes, if the office agrees.',
    },
  }),
];

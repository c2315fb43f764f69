import type { Citation } from '@footnote/sdk';

/** A passage of a document. */
const PASSAGE =
  'Backups\n\nFootnote keeps everything in one folder. To back up a running server, run footnote backup with the name of ' +
  'a file. It copies the database while the server goes on answering. Keep the copy on another machine.';
/** Its quoted words. */
export const QUOTE = 'To back up a running server, run footnote backup with the name of a file.';

/** The citations of the answers. */
export const CITATIONS: Citation[] = [
  {
    id: 1,
    source_id: 'src_1',
    title: 'Operating Footnote',
    heading: 'Every week › Backups',
    page: 3,
    text: PASSAGE,
    quote: QUOTE,
    url: '/v1/passages/signed-1#quote',
    indexed_at: '2026-01-31T12:00:00.000Z',
  },
  {
    id: 2,
    source_id: 'src_2',
    title: 'Getting started',
    heading: 'Start your own server',
    text: 'It keeps everything in one folder, the data directory, which is ./data unless you set DATA_DIR.',
    quote: 'which is ./data unless you set DATA_DIR',
    url: '/v1/passages/signed-2#quote',
    indexed_at: '2026-01-31T12:00:00.000Z',
  },
];

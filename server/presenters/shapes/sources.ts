import type {
  CrawledUrl,
  CrawlOptions,
  IndexedPassage,
  Source,
  SourceCounts,
  SourceError,
  SourceMetadata,
  SourceProgress,
} from '@footnote/sdk/contract';
import { z } from 'zod';
import { count, decided, decidedShapeOf, field, id, shapeOf, text, time } from './shape.ts';

const metadata = shapeOf<SourceMetadata>(
  'SourceMetadata',
  'What is known of the document. Keys that do not apply are absent.',
)(
  z.strictObject({
    filename: text('The name that it was uploaded under.', 'manual.pdf').exactOptional(),
    content_type: decided(text('By its content, not its name.', 'application/pdf').exactOptional()),
    size: decided(count('Bytes.', 482_133).exactOptional()),
    pages: decided(count('Only of what has pages.', 64).exactOptional()),
    title: decided(text('As the document calls itself.', 'Product manual').exactOptional()),
    url: decided(text('The address that was given.').exactOptional()),
    final_url: decided(text('The address that it led to.').exactOptional()),
    canonical_url: decided(text('The address that the page names as its own.').exactOptional()),
    fetched_at: decided(time('When the address last answered.').exactOptional()),
    changed_at: decided(time('When it last answered something else than before.').exactOptional()),
  }),
);

const progress = decidedShapeOf<SourceProgress>(
  'SourceProgress',
  'How far ingestion is.',
)(
  z.strictObject({
    stage: field(z.enum(['queued', 'fetch', 'parse', 'chunk', 'embed', 'index']), 'In this order.', 'embed'),
    done: count('Of `total`.', 40),
    total: count('In the stage’s own units; 0 where it has none.', 120),
  }),
);

const sourceError = decidedShapeOf<SourceError>(
  'SourceError',
  'Why ingestion failed.',
)(
  z.strictObject({
    code: text('Stable, snake_case.', 'password_protected'),
    message: text(
      'A sentence that its owner can act on.',
      'This file is password-protected. Remove the password and upload it again.',
    ),
  }),
);

const crawl = decidedShapeOf<Required<CrawlOptions>>(
  'Crawl',
  'What of a site is wanted.',
)(
  z.strictObject({
    max_pages: count('At most so many pages are taken.', 200),
    max_depth: count('How many links away from the address.', 5),
    include: field(z.array(z.string()), 'Only paths that fit one of these; empty: every path.', ['/docs/*']),
    exclude: field(z.array(z.string()), 'Paths that fit one of these are not taken.', ['/docs/old/*']),
    sitemap: field(z.boolean(), 'Also what the site’s sitemaps list.', true),
  }),
);

export const crawledUrl = decidedShapeOf<CrawledUrl>(
  'CrawledUrl',
  'One address that a crawl found.',
)(
  z.strictObject({
    url: text('In its normal form.', 'https://docs.example.com/old'),
    kind: field(z.enum(['robots', 'sitemap', 'page']), 'What is expected there.', 'page'),
    outcome: field(
      z.enum(['waiting', 'taken', 'skipped', 'failed']),
      '`taken`: it was read, a page into a source of its own. `skipped`: it is not wanted, `reason` says why. `failed`: it could not be read. `waiting`: its turn has not come yet.',
      'skipped',
    ),
    reason: text(
      'With `skipped`: `robots`, `other_origin`, `excluded`, `depth`, `budget`, `duplicate` or `not_html`. With `failed`: the code of the failure.',
      'duplicate',
    ).exactOptional(),
    status: field(z.int(), 'The HTTP status that it failed with.', 404).exactOptional(),
    depth: count('How many links away from the address that the crawl began with.', 1),
    found_on: text('Where it was found; absent for what the crawl began with.').exactOptional(),
    duplicate_of: text('The address of the same page.', 'https://docs.example.com/new').exactOptional(),
    source_id: id('src', 'The source of the page, as long as it is there.').exactOptional(),
  }),
);

export const source = shapeOf<Source>(
  'Source',
  'One document of a project.',
)(
  z.strictObject({
    id: id('src', 'The source’s id.'),
    project_id: decided(id('proj', 'The project that it belongs to.')),
    type: field(z.enum(['file', 'url', 'text']), 'Where it comes from.', 'file'),
    status: field(
      z.enum(['pending', 'processing', 'completed', 'failed']),
      '`pending` → `processing` → `completed` or `failed`. Only what is completed is searched.',
      'completed',
    ),
    metadata,
    parent_id: decided(id('src', 'Present on a page of a site: the site’s source.').exactOptional()),
    crawl: crawl.exactOptional(),
    refresh_hours: decided(
      field(
        z.int().min(1).nullable().exactOptional(),
        'Present on an address: after how many hours it is read anew by itself; `null` for never.',
        24,
      ),
    ),
    chunks_count: decided(count('Into how many passages it was cut.', 120)),
    progress: progress.exactOptional(),
    error: decided(
      field(
        sourceError.nullable(),
        'Why it `failed`. Beside `completed`: why the last attempt to read it anew failed; what was read before goes on to answer.',
        null,
      ),
    ),
    created_at: decided(time('When it was added.')),
    updated_at: decided(time('When it last changed.')),
    completed_at: decided(
      field(
        z.string().meta({ format: 'date-time' }).nullable(),
        'Since when it is searched.',
        '2026-01-31T12:00:00.000Z',
      ),
    ),
  }),
);

const statuses = z.strictObject({
  pending: count('Waiting to be read.', 0),
  processing: count('Being read.', 1),
  completed: count('Searched.', 41),
  failed: count('Could not be read.', 2),
});
const types = z.strictObject({
  file: count('Files.', 12),
  url: count('Sites, and pages of the web.', 30),
  text: count('Texts.', 2),
});

export const sourceCounts = decidedShapeOf<SourceCounts>(
  'SourceCounts',
  'How many sources a project has, pages of sites included.',
)(
  z.strictObject({
    total: count('All of them.', 44),
    by_status: field(statuses, 'How far they are.'),
    by_type: field(types, 'Where they come from.'),
  }),
);

export const indexedPassage = decidedShapeOf<IndexedPassage>(
  'IndexedPassage',
  'A passage as the search and the answerer see it.',
)(
  z.strictObject({
    id: text('The passage’s id; another one when the source has been read anew.', '4711'),
    seq: count('Its place in the document, from 0.', 0),
    text: text('Verbatim.', 'The warranty lasts two years from the day of purchase. Keep the receipt.'),
    headings: field(z.array(z.string()), 'Those above it, outermost first.', ['Service', 'Warranty']),
    page: field(z.int().nullable(), '`null` where the document has no pages.', 12),
    start: count('Where it begins: characters of the document’s text.', 0),
    end: count('Where it ends, exclusive. Neighbours may overlap.', 72),
  }),
);

import { z } from 'zod';
import { crawlOutcome, ingestionStage, sourceStatus, sourceType } from './enums.ts';
import { count, decided, decidedShape, field, id, shape, text, time } from './shape.ts';

const metadata = shape(
  'SourceMetadata',
  'What is known of the document. Keys that do not apply are absent.',
  z.strictObject({
    filename: text('The name that it was uploaded under.', 'manual.pdf').exactOptional(),
    content_type: decided(text('By its content, not its name.', 'application/pdf').exactOptional()),
    size: decided(count('Bytes.', 482_133).exactOptional()),
    pages: decided(count('Only of what has pages.', 64).exactOptional()),
    title: decided(text('The document’s own title.', 'Product manual').exactOptional()),
    url: decided(text('The address that was given.').exactOptional()),
    final_url: decided(text('The address that it led to.').exactOptional()),
    canonical_url: decided(text('The address that the page names as its own.').exactOptional()),
    fetched_at: decided(time('When the address last answered.').exactOptional()),
    changed_at: decided(time('When it last answered something else than before.').exactOptional()),
  }),
);

const progress = decidedShape(
  'SourceProgress',
  'How far ingestion is.',
  z.strictObject({
    stage: field(ingestionStage, 'The stage that it is in.', 'embed'),
    done: count('How much of `total` is done.', 40),
    total: count('In the stage’s own units; 0 where it has none.', 120),
  }),
);

const sourceError = decidedShape(
  'SourceError',
  'Why a source failed.',
  z.strictObject({
    code: text('Stable, snake_case.', 'password_protected'),
    message: text(
      'A sentence that its owner can act on.',
      'This file is password-protected. Remove the password and upload it again.',
    ),
  }),
);

const crawl = decidedShape(
  'Crawl',
  'What of a site is wanted.',
  z.strictObject({
    max_pages: count('At most so many pages are taken.', 200),
    max_depth: count('How many links away from the address.', 5),
    include: field(
      z.array(z.string()),
      'Only paths that fit one of these are taken: `*` stands for any characters. Empty: every path.',
      ['/docs/*'],
    ),
    exclude: field(z.array(z.string()), 'Paths that fit one of these are not taken.', ['/docs/old/*']),
    sitemap: field(z.boolean(), 'Take also what the site’s sitemaps list.', true),
  }),
);

export const crawledUrl = decidedShape(
  'CrawledUrl',
  'One address that a crawl found.',
  z.strictObject({
    url: text('In its normal form.', 'https://docs.example.com/old'),
    kind: field(z.enum(['robots', 'sitemap', 'page']), 'What is expected there.', 'page'),
    outcome: field(crawlOutcome, 'What became of it; `reason` says why.', 'skipped'),
    reason: text(
      'Absent where it was taken or waits. Of what was skipped: `robots` forbidden by robots.txt, `other_origin`, `excluded` it does not fit `include` or fits `exclude`, `depth` too many links away, `budget` beyond the budget of pages, time or bytes, `duplicate` the same page as another, `not_html`. Of what failed: the code of the failure.',
      'duplicate',
    ).exactOptional(),
    status: field(z.int(), 'The HTTP status that it failed with.', 404).exactOptional(),
    depth: count('How many links away from the address that the crawl began with.', 1),
    found_on: text('Where it was found; absent for what the crawl began with.').exactOptional(),
    duplicate_of: text(
      'The address of the page that it is a duplicate of.',
      'https://docs.example.com/new',
    ).exactOptional(),
    source_id: id('src', 'The page’s source where it was taken, as long as that is there.').exactOptional(),
  }),
);

export const source = shape(
  'Source',
  'One document of a project.',
  z.strictObject({
    id: id('src', 'The source’s id.'),
    project_id: decided(id('proj', 'The project that it belongs to.')),
    type: sourceType,
    status: field(sourceStatus, 'How far it is.', 'completed'),
    metadata,
    parent_id: decided(id('src', 'Present on a page of a site: the site’s source.').exactOptional()),
    crawl: field(crawl, 'Present on a site: what of it is wanted.').exactOptional(),
    refresh_hours: decided(
      field(
        z.int().min(1).nullable().exactOptional(),
        'Present on an address: after how many hours it is read again by itself; `null` where it is only read when asked.',
        24,
      ),
    ),
    chunks_count: decided(count('How many passages it was cut into.', 120)),
    progress: field(progress, 'Present while `processing`.').exactOptional(),
    error: decided(
      field(
        sourceError.nullable(),
        'Why it `failed`. Where it is `completed`: why the last attempt to read it again failed; what was read before goes on to answer.',
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

export const sourceCounts = decidedShape(
  'SourceCounts',
  'How many sources a project has, pages of sites included.',
  z.strictObject({
    total: count('All of them.', 44),
    by_status: field(statuses, 'How far they are.'),
    by_type: field(types, 'Where they come from.'),
  }),
);

export const indexedPassage = decidedShape(
  'IndexedPassage',
  'A passage as the search and the answerer see it.',
  z.strictObject({
    id: text('The id of the passage. It changes when the source is read again.', '4711'),
    seq: count('Its place in the document, from 0.', 0),
    text: text('Verbatim.', 'The warranty lasts two years from the day of purchase. Keep the receipt.'),
    headings: field(z.array(z.string()), 'Those above it, outermost first.', ['Service', 'Warranty']),
    page: field(z.int().nullable(), '`null` where the document has no pages.', 12),
    start: count('Where it begins: characters of the document’s text.', 0),
    end: count('Where it ends, exclusive. Neighbours may overlap.', 72),
  }),
);

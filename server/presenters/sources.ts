import type { CrawledUrl, IndexedPassage, Source, SourceMetadata } from '@footnote/sdk/contract';
import { z } from 'zod';
import { isWebAddress } from '../platform/network/web-address.ts';
import type { CrawlUrlRow, PassageRow, SourceRow } from '../store/types.ts';
import { crawlOutcome, ingestionStage, sourceStatus, sourceType } from './enums.ts';
import {
  count,
  field,
  flag,
  id,
  named,
  nullableTime,
  nullableTimestamp,
  optional,
  shape,
  text,
  time,
  timestamp,
} from './shape.ts';

const metadata = named(
  'SourceMetadata',
  'Metadata of the document: what the server knows of it, and what its owner has said. Keys that do not apply are absent.',
  z
    .object({
      filename: text('The name of the uploaded file.', 'manual.pdf').exactOptional(),
      content_type: text('The media type, detected from the content.', 'application/pdf').exactOptional(),
      size: count('The size in bytes.', 482_133).exactOptional(),
      pages: count('The number of pages, if the document has pages.', 64).exactOptional(),
      title: text(
        'The document’s title, with what tells it from others of the same title.',
        'Product manual',
      ).exactOptional(),
      url: text('The address of the source.').exactOptional(),
      final_url: text('The address after redirects.').exactOptional(),
      canonical_url: text('The canonical address that the page declares.').exactOptional(),
      fetched_at: time('The time of the last successful request to the address.').exactOptional(),
      changed_at: time('The time when the content last changed.').exactOptional(),
    })
    .catchall(
      // Always a text. The type of the others is here as well, as TypeScript has one for all names that it does not know.
      field(
        z.union([z.string(), z.number()]).optional(),
        'A text that the owner has given, under a name of their own.',
        '2.1',
      ),
    ),
);

const progress = shape('SourceProgress', 'The progress of ingestion.', {
  stage: field(ingestionStage, 'The current stage.', 'embed'),
  done: count('How much of `total` is done.', 40),
  total: count('The total, in units of the stage; 0 if it has none.', 120),
});

export const sourceError = shape('SourceError', 'Why a source failed.', {
  code: text('A stable code in snake_case.', 'password_protected'),
  message: text(
    'A sentence that tells the owner what is wrong and what to do.',
    'This file is password-protected. Remove the password and upload it again.',
  ),
});

const leftOutKind = z.enum([
  'navigation',
  'header',
  'footer',
  'notice',
  'sidebar',
  'form',
  'beside',
  'repeated',
  'hidden',
  'struck',
  'undecodable',
  'missing',
]);

const leftOut = shape('LeftOut', 'Text of a document that is not among its passages.', {
  kind: field(
    leftOutKind,
    'What it is. `navigation`: menus and links to other pages. `header`, `footer`: of the site, or of the pages of a PDF or a Word file. `notice`: asks for consent to cookies, or is a dialog. `sidebar`: comments, advertisements, buttons to share, and what else stands aside. `form`. `beside`: stands beside the main part of the page. `repeated`: stands at the beginning or at the end of most pages of the site. `hidden`: the page hides it, and it is no tab and no answer; of a Word file, hidden text; of AsciiDoc, what a condition leaves out. `struck`: struck out. `undecodable`: letters of a PDF whose font does not tell which characters they are, so that they are missing or read as others; `text` is empty. `missing`: parts that a book names and does not hold, and files that a page includes and that are not there, by their names.',
    'footer',
  ),
  characters: count('The length of the text, in characters.', 71),
  text: text('Its beginning, 200 characters at most.', 'Copyright © 2026 Kettle Works. All rights reserved.'),
});

const readingWarning = shape(
  'ReadingWarning',
  'Less than half of the text that a document shows is among its passages, without menus, links and what is repeated on each page.',
  {
    kept_percent: count('How much of it is, in percent.', 31),
    cause: optional(
      leftOutKind,
      'As what most of the rest was left out, see `kind` of `LeftOut`. Absent if it is not known.',
      'sidebar',
    ),
    message: text(
      'A sentence for the owner.',
      'Only 31 % of the text that this document shows is searched. Most of the rest was taken for sidebars. Compare what was read with the original.',
    ),
  },
);

const reading = shape(
  'SourceReading',
  'What was found when the document was read. The counts are absent for a document that an older version has read.',
  {
    left_out: field(z.array(leftOut), 'What of it is not content and was left out, one entry for each kind.'),
    headings: count('The number of its headings.', 12).exactOptional(),
    tables: count('The number of its tables.', 2).exactOptional(),
    pictures: count(
      'The number of its pictures without a text of their own (HTML, Word), or of its pages that are pictures and could not be read (PDF). Absent if there are none.',
      3,
    ).exactOptional(),
    warning: optional(readingWarning, 'That little of it was read. Absent if enough was.'),
    garbled: text(
      'Lines of a text file that make no sense as they were read, 200 characters at most; absent if there are none. The encoding of the file could not be known: save it in UTF-8 and upload it again.',
      'A kšnyvt‡r minden nap nyitva tart.',
    ).exactOptional(),
  },
);

const crawl = shape('Crawl', 'How a site is crawled.', {
  max_pages: count('The maximum number of pages.', 200),
  max_depth: count('The maximum number of links from the address to a page.', 5),
  include: field(
    z.array(z.string()),
    'Only paths that match one of these patterns are crawled. `*` stands for any characters. Empty for every path.',
    ['/docs/*'],
  ),
  exclude: field(z.array(z.string()), 'Paths that match one of these patterns are not crawled.', ['/docs/old/*']),
  sitemap: flag('Whether the pages that the site’s sitemaps list are added.', true),
});

export const crawledUrl = shape('CrawledUrl', 'An address that a crawl found.', {
  url: text('The normalized address. Empty if it is not an address of the web.', 'https://docs.example.com/old'),
  kind: field(
    z.enum(['robots', 'sitemap', 'page']),
    'The kind of document that the crawl expects at the address.',
    'page',
  ),
  outcome: field(crawlOutcome, 'What the crawl did with the address. `reason` says why.', 'skipped'),
  reason: text(
    'Why the address was skipped. `robots`: robots.txt forbids it. `other_origin`: it is on another origin. `excluded`: it does not match `include`, or it matches `exclude`. `depth`: it is too many links away. `budget`: the limit of pages, time or bytes was reached. `duplicate`: it is the same page as another. `not_html`: it is not an HTML page. For a failed address, the code of its error. Absent otherwise.',
    'duplicate',
  ).exactOptional(),
  status: optional(z.int(), 'The HTTP status of a failed address.', 404),
  depth: count('The number of links from the first address of the crawl.', 1),
  found_on: text('The page with the link to the address; absent for the first addresses of a crawl.').exactOptional(),
  duplicate_of: text(
    'The address of the page that this one duplicates.',
    'https://docs.example.com/new',
  ).exactOptional(),
  source_id: id('src', 'The source made from the page, while it exists.').exactOptional(),
});

export const source = shape('Source', 'A document of a project.', {
  id: id('src', 'The source’s id.'),
  project_id: id('proj', 'The project of the source.'),
  type: sourceType,
  status: field(sourceStatus, 'The status of the source.', 'completed'),
  metadata,
  external_id: text(
    'The name that the owner has given it, unique in the project: such as its path in a folder. Citations have it as `source_name`, so visitors may read it.',
    'guide/install.md',
  ).exactOptional(),
  url: text(
    'The address that citations open, if its owner has given one.',
    'https://docs.example.com/guide/install',
  ).exactOptional(),
  content_hash: text(
    'The SHA-256 of the content that was sent last, in hexadecimal digits; absent for pages.',
    'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
  ).exactOptional(),
  parent_id: id('src', 'For a page of a site: the site’s source.').exactOptional(),
  repository_id: id('repo', 'The repository that its file is in.').exactOptional(),
  edit_url: text(
    'The page of the forge where the file of a repository is changed.',
    'https://github.com/example/handbook/edit/main/docs/install.md',
  ).exactOptional(),
  crawl: optional(crawl, 'For a site: how it is crawled.'),
  refresh_hours: field(
    z.int().min(1).nullable().exactOptional(),
    'For an address: hours between automatic refreshes; `null` if it is not refreshed.',
    24,
  ),
  chunks_count: count('The number of indexed passages.', 120),
  progress: optional(progress, 'The progress of ingestion, while `processing`.'),
  reading: optional(reading, 'What was found when the document was read. Absent until it has been read.'),
  error: field(
    sourceError.nullable(),
    'Why the source `failed`. For a `completed` source: why the last refresh failed. Its former text stays in use.',
    null,
  ),
  created_at: time('The time of creation.'),
  updated_at: time('The time of the last change.'),
  completed_at: nullableTime('The time when the source was indexed; `null` if it is not.'),
});

const statuses = z.strictObject({
  pending: count('Sources that wait for ingestion.', 0),
  processing: count('Sources in ingestion.', 1),
  completed: count('Sources that are searched.', 41),
  failed: count('Sources that failed.', 2),
});

const types = z.strictObject({
  file: count('Files.', 12),
  url: count('Web pages and sites.', 30),
  text: count('Texts.', 2),
});

export const sourceCounts = shape('SourceCounts', 'The numbers of a project’s sources, pages of sites included.', {
  total: count('The number of all sources.', 44),
  by_status: field(statuses, 'The numbers by status.'),
  by_type: field(types, 'The numbers by type.'),
});

export const indexedPassage = shape('IndexedPassage', 'A passage as it is indexed.', {
  id: text('The passage’s id. It changes when the source is indexed again.', '4711'),
  seq: count('The passage’s position in the document, from 0.', 0),
  text: text('The text, verbatim.', 'The warranty lasts two years from the day of purchase. Keep the receipt.'),
  headings: field(z.array(z.string()), 'The headings above the passage, outermost first.', ['Service', 'Warranty']),
  page: field(z.int().nullable(), 'The page; `null` if the document has no pages.', 12),
  start: count('The index of the first character in the document’s text.', 0),
  end: count('The index after the last character. Neighbouring passages may overlap.', 72),
  url: text(
    'A signed link to a page that shows the whole document with the passage marked. It is valid for a day and needs no other credential.',
    'https://chat.example.com/v1/passages/…',
  ),
});

/** The one record shape of a source; `progress` only while it is being processed. */
export function presentSource(row: SourceRow): Source {
  return {
    id: row.id,
    project_id: row.projectId,
    type: row.type,
    status: row.status,
    metadata: { ...row.labels, ...withoutOtherAddresses(row.metadata) },
    ...(row.externalId !== null && { external_id: row.externalId }),
    ...(row.url !== null && isWebAddress(row.url) && { url: row.url }),
    ...(row.contentHash !== null && { content_hash: row.contentHash }),
    ...(row.web?.parentId && { parent_id: row.web.parentId }),
    ...(row.repositoryId !== null && { repository_id: row.repositoryId }),
    ...(row.editUrl !== null && isWebAddress(row.editUrl) && { edit_url: row.editUrl }),
    ...(row.web?.crawl && { crawl: row.web.crawl }),
    ...(row.web && { refresh_hours: row.web.refreshHours }),
    chunks_count: row.chunksCount,
    ...(row.status === 'processing' && row.progress && { progress: row.progress }),
    ...(row.reading && { reading: row.reading }),
    error: row.error,
    created_at: timestamp(row.createdAt),
    updated_at: timestamp(row.updatedAt),
    completed_at: nullableTimestamp(row.completedAt),
  };
}

/** Clients show these as links, so anything but a web address is left out, whatever is in the database. */
function withoutOtherAddresses({ url, final_url, canonical_url, ...metadata }: SourceMetadata): SourceMetadata {
  return {
    ...metadata,
    ...(url !== undefined && isWebAddress(url) && { url }),
    ...(final_url !== undefined && isWebAddress(final_url) && { final_url }),
    ...(canonical_url !== undefined && isWebAddress(canonical_url) && { canonical_url }),
  };
}

/** One address of a crawl's report. Clients show these as links, so anything but a web address is left out. */
export function presentCrawledUrl(row: CrawlUrlRow): CrawledUrl {
  return {
    url: isWebAddress(row.url) ? row.url : '',
    kind: row.kind,
    outcome: row.outcome,
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.status !== null && { status: row.status }),
    depth: row.depth,
    ...(row.foundOn !== null && isWebAddress(row.foundOn) && { found_on: row.foundOn }),
    ...(row.duplicateOf !== null && isWebAddress(row.duplicateOf) && { duplicate_of: row.duplicateOf }),
    ...(row.pageId !== null && { source_id: row.pageId }),
  };
}

/** A chunk, with the text that search and answers use, and a link to it in its document. */
export function presentPassage({ id, seq, text, headings, page, start, end }: PassageRow, url: string): IndexedPassage {
  return { id, seq, text, headings, page, start, end, url };
}

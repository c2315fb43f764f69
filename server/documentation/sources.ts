import type { OperationDocs } from '../http/openapi/openapi-types.ts';
import { deleted, listOf } from '../presenters/shapes/common.ts';
import { batchReport, crawledUrl, indexedPassage, source, sourceCounts } from '../presenters/shapes/sources.ts';
import { paging } from './paging.ts';

const project_id = [
  'The project. Required with a user token, not needed with an API key.',
  'proj_4YHhQ0V2b7c9D1kLmN3pqR',
] as const;
const file = ['The file, with its name.', 'manual.pdf'] as const;
const title = ['The title that citations show: 1 to 300 characters.', 'Warranty'] as const;
const text = ['Plain text.', 'The warranty lasts two years from the day of purchase.'] as const;
const url = ['A public http or https address.', 'https://docs.example.com/warranty'] as const;

const crawl = [
  'If present, even if empty, the whole site is added from this address on, with a source for each page. The site’s robots.txt is respected.',
  { max_pages: 200, max_depth: 5, include: ['/docs/*'], exclude: ['/docs/old/*'], sitemap: true },
] as const;
const refresh_hours = [
  'Hours between automatic refreshes, 1–8760; `null` or absent if it is not to be refreshed.',
  24,
] as const;

const pageUrl = [
  'The address of the page that shows the document, which citations open; `null` for none. Absent: it stays as it is.',
  'https://docs.example.com/guide/install',
] as const;
const metadata = [
  'What the owner says of the source: at most 16 names with texts. Replaces what was said before. Absent: it stays as it is.',
  { version: '2.1', language: 'en' },
] as const;

const addUrl: OperationDocs = {
  tag: 'Sources',
  summary: 'Add a web page or a site',
  description:
    'Returns before the page is read: poll the source until its `status` is `completed` or `failed`. Addresses in a private network are refused unless the server’s operator allows them.',
  input: { url, crawl, refresh_hours },
  answers: { 202: source },
};

/** The documents of a project. */
export const sourceOperations: Record<string, OperationDocs> = {
  'sources.create': {
    tag: 'Sources',
    summary: 'Add a text, a web page or a file',
    description:
      'Send a text or an address as JSON, or a file as form data. Returns before the source is read: poll it until its `status` is `completed` or `failed`. Fails with `quota_reached` if the project has as many sources as the server allows.',
    input: {
      project_id,
      file,
      type: ['The type of the source.', 'url'],
      url,
      crawl,
      refresh_hours,
      title,
      text,
    },
    answers: { 202: source },
  },
  'sources.upload': {
    tag: 'Sources',
    summary: 'Add a file',
    description:
      'Supports PDF, Word (.docx), Markdown, HTML and plain text; beyond these reStructuredText (.rst), AsciiDoc (.adoc), Jupyter notebooks (.ipynb), OpenAPI descriptions (.json, .yaml), Excel (.xlsx), PowerPoint (.pptx), EPUB and CSV; and where the operator has added text recognition (OCR), scanned PDFs and pictures (PNG, JPEG); name and content must agree. Returns before the file is read: poll the source until its `status` is `completed` or `failed`.',
    input: { project_id, file },
    answers: { 202: source },
  },
  'sources.create-url': {
    ...addUrl,
    input: { project_id, url, crawl, refresh_hours },
  },
  'sources.create-url-alias': {
    ...addUrl,
    summary: 'Add a web page to the project in the path',
    noSdkMethod: 'alias',
  },
  'sources.sync': {
    tag: 'Sources',
    summary: 'Read a source again',
    description:
      'Until that is done, answers use the earlier content. A page that has not changed is not indexed again. Pages that are gone from a site are removed.',
    input: {},
    answers: { 202: source },
  },
  'sources.replace': {
    tag: 'Sources',
    summary: 'Replace the file of a source',
    description:
      'The source keeps its id. The new file may have another format. Answers use the old file until the new one is indexed, when the old file is deleted. If the new file cannot be read, the old one stays: `status` is `completed` again and `error` says why.',
    input: { file },
    answers: { 202: source },
  },
  'sources.replace-text': {
    tag: 'Sources',
    summary: 'Replace the text of a source',
    description: 'The source keeps its id. Answers use the old text until the new one is indexed.',
    input: { title, text },
    answers: { 202: source },
  },
  'sources.put': {
    tag: 'Sources',
    summary: 'Make or replace the source with an external id',
    description:
      'Send a file as form data, or a text as JSON. The external id is a name of your own, such as the path of the file: the source that has it gets the new content and keeps its id; if there is none, it is made. Content that is there already is not read again: the status is 200, and 202 where something is to be read. Slashes in the external id need not be encoded.',
    input: { file, title, text, url: pageUrl, metadata },
    answers: { 200: source, 202: source },
  },
  'sources.batch': {
    tag: 'Sources',
    summary: 'Make, replace and remove many sources at once',
    description:
      'Sends at most 1,000 files, of at most the size of one upload together, in fields named `files`, or as a zip, tar or tar.gz file in `archive`. The request counts once against the limit of ingestion for each started 10 MB. The external id of each file is its name with its folders, unless `sources` says otherwise. Each file is taken or refused by itself, and is read after the answer. Links and hidden files of an archive are not taken.',
    input: {
      files: ['The files, each with its name, which may have folders.', 'guide/install.md'],
      archive: ['A zip, tar or tar.gz file of them.', 'docs.zip'],
      sources: [
        'JSON: what is said of single files.',
        [{ name: 'guide/install.md', url: 'https://docs.example.com/guide/install' }],
      ],
      remove: ['JSON: the external ids of sources to delete.', ['guide/old.md']],
    },
    answers: { 202: batchReport },
  },
  'sources.retrieve': {
    tag: 'Sources',
    summary: 'Retrieve a source and its progress',
    answers: { 200: source },
  },
  'sources.update': {
    tag: 'Sources',
    summary: 'Update the description of a source, its schedule, or the crawl options of a site',
    description:
      'Absent fields stay as they are. `refresh_hours` counts from the last automatic refresh, or from now; `null` turns it off. Changed `crawl` options apply from the next crawl on, which removes the pages that they exclude. Files, texts and the pages of a site cannot have `refresh_hours` (400 `no_schedule`).',
    input: {
      refresh_hours: [
        'For an address: hours between automatic refreshes, 1–8760; `null` if it is not to be refreshed.',
        24,
      ],
      crawl: ['For a site: the options to change. They apply from the next crawl on.', { exclude: ['/docs/old/*'] }],
      url: pageUrl,
      metadata,
    },
    answers: { 200: source },
  },
  'sources.crawl': {
    tag: 'Sources',
    summary: 'List the addresses that a crawl found',
    description:
      'For a source added with `crawl`, lists at most 10,000 addresses in the order in which they were found, each with its outcome and the reason. For any other source, the status is 404.',
    input: { ...paging, outcome: ['Only addresses with this outcome. Default: all.', 'skipped'] },
    answers: { 200: listOf(crawledUrl, 'CrawlReport') },
  },
  'sources.delete': {
    tag: 'Sources',
    summary: 'Delete a source',
    description:
      'Permanently deletes the source with everything made from it, and a site with all of its pages. Earlier answers lose the citations and quotes from it.',
    answers: { 200: deleted },
  },
  'sources.list': {
    tag: 'Sources',
    summary: 'List the sources of a project',
    description: 'Filters are combined with AND.',
    input: {
      ...paging,
      status: ['Only sources with this status.', 'failed'],
      type: ['Only sources of this type.', 'url'],
      search: [
        'At most 10 words. Each must appear in the title, the file name, the external id or an address. Only the latest 10,000 sources are searched.',
        'manual',
      ],
      parent_id: ['Only the pages of this site; `none` for sources that are not pages of a site.', 'none'],
    },
    answers: { 200: listOf(source, 'SourceList') },
  },
  'sources.counts': {
    tag: 'Sources',
    summary: 'Count the sources of a project',
    answers: { 200: sourceCounts },
  },
  'sources.original': {
    tag: 'Sources',
    summary: 'Download the file of a source',
    description: 'The file or text that the source was read from, as it was sent. Web pages have none.',
    answers: { 200: { mediaType: '*/*', description: 'The file, with its own media type.' } },
  },
  'sources.passages': {
    tag: 'Sources',
    summary: 'List the indexed passages of a source',
    description:
      'In the order of the document. Empty until the source has been read. While it is read again, the earlier passages are listed.',
    input: paging,
    answers: { 200: listOf(indexedPassage, 'PassageList') },
  },
};

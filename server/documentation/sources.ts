import type { OperationDocs } from '../http/openapi/openapi-types.ts';
import { deleted, listOf } from '../presenters/shapes/common.ts';
import { crawledUrl, indexedPassage, source, sourceCounts } from '../presenters/shapes/sources.ts';
import { decidedPaging, paging } from './paging.ts';

const project_id = [
  'With a user token: the project to add to. An API key belongs to one already.',
  'proj_4YHhQ0V2b7c9D1kLmN3pqR',
] as const;
const file = ['The file, with its name.', 'manual.pdf'] as const;
const title = ['What citations call it: 1 to 300 characters.', 'Warranty'] as const;
const text = [
  'The text, which is taken as plain text.',
  'The warranty lasts two years from the day of purchase.',
] as const;
const url = ['A public http or https address.', 'https://docs.example.com/warranty'] as const;

const crawl = [
  'Present, even if empty: the whole site from this address, each page a source of its own. Its robots.txt is respected.',
  { max_pages: 200, max_depth: 5, include: ['/docs/*'], exclude: ['/docs/old/*'], sitemap: true },
] as const;
const refresh_hours = [
  'Read it again by itself after so many hours, 1–8760; `null` or absent: only when asked.',
  24,
] as const;

const addUrl: OperationDocs = {
  tag: 'Sources',
  summary: 'Add a page of the web',
  description:
    'Answers before the page is read: ask for the source until its `status` is `completed` or `failed`. Addresses inside of a private network are refused, unless the server’s operator allows them.',
  input: { url, crawl, refresh_hours },
  decidedInput: ['crawl', 'refresh_hours'],
  answers: { 202: source },
};

/** The documents of a project. */
export const sourceOperations: Record<string, OperationDocs> = {
  'sources.create': {
    tag: 'Sources',
    summary: 'Add a text, a page of the web or a file',
    description:
      'As JSON a text or an address, as form data a file. Answers before it is read: ask for the source until its `status` is `completed` or `failed`.',
    decidedInput: ['project_id'],
    input: {
      project_id,
      file,
      type: ['What it is.', 'url'],
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
      'PDF, Word (.docx), Markdown, HTML or text, by name and content. Answers before the file is read: ask for the source until its `status` is `completed` or `failed`.',
    decidedInput: ['project_id'],
    input: { project_id, file },
    answers: { 202: source },
  },
  'sources.create-url': {
    ...addUrl,
    decidedInput: ['project_id', 'crawl', 'refresh_hours'],
    input: { project_id, url, crawl, refresh_hours },
  },
  'sources.create-url-alias': {
    ...addUrl,
    summary: 'Add a page of the web to the project in the path',
    noSdkMethod: 'alias',
  },
  'sources.sync': {
    tag: 'Sources',
    summary: 'Read a source anew',
    description:
      'Until that is done, what was read before goes on to answer. A page that has not changed keeps its index; of a site, pages that are gone leave it.',
    decided: true,
    input: {},
    answers: { 202: source },
  },
  'sources.replace': {
    tag: 'Sources',
    summary: 'Replace a file by another',
    description:
      'The source keeps its id; the file may be of another format. Until the new one is read, the old one goes on to answer, and goes on for good where the new one cannot be read: then `status` is `completed` again and `error` says why. The old file is removed only after that.',
    decided: true,
    input: { file },
    answers: { 202: source },
  },
  'sources.replace-text': {
    tag: 'Sources',
    summary: 'Replace a text by another',
    description: 'The source keeps its id. Until the new text is read, the old one goes on to answer.',
    decided: true,
    input: { title, text },
    answers: { 202: source },
  },
  'sources.retrieve': {
    tag: 'Sources',
    summary: 'Read a source and how far it is',
    answers: { 200: source },
  },
  'sources.update': {
    tag: 'Sources',
    summary: 'Change when an address is read again, and what of a site is wanted',
    description:
      'What is absent stays. `refresh_hours` counts from when the source was last read by itself, or from now; `null` switches it off. What changes of `crawl` holds from the next reading on: pages that it excludes then leave the index. A file, a text or a page of a site has no `refresh_hours` of its own (400 `no_schedule`).',
    decided: true,
    input: {
      refresh_hours: [
        'Of an address: read it again by itself after so many hours, 1–8760; `null`: only when asked.',
        24,
      ],
      crawl: [
        'Of a site: the keys that are to change. They hold from the next reading on.',
        { exclude: ['/docs/old/*'] },
      ],
    },
    answers: { 200: source },
  },
  'sources.crawl': {
    tag: 'Sources',
    summary: 'Read why each address of a site was taken or not',
    description:
      'Of a source that was added with `crawl`: every address that was found, in the order in which it was, at most 10,000. With any other source: 404.',
    decided: true,
    input: { ...paging, outcome: ['Only those of which this became; all of them where it is absent.', 'skipped'] },
    answers: { 200: listOf(crawledUrl, 'CrawlReport') },
  },
  'sources.delete': {
    tag: 'Sources',
    summary: 'Delete a source',
    description:
      'With everything that was made from it, and a site with all of its pages, for good. Answers that cited it lose what they took from it.',
    answers: { 200: deleted },
  },
  'sources.list': {
    tag: 'Sources',
    summary: 'List the sources of a project',
    description: 'Those to which all of what is asked for applies.',
    decidedInput: [...decidedPaging, 'status', 'type', 'search', 'parent_id'],
    input: {
      ...paging,
      status: ['Only those that are so far.', 'failed'],
      type: ['Only those that come from there.', 'url'],
      search: [
        'Words that stand in the title, the file name or the address: at most 10. Looks through the latest 10,000.',
        'manual',
      ],
      parent_id: ['Only the pages of this site; `none`: what is a page of no site.', 'none'],
    },
    answers: { 200: listOf(source, 'SourceList') },
  },
  'sources.counts': {
    tag: 'Sources',
    summary: 'Count the sources of a project',
    decided: true,
    answers: { 200: sourceCounts },
  },
  'sources.passages': {
    tag: 'Sources',
    summary: 'List the passages of a source as they are indexed',
    description:
      'In the order of the document. Empty until it has been read; while it is read again, the passages that answer until then.',
    decided: true,
    input: paging,
    answers: { 200: listOf(indexedPassage, 'PassageList') },
  },
};

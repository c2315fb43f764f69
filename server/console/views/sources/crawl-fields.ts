import type { CrawlOptions } from '@footnote/sdk';
import { css, html, type TemplateResult } from 'lit';
import type { Action } from '../../controllers/action.ts';
import { checkboxField, selectField, textField } from '../../parts/forms/field.ts';

/** The styles of the crawl fields. */
export const crawlStyles = css`
  .crawl { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: var(--space-4); }
  .crawl .check, .crawl .field:has(textarea) { grid-column: 1 / -1; }
  @media (max-width: 32rem) { .crawl { grid-template-columns: minmax(0, 1fr); } }
`;

/** The crawl options as the form holds them. */
export interface CrawlDraft {
  pages: string;
  depth: string;
  include: string;
  exclude: string;
  sitemap: boolean;
}

/** Converts crawl options to a draft; without options, the server's defaults. */
export function crawlDraft(crawl?: Required<CrawlOptions>): CrawlDraft {
  const { max_pages = 200, max_depth = 5, include = [], exclude = [], sitemap = true } = crawl ?? {};
  return {
    pages: String(max_pages),
    depth: String(max_depth),
    include: include.join('\n'),
    exclude: exclude.join('\n'),
    sitemap,
  };
}

/** Converts a draft to crawl options for the API. */
export function crawlOptions({ pages, depth, include, exclude, sitemap }: CrawlDraft): Required<CrawlOptions> {
  return {
    max_pages: Number(pages),
    max_depth: Number(depth),
    include: lines(include),
    exclude: lines(exclude),
    sitemap,
  };
}

/** The names of the fields, as the API's errors have them. */
export const CRAWL_FIELDS = ['crawl.max_pages', 'crawl.max_depth', 'crawl.include', 'crawl.exclude', 'crawl.sitemap'];

export function crawlFields(draft: CrawlDraft, action: Action, change: (draft: CrawlDraft) => void): TemplateResult {
  const text = (name: 'pages' | 'depth' | 'include' | 'exclude') => ({
    value: draft[name],
    change: (value: string) => change({ ...draft, [name]: value }),
  });
  return html`<div class="crawl">
    ${textField({ ...text('include'), name: 'crawl.include', label: 'Paths to include', optional: true, rows: 2, placeholder: '/docs/*', hint: 'One per line; * matches anything.', error: action.field('crawl.include') })}
    ${textField({ ...text('exclude'), name: 'crawl.exclude', label: 'Paths to exclude', optional: true, rows: 2, placeholder: '/blog/*', hint: 'One per line; * matches anything.', error: action.field('crawl.exclude') })}
    ${textField({ ...text('pages'), name: 'crawl.max_pages', label: 'Maximum number of pages', type: 'number', min: 1, max: 100_000, hint: 'Up to 1000, unless the operator of the server allows more.', error: action.field('crawl.max_pages') })}
    ${textField({ ...text('depth'), name: 'crawl.max_depth', label: 'Maximum link depth', type: 'number', min: 0, max: 20, hint: 'How many links away from the start address; 0 follows none.', error: action.field('crawl.max_depth') })}
    ${checkboxField({ name: 'crawl.sitemap', label: 'Include the pages in the sitemap', checked: draft.sitemap, change: (sitemap) => change({ ...draft, sitemap }) })}
  </div>`;
}

/** How often pages are read again. */
export const SCHEDULES: readonly { value: string; label: string }[] = [
  { value: '', label: 'Only when I ask' },
  { value: '6', label: 'Every 6 hours' },
  { value: '24', label: 'Every day' },
  { value: '168', label: 'Every week' },
  { value: '720', label: 'Every 30 days' },
];

/** The interval of automatic refreshes. `hours` as text; empty for never. */
export function scheduleChoice(
  hours: string,
  action: Action,
  change: (hours: string) => void,
  schedules = SCHEDULES,
): TemplateResult {
  const known = schedules.some(({ value }) => value === hours);
  const options = known ? schedules : [...schedules, { value: hours, label: `Every ${hours} hours` }];
  return selectField({
    name: 'refresh_hours',
    label: 'Read again',
    value: hours,
    options,
    change,
    error: action.field('refresh_hours'),
  });
}

/** Converts `hours` for the API. */
export const refreshHours = (hours: string) => (hours === '' ? null : Number(hours));

/** The lines of a text, without empty ones. */
export const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

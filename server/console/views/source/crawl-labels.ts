import type { CrawledUrl, CrawlOutcome } from '@footnote/sdk';
import { shortAddress } from '../sources/source-labels.ts';

/** The outcomes of an address: plural label, singular label and tone. */
export const OUTCOMES: Readonly<
  Record<CrawlOutcome, { words: string; one: string; tone: '' | 'good' | 'warn' | 'bad' | 'accent' }>
> = {
  taken: { words: 'Taken', one: 'Taken', tone: 'good' },
  skipped: { words: 'Left out', one: 'Left out', tone: '' },
  failed: { words: 'Failed', one: 'Failed', tone: 'bad' },
  waiting: { words: 'Waiting', one: 'Waiting', tone: 'accent' },
};

const REASONS: Readonly<Record<string, string>> = {
  robots: 'The site’s robots.txt asks not to read it.',
  other_origin: 'It is on another site. Add that site separately if you need it.',
  excluded: 'Your paths exclude it. Change them in the settings.',
  depth: 'It is deeper than the link depth allows. Raise the link depth in the settings.',
  budget:
    'The crawl had reached its limit of pages, time or size, or the project its limit of sources. Raise the number of pages, narrow the paths or delete sources.',
  not_html: 'It is not a text page.',
  no_text: 'The page has no text. Text that scripts add in the browser cannot be read.',
  only_front_matter: 'It contains only front matter and no text.',
  only_redirects: 'It only redirects to another page, which is read if the crawl may.',
  only_consent: 'It only shows a notice about cookies.',
  url_not_allowed:
    'It does not exist, or is not public. The operator of this server can open ranges of a private network with SCRAPE_ALLOW_CIDRS.',
  url_unreachable: 'It could not be reached, or did not answer in time.',
  url_certificate_invalid: 'The certificate of the site is not valid.',
  url_answer_unreadable: 'The answer cannot be read.',
  too_many_redirects: 'It redirects in a circle or too often.',
  redirected_away: 'It redirects to an address outside the crawl.',
  page_too_large: 'The page is too large.',
  unsupported_content_type: 'It is neither a page, a text, a PDF nor a Word document.',
  page_not_found: 'There is no such page.',
  page_forbidden: 'It requires signing in. Make it public, or upload it as a file.',
  page_refused: 'The site refused to send it.',
  page_unavailable: 'The site had a problem or was overloaded. Read the site again later.',
  robots_unavailable: 'The robots.txt could not be read. Read the site again later.',
  document_too_long: 'The page is too long.',
  document_too_complex: 'Reading it took too much time or memory.',
};

const TAKEN: Readonly<Record<CrawledUrl['kind'], string>> = {
  robots: 'Read to learn what the site allows.',
  sitemap: 'Read for the addresses it lists.',
  page: 'Its passages are searchable.',
};

/** The reason for an outcome, as a sentence. */
export function reasonOf({ kind, outcome, reason, status, duplicate_of }: CrawledUrl): string {
  if (outcome === 'taken') return TAKEN[kind];
  if (outcome === 'waiting') return 'It is queued.';
  if (reason === 'duplicate')
    return `It has the same content as ${duplicate_of ? shortAddress(duplicate_of) : 'another page'}.`;
  if (kind !== 'page' && reason === 'page_not_found') return 'The site has none, which is no problem.';
  const words = REASONS[reason ?? ''] ?? `It could not be read (${reason ?? 'unknown reason'}).`;
  return status === undefined ? words : `${words} (HTTP ${status})`;
}

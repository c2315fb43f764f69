import type { CrawledUrl, CrawlOutcome } from '@footnote/sdk';
import { shortAddress } from '../sources/source-words.ts';

/** What may become of an address: as the name of a group, of a single one, and how good that is. */
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
  other_origin: 'It lies on another site. Add that one as a site of its own if you want it.',
  excluded: 'Your paths leave it out. Change them in the settings.',
  depth: 'It is more links away than you allow. Raise the number in the settings.',
  budget: 'The crawl was full: of pages, time or size. Raise the number of pages, or narrow the paths.',
  not_html: 'It is not a page of text.',
  no_text: 'There is no text on it. What scripts fill in in the browser cannot be read.',
  only_front_matter: 'It holds only front matter, and no text below it.',
  url_not_allowed:
    'It is not public. The operator of this server can open ranges of a private network with SCRAPE_ALLOW_CIDRS.',
  url_unreachable: 'It could not be reached, or did not answer in time.',
  url_certificate_invalid: 'The certificate of the site is not valid.',
  url_answer_unreadable: 'The answer cannot be read.',
  too_many_redirects: 'It redirects in a circle or too often.',
  redirected_away: 'It redirects to where the crawl may not go.',
  page_too_large: 'The page is too large.',
  unsupported_content_type: 'It is neither a page, a text, a PDF nor a Word document.',
  page_not_found: 'There is no such page.',
  page_forbidden: 'It is only shown to who has signed in. Make it public, or upload it as a file.',
  page_refused: 'The site refused to send it.',
  page_unavailable: 'The site had a problem or too much to do. Read the site again later.',
  robots_unavailable: 'The robots.txt could not be read. Read the site again later.',
  document_too_long: 'The page is too long.',
  document_too_complex: 'Reading it took too much time or memory.',
};

const TAKEN: Readonly<Record<CrawledUrl['kind'], string>> = {
  robots: 'Read for what the site allows.',
  sitemap: 'Read for the addresses that it lists.',
  page: 'Its passages can be found.',
};

/** Why an address was taken or not, as a sentence. */
export function reasonOf({ kind, outcome, reason, status, duplicate_of }: CrawledUrl): string {
  if (outcome === 'taken') return TAKEN[kind];
  if (outcome === 'waiting') return 'Its turn comes.';
  if (reason === 'duplicate')
    return `It says the same as ${duplicate_of ? shortAddress(duplicate_of) : 'another page'}.`;
  if (kind !== 'page' && reason === 'page_not_found') return 'The site has none, which is fine.';
  const words = REASONS[reason ?? ''] ?? `It could not be read (${reason ?? 'no reason is known'}).`;
  return status === undefined ? words : `${words} (HTTP ${status})`;
}

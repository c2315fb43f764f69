import { describe, expect, it } from 'vitest';
import { namesStartPage } from '../../../../server/ingestion/crawl/start-page.ts';

const SITE = 'https://example.com';

describe('a canonical URL', () => {
  it.each([
    { canonical: '/', url: '/about', start: '/' },
    { canonical: '/index.html', url: '/about', start: '/' },
    { canonical: '/', url: '/docs/install', start: '/docs/' },
    { canonical: '/docs/', url: '/docs/install', start: '/docs/' },
  ])(
    'that leads from a page elsewhere to the start page is a mistake: $url names $canonical',
    ({ canonical, url, start }) => {
      expect(namesStartPage(SITE + canonical, { url: SITE + url, start: SITE + start })).toBe(true);
    },
  );

  it.each([
    { canonical: '/', url: '/index.php', start: '/' },
    { canonical: '/', url: '/?ref=mail', start: '/' },
    { canonical: '/docs/', url: '/docs/index.html', start: '/docs/' },
    { canonical: '/docs/install', url: '/docs/install/print', start: '/docs/install' },
    { canonical: '/guide/', url: '/guide/print', start: '/' },
  ])('may be that of another address of the page: $url names $canonical', ({ canonical, url, start }) => {
    expect(namesStartPage(SITE + canonical, { url: SITE + url, start: SITE + start })).toBe(false);
  });
});

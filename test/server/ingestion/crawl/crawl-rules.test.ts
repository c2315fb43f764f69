import { describe, expect, it } from 'vitest';
import { matchesPattern, skipReason } from '../../../../server/ingestion/crawl/crawl-rules.ts';
import { parseRobots } from '../../../../server/ingestion/crawl/robots.ts';
import { expectLinear } from '../../../helpers/timing/growth.ts';

describe('a path pattern', () => {
  it.each([
    ['/docs', '/docs', true],
    ['/docs', '/docs/', false],
    ['/docs/*', '/docs/a/b', true],
    ['/docs/*', '/doc', false],
    ['/docs/**', '/docs/a/b', true],
    ['*', '/anything', true],
    ['/*', '/', true],
    ['*.html', '/a/b.html', true],
    ['*.html', '/a/b.htm', false],
    ['/a/*/c', '/a/b/c', true],
    ['/a/*/c', '/a/c', false],
    ['/ab*ba', '/aba', false],
    ['/(a+)+$', '/aaaa', false],
    ['/[a-z]', '/[a-z]', true],
  ])('%s and %s: %s', (pattern, path, expected) => {
    expect(matchesPattern(path, pattern)).toBe(expected);
  });

  it('matches a long path with many stars in linear time', () =>
    expectLinear(200_000, (length) => matchesPattern(`/${'a'.repeat(length)}`, `/${'*a'.repeat(length / 20)}*b`)));
});

describe('the rules of a crawl', () => {
  const rules = (text: string, wanted: object = {}) => ({
    origin: 'http://site.test',
    wanted: { max_pages: 10, max_depth: 2, include: [], exclude: [], sitemap: true, ...wanted },
    robots: parseRobots('http://site.test', text),
  });

  it('compare parsed origins only', () => {
    for (const url of [
      'http://site.test.evil/',
      'http://site.test@127.0.0.1/',
      'https://site.test/',
      'http://site.test:81/',
      'http://www.site.test/',
      'http://sitetest/',
      'http://user:pw@evil.com/http://site.test/',
      'not an address',
    ]) {
      expect(skipReason(url, 1, rules('')), url).toBe('other_origin');
    }
    expect(skipReason('HTTP://SITE.test:80/a', 1, rules(''))).toBeNull();
  });

  it('prefer the robots.txt rules for this crawler to those for all', () => {
    const text =
      'User-agent: *\nDisallow: /\n\nUser-agent: Footnote\nDisallow: /private\nAllow: /private/open\nCrawl-delay: 2\nSitemap: /map.xml';
    const reason = (path: string) => skipReason(`http://site.test${path}`, 1, rules(text));
    expect([reason('/a'), reason('/private'), reason('/private/open'), reason('/private/x?y')]).toEqual([
      null,
      'robots',
      null,
      'robots',
    ]);
    expect(parseRobots('http://site.test', text)).toMatchObject({ delay: 2_000, sitemaps: ['/map.xml'] });
    expect(parseRobots('http://site.test', 'User-agent: *\nCrawl-delay: 99999').delay).toBe(60_000);
    expect(parseRobots('http://site.test', 'User-agent: *\nCrawl-delay: -5').delay).toBe(0);
    expect(parseRobots('http://site.test', '<!doctype html><p>Not here').allows('http://site.test/a')).toBe(true);
  });

  it('terminate with the longest and worst robots.txt, and then allow nothing', () => {
    const lines = Array.from({ length: 30_000 }, () => `Disallow: /${'*a'.repeat(6)}*b`);
    const robots = parseRobots('http://site.test', `User-agent: *\n${lines.join('\n')}`.slice(0, 500 * 1024));
    expect(robots.allows(`http://site.test/${'a'.repeat(2_000)}`)).toBe(false);
  });

  it('report what is too deep or excluded, but let the first page be read for its links', () => {
    const wanted = rules('', { include: ['/docs/*'], exclude: ['*/old/*'] });
    expect(skipReason('http://site.test/', 0, wanted)).toBeNull();
    expect(skipReason('http://site.test/', 1, wanted)).toBe('excluded');
    expect(skipReason('http://site.test/docs/old/a', 1, wanted)).toBe('excluded');
    expect(skipReason('http://site.test/docs/a', 2, wanted)).toBeNull();
    expect(skipReason('http://site.test/docs/a', 3, wanted)).toBe('depth');
  });
});

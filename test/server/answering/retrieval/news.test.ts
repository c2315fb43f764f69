import { describe, expect, it } from 'vitest';
import type { RankedPassage } from '../../../../server/answering/retrieval/feature-rerank.ts';
import { asksForNews, isNews, rankNewsLower } from '../../../../server/answering/retrieval/news.ts';
import type { Passage } from '../../../../server/answering/types.ts';
import { passage } from '../passages.ts';

const at = (sourceName: string): Partial<Passage> => ({ sourceName, address: null });

describe('a passage is of news by the path of its page', () => {
  it.each([
    'blog/2026/05-24-lid/index.mdx',
    'site/blog/lid.md',
    'docs__blog__lid.md',
    'posts/2026-05-24-lid.md',
    '/2026/5/24/lid',
    'docs/changelog.md',
    'CHANGELOG.md',
    'docs/news.rst',
    'release-notes/2.md',
    'docs/whats_new.html',
    'docs/mobile-changelog.md',
    'docs/important-upgrade-notes.rst',
  ])('%s', (path) => {
    expect(isNews(passage('', at(path)))).toBe(true);
  });

  it.each([
    'docs/guide/lid.md',
    'docs/blogging.md',
    'docs/release.md',
    'docs/upgrade.md',
    'docs/new-kettle.md',
    'docs/rfc-2026-13-40.md',
    'api/2026-01/lid.md',
  ])('%s is none', (path) => {
    expect(isNews(passage('', at(path)))).toBe(false);
  });

  it('or by its address, or its title where it has no name of its own', () => {
    expect(isNews({ title: 'Lid', address: 'https://example.com/blog/lid' })).toBe(true);
    expect(isNews({ title: 'Lid', sourceName: 'a.md', address: 'https://example.com/news/lid' })).toBe(true);
    expect(isNews({ title: 'changelog.md', address: null })).toBe(true);
    expect(isNews({ title: 'Lid', address: 'not an address' })).toBe(false);
  });
});

describe('a question asks for news', () => {
  it.each([
    ['en', 'What changed in the last release?'],
    ['en', 'Which version has the lid?'],
    ['en', 'Does 10.9 have a lid?'],
    ['en', 'What happened in 2025?'],
    ['de', 'Was wurde an der Tülle geändert?'],
    ['und', 'Latest news of the lid'],
  ])('%s: %s', (language, question) => {
    expect(asksForNews(question, language)).toBe(true);
  });

  it.each([
    ['en', 'How do I change the lid?'],
    ['en', 'How do I move to a new kettle?'],
    ['en', 'Is 20 litres too much?'],
    ['de', 'Wie wechsle ich den Deckel?'],
  ])('%s: %s is none', (language, question) => {
    expect(asksForNews(question, language)).toBe(false);
  });
});

describe('beside documentation, news', () => {
  const ranked = (...paths: [path: string, logit: number][]) =>
    paths.map(
      ([path, logit]) =>
        ({ match: { passage: passage('', at(path)) }, logit, ownLogit: logit, probability: 0.5 }) as RankedPassage,
    );
  const paths = (some: RankedPassage[]) => some.map(({ match }) => match.passage.sourceName);
  const query = { text: 'How do I clean the lid?', language: 'en' };
  const both = ranked(['blog/lid.md', 2], ['docs/lid.md', 1]);

  it('come after what is nearly as likely, and are less likely themselves', () => {
    const lower = rankNewsLower(both, query);
    expect(paths(lower)).toEqual(['docs/lid.md', 'blog/lid.md']);
    expect(lower.map(({ probability }) => probability).reduce((sum, one) => sum + one)).toBeCloseTo(1, 6);
    expect(lower[1]?.ownLogit).toBeLessThan(2);
  });

  it('come first where they are much likelier', () => {
    expect(paths(rankNewsLower(ranked(['blog/lid.md', 5], ['docs/lid.md', 1]), query))).toEqual([
      'blog/lid.md',
      'docs/lid.md',
    ]);
  });

  it('stay where they are if they are asked for, or if there is nothing else', () => {
    expect(rankNewsLower(both, { text: 'When was the lid released?', language: 'en' })).toBe(both);
    const news = ranked(['blog/lid.md', 2], ['news/lid.md', 1]);
    expect(rankNewsLower(news, query)).toBe(news);
  });
});

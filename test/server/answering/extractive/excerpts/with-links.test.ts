import { describe, expect, it } from 'vitest';
import { withLinks } from '../../../../../server/answering/extractive/excerpts/with-links.ts';
import { renderExcerpt } from '../../../../../server/answering/passages/render-excerpt.ts';
import { passage } from '../../passages.ts';

const TEXT = 'See the plans or our shop.';

/** The excerpt with two links, and the documents whose pages were looked up for it. */
async function shown(externalId: string, first: string, second: string) {
  const asked: string[][] = [];
  const chunks = {
    addresses: async (_: string, ids: string[]) => {
      asked.push(ids);
      return new Map([['guide/plans.md', 'https://example.com/plans/']]);
    },
  };
  const links = [
    { start: 4, end: 13, address: first },
    { start: 17, end: 25, address: second },
  ];
  const blocks = [{ kind: 'paragraph' as const, start: 0, end: TEXT.length, links }];
  const excerpt = { passage: passage(TEXT, { externalId, blocks }), start: 0, end: TEXT.length, key: null };
  const [linked = excerpt] = await withLinks(chunks, 'p', [excerpt]);
  return { markdown: renderExcerpt(linked), before: renderExcerpt(excerpt), asked };
}

describe('the links of an excerpt', () => {
  it('lead to the pages of other files, and those without a page are text', async () => {
    const { markdown, before, asked } = await shown('guide/start.md', 'plans.md#all', '../shop.md');
    expect(markdown).toBe('See [the plans](https://example.com/plans/#all) or our shop.');
    expect(before).toBe(TEXT);
    expect(asked).toEqual([['guide/plans.md', 'shop.md']]);
  });

  it('that are whole are followed without a look at other documents', async () => {
    const { markdown, asked } = await shown('guide/start.md', 'https://a.test/b', 'http://c.test/');
    expect(markdown).toBe('See [the plans](https://a.test/b) or [our shop](http://c.test/).');
    expect(asked).toEqual([]);
  });
});

import type { List, ListQuery } from '../contract/index.ts';

/**
 * One page of a list.
 * @example
 * const page = await client.sources.list(projectId, { limit: 1 });
 * if (page.hasNext()) console.log((await page.next()).items);
 */
export interface Page<Item> extends List<Item> {
  /** True if there is another page. */
  hasNext(): boolean;
  /** Loads the next page, which is empty after the last one. */
  next(): Promise<Page<Item>>;
}

/** A list: `await` it for the first page, or use `for await` for all items of all pages. */
export type PagePromise<Item> = Promise<Page<Item>> & AsyncIterable<Item>;

/** Creates a list from a function that loads a page and one that identifies an item. */
export function paged<Item>(
  load: (query: ListQuery) => Promise<List<Item>>,
  keyOf: (item: Item) => string,
  query: ListQuery = {},
): PagePromise<Item> {
  const pageAt = async (offset: number | undefined): Promise<Page<Item>> => {
    const list = await load(offset === undefined ? query : { ...query, offset });
    const end = list.offset + list.items.length;
    return {
      ...list,
      hasNext: () => list.items.length > 0 && end < list.total,
      next: () => pageAt(end),
    };
  };
  const first = pageAt(query.offset);
  return Object.assign(first, {
    [Symbol.asyncIterator]: () => everyItem(first, pageAt, keyOf),
  });
}

/** Yields every item once, even if the list changes meanwhile: new items shift known ones back, deletions shift unseen ones forward. */
async function* everyItem<Item>(
  first: Promise<Page<Item>>,
  pageAt: (offset: number) => Promise<Page<Item>>,
  keyOf: (item: Item) => string,
): AsyncGenerator<Item, void, undefined> {
  const seen = new Set<string>();
  let page = await first;
  for (;;) {
    for (const item of page.items) {
      const key = keyOf(item);
      if (seen.has(key)) continue;
      seen.add(key);
      yield item;
    }
    if (!page.hasNext()) return;
    const { total } = page;
    page = await page.next();
    const gone = total - page.total;
    if (gone > 0) page = await pageAt(Math.max(0, page.offset - gone));
  }
}

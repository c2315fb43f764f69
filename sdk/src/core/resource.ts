import type { List, ListQuery } from '../contract/index.ts';
import type { RequestOptions, Settings } from './options.ts';
import { type PagePromise, paged } from './page.ts';
import { type RequestDescription, request } from './request.ts';

/** The base class of all resources. */
export abstract class Resource {
  /** Private, so that printing a client never prints its credential. */
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  protected get settings(): Settings {
    return this.#settings;
  }

  protected request<Answer>(description: RequestDescription, options?: RequestOptions): Promise<Answer> {
    return request<Answer>(this.#settings, description, options);
  }
}

/** A resource with a list. A separate class, so that bundles without lists do not include paging. */
export abstract class ListedResource extends Resource {
  protected paged<Item extends { id: string }>(
    path: string,
    query?: ListQuery,
    options?: RequestOptions,
  ): PagePromise<Item> {
    return this.pagedBy<Item>(({ id }) => id, path, query, options);
  }

  /** For items without an id: `keyOf` identifies them. */
  protected pagedBy<Item>(
    keyOf: (item: Item) => string,
    path: string,
    query?: ListQuery,
    options?: RequestOptions,
  ): PagePromise<Item> {
    return paged((at) => this.request<List<Item>>({ path, query: at }, options), keyOf, query);
  }
}

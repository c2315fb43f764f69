import { type SearchFilter, Search as SearchResource, type SearchResult, type Settings } from '@footnote/sdk';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** What a search needs from its element. */
export interface SearchOptions {
  api: () => Settings;
  project: () => string;
  /** The sources that are searched; undefined for all. */
  filter: () => SearchFilter | undefined;
  describeFailure: (error: unknown) => Promise<string>;
}

/** Milliseconds without another letter, after which a query is sent: what is typed at one go is one query. */
const PAUSE_MS = 20;
/** As many as a panel shows together with the row that asks. */
const LIMIT = 5;
/** Characters of a passage: two lines. */
const TEXT_LENGTH = 180;
/** Queries whose results are kept: those of the letters before come back when one is deleted. */
const MAX_CACHED = 50;

/** Searches while a query is being typed. Earlier results stay until the next ones are there. */
export class SearchController implements ReactiveController {
  query = '';
  results: readonly SearchResult[] = [];
  /** Why the last search failed; empty if it did not. */
  failure = '';
  /** The index of the active row. */
  active = 0;
  readonly #host: ReactiveControllerHost;
  readonly #options: SearchOptions;
  readonly #cache = new Map<string, SearchResult[]>();
  /** The query that `results` are of. */
  #answered = '';
  #abort: AbortController | undefined;
  #pending: Promise<void> | undefined;

  constructor(host: ReactiveControllerHost, options: SearchOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  /** Whether the results are those of the query. */
  get isCurrent(): boolean {
    return this.#answered === this.query;
  }

  hostDisconnected(): void {
    this.#abort?.abort();
  }

  /** Changes the query, and searches once no letter follows. */
  write(query: string): void {
    this.query = query;
    this.#abort?.abort();
    this.active = 0;
    const known = query.trim() === '' ? [] : this.#cache.get(query);
    if (known) this.#show(query, known);
    else this.#pending = this.#searchSoon(query);
    this.#host.requestUpdate();
  }

  activate(row: number): void {
    this.active = row;
    this.#host.requestUpdate();
  }

  /** Resolves when the results are those of the query, or could not be had. */
  async settled(): Promise<void> {
    await this.#pending;
  }

  /** Whether a query finds anything in these sources. */
  async finds(query: string, filter: SearchFilter): Promise<boolean> {
    try {
      return (await this.#request(query, { ...this.#options.filter(), ...filter }, 1)).length > 0;
    } catch {
      return false;
    }
  }

  async #searchSoon(query: string): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (abort.signal.aborted) return this.#pending;
    try {
      const results = await this.#request(query, this.#options.filter(), LIMIT, abort.signal);
      if (abort.signal.aborted) return this.#pending;
      this.#keep(query, results);
      this.#show(query, results);
    } catch (error) {
      if (abort.signal.aborted) return this.#pending;
      const failure = await this.#options.describeFailure(error);
      if (this.query !== query) return;
      this.#show(query, []);
      this.failure = failure;
    }
    this.#host.requestUpdate();
  }

  async #request(
    query: string,
    filter: SearchFilter | undefined,
    limit: number,
    signal?: AbortSignal,
  ): Promise<SearchResult[]> {
    const body = { query, typing: true, limit, text_length: TEXT_LENGTH, ...(filter && { filter }) };
    const search = new SearchResource(this.#options.api());
    return (await search.create(this.#options.project(), body, signal && { signal })).results;
  }

  #show(query: string, results: readonly SearchResult[]): void {
    this.#answered = query;
    this.results = results;
    this.failure = '';
    this.active = 0;
  }

  #keep(query: string, results: SearchResult[]): void {
    this.#cache.set(query, results);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > MAX_CACHED && oldest !== undefined) this.#cache.delete(oldest);
  }
}

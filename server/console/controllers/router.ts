/** The parameters of an address: `{ project: 'proj_…' }`. */
export type Params = Readonly<Record<string, string>>;

/** One line of the table of pages. */
export interface Route {
  /** Placeholders are written `:name`. */
  path: string;
  /** The tag of the custom element to show. */
  view: string;
  /** Loads the element's module. */
  load(): Promise<unknown>;
  /** The title of the browser's tab. The project's name is appended. */
  title: string;
  /** Who sees the page: signed-in users, only guests, or both. */
  who: 'user' | 'guest' | 'anyone';
}

/** The route that matches the current address. */
export interface RouteMatch {
  route: Route;
  params: Params;
  /** The query string. */
  query: URLSearchParams;
  /** Path and query. */
  href: string;
  /** Identifies the history entry. */
  key: string;
  /** True if the browser's back or forward button led here. */
  viaHistory: boolean;
}

/** Navigates within the page. Fires `navigate`; `current` is null if no route matches the address. */
export class Router extends EventTarget {
  readonly #routes: readonly { route: Route; pattern: RegExp; names: string[] }[];
  readonly #redirects: readonly { from: RegExp; to: string }[];
  readonly #confirmLeave: () => true | Promise<boolean>;
  readonly #scrollPositions = new Map<string, number>();
  /** The index of the current history entry, counted from the first. */
  #entry: number;
  #confirming = false;
  current: RouteMatch | null;

  /**
   * `confirmLeave` is called before a link or the browser's back or forward button is followed, but not by `go`: its caller
   * has already saved or discarded what there was.
   */
  constructor(
    routes: readonly Route[],
    redirects: readonly { from: RegExp; to: string }[],
    confirmLeave: () => true | Promise<boolean>,
  ) {
    super();
    this.#redirects = redirects;
    this.#confirmLeave = confirmLeave;
    this.#routes = routes.map((route) => ({
      route,
      pattern: new RegExp(`^${route.path.replace(/:\w+/g, '([^/]+)')}/?$`),
      names: [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
    }));
    history.scrollRestoration = 'manual';
    this.#entry = historyEntry(history.state) ?? 0;
    if (!historyKey(history.state)) history.replaceState({ key: createKey(), entry: this.#entry }, '');
    this.current = this.#match(false);
    addEventListener('popstate', () => void this.#onPopState());
    addEventListener('click', (event) => this.#onClick(event));
  }

  /** Navigates to an address of the console. `replace` replaces the current history entry. */
  go(href: string, { replace = false } = {}): void {
    this.#scrollPositions.set(historyKey(history.state), scrollY);
    if (!replace) this.#entry += 1;
    history[replace ? 'replaceState' : 'pushState']({ key: createKey(), entry: this.#entry }, '', href);
    this.#update(false);
  }

  /** Changes the query string without navigating, for filters and pages of lists. An empty value removes the parameter. */
  setQuery(changes: Record<string, string | number | null | undefined>): void {
    const query = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === undefined || value === '' || value === 0) query.delete(name);
      else query.set(name, String(value));
    }
    const text = query.toString();
    const href = location.pathname + (text ? `?${text}` : '');
    history.replaceState(history.state, '', href);
    if (this.current) this.current = { ...this.current, query, href };
  }

  /** The scroll position at which the page was left; 0 for a new history entry. */
  get savedScroll(): number {
    return this.current?.viaHistory ? (this.#scrollPositions.get(this.current.key) ?? 0) : 0;
  }

  /**
   * Handles the browser's back and forward buttons. The step cannot be prevented, so if the user must confirm it, it is
   * undone at once and repeated after they agree.
   */
  async #onPopState(): Promise<void> {
    // An entry that the router did not make, such as one for a link within the page, is always new.
    const entry = historyEntry(history.state) ?? this.#entry + 1;
    const steps = entry - this.#entry;
    // A step was undone. Two undone at once may arrive as one, so they are not counted.
    if (steps === 0) return;
    const allowed = this.#confirming || this.#confirmLeave();
    if (allowed === true && !this.#confirming) {
      this.#entry = entry;
      return this.#update(true);
    }
    history.go(-steps);
    if (this.#confirming) return;
    this.#confirming = true;
    const leave = await allowed;
    this.#confirming = false;
    if (leave) history.go(steps);
  }

  #update(viaHistory: boolean): void {
    if (this.current && viaHistory) this.#scrollPositions.set(this.current.key, scrollY);
    this.current = this.#match(viaHistory);
    this.dispatchEvent(new Event('navigate'));
  }

  #match(viaHistory: boolean): RouteMatch | null {
    const redirect = this.#redirects.find(({ from }) => from.test(location.pathname));
    if (redirect) {
      const to = location.pathname.replace(redirect.from, redirect.to);
      const query = location.search.slice(1);
      history.replaceState(history.state, '', query ? `${to}${to.includes('?') ? '&' : '?'}${query}` : to);
    }
    const { pathname, search } = location;
    for (const { route, pattern, names } of this.#routes) {
      const found = pattern.exec(pathname);
      if (!found) continue;
      const params = Object.fromEntries(names.map((name, at) => [name, decode(found[at + 1] ?? '')]));
      const query = new URLSearchParams(search);
      return { route, params, query, href: pathname + search, key: historyKey(history.state), viaHistory };
    }
    return null;
  }

  /** Follows a plain click on a link to a page of the console without loading the page. */
  #onClick(event: MouseEvent): void {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement);
    if (!link?.href || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.hash && link.pathname === location.pathname) return;
    const ours =
      this.#routes.some(({ pattern }) => pattern.test(link.pathname)) ||
      this.#redirects.some(({ from }) => from.test(link.pathname));
    if (!ours) return;
    event.preventDefault();
    const href = link.pathname + link.search;
    const follow = () => this.go(href, { replace: href === location.pathname + location.search });
    const allowed = this.#confirmLeave();
    if (allowed === true) follow();
    else void allowed.then((leave) => leave && follow());
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function historyKey(state: unknown): string {
  return (state as { key?: string } | null)?.key ?? '';
}

function historyEntry(state: unknown): number | null {
  return (state as { entry?: number } | null)?.entry ?? null;
}

function createKey(): string {
  return Math.random().toString(36).slice(2);
}

/** Only paths of the console are accepted from `next=`. */
export const safePath = (text: string) =>
  /^\/(?![/\\])/.test(text) && !/^\/(login|welcome)/.test(text) ? text : '/projects';

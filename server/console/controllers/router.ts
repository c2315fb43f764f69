/** The parts of an address that stand for something: `{ project: 'proj_…' }`. */
export type Params = Readonly<Record<string, string>>;

/** One line of the table of pages. */
export interface Route {
  /** With placeholders as `:name`. */
  path: string;
  /** The custom element that is shown there. */
  view: string;
  /** Loads that element's module. */
  load(): Promise<unknown>;
  /** For the browser's tab; the project's name follows by itself. */
  title: string;
  /** Signed in or not? `guest`: only where nobody is. */
  who: 'owner' | 'guest';
}

/** Where the browser is. */
export interface Place {
  route: Route;
  params: Params;
  /** What follows the question mark. */
  query: URLSearchParams;
  /** Path and query. */
  href: string;
  /** The same entry of the history has the same key. */
  key: string;
  /** Was it reached with the browser's back or forward? */
  returned: boolean;
}

/** Goes from page to page without loading one. Tells `moved`; `place` is null where there is no such page. */
export class Router extends EventTarget {
  readonly #routes: readonly { route: Route; pattern: RegExp; names: string[] }[];
  readonly #redirects: readonly { from: RegExp; to: string }[];
  readonly #scrolled = new Map<string, number>();
  place: Place | null;

  /** `redirects`: addresses that lead on to another one. */
  constructor(routes: readonly Route[], redirects: readonly { from: RegExp; to: string }[]) {
    super();
    this.#redirects = redirects;
    this.#routes = routes.map((route) => ({
      route,
      pattern: new RegExp(`^${route.path.replace(/:\w+/g, '([^/]+)')}/?$`),
      names: [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
    }));
    history.scrollRestoration = 'manual';
    if (!keyOf(history.state)) history.replaceState({ key: newKey() }, '');
    this.place = this.#find(false);
    addEventListener('popstate', () => this.#arrive(true));
    addEventListener('click', (event) => this.#follow(event));
  }

  /** Goes to an address of the console; `replace` leaves the present one out of the history. */
  go(href: string, { replace = false } = {}): void {
    this.#scrolled.set(keyOf(history.state), scrollY);
    history[replace ? 'replaceState' : 'pushState']({ key: newKey() }, '', href);
    this.#arrive(false);
  }

  /** Changes what follows the question mark, without moving: for filters and pages of lists, which their view shows by itself. An empty value goes away. */
  query(changes: Record<string, string | number | null | undefined>): void {
    const query = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === undefined || value === '' || value === 0) query.delete(name);
      else query.set(name, String(value));
    }
    const text = query.toString();
    const href = location.pathname + (text ? `?${text}` : '');
    history.replaceState(history.state, '', href);
    if (this.place) this.place = { ...this.place, query, href };
  }

  /** How far down the page was when it was left; 0 for one that is new. */
  get scrolledTo(): number {
    return this.place?.returned ? (this.#scrolled.get(this.place.key) ?? 0) : 0;
  }

  #arrive(returned: boolean): void {
    if (this.place && returned) this.#scrolled.set(this.place.key, scrollY);
    this.place = this.#find(returned);
    this.dispatchEvent(new Event('moved'));
  }

  #find(returned: boolean): Place | null {
    const redirect = this.#redirects.find(({ from }) => from.test(location.pathname));
    if (redirect) {
      const to = location.pathname.replace(redirect.from, redirect.to);
      history.replaceState(history.state, '', to + location.search);
    }
    const { pathname, search } = location;
    for (const { route, pattern, names } of this.#routes) {
      const found = pattern.exec(pathname);
      if (!found) continue;
      const params = Object.fromEntries(names.map((name, at) => [name, decoded(found[at + 1] ?? '')]));
      const query = new URLSearchParams(search);
      return { route, params, query, href: pathname + search, key: keyOf(history.state), returned };
    }
    return null;
  }

  /** A click on a link to a page of the console, by nothing but the main button, goes there without loading it. */
  #follow(event: MouseEvent): void {
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
    this.go(href, { replace: href === location.pathname + location.search });
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function keyOf(state: unknown): string {
  return (state as { key?: string } | null)?.key ?? '';
}

function newKey(): string {
  return Math.random().toString(36).slice(2);
}

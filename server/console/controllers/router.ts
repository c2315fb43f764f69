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
  readonly #mayLeave: () => true | Promise<boolean>;
  readonly #scrolled = new Map<string, number>();
  /** Of the entry of the history that is shown; they are counted from the first. */
  #entry: number;
  /** Steps through the history that are its own, and lead to what is shown already. */
  #ownSteps = 0;
  #asking = false;
  place: Place | null;

  /**
   * `redirects`: addresses that lead on to another one. `mayLeave` is asked before a link, or the browser's back or forward,
   * is followed; not by `go`, which follows what its caller has done.
   */
  constructor(
    routes: readonly Route[],
    redirects: readonly { from: RegExp; to: string }[],
    mayLeave: () => true | Promise<boolean>,
  ) {
    super();
    this.#redirects = redirects;
    this.#mayLeave = mayLeave;
    this.#routes = routes.map((route) => ({
      route,
      pattern: new RegExp(`^${route.path.replace(/:\w+/g, '([^/]+)')}/?$`),
      names: [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
    }));
    history.scrollRestoration = 'manual';
    this.#entry = entryOf(history.state) ?? 0;
    if (!keyOf(history.state)) history.replaceState({ key: newKey(), entry: this.#entry }, '');
    this.place = this.#find(false);
    addEventListener('popstate', () => void this.#step());
    addEventListener('click', (event) => this.#follow(event));
  }

  /** Goes to an address of the console; `replace` leaves the present one out of the history. */
  go(href: string, { replace = false } = {}): void {
    this.#scrolled.set(keyOf(history.state), scrollY);
    if (!replace) this.#entry += 1;
    history[replace ? 'replaceState' : 'pushState']({ key: newKey(), entry: this.#entry }, '', href);
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

  /**
   * The browser has gone back or forward. It cannot be kept from that, so where the page must not be left unasked, the way
   * back is taken at once, and the step again once it may be.
   */
  async #step(): Promise<void> {
    if (this.#ownSteps > 0) {
      this.#ownSteps -= 1;
      return;
    }
    // An entry that is not the router's own, as of a link within a page, is always a new one.
    const entry = entryOf(history.state) ?? this.#entry + 1;
    const steps = entry - this.#entry;
    const may = this.#asking || this.#mayLeave();
    if (may === true && !this.#asking) {
      this.#entry = entry;
      return this.#arrive(true);
    }
    this.#ownSteps += 1;
    history.go(-steps);
    if (this.#asking) return;
    this.#asking = true;
    const leave = await may;
    this.#asking = false;
    if (leave) history.go(steps);
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
    const follow = () => this.go(href, { replace: href === location.pathname + location.search });
    const may = this.#mayLeave();
    if (may === true) follow();
    else void may.then((leave) => leave && follow());
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

function entryOf(state: unknown): number | null {
  return (state as { entry?: number } | null)?.entry ?? null;
}

function newKey(): string {
  return Math.random().toString(36).slice(2);
}

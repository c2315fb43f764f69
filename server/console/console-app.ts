import type { Project, User } from '@footnote/sdk';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { App } from './app.ts';
import { Resource } from './controllers/resource.ts';
import type { Place, Router } from './controllers/router.ts';
import type { Session } from './controllers/session.ts';
import { frameStyles } from './frame/frame.styles.ts';
import { frame, guestFrame } from './frame/frame.ts';
import { icon } from './parts/icon.ts';
import { head, trouble } from './parts/states.ts';
import './parts/toasts.ts';
import { shared } from './styles/shared.ts';
import type { View } from './view.ts';

/** `<console-app>`: the frame around every page. It decides which page is shown, and to whom. */
export class ConsoleApp extends LitElement implements App {
  static override properties = {
    shown: { state: true },
    failed: { state: true },
    menuOpen: { state: true },
    theme: { state: true },
    running: { state: true },
  };
  static override styles = [shared, frameStyles];
  declare session: Session;
  declare router: Router;
  /** Is there everything to show a page with? */
  running = false;
  /** The page's own element. */
  shown: View | null = null;
  /** Why the page could not be loaded. */
  failed: unknown = null;
  /** Is the navigation of a small screen open? */
  menuOpen = false;
  #place: Place | null = null;
  /** Counts them, so that another session is known as another. */
  #sessions = 0;
  #title = '';

  readonly project = new Resource<Project>(this, {
    key: () => (this.running && this.session.signedIn ? (this.#place?.params.project ?? null) : null),
    load: (id, signal) => this.session.client.projects.retrieve(id, { signal }),
  });

  readonly user = new Resource<User, number>(this, {
    key: () => (this.running && this.session.signedIn ? this.#sessions : null),
    load: () => this.session.user(),
  });

  get client() {
    return this.session.client;
  }

  /** Begins: with who is signed in, and where the browser is. */
  start(session: Session, router: Router): void {
    this.session = session;
    this.router = router;
    this.running = true;
    session.addEventListener('changed', () => this.#sessionChanged());
    router.addEventListener('moved', () => void this.#arrive(true));
    void this.#arrive(false);
  }

  toast(text: string, tone: 'good' | 'bad' = 'good'): void {
    this.renderRoot.querySelector('ui-toasts')?.show(text, tone);
  }

  titled(title: string): void {
    this.#title = title;
    this.#nameTab();
  }

  projectChanged(project: Project | null): void {
    if (project) this.project.set(project);
    else void this.project.reload();
  }

  override render(): unknown {
    if (!this.running) return nothing;
    const body = this.#body();
    const inside =
      this.session.signedIn && this.#place?.route.who !== 'guest'
        ? frame(this, this.#place, this.project.value, body, {
            operator: this.user.value?.operator ?? false,
            menuOpen: this.menuOpen,
            toggleMenu: (open) => {
              this.menuOpen = open;
            },
          })
        : guestFrame(body);
    return html`<nav aria-label="Skip"><button class="skip button" type="button" @click=${() => this.#main()?.focus()}>Skip to the content</button></nav>${inside}<ui-toasts></ui-toasts>`;
  }

  protected override willUpdate(): void {
    if (!this.shown) return;
    this.shown.project = this.project.value;
  }

  protected override updated(): void {
    this.#nameTab();
  }

  #body(): unknown {
    if (this.#place === null && this.session.signedIn) return nothingHere('There is no such page.');
    if (this.failed) return html`<div class="page">${trouble(this.failed, () => void this.#arrive(false))}</div>`;
    if (this.project.error && !this.project.value) {
      const { status } = this.project.error as { status?: number };
      if (status === 404) return nothingHere('This project does not exist, or it belongs to another account.');
      return html`<div class="page">${trouble(this.project.error, () => void this.project.reload(), this.project.loading)}</div>`;
    }
    return this.shown;
  }

  /** Shows the page of the present address, or leads to the one where its reader has to go first. */
  async #arrive(moved: boolean): Promise<void> {
    const { place } = this.router;
    const before = this.#place;
    this.menuOpen = false;
    const elsewhere = await this.#elsewhere(place);
    if (this.router.place !== place) return;
    if (elsewhere) return this.router.go(elsewhere, { replace: true });
    this.#place = place;
    this.#title = '';
    this.failed = null;
    if (place === null) {
      this.shown = null;
      return this.requestUpdate();
    }
    const same = before?.route === place.route && JSON.stringify(before.params) === JSON.stringify(place.params);
    if (!same || !this.shown || moved) {
      const view = await this.#viewOf(place);
      if (this.router.place?.key !== place.key || !view) return;
      this.shown = view;
    }
    this.requestUpdate();
    await this.updateComplete;
    await this.shown.updateComplete;
    this.#settle(moved);
  }

  async #viewOf({ route, params }: Place): Promise<View | null> {
    try {
      await route.load();
    } catch (error) {
      // A tab from before an update of the server asks for files that are no longer there.
      this.failed = new Error('This page could not be loaded. Reload the tab: the server may have been updated.', {
        cause: error,
      });
      this.requestUpdate();
      return null;
    }
    const view = document.createElement(route.view) as View;
    Object.assign(view, { app: this, params, project: this.project.value });
    return view;
  }

  /** Puts the reader where the page begins: the eye at its top, or where it was; the keyboard at its heading. */
  #settle(moved: boolean): void {
    const to = this.router.scrolledTo;
    scrollTo(0, to);
    // What is still being loaded makes the page long enough only later.
    if (to > 0) for (const wait of [100, 300, 800]) setTimeout(() => scrollY < to - 1 && scrollTo(0, to), wait);
    const field = this.shown?.renderRoot.querySelector<HTMLElement>('[autofocus]');
    const heading = this.shown?.renderRoot.querySelector<HTMLElement>('h1');
    if (field) field.focus();
    else if (moved) (heading ?? this.#main())?.focus({ preventScroll: true });
  }

  /** The page this reader has to visit first; null if they may stay. */
  async #elsewhere(place: Place | null): Promise<string | null> {
    const next = place?.query.get('next') ?? '/projects';
    if (this.session.signedIn) return place?.route.who === 'guest' ? ownPath(next) : null;
    const { accounts } = await this.session.setup().catch(() => ({ accounts: true }));
    if (!accounts) return place?.route.path === '/welcome' ? null : '/welcome';
    if (place?.route.path === '/login') return null;
    if (place?.route.path === '/welcome') return (await mayRegister(this.session)) ? null : '/login';
    const wanted = location.pathname + location.search;
    const query =
      /^\/(projects)?$/.test(wanted) || this.session.ended === 'signed-out'
        ? ''
        : `?next=${encodeURIComponent(wanted)}`;
    return `/login${query}`;
  }

  #sessionChanged(): void {
    this.#sessions += 1;
    // A question about what is no longer there to be seen.
    for (const question of document.querySelectorAll('ui-confirm')) question.remove();
    this.#place = this.session.signedIn ? this.#place : null;
    if (!this.session.signedIn) this.shown = null;
    void this.#arrive(true);
  }

  #nameTab(): void {
    const names = [this.#title || this.#place?.route.title, this.project.value?.name, 'Footnote'];
    document.title = names.filter(Boolean).join(' · ');
  }

  #main(): HTMLElement | null {
    return this.renderRoot.querySelector('main');
  }
}

async function mayRegister(session: Session): Promise<boolean> {
  const { registration } = await session.setup();
  return registration === 'open';
}

/** A path of the console, whatever was written behind `next=`. */
const ownPath = (text: string) => (/^\/(?![/\\])/.test(text) && !/^\/(login|welcome)/.test(text) ? text : '/projects');

const nothingHere = (text: string): TemplateResult =>
  html`<div class="page narrow">${head({ title: 'Nothing here', lead: text })}
    <div><a class="button" href="/projects">${icon('back', 16)}Your projects</a></div></div>`;

customElements.define('console-app', ConsoleApp);

declare global {
  interface HTMLElementTagNameMap {
    'console-app': ConsoleApp;
    'ui-toasts': import('./parts/toasts.ts').Toasts;
  }
}

import type { Project, User } from '@footnote/sdk';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { App } from './app.ts';
import { Removals } from './controllers/removals.ts';
import { Resource } from './controllers/resource.ts';
import { type RouteMatch, type Router, safePath } from './controllers/router.ts';
import type { Session } from './controllers/session.ts';
import { listenToKeys } from './controllers/shortcuts.ts';
import { frameStyles } from './frame/frame.styles.ts';
import { frame, guestFrame } from './frame/frame.ts';
import { pagesOf } from './frame/navigation.ts';
import { confirmLeave } from './parts/dialogs/confirm-leave.ts';
import { icon } from './parts/icon.ts';
import { errorNotice, pageHeader } from './parts/states.ts';
import './parts/toasts.ts';
import { shared } from './styles/shared.ts';
import type { View } from './view.ts';

/** `<console-app>`: shows the page of the current address in its frame, and redirects to the login if necessary. */
export class ConsoleApp extends LitElement implements App {
  static override properties = {
    shown: { state: true },
    failed: { state: true },
    menuOpen: { state: true },
    theme: { state: true },
    overlay: { state: true },
    running: { state: true },
  };
  static override styles = [shared, frameStyles];
  declare session: Session;
  declare router: Router;
  /** True after `start`. */
  running = false;
  /** The element of the current page. */
  shown: View | null = null;
  /** Why the page could not be loaded. */
  failed: unknown = null;
  /** Whether the navigation is open on small screens. */
  menuOpen = false;
  /** What is open above the page. */
  overlay: 'palette' | 'help' | null = null;
  #match: RouteMatch | null = null;
  /** The number of sessions so far, which identifies the current one. */
  #sessions = 0;
  #title = '';

  readonly project = new Resource<Project>(this, {
    key: () => (this.running && this.session.signedIn ? (this.#match?.params.project ?? null) : null),
    load: (id, signal) => this.session.client.projects.retrieve(id, { signal }),
  });

  readonly user = new Resource<User, number>(this, {
    key: () => (this.running && this.session.signedIn ? this.#sessions : null),
    load: () => this.session.user(),
  });

  readonly removals = new Removals(
    () => this.client,
    (text, options) => this.renderRoot.querySelector('ui-toasts')?.show(text, 'good', options) ?? { close: () => {} },
    () => this.shown?.requestUpdate(),
  );

  get client() {
    return this.session.client;
  }

  /** Starts the app. */
  start(session: Session, router: Router): void {
    this.session = session;
    this.router = router;
    this.running = true;
    session.addEventListener('changed', () => this.#sessionChanged());
    router.addEventListener('navigate', () => void this.#showPage(true));
    listenToKeys({
      palette: () => this.#open(this.overlay === 'palette' ? null : 'palette'),
      help: () => this.#open('help'),
      goTo: (page) => void this.#goTo(page),
      field: () => this.shown?.focusField(),
      undo: () => this.removals.undoLatest(),
    });
    void this.#showPage(false);
  }

  toast(text: string, tone: 'good' | 'bad' = 'good'): void {
    this.renderRoot.querySelector('ui-toasts')?.show(text, tone);
  }

  setTitle(title: string): void {
    this.#title = title;
    this.#updateTabTitle();
  }

  projectChanged(project: Project | null): void {
    if (project) this.project.set(project);
    else void this.project.reload();
  }

  override render(): unknown {
    if (!this.running) return nothing;
    const body = this.#body();
    const inside =
      this.session.signedIn && (this.#match?.route.who ?? 'user') === 'user'
        ? frame(this, this.#match, this.project.value, body, {
            operator: this.user.value?.operator ?? false,
            openPalette: () => this.#open('palette'),
            menuOpen: this.menuOpen,
            toggleMenu: (open) => {
              this.menuOpen = open;
            },
          })
        : guestFrame(body);
    return html`<nav aria-label="Skip"><button class="skip button" type="button" @click=${() => this.#main()?.focus()}>Skip to the content</button></nav>${inside}${this.#overlay()}<ui-toasts></ui-toasts>`;
  }

  protected override willUpdate(): void {
    if (!this.shown) return;
    this.shown.project = this.project.value;
  }

  protected override updated(): void {
    this.#updateTabTitle();
  }

  #overlay(): unknown {
    if (!this.session.signedIn) return nothing;
    const close = (overlay: 'palette' | 'help') => () => this.overlay === overlay && this.#open(null);
    const { pages, server } = pagesOf(this.#match, this.project.value, this.user.value?.operator ?? false);
    return html`<command-palette .app=${this} .project=${this.project.value} .pages=${pages} .server=${server} .open=${this.overlay === 'palette'} @close=${close('palette')} @help=${() => this.#open('help')}></command-palette>
      <shortcut-help .open=${this.overlay === 'help'} @close=${close('help')}></shortcut-help>`;
  }

  /** Loads the overlay's elements when they are first needed. */
  #open(overlay: typeof this.overlay): void {
    if (!this.session.signedIn) return;
    this.overlay = overlay;
    if (overlay) void import('./frame/overlays.ts');
  }

  async #goTo(page: string): Promise<void> {
    const project = this.#match?.params.project;
    if (project && (await confirmLeave())) this.router.go(`/projects/${encodeURIComponent(project)}/${page}`);
  }

  #body(): unknown {
    if (this.#match === null && this.session.signedIn) return notFoundPage('There is no such page.');
    if (this.failed) return html`<div class="page">${errorNotice(this.failed, () => void this.#showPage(false))}</div>`;
    if (this.project.error && !this.project.value) {
      const { status } = this.project.error as { status?: number };
      if (status === 404) return notFoundPage('This project does not exist, or you are not one of its members.');
      return html`<div class="page">${errorNotice(this.project.error, () => void this.project.reload(), this.project.loading)}</div>`;
    }
    return this.shown;
  }

  /** Shows the page of the current address, or redirects. */
  async #showPage(navigated: boolean): Promise<void> {
    const match = this.router.current;
    const before = this.#match;
    this.menuOpen = false;
    const redirect = await this.#redirectFor(match);
    if (this.router.current !== match) return;
    if (redirect) return this.router.go(redirect, { replace: true });
    this.#match = match;
    this.#title = '';
    this.failed = null;
    if (match === null) {
      this.shown = null;
      return this.requestUpdate();
    }
    const same = before?.route === match.route && JSON.stringify(before.params) === JSON.stringify(match.params);
    if (!same || !this.shown || navigated) {
      const view = await this.#createView(match);
      if (this.router.current?.key !== match.key || !view) return;
      this.shown = view;
    }
    this.requestUpdate();
    await this.updateComplete;
    await this.shown.updateComplete;
    this.#restorePosition(navigated);
  }

  async #createView({ route, params }: RouteMatch): Promise<View | null> {
    try {
      await route.load();
    } catch (error) {
      // After an update of the server, an old tab requests files that no longer exist.
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

  /** Restores the scroll position, and moves the focus to the autofocus field or the heading. */
  #restorePosition(navigated: boolean): void {
    const to = this.router.savedScroll;
    scrollTo(0, to);
    // The page may not be long enough until its data has been loaded.
    if (to > 0) for (const wait of [100, 300, 800]) setTimeout(() => scrollY < to - 1 && scrollTo(0, to), wait);
    const field = this.shown?.renderRoot.querySelector<HTMLElement>('[autofocus]');
    const heading = this.shown?.renderRoot.querySelector<HTMLElement>('h1');
    if (field) field.focus();
    else if (navigated) (heading ?? this.#main())?.focus({ preventScroll: true });
  }

  /** The address to redirect to, or null. */
  async #redirectFor(match: RouteMatch | null): Promise<string | null> {
    const next = match?.query.get('next') ?? '/projects';
    if (this.session.signedIn) return match?.route.who === 'guest' ? safePath(next) : null;
    const { accounts } = await this.session.setup().catch(() => ({ accounts: true }));
    if (!accounts) return match?.route.path === '/welcome' ? null : '/welcome';
    if (match?.route.path === '/login' || match?.route.who === 'anyone') return null;
    if (match?.route.path === '/welcome') return (await mayRegister(this.session)) ? null : '/login';
    const wanted = location.pathname + location.search;
    const query =
      /^\/(projects)?$/.test(wanted) || this.session.ended === 'signed-out'
        ? ''
        : `?next=${encodeURIComponent(wanted)}`;
    return `/login${query}`;
  }

  #sessionChanged(): void {
    this.#sessions += 1;
    // Close dialogs of the previous session.
    for (const question of document.querySelectorAll('ui-confirm')) question.remove();
    this.#match = this.session.signedIn ? this.#match : null;
    if (!this.session.signedIn) this.shown = null;
    void this.#showPage(true);
  }

  #updateTabTitle(): void {
    const names = [this.#title || this.#match?.route.title, this.project.value?.name, 'Footnote'];
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

const notFoundPage = (text: string): TemplateResult =>
  html`<div class="page narrow">${pageHeader({ title: 'Nothing here', lead: text })}
    <div><a class="button" href="/projects">${icon('back', 16)}Your projects</a></div></div>`;

customElements.define('console-app', ConsoleApp);

declare global {
  interface HTMLElementTagNameMap {
    'console-app': ConsoleApp;
    'ui-toasts': import('./parts/toasts.ts').Toasts;
  }
}

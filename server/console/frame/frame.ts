import type { Project } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import type { App } from '../app.ts';
import type { RouteMatch } from '../controllers/router.ts';
import { COMMAND_KEY } from '../controllers/shortcuts.ts';
import { type IconName, icon, logo } from '../parts/icon.ts';
import { may } from '../parts/role.ts';
import './account-menu.ts';
import './project-guide.ts';
import './project-switcher.ts';
import './theme-switch.ts';

/** One entry of the navigation. */
export interface NavigationEntry {
  href: string;
  label: string;
  icon: IconName;
}

/** What the frame shows besides the page. */
export interface FrameOptions {
  /** Whether the signed-in user is the operator of the server. */
  operator: boolean;
  /** Opens the command palette. */
  openPalette(): void;
  /** Whether the navigation is open on small screens. */
  menuOpen: boolean;
  toggleMenu(open: boolean): void;
}

/** The frame for signed-in users: the navigation beside the page, or above it on small screens. */
export function frame(
  app: App,
  match: RouteMatch | null,
  project: Project | undefined,
  body: unknown,
  { operator, openPalette, menuOpen, toggleMenu }: FrameOptions,
): TemplateResult {
  const id = match?.params.project;
  return html`<div class="frame ${menuOpen ? 'opened' : ''}">
    <header class="chrome" @keydown=${(event: KeyboardEvent) => event.key === 'Escape' && toggleMenu(false)}><div class="bar">
      <button class="button quiet icon" type="button" aria-label=${menuOpen ? 'Close the menu' : 'Open the menu'} aria-expanded=${menuOpen}
        aria-controls="side" @click=${() => toggleMenu(!menuOpen)}>${icon(menuOpen ? 'close' : 'menu', 20)}</button>
      <span class="cut" dir="auto">${id ? (project?.name ?? '') : 'Footnote'}</span>
    </div>
    ${menuOpen ? html`<div class="veil" @click=${() => toggleMenu(false)}></div>` : nothing}
    <div class="side" id="side">
      <a class="brand" href="/projects">${logo(26)}<span>Footnote</span></a>
      <button class="find" type="button" @click=${openPalette}>${icon('search', 16)}<span>Go to…</span><kbd>${COMMAND_KEY} K</kbd></button>
      ${id ? html`<project-switcher .app=${app} .project=${project} .page=${pageToKeep(match)}></project-switcher>` : nothing}
      ${id ? navigation(project?.name ?? 'Project', projectEntries(id, project), match) : serverNavigation(match, operator)}
      <div class="foot"><theme-switch></theme-switch><account-menu .app=${app}></account-menu></div>
    </div></header>
    <main id="main" tabindex="-1">${id && project && may(project, 'editor') ? html`<project-guide .app=${app} .project=${project} .path=${match?.route.path ?? ''}></project-guide>` : nothing}${body}</main>
  </div>`;
}

/** The frame for guests: only the page, centred. */
export function guestFrame(body: unknown): TemplateResult {
  return html`<div class="guest"><main id="main" tabindex="-1">${body}</main><footer><theme-switch></theme-switch></footer></div>`;
}

const GENERAL: readonly NavigationEntry[] = [
  { href: '/projects', label: 'Projects', icon: 'folder' },
  { href: '/settings/account', label: 'Account', icon: 'user' },
];

/** The first page of the operator of the server, which leads to the others. */
const SERVER: NavigationEntry = { href: '/settings/server', label: 'Server', icon: 'server' };

/** For the operator of the server. */
const OPERATOR: readonly NavigationEntry[] = [
  SERVER,
  { href: '/settings/backups', label: 'Backups', icon: 'copy' },
  { href: '/settings/storage', label: 'Storage', icon: 'folder' },
  { href: '/settings/users', label: 'Users', icon: 'user' },
  { href: '/settings/audit-log', label: 'Audit log', icon: 'text' },
  { href: '/settings/models', label: 'Models', icon: 'models' },
];

const isOperatorPage = (match: RouteMatch | null) => OPERATOR.some(({ href }) => href === match?.route.path);

function projectEntries(id: string, project: Project | undefined): readonly NavigationEntry[] {
  const at = (page: string) => `/projects/${encodeURIComponent(id)}/${page}`;
  return [
    { href: at('overview'), label: 'Overview', icon: 'system' },
    { href: at('sources'), label: 'Sources', icon: 'document' },
    { href: at('playground'), label: 'Playground', icon: 'play' },
    { href: at('conversations'), label: 'Conversations', icon: 'chat' },
    { href: at('feedback'), label: 'Feedback', icon: 'info' },
    { href: at('unanswered'), label: 'Unanswered', icon: 'help' },
    { href: at('handovers'), label: 'Handovers', icon: 'person' },
    { href: at('answers'), label: 'Your answers', icon: 'text' },
    { href: at('golden-questions'), label: 'Golden questions', icon: 'check' },
    { href: at('usage'), label: 'Usage', icon: 'usage' },
    { href: at('widget'), label: 'Widget', icon: 'widget' },
    { href: at('members'), label: 'Members', icon: 'user' },
    { href: at('settings'), label: 'Settings', icon: 'settings' },
    // Last, as the role is known only once the project is loaded: no entry moves under the pointer then.
    ...(may(project, 'owner')
      ? ([
          { href: at('keys'), label: 'API keys', icon: 'key' },
          { href: at('webhooks'), label: 'Webhooks', icon: 'send' },
        ] as const)
      : []),
  ];
}

/** All pages that can be gone to from here, those of the operator apart. */
export function pagesOf(
  match: RouteMatch | null,
  project: Project | undefined,
  operator: boolean,
): { pages: readonly NavigationEntry[]; server: readonly NavigationEntry[] } {
  const id = match?.params.project;
  return {
    pages: [...(id ? projectEntries(id, project) : []), ...GENERAL],
    server: operator ? OPERATOR : [],
  };
}

/** Outside of a project: the pages of the operator have a navigation of their own. */
function serverNavigation(match: RouteMatch | null, operator: boolean): TemplateResult {
  if (!operator) return navigation('Footnote', GENERAL, match);
  if (!isOperatorPage(match)) return navigation('Footnote', [...GENERAL, SERVER], match);
  return html`<a class="up" href="/projects">${icon('back', 16)}All projects</a>${navigation('Server', OPERATOR, match)}`;
}

/** The page that is shown again after switching projects: the list, if one of its entries is shown now. */
function pageToKeep(match: RouteMatch | null): string {
  return match?.route.path.split('/')[3] ?? 'overview';
}

function navigation(label: string, entries: readonly NavigationEntry[], match: RouteMatch | null): TemplateResult {
  const current = (href: string) => {
    const path = match?.href.split('?')[0] ?? '';
    return path === href || path.startsWith(`${href}/`);
  };
  return html`<nav aria-label=${label}>
    <ul>${entries.map(
      (entry) =>
        html`<li><a href=${entry.href} aria-current=${current(entry.href) ? 'page' : nothing}>${icon(entry.icon)}${entry.label}</a></li>`,
    )}</ul></nav>`;
}

import type { Project } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import type { App } from '../app.ts';
import type { RouteMatch } from '../controllers/router.ts';
import { COMMAND_KEY } from '../controllers/shortcuts.ts';
import { icon, logo } from '../parts/icon.ts';
import { may } from '../parts/role.ts';
import './account-menu.ts';
import { navigation } from './navigation.ts';
import './project-guide.ts';
import './project-switcher.ts';
import './theme-switch.ts';

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
      ${navigation(match, project, operator)}
      <div class="foot"><theme-switch></theme-switch><account-menu .app=${app}></account-menu></div>
    </div></header>
    <main id="main" tabindex="-1">${id && project && may(project, 'editor') ? html`<project-guide .app=${app} .project=${project} .path=${match?.route.path ?? ''}></project-guide>` : nothing}${body}</main>
  </div>`;
}

/** The frame for guests: only the page, centred. */
export function guestFrame(body: unknown): TemplateResult {
  return html`<div class="guest"><main id="main" tabindex="-1">${body}</main><footer><theme-switch></theme-switch></footer></div>`;
}

/** The page that is shown again after switching projects: the list, if one of its entries is shown now. */
function pageToKeep(match: RouteMatch | null): string {
  return match?.route.path.split('/')[3] ?? 'overview';
}

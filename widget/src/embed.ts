import { tell } from './events.ts';
import type { FootnoteChat } from './footnote-chat.ts';
import { chooseLocale, directionOf } from './locales/choose.ts';
import { LAUNCHER_LABELS } from './locales/launcher-labels.ts';
import { type Look, readLook } from './look.ts';
import { offer } from './page-api.ts';
import { LAUNCHER_CSS, LAUNCHER_ICON } from './parts/launcher-look.ts';
import { sessionStore, storageKey } from './storage.ts';
import { paintLauncher } from './theme.ts';

/** Where the element is, below `/widget/`: version and file, set when both are built. */
declare const FOOTNOTE_MODULE: string;

/**
 * The script tag. Every `data-` attribute becomes an attribute of the element (`data-project`, `data-base-url`,
 * `data-token`, `data-theme`, `data-accent`, `data-position`, `data-locale`, `data-mode`, `data-look`). An inline chat takes
 * the place of the tag; every other one goes to the end of the page.
 */
function embed(): void {
  // Asked of the prototypes, because a page's own `<form name="body">` hides the document's property of that name.
  const read = (name: 'currentScript' | 'body') => Reflect.get(Document.prototype, name, document) as unknown;
  const script = read('currentScript');
  if (!(script instanceof HTMLScriptElement)) return;
  const project = script.dataset.project;
  // A single-page application may run the tag once more with each of its pages.
  const there = [...document.getElementsByTagName('footnote-chat')];
  if (!project || there.some((element) => element.getAttribute('project') === project)) return;

  // `https://host/path/widget.js`, or with a fixed version `https://host/path/widget/1.2.3/widget.js`.
  const root = new URL(script.src).href.replace(/(\/widget\/[^/]+)?\/widget\.js([?#].*)?$/, '');
  const chat = document.createElement('footnote-chat');
  chat.setAttribute('base-url', `${root}/v1`);
  for (const { name, value } of script.attributes)
    if (name.startsWith('data-')) chat.setAttribute(name.slice(5), value);

  const load = () => import(/* @vite-ignore */ `${root}/widget/${FOOTNOTE_MODULE}`);
  // Where the panel was open on the page before, there is no launcher to draw but on small screens, and no time to lose.
  const inline = script.dataset.mode === 'inline';
  if (inline || sessionStore<boolean>(storageKey(project, 'open')).read()) load().catch(() => {});
  const shadow = chat.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(LAUNCHER_CSS);
  shadow.adoptedStyleSheets = [sheet];
  if (!inline) drawLauncher(chat, shadow, project, load);
  offer(window, chat, load);
  const append = () => {
    if (inline) script.before(chat);
    else (read('body') as HTMLElement).append(chat);
    if (!tell(chat, 'footnote-ready')) chat.hidden = true;
  };
  if (read('body')) append();
  else document.addEventListener('DOMContentLoaded', append);
}

/** Draws the launcher by hand; the element takes it over when the visitor first wants it. */
function drawLauncher(chat: FootnoteChat, shadow: ShadowRoot, project: string, load: () => Promise<unknown>): void {
  const root = document.createElement('div');
  root.className = 'root';
  // What the project says now is known from the first opening on, for as long as the tab lives; before, what it said when
  // its snippet was made.
  const look = { ...readLook(chat.getAttribute('look')), ...sessionStore<Look>(storageKey(project, 'look')).read() };
  const setting = (name: 'theme' | 'position' | 'accent' | 'locale') => chat.getAttribute(name) ?? look[name] ?? '';
  root.dataset.theme = setting('theme');
  root.dataset.position = setting('position');
  const language = chooseLocale(setting('locale'), LAUNCHER_LABELS);
  root.lang = language;
  root.dir = directionOf(language);
  paintLauncher(root, setting('accent'));

  const button = document.createElement('button');
  button.className = 'launcher';
  button.type = 'button';
  button.ariaLabel = LAUNCHER_LABELS[language];
  button.ariaHasPopup = 'dialog';
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', LAUNCHER_ICON);
  svg.append(path);
  button.append(svg);
  root.append(button);
  shadow.append(root);

  button.addEventListener('click', () => {
    button.ariaBusy = 'true';
    load().then(
      // A task of its own: what has just been loaded has had one already, and a slow phone wants to breathe.
      () => setTimeout(() => chat.show()),
      () => {
        // The next click tries again.
        button.ariaBusy = null;
        button.lang = 'en';
        button.title = button.ariaLabel = 'The chat could not be loaded. Try again.';
      },
    );
  });
}

embed();

import { emit } from './base/events.ts';
import { LAUNCHER_CSS, LAUNCHER_ICON } from './base/launcher.styles.ts';
import { type ProjectSettings, parseLook } from './base/project-settings.ts';
import { readStored, storageKey } from './base/storage.ts';
import { applyLauncherTheme } from './base/theme.ts';
import { firstPaint } from './element/first-paint.ts';
import type { FootnoteChat } from './element/footnote-chat.ts';
import { installPageFunction } from './element/page-api.ts';
import { createSearchKeyListener } from './element/search-key.ts';
import { chooseLocale } from './locales/choose.ts';
import { LAUNCHER_LABELS } from './locales/launcher-labels.ts';

/** The path of the element's module below `/widget/`: version and file. Set by the build. */
declare const FOOTNOTE_MODULE: string;

/**
 * The script tag. Each `data-` attribute becomes an attribute of the element (`data-project`, `data-base-url`,
 * `data-token`, `data-theme`, `data-accent`, `data-position`, `data-locale`, `data-mode`, `data-look`, `data-search`,
 * `data-filter`). An inline chat is
 * added where the tag is; any other one at the end of the body. It is beside the body where that would move it, and once the page has
 * replaced its body. Not before: a page that React 18 hydrates whole must have nothing there.
 */
function embed(): void {
  // Read from the prototype, as a page's own `<form name="body">` hides the document's property of that name.
  const read = (name: 'currentScript' | 'body') => Reflect.get(Document.prototype, name, document) as unknown;
  const script = read('currentScript');
  if (!(script instanceof HTMLScriptElement)) return;
  const project = script.dataset.project;
  // A single-page application may run the tag again on each of its pages.
  if (!project || document.querySelector(`footnote-chat[project="${CSS.escape(project)}"]`)) return;

  // `https://host/path/widget.js`, or with a fixed version `https://host/path/widget/1.2.3/widget.js`.
  const root = script.src.replace(/(\/widget\/[^/]+)?\/widget\.js([?#].*)?$/, '');
  const chat = document.createElement('footnote-chat');
  chat.setAttribute('base-url', `${root}/v1`);
  for (const { name, value } of script.attributes)
    if (name.startsWith('data-')) chat.setAttribute(name.slice(5), value);

  const shadow = chat.attachShadow({ mode: 'open' });
  // Without its styles it would be laid out as a part of the page.
  chat.hidden = true;
  const inline = script.dataset.mode === 'inline';
  if (inline) {
    // A page may hide what is empty.
    chat.append(' ');
    script.before(chat);
  } else {
    // A page may hide what is empty, or what is not defined, as this element is before its first click.
    chat.style.display = 'contents';
    const place = () => {
      const root = document.documentElement;
      const body = read('body') as HTMLElement;
      const { transform, filter, perspective, contain, willChange } = getComputedStyle(body);
      // With other values, the body is what is fixed in it is fixed to.
      const isPlain = transform + filter + perspective + contain + willChange === 'nonenonenonenoneauto';
      (isPlain ? body : root).append(chat);
      new MutationObserver(() => chat.isConnected || root.append(chat)).observe(root, { childList: true });
    };
    if (read('body')) place();
    else document.addEventListener('DOMContentLoaded', place);
  }

  let isStarted = false;
  /** Renders what comes before the first click. */
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(LAUNCHER_CSS);
    shadow.adoptedStyleSheets.unshift(sheet);
    if (!inline) {
      const settings = readStored<ProjectSettings>(storageKey(project, 'look'));
      // The page may have opened the panel meanwhile, which brings the element with a launcher of its own.
      const draw = () => chat.show || renderLauncher(chat, shadow, load, settings);
      if (settings || chat.hasAttribute('look')) draw();
      else
        fetch(`${root}/widget/look/${project}`)
          .then((answer) => answer.text())
          .then((look) => chat.setAttribute('look', look))
          .then(draw, draw);
    }
    chat.hidden = !emit(chat, 'footnote-ready');
  };
  const load = () => {
    start();
    return import(/* @vite-ignore */ `${root}/widget/${FOOTNOTE_MODULE}`);
  };
  // If it cannot be loaded, the launcher says so at its next click.
  const whenLoaded = (act?: () => void) => void load().then(act, () => {});

  installPageFunction(window, chat, whenLoaded);
  if (chat.hasAttribute('search'))
    addEventListener(
      'keydown',
      createSearchKeyListener(() => whenLoaded(() => chat.search())),
    );
  // An inline chat is a part of the page. Everything else waits: drawn earlier, it would delay the paint of the page.
  if (inline) whenLoaded();
  else
    void firstPaint().then(() => {
      start();
      // A panel that was open on the previous page opens again, except on small screens.
      if (readStored(storageKey(project, 'open'))) whenLoaded();
    });
}

/** Renders the launcher without Lit. The element takes it over once it is loaded. */
function renderLauncher(
  chat: FootnoteChat,
  shadow: ShadowRoot,
  load: () => Promise<unknown>,
  stored: ProjectSettings | undefined,
): void {
  const root = document.createElement('div');
  root.className = 'root';
  // The tab stores the project's settings at the first opening. Until then, those in the snippet count.
  const settings = { ...parseLook(chat.getAttribute('look')), ...stored };
  const setting = (name: 'theme' | 'position' | 'accent' | 'locale') => chat.getAttribute(name) ?? settings[name] ?? '';
  for (const name of ['theme', 'position'] as const) root.dataset[name] = setting(name);
  const language = chooseLocale(setting('locale'), LAUNCHER_LABELS);
  root.lang = language;
  // The table of the SDK is too large for the script tag.
  root.dir = language === 'ar' ? 'rtl' : 'ltr';
  applyLauncherTheme(root, setting('accent'));

  const button = document.createElement('button');
  button.className = 'launcher';
  const words = settings[`label-${language}`] || settings.label;
  button.ariaLabel = words || LAUNCHER_LABELS[language];
  button.ariaHasPopup = 'dialog';
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  path.setAttribute('d', LAUNCHER_ICON);
  svg.append(path);
  button.append(svg, words ?? '');
  root.append(button);
  shadow.append(root);

  button.addEventListener('click', () => {
    button.ariaBusy = 'true';
    load().then(
      // In a separate task, as evaluating the module takes long on a slow phone.
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

import { loadWidget } from './parts/widget/load-widget.ts';
import type { PreviewCommand, PreviewEvent } from './views/appearance/preview-messages.ts';

/** Where the widget's element is, below `/widget/`; set when the console is built. */
declare const FOOTNOTE_WIDGET: string;

/** The page in the iframe of the preview: a page with the real widget. The console posts the settings, saved or not. */
const ORIGIN = location.origin;
/** The members of the widget's element that are used here. */
type Chat = HTMLElement & { token: string; ask(question: string): Promise<void> };
let shown: Extract<PreviewCommand, { type: 'show' }> | null = null;
/** Set at the first question. The settings need no token. */
let token = 'none';
let question = '';
let chat: Chat | null = null;
let launcherSheets: Promise<CSSStyleSheet[]> | null = null;

const post = (message: PreviewEvent) => parent.postMessage(message, ORIGIN);

// The tab's storage belongs to the widget in the playground, so the preview stores its values in memory.
const memory = new Map<string, string>();
Object.defineProperty(window, 'sessionStorage', {
  value: {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => void memory.set(key, value),
    removeItem: (key: string) => void memory.delete(key),
  },
});

// Answer the widget's request for its settings with those in the form, not those on the server.
const originalFetch = window.fetch;
window.fetch = (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
  if (!shown || !pathname.endsWith('/widget/config')) return originalFetch(input, init);
  return Promise.resolve(Response.json(shown.config));
};

addEventListener('message', ({ source, origin, data }: MessageEvent<PreviewCommand>) => {
  if (source !== parent || origin !== ORIGIN) return;
  if (data.type === 'show') void show(data);
  if (data.type === 'token') setToken(data.token);
});

// Hold the first question back until there is a token.
document.addEventListener('footnote-message', (event) => {
  if (token !== 'none') return;
  event.preventDefault();
  question = (event as CustomEvent<{ question: string }>).detail.question;
  post({ type: 'token' });
});

function setToken(value: string): void {
  token = value;
  if (!chat) return;
  chat.token = value;
  void chat.ask(question);
}

/** Renders the widget again. An open panel stays open and does not take the focus from the form. */
async function show(message: Extract<PreviewCommand, { type: 'show' }>): Promise<void> {
  shown = message;
  const { project, config } = message;
  const styles = await launcherStyles(project);
  await loadWidget();
  if (shown !== message) return;
  const open = chat?.hasAttribute('open') ?? message.open;
  memory.set(`footnote:${project}:look`, JSON.stringify({ ...config.widget, ...config.widget_images }));
  if (open) memory.set(`footnote:${project}:open`, 'true');
  else memory.delete(`footnote:${project}:open`);
  // The script tag's element, or the previous one.
  document.querySelector('footnote-chat')?.remove();
  chat = document.createElement('footnote-chat') as Chat;
  chat.attachShadow({ mode: 'open' }).adoptedStyleSheets = styles;
  Object.assign(chat, { baseUrl: '/v1', project, token });
  document.body.append(chat);
}

/** Adds the script tag, as a real page does, and returns the styles of its launcher for the elements that replace it. */
function launcherStyles(project: string): Promise<CSSStyleSheet[]> {
  launcherSheets ??= new Promise((resolve) => {
    document.addEventListener(
      'footnote-ready',
      ({ target }) => resolve([...((target as Element).shadowRoot?.adoptedStyleSheets ?? [])]),
      { once: true },
    );
    const tag = document.importNode(document.querySelector('template')?.content ?? new DocumentFragment(), true);
    tag.querySelector('script')?.setAttribute('data-project', project);
    document.body.append(tag);
  });
  return launcherSheets;
}

post({ type: 'ready' });

import { loadWidget } from './parts/widget/load-widget.ts';
import type { PreviewCommand, PreviewEvent } from './views/appearance/preview-messages.ts';

/** Where the widget's element is, below `/widget/`; set when the console is built. */
declare const FOOTNOTE_WIDGET: string;

/**
 * The page in the frame of the widget's preview: somebody's page with the real widget on it. The console that frames it
 * hands over what the widget is to look like, saved or not.
 */
const ORIGIN = location.origin;
/** What of the widget's element is used here. */
type Chat = HTMLElement & { token: string; ask(question: string): Promise<void> };
let shown: Extract<PreviewCommand, { type: 'show' }> | null = null;
/** None until somebody asks: how the widget looks needs none. */
let token = 'none';
let question = '';
let chat: Chat | null = null;
let drawn: Promise<CSSStyleSheet[]> | null = null;

const tell = (words: PreviewEvent) => parent.postMessage(words, ORIGIN);

// What the tab keeps for the widget belongs to the playground: a preview remembers nothing beyond itself.
const memory = new Map<string, string>();
Object.defineProperty(window, 'sessionStorage', {
  value: {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => void memory.set(key, value),
    removeItem: (key: string) => void memory.delete(key),
  },
});

// The widget asks how it is to look; it is told what the form says and not what the server has kept.
const ask = window.fetch;
window.fetch = (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
  if (!shown || !pathname.endsWith('/widget/config')) return ask(input, init);
  return Promise.resolve(Response.json({ widget: shown.look, language: 'auto' }));
};

addEventListener('message', ({ source, origin, data }: MessageEvent<PreviewCommand>) => {
  if (source !== parent || origin !== ORIGIN) return;
  if (data.type === 'show') void show(data);
  if (data.type === 'token') askWith(data.token);
});

// The first question waits for its token, and is asked then.
document.addEventListener('footnote-message', (event) => {
  if (token !== 'none') return;
  event.preventDefault();
  question = (event as CustomEvent<{ question: string }>).detail.question;
  tell({ type: 'token' });
});

function askWith(given: string): void {
  token = given;
  if (!chat) return;
  chat.token = given;
  void chat.ask(question);
}

/** Renders the widget again. An open panel stays open and does not take the focus from the form. */
async function show(words: Extract<PreviewCommand, { type: 'show' }>): Promise<void> {
  shown = words;
  const { project, look } = words;
  const styles = await launcherStyles(project);
  await loadWidget();
  if (shown !== words) return;
  const open = chat?.hasAttribute('open') ?? words.open;
  memory.set(`footnote:${project}:look`, JSON.stringify(look));
  if (open) memory.set(`footnote:${project}:open`, 'true');
  else memory.delete(`footnote:${project}:open`);
  // The tag's own, or the one of before.
  document.querySelector('footnote-chat')?.remove();
  chat = document.createElement('footnote-chat') as Chat;
  chat.attachShadow({ mode: 'open' }).adoptedStyleSheets = styles;
  Object.assign(chat, { baseUrl: '/v1', project, token });
  document.body.append(chat);
}

/** As on a real page, the script tag draws the launcher; the element takes its styles over, and so do all that follow. */
function launcherStyles(project: string): Promise<CSSStyleSheet[]> {
  drawn ??= new Promise((resolve) => {
    document.addEventListener(
      'footnote-ready',
      ({ target }) => resolve([...((target as Element).shadowRoot?.adoptedStyleSheets ?? [])]),
      { once: true },
    );
    const tag = document.importNode(document.querySelector('template')?.content ?? new DocumentFragment(), true);
    tag.querySelector('script')?.setAttribute('data-project', project);
    document.body.append(tag);
  });
  return drawn;
}

tell({ type: 'ready' });

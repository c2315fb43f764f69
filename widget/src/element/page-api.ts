import type { FootnoteChat } from './footnote-chat.ts';

/** The methods of `window.Footnote`, which are the element's own. */
export type PageMethod = 'show' | 'hide' | 'toggle' | 'ask' | 'stop' | 'reset' | 'search';

/** `Footnote('ask', 'How do I …?')`, and `Footnote('on', 'answer', listener)` for the event `footnote-answer`. */
export interface PageFunction {
  (method: 'on', event: string, listener: (event: CustomEvent) => void): void;
  (method: PageMethod, question?: string): void;
  /** Calls that the page's own stub has queued before the script was loaded. */
  q?: ArrayLike<unknown>[];
}

declare global {
  interface Window {
    Footnote?: PageFunction;
  }
}

const METHODS: readonly unknown[] = ['show', 'hide', 'toggle', 'ask', 'stop', 'reset', 'search'] satisfies PageMethod[];

/** Installs `window.Footnote` for the first chat of a page, and makes the calls that the page has queued. */
export function installPageFunction(page: Window, chat: FootnoteChat, whenLoaded: (act: () => void) => void): void {
  const queued = page.Footnote?.q;
  // The page may have something else by this name. A second chat is controlled through its element.
  if (page.Footnote && !queued) return;
  const call = (method: unknown, first?: unknown, listener?: unknown) => {
    if (method === 'on') chat.addEventListener(`footnote-${first}`, listener as EventListener);
    else if (METHODS.includes(method)) whenLoaded(() => chat[method as 'ask'](String(first ?? '')));
  };
  page.Footnote = call as PageFunction;
  for (const [method, first, listener] of [...(queued ?? [])].map((queued) => Array.from(queued)))
    call(method, first, listener);
}

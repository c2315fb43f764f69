import type { FootnoteChat } from './footnote-chat.ts';

/** What `window.Footnote` can be told to do: the element's own methods. */
export type PageMethod = 'show' | 'hide' | 'toggle' | 'ask' | 'stop' | 'reset';

/** `Footnote('ask', 'How do I …?')`, and `Footnote('on', 'answer', listener)` for the event `footnote-answer`. */
export interface PageFunction {
  (method: 'on', event: string, listener: (event: CustomEvent) => void): void;
  (method: PageMethod, question?: string): void;
  /** Calls from before the script had come, as the page's own stub has noted them. */
  q?: ArrayLike<unknown>[];
}

declare global {
  interface Window {
    Footnote?: PageFunction;
  }
}

const METHODS: readonly unknown[] = ['show', 'hide', 'toggle', 'ask', 'stop', 'reset'] satisfies PageMethod[];

/** Puts `window.Footnote` in front of the first chat of a page; whatever the page has asked for before is done now. */
export function offer(page: Window, chat: FootnoteChat, load: () => Promise<unknown>): void {
  const noted = page.Footnote?.q;
  // A page may have something else by this name, and a second chat is reached through its element.
  if (page.Footnote && !noted) return;
  const call = (method: unknown, first?: unknown, listener?: unknown) => {
    if (method === 'on') chat.addEventListener(`footnote-${first}`, listener as EventListener);
    // Where it cannot be loaded, the launcher tells so at its next click.
    else if (METHODS.includes(method))
      load().then(
        () => chat[method as 'ask'](String(first ?? '')),
        () => {},
      );
  };
  page.Footnote = call as PageFunction;
  for (const [method, first, listener] of [...(noted ?? [])].map((noted) => Array.from(noted)))
    call(method, first, listener);
}

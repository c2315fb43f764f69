/** The widget as a module: the class without its registration, which `define.ts` does. */

export type { FootnoteChatEvents } from './base/events.ts';
export { FootnoteChat } from './element/footnote-chat.ts';
export type { Strings } from './locales/strings.ts';

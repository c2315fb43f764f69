/** The widget as a module: the class without its registration, which `define.ts` does. */
export type { FootnoteChatEvents } from './events.ts';
export { FootnoteChat } from './footnote-chat.ts';
export type { Strings } from './locales/strings.ts';

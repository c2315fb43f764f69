import type { ChatAnswer, Citation, FeedbackRequest } from '@footnote/sdk';

/** The events of `<footnote-chat>`, by name. They bubble, leave the shadow tree, and can all be prevented. */
export interface FootnoteChatEvents {
  /** The chat stands in the page; `preventDefault()` hides it, until the page takes its attribute `hidden` away. */
  'footnote-ready': CustomEvent<undefined>;
  /** The panel is about to open; `preventDefault()` keeps it closed. */
  'footnote-open': CustomEvent<undefined>;
  /** The panel is about to close; `preventDefault()` keeps it open. */
  'footnote-close': CustomEvent<undefined>;
  /** A question is about to be asked; `preventDefault()` drops it. */
  'footnote-message': CustomEvent<{ question: string }>;
  /** An answer has come; `preventDefault()` takes it out of the panel, to show it elsewhere. */
  'footnote-answer': CustomEvent<ChatAnswer>;
  /** A citation is about to be opened; `preventDefault()` keeps it closed, to show it elsewhere. */
  'footnote-citation-click': CustomEvent<Citation>;
  /** An answer is about to be rated; `preventDefault()` keeps it from the server. */
  'footnote-feedback': CustomEvent<FeedbackRequest & { message_id: string }>;
  /** Something failed; `preventDefault()` keeps it from being read out, where the page tells of it by itself. */
  'footnote-error': CustomEvent<{ kind: string; error: unknown }>;
  /** The token has ended, or the server has refused it, and another is about to be fetched; `preventDefault()` keeps the old one. */
  'footnote-token-expired': CustomEvent<{ refused: boolean }>;
}

/** Tells the page of something; false where the page has prevented what would follow. */
export function tell<Name extends keyof FootnoteChatEvents>(
  from: EventTarget,
  name: Name,
  detail?: FootnoteChatEvents[Name]['detail'],
): boolean {
  return from.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }));
}

declare global {
  interface HTMLElementEventMap extends FootnoteChatEvents {}
  interface DocumentEventMap extends FootnoteChatEvents {}
}

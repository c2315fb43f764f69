import type { ChatAnswer, Citation, FeedbackRequest, SearchResult } from '@footnote/sdk';

/** The events of `<footnote-chat>` by name. All of them bubble, are composed and can be prevented. */
export interface FootnoteChatEvents {
  /** The chat has been added to the page; `preventDefault()` hides it until the page removes its attribute `hidden`. */
  'footnote-ready': CustomEvent<undefined>;
  /** The panel is about to open; `preventDefault()` keeps it closed. */
  'footnote-open': CustomEvent<undefined>;
  /** The panel is about to close; `preventDefault()` keeps it open. */
  'footnote-close': CustomEvent<undefined>;
  /** A question is about to be asked; `preventDefault()` cancels it. */
  'footnote-message': CustomEvent<{ question: string }>;
  /** An answer is complete; `preventDefault()` removes it from the panel, to show it elsewhere. */
  'footnote-answer': CustomEvent<ChatAnswer>;
  /** A citation is about to be opened; `preventDefault()` keeps it closed, to show it elsewhere. */
  'footnote-citation-click': CustomEvent<Citation>;
  /** A result of the search is about to be opened; `preventDefault()` leaves that to the page. */
  'footnote-result-click': CustomEvent<SearchResult>;
  /** A rating is about to be sent; `preventDefault()` cancels it. */
  'footnote-feedback': CustomEvent<FeedbackRequest & { message_id: string }>;
  /** The form for a person is about to open; `preventDefault()` keeps it closed, to show another one. */
  'footnote-handover': CustomEvent<{ question: string }>;
  /** Something failed; `preventDefault()` keeps it from being announced to screen readers. */
  'footnote-error': CustomEvent<{ kind: string; error: unknown }>;
  /** The token has expired or was refused, and a new one is about to be fetched; `preventDefault()` keeps the old one. */
  'footnote-token-expired': CustomEvent<{ refused: boolean }>;
}

/** Dispatches an event; false if the page has prevented its default. */
export function emit<Name extends keyof FootnoteChatEvents>(
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

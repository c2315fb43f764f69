import type { ChatAnswer, Citation, FeedbackRequest } from '@footnote/sdk';

/** The events of `<footnote-chat>`, by name. They bubble and leave the shadow tree. */
export interface FootnoteChatEvents {
  /** The panel is about to open; `preventDefault()` keeps it closed. */
  'footnote-open': CustomEvent<undefined>;
  /** The panel is about to close; `preventDefault()` keeps it open. */
  'footnote-close': CustomEvent<undefined>;
  /** A question is about to be asked; `preventDefault()` drops it. */
  'footnote-message': CustomEvent<{ question: string }>;
  /** An answer has come. */
  'footnote-answer': CustomEvent<ChatAnswer>;
  /** A citation is about to be shown; `preventDefault()` keeps it closed, to show it elsewhere. */
  'footnote-citation-click': CustomEvent<Citation>;
  /** An answer is about to be rated; `preventDefault()` keeps it from the server. */
  'footnote-feedback': CustomEvent<FeedbackRequest & { message_id: string }>;
  /** A question could not be answered. */
  'footnote-error': CustomEvent<{ kind: string; error: unknown }>;
}

/** Tells the page of something; false where the page has prevented what would follow. */
export function tell<Name extends keyof FootnoteChatEvents>(
  from: EventTarget,
  name: Name,
  detail?: FootnoteChatEvents[Name]['detail'],
): boolean {
  return from.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }));
}

import type { Citation, FinishReason, NoSourcesReason, TextRange, TokenUsage } from './chat.ts';

/**
 * The parts of a streamed answer (`stream: true`), in the order in which they come: the UI Message Stream v1 of the AI
 * SDK, one JSON object per `data:` line of an event stream, closed by the line `data: [DONE]`. @extension
 */
export type StreamPart =
  | StartPart
  | TextStartPart
  | TextDeltaPart
  | TextEndPart
  | CitationsPart
  | VerdictPart
  | SuggestionsPart
  | UnsupportedPart
  | StatusPart
  | SourceDocumentPart
  | FinishPart
  | ErrorDataPart
  | ErrorPart;

/** Always the first part. @extension */
export interface StartPart {
  type: 'start';
  messageId: string;
  messageMetadata: { conversation_id: string };
}

/** @extension */
export interface TextStartPart {
  type: 'text-start';
  id: string;
}

/** @extension */
export interface TextDeltaPart {
  type: 'text-delta';
  id: string;
  delta: string;
}

/** @extension */
export interface TextEndPart {
  type: 'text-end';
  id: string;
}

/** The whole list so far, each time; the last one is the list of the whole answer. Comes before the marker that needs it. @extension */
export interface CitationsPart {
  type: 'data-citations';
  id: 'citations';
  data: Citation[];
}

/** The checks ended in a refusal: `response` replaces every word before it. @extension */
export interface VerdictPart {
  type: 'data-verdict';
  id: 'verdict';
  data: { verdict: 'refused'; response: string };
}

/** Up to three questions worth asking next; absent where there are none. @extension */
export interface SuggestionsPart {
  type: 'data-suggestions';
  id: 'suggestions';
  data: string[];
}

/** What no cited passage supports, as ranges of the whole text; absent where there is none. @extension */
export interface UnsupportedPart {
  type: 'data-unsupported';
  id: 'unsupported';
  data: TextRange[];
}

/** The answer waits for its turn; `position` 1 is next. Not kept with the message. @extension */
export interface StatusPart {
  type: 'data-status';
  id: 'status';
  data: { position: number };
  transient: true;
}

/** A source that the answer cites, once each. @extension */
export interface SourceDocumentPart {
  type: 'source-document';
  sourceId: string;
  mediaType: string;
  title: string;
  filename?: string;
}

/** Always the last part of an answer that is whole. @extension */
export interface FinishPart {
  type: 'finish';
  messageMetadata: { finish_reason: FinishReason; reason?: NoSourcesReason; usage: TokenUsage };
}

/** The answer broke off; an `error` part follows. @extension */
export interface ErrorDataPart {
  type: 'data-error';
  data: { code: string; retryable: boolean };
  transient: true;
}

/** The answer broke off: a sentence that its reader can act on. @extension */
export interface ErrorPart {
  type: 'error';
  errorText: string;
}

/** The Footnote SDK: `new Footnote({ baseURL, apiKey })`. */
export { Footnote } from './client.ts';
export type * from './contract/index.ts';
export type { Download } from './core/download.ts';
export {
  APIAbortError,
  APIConnectionError,
  APIError,
  APITimeoutError,
  AuthenticationError,
  BadRequestError,
  FootnoteError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  SourceFailedError,
} from './core/errors.ts';
export { type ClientOptions, type RequestOptions, type Settings, settle, type Timeout } from './core/options.ts';
export type { Page, PagePromise } from './core/page.ts';
export { ChatStreamError } from './core/stream-error.ts';
export type { Uploadable } from './core/upload.ts';
export { emptyAnswer, withPart } from './lib/answer.ts';
export type { ChatListeners, ChatStream } from './lib/chat-stream.ts';
export { STREAM_HEADERS } from './lib/encode-parts.ts';
export type { WaitOptions } from './lib/wait-until-ready.ts';
export { WIDGET_LANGUAGE_DIRECTIONS, WIDGET_LANGUAGES, type WidgetLanguage } from './lib/widget-languages.ts';
// `Feedback` is the name of a response type.
export { AnswerFeedback } from './resources/answer-feedback.ts';
// Single resources for small browser bundles: `new Chat(settle({ baseURL }))` includes only what it uses.
export type { BackupPart } from './resources/backup-uploads.ts';
export { Chat } from './resources/chat.ts';
export { Handovers } from './resources/generated/handovers.ts';
export { Search } from './resources/generated/search.ts';
export { Widget } from './resources/generated/widget.ts';
export { WidgetTokens } from './resources/generated/widget-tokens.ts';
export type {
  BatchRequest,
  PutFileRequest,
  ReplaceRequest,
  SourceDescription,
  TextRequest,
  UploadRequest,
  UrlRequest,
} from './resources/sources.ts';
export { StreamingChat, streamParts } from './resources/streaming-chat.ts';

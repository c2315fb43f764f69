/** The Footnote SDK: `new Footnote({ baseURL, apiKey })`. */
export { Footnote } from './client.ts';
export type * from './contract/index.ts';
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
export type { ClientOptions, RequestOptions, Timeout } from './core/options.ts';
export type { Page, PagePromise } from './core/page.ts';
export type { Uploadable } from './core/upload.ts';
export type { WaitOptions } from './lib/wait-until-ready.ts';
export type { UploadRequest } from './resources/sources.ts';
export type { WidgetConfig } from './resources/widget.ts';

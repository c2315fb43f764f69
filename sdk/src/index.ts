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
} from './core/errors.ts';
export type { ClientOptions, RequestOptions, Timeout } from './core/options.ts';
export type { Page, PagePromise } from './core/page.ts';

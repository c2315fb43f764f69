import type { FieldError, Source } from '../contract/index.ts';

/** A registered symbol, so that errors of a second copy of this package are recognised. */
const KINDS = Symbol.for('@footnote/sdk/error-kinds');

/** The base class of all errors that this package throws. */
export class FootnoteError extends Error {
  static readonly kind: string = 'FootnoteError';
  readonly [KINDS]: readonly string[];

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.kind;
    this[KINDS] = kindsOf(new.target);
  }

  /**
   * Like `instanceof`, but also works across two copies of this package.
   * @example
   * const problem = await client.sources.retrieve('src_nowhere').catch((error: unknown) => error);
   * if (NotFoundError.isInstance(problem)) console.log(problem.code, problem.requestId);
   */
  static isInstance<Kind extends abstract new (...parameters: never[]) => unknown>(
    this: Kind,
    value: unknown,
  ): value is InstanceType<Kind> {
    const kinds = (value as { [KINDS]?: unknown } | null | undefined)?.[KINDS];
    // biome-ignore lint/complexity/noThisInStatic: `this` is the subclass that the method was called on.
    return Array.isArray(kinds) && kinds.includes((this as unknown as typeof FootnoteError).kind);
  }
}

/** The kinds of a class and its base classes. Not their names, as bundlers rename classes. */
function kindsOf(type: typeof FootnoteError): string[] {
  const kinds = [];
  for (let at = type; at.kind; at = Object.getPrototypeOf(at)) kinds.push(at.kind);
  return kinds;
}

/** No complete response: the address is wrong, the network failed, or the connection broke. See `cause`. */
export class APIConnectionError extends FootnoteError {
  static override readonly kind: string = 'APIConnectionError';
}

/** The response took longer than `timeout`. */
export class APITimeoutError extends APIConnectionError {
  static override readonly kind: string = 'APITimeoutError';
}

/** The caller's signal aborted the call. `cause` is the signal's reason; `name` is `AbortError`, as for an aborted fetch. */
export class APIAbortError extends FootnoteError {
  static override readonly kind: string = 'APIAbortError';

  constructor(reason: unknown) {
    super('The call was aborted.', { cause: reason });
    this.name = 'AbortError';
  }
}

/** Thrown by `waitUntilReady` if sources could not be ingested. The `error` of each source gives the reason. */
export class SourceFailedError extends FootnoteError {
  static override readonly kind: string = 'SourceFailedError';
  readonly sources: readonly Source[];

  constructor(sources: readonly Source[]) {
    const reasons = sources.map(({ id, metadata, error }) => {
      const name = metadata.filename ?? metadata.title ?? metadata.url ?? id;
      return `${name}: ${error?.message ?? 'failed'}`;
    });
    super(reasons.join('\n'));
    this.sources = sources;
  }
}

/** The properties of an error response. */
export interface APIErrorFields {
  detail: string;
  code: string;
  errors?: readonly FieldError[];
  ownerMessage?: string | undefined;
  requestId: string | undefined;
  /** Seconds. */
  retryAfter: number | undefined;
}

/** The server answered with an error. */
export class APIError extends FootnoteError {
  static override readonly kind: string = 'APIError';
  readonly status: number;
  /** A stable code in snake_case; `http_error` if a proxy answered without a code. */
  readonly code: string;
  /** An explanation for people. */
  readonly detail: string;
  /** The `x-request-id` of the response, for questions to the server's operator. */
  readonly requestId: string | undefined;
  /** The invalid fields; empty unless the status is 400. */
  readonly errors: readonly FieldError[];
  /** The project owner's message to visitors; only with the code `budget_exhausted`. */
  readonly ownerMessage: string | undefined;
  /** Seconds to wait before another attempt. */
  readonly retryAfter: number | undefined;

  constructor(status: number, { detail, code, errors = [], ownerMessage, requestId, retryAfter }: APIErrorFields) {
    super(`${status} ${code}: ${detail}`);
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.errors = errors;
    this.ownerMessage = ownerMessage;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** 400: the request is invalid; see `errors`. */
export class BadRequestError extends APIError {
  static override readonly kind: string = 'BadRequestError';
}

/** 401: the credential is missing, expired, revoked or invalid. */
export class AuthenticationError extends APIError {
  static override readonly kind: string = 'AuthenticationError';
}

/** 403: the credential is valid but not sufficient, or the project does not allow the origin of the page. */
export class PermissionDeniedError extends APIError {
  static override readonly kind: string = 'PermissionDeniedError';
}

/** 404: it does not exist, or the credential gives no access to it. */
export class NotFoundError extends APIError {
  static override readonly kind: string = 'NotFoundError';
}

/** 429: too many requests; see `retryAfter`. */
export class RateLimitError extends APIError {
  static override readonly kind: string = 'RateLimitError';
}

/** 500 and above: the server failed. */
export class InternalServerError extends APIError {
  static override readonly kind: string = 'InternalServerError';
}

/** Creates an error of the class for a status. */
export function apiError(status: number, fields: APIErrorFields): APIError {
  if (status >= 500) return new InternalServerError(status, fields);
  if (status === 400) return new BadRequestError(status, fields);
  if (status === 401) return new AuthenticationError(status, fields);
  if (status === 403) return new PermissionDeniedError(status, fields);
  if (status === 404) return new NotFoundError(status, fields);
  if (status === 429) return new RateLimitError(status, fields);
  return new APIError(status, fields);
}

import type { ErrorBody, FieldError, Source } from '../contract/index.ts';

/** Registered across realms, so that an error made by a second copy of this package is still recognised. */
const KINDS = Symbol.for('@footnote/sdk/error-kinds');

/** The root of every error that this package throws. */
export class FootnoteError extends Error {
  static readonly kind: string = 'FootnoteError';
  readonly [KINDS]: readonly string[];

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.kind;
    this[KINDS] = kindsOf(new.target);
  }

  /**
   * Like `instanceof`, and true as well where the application holds two copies of this package.
   * @example
   * const problem = await client.sources.retrieve('src_nowhere').catch((error: unknown) => error);
   * if (NotFoundError.isInstance(problem)) console.log(problem.code, problem.requestId);
   */
  static isInstance<Kind extends abstract new (...parameters: never[]) => unknown>(
    this: Kind,
    value: unknown,
  ): value is InstanceType<Kind> {
    const kinds = (value as { [KINDS]?: unknown } | null | undefined)?.[KINDS];
    // biome-ignore lint/complexity/noThisInStatic: the class that was asked is the question.
    return Array.isArray(kinds) && kinds.includes((this as unknown as typeof FootnoteError).kind);
  }
}

/** The kinds of a class and of all it extends; names are spelled out because bundlers rename classes. */
function kindsOf(type: typeof FootnoteError): string[] {
  const kinds = [];
  for (let at = type; at.kind; at = Object.getPrototypeOf(at)) kinds.push(at.kind);
  return kinds;
}

/** No answer came: the address is wrong, the network failed, or the connection broke half-way. `cause` tells which. */
export class APIConnectionError extends FootnoteError {
  static override readonly kind: string = 'APIConnectionError';
}

/** The answer took longer than `timeout` allows. */
export class APITimeoutError extends APIConnectionError {
  static override readonly kind: string = 'APITimeoutError';
}

/** The caller's own signal aborted the call; `cause` is the signal's reason. `name` is that of every aborted fetch. */
export class APIAbortError extends FootnoteError {
  static override readonly kind: string = 'APIAbortError';

  constructor(reason: unknown) {
    super('The call was aborted.', { cause: reason });
    this.name = 'AbortError';
  }
}

/** Sources that were waited for could not be ingested; each one's `error` says why. */
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

/** What an answer with an error says. */
export interface APIErrorFields extends Partial<Omit<ErrorBody, 'owner_message'>> {
  detail: string;
  code: string;
  ownerMessage?: string | undefined;
  requestId: string | undefined;
  /** Seconds. */
  retryAfter: number | undefined;
}

/** The server answered, and the answer is an error. */
export class APIError extends FootnoteError {
  static override readonly kind: string = 'APIError';
  readonly status: number;
  /** Stable, snake_case; `http_error` where something before the server (a proxy) answered without a code. */
  readonly code: string;
  /** A sentence that its reader can act on. */
  readonly detail: string;
  /** The `x-request-id` of the answer: name it when you ask the server's operator. */
  readonly requestId: string | undefined;
  /** The single fields at fault; empty unless the status is 400. */
  readonly errors: readonly FieldError[];
  /** What the project's owner has written for its visitors; only with the code `budget_exhausted`. */
  readonly ownerMessage: string | undefined;
  /** Seconds after which the server asks to be tried again. */
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

/** 400: something in the request is wrong; `errors` names the fields. */
export class BadRequestError extends APIError {
  static override readonly kind: string = 'BadRequestError';
}

/** 401: the credential is missing, expired, revoked or not valid. */
export class AuthenticationError extends APIError {
  static override readonly kind: string = 'AuthenticationError';
}

/** 403: a valid credential of the wrong kind, or a page on an origin that the project does not list. */
export class PermissionDeniedError extends APIError {
  static override readonly kind: string = 'PermissionDeniedError';
}

/** 404: it does not exist, or it is not yours to see. */
export class NotFoundError extends APIError {
  static override readonly kind: string = 'NotFoundError';
}

/** 429: too many requests; `retryAfter` says when to come back. */
export class RateLimitError extends APIError {
  static override readonly kind: string = 'RateLimitError';
}

/** 500 and above: the fault is the server's. */
export class InternalServerError extends APIError {
  static override readonly kind: string = 'InternalServerError';
}

/** The error of its own class for a status. */
export function apiError(status: number, fields: APIErrorFields): APIError {
  if (status >= 500) return new InternalServerError(status, fields);
  if (status === 400) return new BadRequestError(status, fields);
  if (status === 401) return new AuthenticationError(status, fields);
  if (status === 403) return new PermissionDeniedError(status, fields);
  if (status === 404) return new NotFoundError(status, fields);
  if (status === 429) return new RateLimitError(status, fields);
  return new APIError(status, fields);
}

import type { ErrorBody, FieldError, OpenAiErrorBody } from '@footnote/sdk/contract';

/** The statuses of errors (decisions.md → Codes). */
export type ErrorStatus = 400 | 401 | 403 | 404 | 429 | 500 | 503;

/**
 * An error for the client, with a status, a stable code and a message. It may be thrown anywhere. Only
 * http/error-handler.ts turns it into a response.
 */
export class ApiError extends Error {
  readonly status: ErrorStatus;
  readonly code: string;
  readonly fields: FieldError[] | undefined;
  /** Seconds for the `Retry-After` header. */
  readonly retryAfter: number | undefined;
  /** The message of the project's owner to visitors. */
  readonly ownerMessage: string | undefined;

  constructor(
    status: ErrorStatus,
    code: string,
    detail: string,
    extra: { fields?: FieldError[]; retryAfter?: number; ownerMessage?: string } = {},
  ) {
    super(detail);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = extra.fields;
    this.retryAfter = extra.retryAfter;
    this.ownerMessage = extra.ownerMessage;
  }

  /** Whether the same request may succeed later. */
  get retryable(): boolean {
    return this.status === 429 || this.status >= 500;
  }
}

/** The JSON body of an error. */
export function errorBody({ message, code, fields, ownerMessage }: ApiError): ErrorBody {
  return {
    detail: message,
    code,
    ...(fields && { errors: fields }),
    ...(ownerMessage && { owner_message: ownerMessage }),
  };
}

const OPENAI_TYPES: Partial<Record<ErrorStatus, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
};

/** The JSON body of an error with the fields of OpenAI's API as well as our own. */
export function openAiErrorBody(error: ApiError): OpenAiErrorBody {
  const { message, code, status, fields } = error;
  const type = OPENAI_TYPES[status] ?? 'server_error';
  return { ...errorBody(error), error: { message, type, code, param: fields?.[0]?.field ?? null } };
}

/**
 * A number of seconds in words: `1 second`, `90 seconds`, `12 minutes`, `15 hours`. Rounded up, so that no client retries
 * too early.
 */
export function inWords(seconds: number): string {
  const [count, unit] =
    seconds <= 120 ? [seconds, 'second'] : seconds <= 7200 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour'];
  const whole = Math.ceil(count);
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}

/** The maximum number of invalid fields in an error: a request with thousands of them must not cause a long response. */
export const MAX_FIELD_ERRORS = 20;
/** The maximum lengths of a field's name and message, which may contain what the client sent. */
const MAX_FIELD_LENGTH = 200;
const MAX_MESSAGE_LENGTH = 400;

/** The most characters of all field errors together; they are sent twice, in `detail` and in `errors`. */
const MAX_ERROR_LENGTH = 2_000;

/** Names the first invalid fields and the number of the others; `total` is given if `found` holds only the first. */
function invalidRequest(found: FieldError[], total = found.length): ApiError {
  let length = 0;
  const fields = found
    .slice(0, MAX_FIELD_ERRORS)
    .map(({ field, message }) => ({
      field: shortened(field, MAX_FIELD_LENGTH),
      message: shortened(message, MAX_MESSAGE_LENGTH),
    }))
    .filter(({ field, message }) => {
      length += field.length + message.length;
      return length <= MAX_ERROR_LENGTH;
    });
  const sentences = fields.map(({ field, message }) => (field ? `${field}: ${message}` : message));
  if (total > fields.length) sentences.push(`and ${total - fields.length} more`);
  return new ApiError(400, 'invalid_request', sentences.join('; '), { fields });
}

const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** Makes an error that always has the same words. */
export const always =
  (...words: ConstructorParameters<typeof ApiError>) =>
  () =>
    new ApiError(...words);

/** An error about one field of a request, with the same sentence for the field and for the whole. */
export const fieldError = (code: string, field: string, sentence: string) =>
  new ApiError(400, code, sentence, { fields: [{ field, message: sentence }] });

// biome-ignore lint/suspicious/noExplicitAny: errors take arguments of every type.
type Makers = Record<string, (...given: any[]) => ApiError>;

/** Arguments for the examples of the API reference; null where another error of the same code is the example. */
type Arguments<Own extends Makers> = {
  [Name in keyof Own as Parameters<Own[Name]> extends [] ? never : Name]: Parameters<Own[Name]> | null;
};

/** An example of each of these errors, for the API reference. */
export function examplesOf<Own extends Makers>(own: Own, given: Arguments<Own>): Array<() => ApiError> {
  const samples: Partial<Record<string, readonly unknown[] | null>> = given;
  return Object.entries(own).flatMap(([name, make]) => {
    const sample = samples[name];
    return sample === null ? [] : [() => make(...(sample ?? []))];
  });
}

/** Errors that have the same words in every part of the server. */
export const errors = {
  invalidRequest,
  notFound: always(404, 'not_found', 'This does not exist, or you do not have access to it.'),
  rateLimited: (seconds: number) =>
    new ApiError(429, 'rate_limited', `Too many requests. Try again in ${inWords(seconds)}.`, {
      retryAfter: seconds,
    }),
  inProgress: (seconds: number) =>
    new ApiError(429, 'in_progress', `This is already in progress. Try again in ${inWords(seconds)}.`, {
      retryAfter: seconds,
    }),
  storageFull: always(
    500,
    'storage_full',
    'The server has no disk space left to store this. Its operator must free some.',
  ),
  internal: always(
    500,
    'internal_error',
    'Something went wrong on the server. The request id identifies the error in the log.',
  ),
};

export const commonExamples = examplesOf(errors, {
  invalidRequest: [[{ field: 'name', message: 'is required' }]],
  rateLimited: [12],
  inProgress: [1],
});

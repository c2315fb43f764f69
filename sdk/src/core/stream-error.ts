import { APIError, type APIErrorFields } from './errors.ts';

/** The server failed in the middle of an answer. `status` is 200, as the response had already started. */
export class ChatStreamError extends APIError {
  static override readonly kind: string = 'ChatStreamError';
  /** True if asking the question again may succeed. It counts as a new question. */
  readonly retryable: boolean;

  constructor(fields: APIErrorFields & { retryable: boolean }) {
    super(200, fields);
    this.retryable = fields.retryable;
  }
}

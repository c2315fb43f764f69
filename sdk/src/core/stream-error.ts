import { APIError, type APIErrorFields } from './errors.ts';

/** The server gave up in the middle of its answer. `status` is 200: it had begun well. */
export class ChatStreamError extends APIError {
  static override readonly kind: string = 'ChatStreamError';
  /** May the same question be answered if it is asked again? It is a new question to the server. */
  readonly retryable: boolean;

  constructor(fields: APIErrorFields & { retryable: boolean }) {
    super(200, fields);
    this.retryable = fields.retryable;
  }
}

import { sleep } from './abort.ts';
import { APIConnectionError, APIError } from './errors.ts';

const FIRST_WAIT = 500;
const MAX_WAIT = 8_000;
/** If the server asks for a longer wait, the error goes to the caller, who can read `retryAfter`. */
const MAX_RETRY_AFTER = 60_000;
/** Codes of Node that mean that no connection was made, so the server has not seen the request. */
const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

/** When to retry. */
export interface RetryPolicy {
  maxRetries: number;
  /** True if the request must not run twice. It is then retried only if the server has certainly not started it. */
  once: boolean;
  /** Aborts the wait. */
  signal: AbortSignal;
  /** No attempt starts after this time (milliseconds since 1970): the last error says more than a timeout. */
  deadline: number;
}

/** Runs `attempt` until it succeeds, fails for good, or has been repeated `maxRetries` times. */
export async function withRetries<Value>(attempt: () => Promise<Value>, policy: RetryPolicy): Promise<Value> {
  for (let retries = 0; ; retries++) {
    try {
      return await attempt();
    } catch (error) {
      if (retries >= policy.maxRetries || !mayRepeat(error, policy.once)) throw error;
      const wait = waitBefore(retries, error);
      if (wait === undefined || Date.now() + wait >= policy.deadline) throw error;
      await sleep(wait, policy.signal);
    }
  }
}

function mayRepeat(error: unknown, once: boolean): boolean {
  if (APIError.isInstance(error)) return error.status === 429 || (error.status >= 500 && !once);
  return APIConnectionError.isInstance(error) && (!once || neverSent(error));
}

function neverSent(error: APIConnectionError): boolean {
  // Undici wraps the system error in a TypeError, so the code is one level below our own cause.
  const { cause } = (error.cause ?? {}) as { cause?: { code?: string } };
  return NEVER_SENT.includes(cause?.code ?? '');
}

/** The wait in milliseconds: half a second, doubled each time, minus a jitter of up to a quarter, but at least what the server asks for. */
function waitBefore(retries: number, error: unknown): number | undefined {
  const asked = APIError.isInstance(error) ? (error.retryAfter ?? 0) * 1000 : 0;
  if (asked > MAX_RETRY_AFTER) return undefined;
  const backoff = Math.min(FIRST_WAIT * 2 ** retries, MAX_WAIT) * (1 - Math.random() / 4);
  return Math.max(asked, backoff);
}

/** The seconds in a `Retry-After` header, which has seconds or a date; undefined if it is missing or invalid. */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  // Date.parse accepts almost anything, even "-5".
  if (!value.endsWith('GMT')) return undefined;
  // Prefer the server's clock, as the caller's may be wrong by hours.
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  const seconds = (Date.parse(value) - now) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

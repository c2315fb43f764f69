import { sleep } from './abort.ts';
import { APIConnectionError, APIError } from './errors.ts';

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8_000;
/** A server that asks for more than this is not waited for: the error goes to the caller, who reads `retryAfter`. */
const LONGEST_RETRY_AFTER = 60_000;
/** Node's names for "no connection was ever made", which prove that the server has not seen the request. */
const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

/** When to try again. */
export interface RetryPolicy {
  maxRetries: number;
  /** True for what must not happen twice: it is tried again only where the server surely has not begun it. */
  once: boolean;
  /** Ends the waiting. */
  signal: AbortSignal;
  /** No try starts after this time (milliseconds since 1970): the error is worth more than a late time-out. */
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
  // Undici wraps the system's error in a TypeError, so the code sits one level below our own cause.
  const { cause } = (error.cause ?? {}) as { cause?: { code?: string } };
  return NEVER_SENT.includes(cause?.code ?? '');
}

/** Milliseconds: half a second, doubled each time, less up to a quarter by chance, and never less than the server asks. */
function waitBefore(retries: number, error: unknown): number | undefined {
  const asked = APIError.isInstance(error) ? (error.retryAfter ?? 0) * 1000 : 0;
  if (asked > LONGEST_RETRY_AFTER) return undefined;
  const backoff = Math.min(FIRST_WAIT * 2 ** retries, LONGEST_WAIT) * (1 - Math.random() / 4);
  return Math.max(asked, backoff);
}

/** Seconds of a `Retry-After` header, given as seconds or as a date; undefined where there is none to be understood. */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  // Date.parse takes nearly everything for a date, "-5" included.
  if (!value.endsWith('GMT')) return undefined;
  // The server's own clock wins where it is told: the caller's may be wrong by hours.
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  const seconds = (Date.parse(value) - now) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

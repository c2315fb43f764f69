import { APIConnectionError, APIError } from '@footnote/sdk';
import type { Strings } from '../locales/strings.ts';

/** The reasons for a missing answer that the visitor sees. */
export interface Failure {
  kind: keyof Strings['failures'];
  /** When a new try makes sense: milliseconds since 1970. */
  retryAt?: number;
  /** The project owner's own message for this case, shown instead of the widget's. */
  ownerMessage?: string | undefined;
}

/** The failure for each status without a specific code. */
const KIND_BY_STATUS: Record<number, Failure['kind']> = { 400: 'question', 401: 'session', 403: 'setup', 404: 'setup' };

/** Seconds to wait if a 429 has no `Retry-After`. */
const DEFAULT_RETRY_S = 10;

/**
 * Finds out what an error means. A browser reports a blocked origin like a lost connection, so the server is asked whether
 * it is reachable. `allowed`: this page has had a response before, so its origin is not blocked.
 */
export async function toFailure(error: unknown, baseURL: string, allowed: boolean): Promise<Failure> {
  if (APIError.isInstance(error)) {
    if (error.status === 429) {
      const kind = error.code === 'budget_exhausted' ? 'budget' : 'rate';
      const retryAt = Date.now() + (error.retryAfter ?? DEFAULT_RETRY_S) * 1000;
      return { kind, retryAt, ownerMessage: error.ownerMessage };
    }
    if (error.code === 'origin_not_allowed') return originNotAllowed(baseURL);
    return { kind: KIND_BY_STATUS[error.status] ?? 'server' };
  }
  if (!APIConnectionError.isInstance(error)) return { kind: 'server' };
  if (navigator.onLine === false) return { kind: 'offline' };
  return !allowed && (await isReachable(baseURL)) ? originNotAllowed(baseURL) : { kind: 'unreachable' };
}

/** Whether anything answers at this address. Without CORS the response cannot be read, but it arrives. */
async function isReachable(baseURL: string): Promise<boolean> {
  try {
    await fetch(`${baseURL}/health`, { mode: 'no-cors', cache: 'no-store', signal: AbortSignal.timeout(5000) });
    return true;
  } catch {
    return false;
  }
}

function originNotAllowed(baseURL: string): Failure {
  // biome-ignore lint/suspicious/noConsole: only the site's owner can fix this, and looks in the console.
  console.error(
    `[footnote] ${baseURL} does not answer pages of ${location.origin}. Add it to the project's allowed_origins, and set ` +
      `widget_access to "public" unless your own backend hands out tokens.`,
  );
  return { kind: 'origin' };
}

import { APIConnectionError, APIError } from '@footnote/sdk';
import type { Strings } from '../locales/strings.ts';

/** Why there is no answer, as far as a visitor is concerned. */
export interface Failure {
  kind: keyof Strings['failures'];
  /** The moment (milliseconds since 1970) from which a new try makes sense. */
  retryAt?: number;
  /** What the project's owner has written for this, in place of the widget's own words. */
  ownerMessage?: string | undefined;
}

/** What the other statuses mean. */
const KINDS: Record<number, Failure['kind']> = { 400: 'question', 401: 'session', 403: 'setup', 404: 'setup' };

/** Seconds to wait where a 429 does not say. */
const DEFAULT_WAIT = 10;

/**
 * Finds out what an error means. A browser does not tell "no connection" from "not allowed", so the server is asked;
 * where this page has had answers before (`allowed`), it is allowed.
 */
export async function failureOf(error: unknown, baseURL: string, allowed: boolean): Promise<Failure> {
  if (APIError.isInstance(error)) {
    if (error.status === 429) {
      const kind = error.code === 'budget_exhausted' ? 'budget' : 'rate';
      const retryAt = Date.now() + (error.retryAfter ?? DEFAULT_WAIT) * 1000;
      return { kind, retryAt, ownerMessage: error.ownerMessage };
    }
    if (error.code === 'origin_not_allowed') return notAllowed(baseURL);
    return { kind: KINDS[error.status] ?? 'server' };
  }
  if (!APIConnectionError.isInstance(error)) return { kind: 'server' };
  if (navigator.onLine === false) return { kind: 'offline' };
  return !allowed && (await isThere(baseURL)) ? notAllowed(baseURL) : { kind: 'unreachable' };
}

/** Does anything answer at this address? Without CORS the answer cannot be read, but it comes. */
async function isThere(baseURL: string): Promise<boolean> {
  try {
    await fetch(`${baseURL}/health`, { mode: 'no-cors', cache: 'no-store', signal: AbortSignal.timeout(5000) });
    return true;
  } catch {
    return false;
  }
}

function notAllowed(baseURL: string): Failure {
  // biome-ignore lint/suspicious/noConsole: the console is where the site's owner looks, and the visitor cannot help it.
  console.error(
    `[footnote] ${baseURL} does not answer pages of ${location.origin}. Add it to the project's allowed_origins, and set ` +
      `widget_access to "public" unless your own backend hands out tokens.`,
  );
  return { kind: 'origin' };
}

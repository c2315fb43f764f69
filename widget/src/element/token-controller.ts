import { AuthenticationError, type Settings, WidgetTokens } from '@footnote/sdk';
import type { Store } from '../base/storage.ts';
import { apiSettings } from './api-settings.ts';

/** A widget token and its lifetime, in milliseconds since 1970. */
export interface CachedToken {
  token: string;
  renewAt: number;
  expiresAt: number;
}

/** Where tokens come from, in this order: `getToken`, `token`, the API (public projects). */
export interface TokenSource {
  baseURL: string;
  project: string;
  token?: string | undefined;
  getToken?: (() => string | Promise<string>) | undefined;
}

/** A token is renewed when this share of its lifetime is over. */
const RENEW_AT = 0.8;

/**
 * Holds the widget token. After 80 % of its lifetime it is renewed in the background and still used, so that no visitor
 * waits. A token that has expired or that the server has refused is replaced first.
 */
export class TokenController {
  readonly #source: () => TokenSource;
  readonly #store: () => Store<CachedToken>;
  readonly #onExpired: (refused: boolean) => boolean;
  #cached: CachedToken | undefined;
  /** The page's `token` that `#cached` was made from. */
  #pageToken: string | undefined;
  #renewal: Promise<CachedToken> | undefined;

  /** `onExpired` is called for a token that can no longer be used; if it returns false, the token is used nevertheless. */
  constructor(source: () => TokenSource, store: () => Store<CachedToken>, onExpired: (refused: boolean) => boolean) {
    this.#source = source;
    this.#store = store;
    this.#onExpired = onExpired;
  }

  /** A token to send; `refused` is one that the server has just refused. Throws the SDK's errors. */
  async get(refused?: string): Promise<string> {
    const cached = this.#current();
    if (!cached) return (await this.#renew()).token;
    if (cached.token === refused || cached.expiresAt <= Date.now()) {
      const renew = this.#onExpired(cached.token === refused);
      // The event's listener may have set another token.
      const current = this.#current();
      if (current && (current !== cached || !renew)) return current.token;
      return (await this.#renew()).token;
    }
    // A failure is reported once the token has expired; until then the old one works.
    if (cached.renewAt <= Date.now()) this.#renew().catch(() => {});
    return cached.token;
  }

  /** The current token, from the page or from the tab's storage. */
  #current(): CachedToken | undefined {
    const { token, getToken } = this.#source();
    if (token !== this.#pageToken) {
      this.#pageToken = token;
      this.#cached = token ? parseToken(token) : undefined;
    }
    // Only a token that the widget has minted itself is stored: a page with its own tokens provides a new one.
    if (!token && !getToken) this.#cached ??= this.#store().read();
    return this.#cached;
  }

  /** Concurrent callers wait for the same new token. */
  #renew(): Promise<CachedToken> {
    this.#renewal ??= this.#fetchToken(this.#source())
      .then((cached) => {
        this.#cached = cached;
        if (!this.#source().token && !this.#source().getToken) this.#store().write(cached);
        return cached;
      })
      .finally(() => {
        this.#renewal = undefined;
      });
    return this.#renewal;
  }

  async #fetchToken({ baseURL, project, token, getToken }: TokenSource): Promise<CachedToken> {
    if (getToken) return parseToken(await getToken());
    const mint = async (body: { project_id?: string }, credential: Settings['credential']) =>
      withLifetime(await new WidgetTokens(apiSettings(baseURL, credential)).create(body));
    const cached = this.#cached;
    if (cached) {
      try {
        return await mint({}, { accessToken: cached.token });
      } catch (error) {
        if (token || !AuthenticationError.isInstance(error)) throw error;
      }
    }
    return mint({ project_id: project }, {});
  }
}

function withLifetime({ token, expires_in }: { token: string; expires_in: number }): CachedToken {
  const lifetime = expires_in * 1000;
  return { token, renewAt: Date.now() + lifetime * RENEW_AT, expiresAt: Date.now() + lifetime };
}

/** Reads the lifetime of a token that the page has provided from the token itself; infinite if it does not say. */
function parseToken(token: string): CachedToken {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { iat, exp } = JSON.parse(atob(payload)) as { iat: number; exp: number };
    if (exp > iat) return { token, renewAt: (iat + (exp - iat) * RENEW_AT) * 1000, expiresAt: exp * 1000 };
  } catch {
    // Not a JWT: use it until the server refuses it.
  }
  return { token, renewAt: Number.POSITIVE_INFINITY, expiresAt: Number.POSITIVE_INFINITY };
}

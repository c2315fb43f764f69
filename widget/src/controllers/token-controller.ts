import { AuthenticationError, type Settings, WidgetTokens } from '@footnote/sdk';
import type { Store } from '../storage.ts';
import { settingsOf } from './settings.ts';

/** A widget token and its life, in milliseconds since 1970. */
export interface HeldToken {
  token: string;
  renewAt: number;
  expiresAt: number;
}

/** Where tokens come from, in this order: `getToken`, `token`, the page itself (public projects). */
export interface TokenSource {
  baseURL: string;
  project: string;
  token?: string | undefined;
  getToken?: (() => string | Promise<string>) | undefined;
}

/** A token is renewed when this share of its life is over. */
const RENEW_AFTER = 0.8;

/**
 * Holds the widget token. One that has lived 80 % of its life is still used while a new one is on its way, so renewing
 * costs no visitor a wait; one that the server refused is replaced first.
 */
export class TokenController {
  readonly #source: () => TokenSource;
  readonly #store: () => Store<HeldToken>;
  readonly #ended: (refused: boolean) => boolean;
  #held: HeldToken | undefined;
  /** The `token` that the page had given when `#held` began. */
  #given: string | undefined;
  #renewal: Promise<HeldToken> | undefined;

  /** `ended` hears of a token that can no longer be used, and returns false to go on with it nevertheless. */
  constructor(source: () => TokenSource, store: () => Store<HeldToken>, ended: (refused: boolean) => boolean) {
    this.#source = source;
    this.#store = store;
    this.#ended = ended;
  }

  /** A token to send; `refused` is one that the server has just refused. Throws what the server says. */
  async get(refused?: string): Promise<string> {
    const held = this.#known();
    if (!held) return (await this.#renew()).token;
    if (held.token === refused || held.expiresAt <= Date.now()) {
      const renew = this.#ended(held.token === refused);
      // Whoever has heard of it may have set another one.
      const given = this.#known();
      if (given && (given !== held || !renew)) return given.token;
      return (await this.#renew()).token;
    }
    // A failure in the background shows itself when the token has ended; until then nobody needs to know.
    if (held.renewAt <= Date.now()) this.#renew().catch(() => {});
    return held.token;
  }

  /** The token that there is, from the page or from what the tab has kept. */
  #known(): HeldToken | undefined {
    const { token, getToken } = this.#source();
    if (token !== this.#given) {
      this.#given = token;
      this.#held = token ? lifeOf(token) : undefined;
    }
    // Only what the page has minted by itself outlives a reload: who hands out tokens hands them out anew.
    if (!token && !getToken) this.#held ??= this.#store().read();
    return this.#held;
  }

  /** All who wait for a new token wait for the same one. */
  #renew(): Promise<HeldToken> {
    this.#renewal ??= this.#obtain(this.#source())
      .then((held) => {
        this.#held = held;
        if (!this.#source().token && !this.#source().getToken) this.#store().write(held);
        return held;
      })
      .finally(() => {
        this.#renewal = undefined;
      });
    return this.#renewal;
  }

  async #obtain({ baseURL, project, token, getToken }: TokenSource): Promise<HeldToken> {
    if (getToken) return lifeOf(await getToken());
    const mint = async (body: { project_id?: string }, credential: Settings['credential']) =>
      fresh(await new WidgetTokens(settingsOf(baseURL, credential)).create(body));
    const held = this.#held;
    if (held) {
      try {
        return await mint({}, { accessToken: held.token });
      } catch (error) {
        if (token || !AuthenticationError.isInstance(error)) throw error;
      }
    }
    return mint({ project_id: project }, {});
  }
}

function fresh({ token, expires_in }: { token: string; expires_in: number }): HeldToken {
  const life = expires_in * 1000;
  return { token, renewAt: Date.now() + life * RENEW_AFTER, expiresAt: Date.now() + life };
}

/** The life of a token that somebody else has minted, read from the token itself; for ever where it does not say. */
function lifeOf(token: string): HeldToken {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { iat, exp } = JSON.parse(atob(payload)) as { iat: number; exp: number };
    if (exp > iat) return { token, renewAt: (iat + (exp - iat) * RENEW_AFTER) * 1000, expiresAt: exp * 1000 };
  } catch {
    // Not a JWT: it is used until the server refuses it.
  }
  return { token, renewAt: Number.POSITIVE_INFINITY, expiresAt: Number.POSITIVE_INFINITY };
}

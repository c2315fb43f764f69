import { Footnote, type Setup, type User } from '@footnote/sdk';
import { persistentStorage, tabStorage } from './storage.ts';

const TOKEN = 'footnote.token';
/** Tells the other tabs which token has just been revoked. Nothing stays in it. */
const ENDED = 'footnote.ended';

/** Why the session has ended. */
export type EndReason = 'signed-out' | 'expired' | 'deleted';

/** The signed-in user and their API client. Fires `changed` when the user signs in, signs out or is updated. */
export class Session extends EventTarget {
  readonly client: Footnote;
  #token: string | null;
  #user: Promise<User> | null = null;
  #setup: Promise<Setup> | null = null;
  /** Why the last session ended; null if there was none. */
  ended: EndReason | null = null;

  /** `baseURL` is the address of the API, with `/v1`. */
  constructor(baseURL: string) {
    super();
    this.#token = read();
    this.client = new Footnote({
      baseURL,
      getToken: (refused) => this.#tokenAfter(refused),
      // The server's rate limit for it is that of a person who clicks (server/http/rate-limit.ts).
      defaultHeaders: { 'x-footnote-console': '1' },
    });
    // Another tab has ended the session that this one shares, or has signed in with "keep me signed in".
    addEventListener('storage', ({ key, newValue }) => {
      if (key === ENDED && newValue && this.#token?.endsWith(newValue)) this.#end('signed-out');
      if (key === TOKEN && newValue && this.#token === null) this.#begin(newValue);
    });
  }

  get signedIn(): boolean {
    return this.#token !== null;
  }

  /** The account, requested once per session. */
  user(): Promise<User> {
    this.#user ??= this.client.auth.me().catch((error: unknown) => {
      this.#user = null;
      throw error;
    });
    return this.#user;
  }

  /** Whether accounts exist and may be created, requested once between two sessions. */
  setup(): Promise<Setup> {
    this.#setup ??= this.client.setup.retrieve().catch((error: unknown) => {
      this.#setup = null;
      throw error;
    });
    return this.#setup;
  }

  /** Replaces the account after it has been updated. */
  setUser(user: User): void {
    this.#user = Promise.resolve(user);
    this.dispatchEvent(new Event('changed'));
  }

  /** `keep` stores the session beyond this tab; `code` is that of the second factor. Throws errors of the API. */
  async signIn(email: string, password: string, keep: boolean, code?: string): Promise<void> {
    const { access_token } = await this.client.auth.login({ email, password, ...(code !== undefined && { code }) });
    this.begin(access_token, keep);
  }

  /** Begins a session with a token that the server has just issued. `keep` stores it beyond this tab. */
  begin(token: string, keep: boolean): void {
    (keep ? persistentStorage : tabStorage).write(TOKEN, token);
    this.#begin(token);
  }

  /** Signs out, and revokes the token on the server if it answers within two seconds. */
  async signOut(reason: EndReason = 'signed-out'): Promise<void> {
    const token = this.#token;
    if (token === null) return;
    const revoked = reason === 'signed-out' ? this.client.auth.logout().catch(() => undefined) : undefined;
    // The request needs the token, so it goes first.
    await Promise.race([revoked, new Promise((resolve) => setTimeout(resolve, 2000))]);
    this.#end(reason);
  }

  #begin(token: string): void {
    this.#token = token;
    this.#user = null;
    this.#setup = null;
    this.ended = null;
    this.dispatchEvent(new Event('changed'));
  }

  #end(reason: EndReason): void {
    const token = this.#token;
    if (token === null) return;
    this.#token = null;
    this.#user = null;
    this.ended = reason;
    forget(token);
    persistentStorage.write(ENDED, token.slice(-16));
    persistentStorage.write(ENDED, null);
    this.dispatchEvent(new Event('changed'));
  }

  /** The SDK calls again with a token that the server has refused. The session is then over. */
  #tokenAfter(refused: string | undefined): string {
    if (refused !== undefined && refused === this.#token) this.#end('expired');
    return this.#token ?? refused ?? '';
  }
}

function read(): string | null {
  return tabStorage.read(TOKEN) ?? persistentStorage.read(TOKEN);
}

/** Removes only this token: another tab may have stored another session. */
function forget(token: string): void {
  for (const memory of [tabStorage, persistentStorage]) if (memory.read(TOKEN) === token) memory.write(TOKEN, null);
}

import { Footnote, type Setup, type User } from '@footnote/sdk';
import { browserMemory, tabMemory } from './storage.ts';

const TOKEN = 'footnote.token';
/** Tells the other tabs which token has just been given up; nothing stays in it. */
const ENDED = 'footnote.ended';

/** Why nobody is signed in any more. */
export type EndReason = 'signed-out' | 'expired' | 'deleted';

/** Who is signed in, and the client that speaks for them. Tells `changed` when that is somebody else or nobody. */
export class Session extends EventTarget {
  readonly client: Footnote;
  #token: string | null;
  #user: Promise<User> | null = null;
  #setup: Promise<Setup> | null = null;
  /** Why the last session ended; null where there has been none. */
  ended: EndReason | null = null;

  /** `baseURL`: of the API, `/v1` included. */
  constructor(baseURL: string) {
    super();
    this.#token = read();
    this.client = new Footnote({ baseURL, getToken: (refused) => this.#tokenAfter(refused) });
    // Other tabs: one that signed in for good, and one that ended the session that this one shares.
    addEventListener('storage', ({ key, newValue }) => {
      if (key === ENDED && newValue && this.#token?.endsWith(newValue)) this.#end('signed-out');
      if (key === TOKEN && newValue && this.#token === null) this.#begin(newValue);
    });
  }

  get signedIn(): boolean {
    return this.#token !== null;
  }

  /** The account, asked for once a session. */
  user(): Promise<User> {
    this.#user ??= this.client.auth.me().catch((error: unknown) => {
      this.#user = null;
      throw error;
    });
    return this.#user;
  }

  /** Is there an account, and may one be made? Asked for once between two sessions. */
  setup(): Promise<Setup> {
    this.#setup ??= this.client.setup.retrieve().catch((error: unknown) => {
      this.#setup = null;
      throw error;
    });
    return this.#setup;
  }

  /** Takes over what the account is known to be now. */
  renamed(user: User): void {
    this.#user = Promise.resolve(user);
    this.dispatchEvent(new Event('changed'));
  }

  /** `keep`: beyond the end of this tab. Throws what the API answers. */
  async signIn(email: string, password: string, keep: boolean): Promise<void> {
    const { access_token } = await this.client.auth.login({ email, password });
    (keep ? browserMemory : tabMemory).write(TOKEN, access_token);
    this.#begin(access_token);
  }

  /** Signs out here at once, and on the server as soon as it can be told. */
  async signOut(reason: EndReason = 'signed-out'): Promise<void> {
    const token = this.#token;
    if (token === null) return;
    const told = reason === 'signed-out' ? this.client.auth.logout().catch(() => undefined) : undefined;
    // The request has to take its token along before there is none.
    await Promise.race([told, new Promise((resolve) => setTimeout(resolve, 2000))]);
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
    browserMemory.write(ENDED, token.slice(-16));
    browserMemory.write(ENDED, null);
    this.dispatchEvent(new Event('changed'));
  }

  /** The SDK asks a second time where the server refused the first token: then this session is over. */
  #tokenAfter(refused: string | undefined): string {
    if (refused !== undefined && refused === this.#token) this.#end('expired');
    return this.#token ?? refused ?? '';
  }
}

function read(): string | null {
  return tabMemory.read(TOKEN) ?? browserMemory.read(TOKEN);
}

/** Another tab may have kept another session, which goes on. */
function forget(token: string): void {
  for (const memory of [tabMemory, browserMemory]) if (memory.read(TOKEN) === token) memory.write(TOKEN, null);
}

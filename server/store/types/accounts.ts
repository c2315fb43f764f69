import {
  flag,
  hidden,
  initially,
  json,
  large,
  type NewRow,
  nullable,
  oneOf,
  type Row,
  table,
  text,
  time,
  whole,
} from '../table.ts';
import type { Identity, Linking } from './members.ts';
import type { Page, Paging } from './paging.ts';

export const users = table('users', {
  id: text,
  email: text,
  name: text,
  /** PHC string; empty for an account that signs in only with a provider. */
  passwordHash: text,
  /** Sessions and user tokens of an older epoch are void, all but `keptToken`: the one that last ended all others. */
  tokenEpoch: initially(1, whole),
  keptToken: initially(null, nullable(text)),
  /** Looks after the whole server. */
  operator: flag,
  /** Since when the account cannot be used; null while it can. */
  deactivatedAt: initially(null, nullable(time)),
  /** Increases with each job of its projects; the account with the lowest goes next. */
  jobTurn: hidden(initially(0, large)),
  createdAt: time,
});
export type UserRow = Row<typeof users>;

/** Creates an account; the first one becomes the operator. */
export type NewUser = Omit<NewRow<typeof users>, 'operator' | 'deactivatedAt'>;

/** What the operator may look for. */
export interface UserFilter {
  search?: string;
  deactivated?: boolean;
}

/** An account in the operator's list. */
export interface ListedUser extends UserRow {
  /** How many projects it owns. */
  projects: number;
  /** Whether somebody signs in to it with a provider. */
  linked: boolean;
  /** The last login from an address that is still remembered; null: none. */
  lastLoginAt: number | null;
}

export interface UserChanges {
  name?: string;
  operator?: true;
  /** A new password: every session and token but this one becomes void in the same moment. */
  password?: { hash: string; kept: KeptSession | null };
}

/** The session that stays when all others of its account end. Tokens of before there were sessions have none. */
export interface KeptSession {
  tokenId: string;
  sessionId: string | null;
}

export interface Users {
  /**
   * `onlyFirst`: fails with `not-first` if there is another account. `invitation`: the hash of a token that is used up. `identity`:
   * what signs in to the account. All of it happens, or nothing. Throws 403 for an invitation that is void or for somebody else.
   */
  create(
    user: NewUser,
    options?: { onlyFirst?: boolean; invitation?: string | undefined; identity?: Identity },
  ): Promise<'created' | 'email-taken' | 'not-first'>;
  /** Those whose name or e-mail address contains `search`, newest first. */
  list(filter: UserFilter, paging: Paging): Promise<Page<ListedUser>>;
  /**
   * Deactivates the account, which ends its sessions and tokens in the same moment, or, with null, lets it be used again. Null: it
   * is gone. `last-operator`: no one else could look after the server.
   */
  setDeactivated(id: string, at: number | null): Promise<UserRow | 'last-operator' | null>;
  /** Lets only the provider sign in: the password, the second factor and every session are void. Otherwise, nothing changes. */
  handToIdentity(id: string, identity: Identity, at: number): Promise<Linking>;
  /** Lets no person of a provider sign in any more, and ends every session if one could. Null: the account is gone. */
  unlinkIdentities(id: string, at: number): Promise<UserRow | null>;
  byId(id: string): Promise<UserRow | null>;
  byEmail(email: string): Promise<UserRow | null>;
  count(): Promise<number>;
  /** The same password under another hash: no token becomes void. */
  updatePasswordHash(id: string, passwordHash: string): Promise<void>;
  /** Makes every session and token of the account void but this one. Returns how many sessions have ended. */
  endOtherSessions(id: string, kept: KeptSession, now: number): Promise<number>;
  /** Null when it is gone. */
  update(id: string, changes: UserChanges): Promise<UserRow | null>;
  /**
   * Removes the account and the rows of its projects in one transaction, so that its tokens, keys and widget tokens are
   * void at once; then what hangs on the projects, as `Projects.delete`. False: not there.
   */
  delete(id: string): Promise<boolean>;
}

/** A login whose token is valid. */
export const sessions = table('sessions', {
  id: text,
  userId: text,
  /** That of the account. The session has ended when the account has another one. */
  tokenEpoch: large,
  /** The browser and the system, as far as the user agent named them. */
  client: nullable(text),
  /** Keyed; the store never sees the address. */
  addressHash: text,
  createdAt: time,
  /** To within minutes. */
  lastUsedAt: time,
  expiresAt: time,
  /** When the password was last given. */
  confirmedAt: time,
});
export type SessionRow = Row<typeof sessions>;

export interface Sessions {
  /**
   * Of the account's sessions the `most` last used are kept. False, and nothing created, where the account has been deleted or
   * has another epoch by now.
   */
  create(session: SessionRow, most: number): Promise<boolean>;
  /** Null where it has ended. Whether it has expired is for the caller to see. */
  byId(id: string): Promise<SessionRow | null>;
  /** Those that have neither ended nor expired, newest first. */
  listByUser(userId: string, now: number, paging: Paging): Promise<Page<SessionRow>>;
  touch(id: string, lastUsedAt: number): Promise<void>;
  confirm(id: string, confirmedAt: number): Promise<void>;
  /** False: the account has no such session. */
  end(userId: string, id: string): Promise<boolean>;
  /** Deletes the rows of expired sessions; returns how many. */
  sweep(now: number): Promise<number>;
}

/** A second factor that an account has set up. */
export const secondFactors = table(
  'second_factors',
  {
    userId: text,
    /** Encrypted. */
    secret: text,
    /** Null until a code has shown that an app knows the secret: it is not asked for yet. */
    enabledAt: nullable(time),
    /** The time step of the code that was last used. */
    lastStep: hidden(initially(0, large)),
  },
  ['userId'],
);
export type SecondFactorRow = Row<typeof secondFactors>;

export const recoveryCodes = table('recovery_codes', { userId: text, codeHash: text }, ['userId', 'codeHash']);

export interface SecondFactors {
  byUser(userId: string): Promise<SecondFactorRow | null>;
  /** Replaces one that is not enabled yet. False: one is, or there is no such account. */
  begin(userId: string, secret: string): Promise<boolean>;
  /**
   * Enables it with the hashes of its recovery codes; the code of the time step is used up. False: another secret has been set
   * up, or enabled, since the row was read.
   */
  enable(factor: SecondFactorRow, given: { step: number; at: number; codeHashes: string[] }): Promise<boolean>;
  /** Uses up the code of a time step. False: it, or one of a later step, has been used. */
  useStep(userId: string, step: number): Promise<boolean>;
  /** False: there is no such code, or no longer. */
  useRecoveryCode(userId: string, codeHash: string): Promise<boolean>;
  /** False: no second factor is enabled. */
  replaceRecoveryCodes(userId: string, codeHashes: string[]): Promise<boolean>;
  recoveryCodesLeft(userId: string): Promise<number>;
  /** Removes it with its recovery codes. False: none was enabled. */
  remove(userId: string): Promise<boolean>;
}

export const revocations = table('revocations', { jti: text, expiresAt: time }, ['jti']);

export interface Revocations {
  /** `expiresAt`: when the token would have expired by itself; the row may be swept after it. */
  revoke(jti: string, expiresAt: number): Promise<void>;
  isRevoked(jti: string): Promise<boolean>;
  sweep(now: number): Promise<number>;
}

export const loginAddresses = table('login_addresses', { userId: text, addressHash: text, lastLoginAt: time }, [
  'userId',
  'addressHash',
]);

/**
 * Where accounts have logged in from. The store only ever sees hashes of addresses. Those of an account that is deleted go
 * with it.
 */
export interface LoginAddresses {
  /** When the account with this e-mail address last logged in from there; null: never, or there is no such account. */
  lastLogin(email: string, addressHash: string): Promise<number | null>;
  /** It has logged in from there; of the account's addresses the `keep` latest are kept. Does nothing for a deleted account. */
  note(userId: string, addressHash: string, at: number, keep: number): Promise<void>;
  /** Forgets addresses without a login since then; returns how many. */
  sweep(before: number): Promise<number>;
}

/**
 * How the first request with a key went. `made`: it made its resource, and its answer was not kept (yet), as where the
 * process ended in between. `answer` is null once what it made has been deleted.
 */
export type EarlierRequest =
  | { state: 'running' }
  | { state: 'made'; resourceId: string }
  | { state: 'mismatch' }
  | { state: 'done'; status: number; answer: unknown };

/**
 * Answers to requests that carried an idempotency key, per credential. What a request makes is noted with its key in the
 * very transaction that makes it (`Projects.create`, `Sources.create`, `Sources.requeue`), so that no crash can part the
 * two: those that made nothing are forgotten at a start, the others are never repeated.
 */
export interface Idempotency {
  /**
   * Null: this is the first with the key, which is now running: call `finish` or `forget`. Else what became of the first;
   * `mismatch` where that had another fingerprint. Keys noted at or before `expiredAt` do not count any more, nor does one
   * that has been running for longer than any request of a process that lives.
   */
  begin(request: IdempotentRequest, now: number, expiredAt: number): Promise<EarlierRequest | null>;
  /** Keeps the answer, until it expires or its resource is deleted. */
  finish(request: IdempotentRequest, answer: { status: number; body: unknown; resourceId: string }): Promise<void>;
  /** The request failed: its key may be used again, unless it has created something. */
  forget(request: IdempotentRequest): Promise<void>;
  /** Deletes keys noted at or before `expiredAt`; returns how many. */
  sweep(expiredAt: number): Promise<number>;
}

export const requests = table(
  'idempotency',
  {
    /** Whose key it is. */
    credential: text,
    key: text,
    /** Stands for everything that the request says. */
    fingerprint: text,
    /** Tells this request from others with the same key. */
    runner: text,
    /** `made` has its resource, `done` an answer, too, which is null if the resource has been deleted. */
    state: oneOf<'running' | 'made' | 'done'>(),
    status: initially(null, nullable(whole)),
    answer: initially(null, nullable(json<unknown>())),
    resourceId: initially(null, nullable(text)),
    createdAt: time,
  },
  ['credential', 'key'],
);
export type IdempotentRequest = Pick<Row<typeof requests>, 'credential' | 'key' | 'fingerprint' | 'runner'>;

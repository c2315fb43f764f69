import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UserCredential } from '../../../../server/services/access/credentials.ts';
import { createRunningChats } from '../../../../server/services/access/running-chats.ts';
import { createTokens } from '../../../../server/services/access/tokens.ts';
import { type Accounts, createAccounts } from '../../../../server/services/accounts/accounts.ts';
import { createLoginThrottle } from '../../../../server/services/accounts/login-throttle.ts';
import { createPasswords, type Passwords } from '../../../../server/services/accounts/passwords.ts';
import { createSecondFactorService } from '../../../../server/services/accounts/second-factor.ts';
import { createSessionService } from '../../../../server/services/accounts/sessions.ts';
import type { Store } from '../../../../server/store/types.ts';
import { openPreparedStore } from '../../../helpers/stores/empty-database.ts';
import { SILENT, temporaryPlaces } from '../../../helpers/stores/rows.ts';

const SECRET = 'a secret for tests that is long enough';
const ADA = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada', setup_token: 'the token' };
const HOME = '192.0.2.1';
const DEVICE = { address: HOME, userAgent: '' };

describe('accounts', () => {
  const places = temporaryPlaces();
  /** The hashes that passwords were compared with. */
  let compared: (string | null)[];
  let store: Store;
  let accounts: Accounts;
  let session: UserCredential;
  /** What was written into the audit log. */
  let recorded: string[];

  beforeEach(async () => {
    compared = [];
    recorded = [];
    store = places.track(await openPreparedStore({ dataDir: places.directory(), embedder: null, log: SILENT }));
    const real = createPasswords();
    const passwords: Passwords = {
      ...real,
      verify(password, phc) {
        compared.push(phc);
        return real.verify(password, phc);
      },
    };
    const now = () => 1_000_000_000;
    accounts = createAccounts({
      users: store.users,
      sessions: createSessionService({
        chats: createRunningChats(),
        ...store,
        hashAddress: (...parts) => parts.join(),
        now,
      }),
      secondFactor: createSecondFactorService({
        ...{ factors: store.secondFactors, secret: SECRET, log: SILENT, now },
        host: () => 'localhost',
      }),
      revocations: store.revocations,
      chats: createRunningChats(null),
      passwords,
      tokens: createTokens({ secret: SECRET, now }),
      throttle: createLoginThrottle({
        limits: store.limits,
        addresses: store.loginAddresses,
        secret: SECRET,
        log: SILENT,
        now,
      }),
      auditLog: { record: async ({ action, outcome }) => void recorded.push(`${action} ${outcome}`) },
      invitations: { look: async () => Promise.reject(new Error('Nobody is invited.')) },
      registration: 'open',
      passwordSignIn: true,
      providerName: null,
      isSetupToken: (text) => text === ADA.setup_token,
      now,
    });
    const { id } = await accounts.register(ADA, DEVICE);
    session = {
      kind: 'user',
      userId: id,
      tokenId: 'session 1',
      sessionId: null,
      epoch: 1,
      confirmedAt: 0,
      expiresAt: 2_000_000_000,
      needs: 'owner',
    };
  });
  afterEach(() => places.clear());

  const codeOf = (attempt: Promise<unknown>): Promise<string> =>
    attempt.then(
      () => 'in',
      (error) => error.code,
    );
  const login = (email: string, password: string, address = HOME) =>
    codeOf(accounts.login({ email, password, address, userAgent: '' }));

  it('compare a password even if the account does not exist, so that the time reveals nothing', async () => {
    const wrong = await login(ADA.email, 'wrong horse');
    expect(await login('nobody@example.org', 'wrong horse')).toBe(wrong);
    expect(wrong).toBe('invalid_credentials');
    expect(recorded).toEqual(['auth.register done', 'auth.login denied']);
    expect(compared).toEqual([expect.stringContaining('$argon2id$'), null]);
  });

  it('compare no password while attempts are blocked, whether the account exists or not', async () => {
    for (const email of [ADA.email, 'nobody@example.org']) {
      compared = [];
      for (let attempt = 0; attempt < 12; attempt += 1) await login(email, 'wrong horse');
      expect(await login(email, ADA.password)).toBe('login_throttled');
      expect(compared).toHaveLength(10);
    }
  });

  it('let a session prove its password, whatever others have attempted', async () => {
    for (let attempt = 0; attempt < 60; attempt += 1) await login(ADA.email, 'wrong horse', `198.51.100.${attempt}`);
    expect(await login(ADA.email, ADA.password)).toBe('login_throttled');
    expect(await codeOf(accounts.update(session, { password: 'a new password', current_password: ADA.password }))).toBe(
      'in',
    );
    expect(await codeOf(accounts.delete(session, 'a new password'))).toBe('in');
  });

  it('delay the guesses of a stolen session, but not another session of the account', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect(await codeOf(accounts.delete(session, `guess ${attempt}`))).toBe('wrong_password');
    }
    expect(await codeOf(accounts.delete(session, ADA.password))).toBe('login_throttled');
    const other = { ...session, tokenId: 'session 2' };
    expect(await codeOf(accounts.update(other, { password: 'a new password', current_password: ADA.password }))).toBe(
      'in',
    );
  });
});

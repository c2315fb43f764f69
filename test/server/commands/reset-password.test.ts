import { afterEach, describe, expect, it } from 'vitest';
import { resetPassword } from '../../../server/commands/reset-password.ts';
import { readEnv } from '../../../server/config/env.ts';
import { createCredentialVerifiers } from '../../../server/services/access/credentials.ts';
import { createTokens } from '../../../server/services/access/tokens.ts';
import { createPasswords } from '../../../server/services/accounts/passwords.ts';
import { openSqliteStore } from '../../../server/store/sqlite/open.ts';
import type { Store } from '../../../server/store/types.ts';
import { SILENT, temporaryPlaces, withUser } from '../../helpers/stores/rows.ts';

const ID = 'usr_ada';
const EMAIL = `${ID}@example.com`;
const tokens = createTokens({ secret: 'a secret for tests that is long enough', now: Date.now });

describe('a password that the operator resets', () => {
  const places = temporaryPlaces();
  afterEach(() => places.clear());

  /** The outcome of a request with this token. */
  const answerTo = (
    token: string,
    { users, members, sessions, revocations, apiKeys, projects }: Store,
  ): Promise<string> =>
    createCredentialVerifiers({
      tokens,
      users,
      members,
      sessions,
      revocations,
      apiKeys,
      projects,
      onKeyUsed: () => undefined,
      onSessionUsed: () => undefined,
      now: Date.now,
    })
      .bearer(token)
      .then(
        ({ kind }) => kind,
        (error) => error.code,
      );

  it('ends every session, even one that an earlier password change had kept', async () => {
    const dataDir = places.directory();
    const open = async () => places.track(await openSqliteStore({ dataDir, embedder: null, log: SILENT }));
    const before = await open();
    await withUser(before, ID);
    const kept = tokens.signUser({ sub: ID, epoch: 1 }, 3_600);
    const keptToken = tokens.verifyBearer(kept)?.jti ?? '';
    await before.users.update(ID, { password: { hash: 'another', kept: { tokenId: keptToken, sessionId: null } } });
    const later = tokens.signUser({ sub: ID, epoch: 2 }, 3_600);
    expect([await answerTo(kept, before), await answerTo(later, before)]).toEqual(['user', 'user']);
    const row = {
      id: 'ses_1',
      userId: ID,
      tokenEpoch: 2,
      client: null,
      addressHash: 'a',
      createdAt: 1,
      lastUsedAt: 1,
      confirmedAt: 1,
    };
    await before.sessions.create({ ...row, expiresAt: Date.now() + 3_600_000 }, 10);
    const ofSession = tokens.signUser({ sub: ID, epoch: 2, sid: row.id }, 3_600);
    expect(await answerTo(ofSession, before)).toBe('user');
    await places.close(before);

    const reset = await resetPassword({ ...readEnv({}), dataDir }, SILENT, EMAIL);
    const after = await open();
    expect([await answerTo(kept, after), await answerTo(later, after)]).toEqual(['token_revoked', 'token_revoked']);
    expect(await answerTo(ofSession, after)).toBe('token_revoked');
    const { passwordHash = null } = (await after.users.byEmail(EMAIL)) ?? {};
    expect(await createPasswords().verify(reset?.password ?? '', passwordHash)).toBe(true);
  });

  it('leaves the second factor as it is, unless it is to be turned off', async () => {
    const dataDir = places.directory();
    const open = async () => places.track(await openSqliteStore({ dataDir, embedder: null, log: SILENT }));
    const store = await open();
    await withUser(store, ID);
    await store.secondFactors.begin(ID, 'sealed');
    const pending = await store.secondFactors.byUser(ID);
    if (!pending) throw new Error('There is none.');
    await store.secondFactors.enable(pending, { step: 1, at: 2, codeHashes: ['hash'] });
    await places.close(store);
    const env = { ...readEnv({}), dataDir };
    expect(await resetPassword(env, SILENT, EMAIL)).toMatchObject({ secondFactor: 'on' });
    const off = { secondFactorOff: true };
    expect(await resetPassword(env, SILENT, EMAIL, off)).toMatchObject({ secondFactor: 'turned off' });
    expect(await resetPassword(env, SILENT, EMAIL, off)).toMatchObject({ secondFactor: 'none' });
    const after = await open();
    expect(await after.secondFactors.byUser(ID)).toBeNull();
    expect(await after.secondFactors.recoveryCodesLeft(ID)).toBe(0);
  });
});

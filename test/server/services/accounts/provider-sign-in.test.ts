import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRunningChats } from '../../../../server/services/access/running-chats.ts';
import { createTokens } from '../../../../server/services/access/tokens.ts';
import { createInvitationService } from '../../../../server/services/accounts/invitations.ts';
import { createLoginThrottle } from '../../../../server/services/accounts/login-throttle.ts';
import { createProviderSignIn, type Person } from '../../../../server/services/accounts/provider-sign-in.ts';
import { createSessionService } from '../../../../server/services/accounts/sessions.ts';
import type { Store } from '../../../../server/store/types.ts';
import { openPreparedStore } from '../../../helpers/stores/empty-database.ts';
import { aProject, SILENT, temporaryPlaces, withUser } from '../../../helpers/stores/rows.ts';

const SECRET = 'a secret for tests that is long enough';
const DEVICE = { address: '192.0.2.1', userAgent: '' };
const ADA: Person = {
  issuer: 'https://id.example.com',
  subject: '7',
  email: 'ada@corp.example',
  emailVerified: true,
  name: 'Ada',
};

describe('who gets in with the provider', () => {
  const places = temporaryPlaces();
  let store: Store;
  beforeEach(async () => {
    store = places.track(await openPreparedStore({ dataDir: places.directory(), embedder: null, log: SILENT }));
    await withUser(store, 'usr_operator');
  });
  afterEach(() => places.clear());

  type Settings = Partial<Parameters<typeof createProviderSignIn>[0]>;
  const invitationsOf = () =>
    createInvitationService({
      ...{
        invitations: store.invitations,
        users: store.users,
        sendMail: null,
        mailLimits: { take: async () => undefined },
        auditLog: { record: async () => undefined },
      },
      ...{ publicUrl: () => 'https://chat.example.com', now: Date.now },
    });
  /** The outcome of a sign-in of this person. */
  async function outcome(person: Person, settings: Settings = {}, invitation?: string): Promise<string> {
    const service = createProviderSignIn({
      provider: { begin: async () => 'https://id.example.com/auth', finish: async () => person },
      identities: store.identities,
      users: store.users,
      sessions: createSessionService({
        ...store,
        chats: createRunningChats(),
        hashAddress: (...parts) => parts.join(),
        now: Date.now,
      }),
      tokens: createTokens({ secret: SECRET, now: Date.now }),
      invitations: invitationsOf(),
      throttle: createLoginThrottle({
        ...{ limits: store.limits, addresses: store.loginAddresses, secret: SECRET, log: SILENT, now: Date.now },
      }),
      auditLog: { record: async () => undefined },
      ...{ mayRegister: true, domains: [], trustEmail: false, passwordSignIn: true, secret: SECRET },
      ...{ publicUrl: () => 'https://chat.example.com', log: SILENT, now: Date.now },
      ...settings,
    });
    const { flow } = await service.begin();
    const answer = { flow, response: 'code=c', ...(invitation !== undefined && { invitation }) };
    return service.signIn(answer, DEVICE).then(
      () => 'in',
      (error) => error.code,
    );
  }

  it('is everybody with a verified address where registration is open, or open to the provider', async () => {
    expect(await outcome(ADA)).toBe('in');
    expect(await outcome({ ...ADA, subject: '8', email: 'b@corp.example' }, { mayRegister: false })).toBe(
      'registration_closed',
    );
    expect(await outcome(ADA, { mayRegister: false })).toBe('in');
  });

  it('has logged in, as the operator’s list of accounts says', async () => {
    const began = Date.now();
    expect(await outcome(ADA)).toBe('in');
    const { rows } = await store.users.list({ search: 'ada@corp.example' }, { limit: 1, offset: 0 });
    expect(rows[0]?.lastLoginAt).toBeGreaterThanOrEqual(began);
  });

  it('is limited to domains, which an ending alone does not match', async () => {
    const domains = ['corp.example'];
    expect(await outcome(ADA, { domains })).toBe('in');
    for (const [at, email] of ['a@evil-corp.example', 'a@corp.example.org', 'a@corp.example@evil.example'].entries()) {
      expect(await outcome({ ...ADA, subject: `${at}`, email }, { domains }), email).toBe('registration_closed');
    }
  });

  it('is nobody whose address is not verified, unless the operator trusts the provider', async () => {
    const unverified = { ...ADA, emailVerified: false };
    expect(await outcome(unverified)).toBe('email_not_verified');
    expect(await outcome({ ...unverified, email: null }, { trustEmail: true })).toBe('email_not_verified');
    expect(await outcome({ ...unverified, email: 'a\u200b@corp.example' }, { trustEmail: true })).toBe(
      'email_not_verified',
    );
    expect(await outcome(unverified, { trustEmail: true })).toBe('in');
  });

  it('is somebody who is invited, also where registration is closed', async () => {
    const project = aProject({ userId: 'usr_operator' });
    await store.projects.create(project);
    const invite = async (email: string | null) =>
      (await invitationsOf().create(project, { email, role: 'viewer', invitedBy: 'usr_operator' })).token;
    const forOther = await invite('bob@corp.example');
    expect(await outcome(ADA, { mayRegister: false }, forOther)).toBe('invitation_for_other');
    const token = await invite(ADA.email);
    expect(await outcome(ADA, { mayRegister: false }, token)).toBe('in');
    const user = await store.users.byEmail(ADA.email ?? '');
    expect(await store.members.roleOf(project.id, user?.id ?? '')).toBe('viewer');
    expect(await outcome({ ...ADA, subject: '9', email: 'c@corp.example' }, { mayRegister: false }, token)).toBe(
      'invitation_void',
    );
  });

  it('is not the operator of an empty server, who needs the setup link', async () => {
    await store.users.delete('usr_operator');
    expect(await outcome(ADA)).toBe('setup_token_required');
  });

  it('does not share an account that somebody has registered with a password', async () => {
    const planted = { id: 'usr_planted', email: ADA.email ?? '', name: 'Eve', passwordHash: 'hash', tokenEpoch: 1 };
    await store.users.create({ ...planted, keptToken: null, createdAt: 1 });
    const sessions = createSessionService({
      ...store,
      chats: createRunningChats(),
      hashAddress: (...parts) => parts.join(),
      now: Date.now,
    });
    const user = await store.users.byId(planted.id);
    const session = user && (await sessions.begin(user, DEVICE));
    expect(await outcome(ADA)).toBe('account_exists');
    // Where passwords are off, only the provider decides: whoever made the account with a password is out.
    expect(await outcome(ADA, { passwordSignIn: false })).toBe('in');
    expect(await store.sessions.byId(session ?? '')).toBeNull();
    expect((await store.users.byId(planted.id))?.passwordHash).toBe('');
    // An operator may still use the password, so the account is not handed over.
    await store.users.update('usr_operator', { password: { hash: 'hash', kept: null } });
    const operator = await store.users.byId('usr_operator');
    const claim = { ...ADA, subject: '1', email: operator?.email ?? '' };
    expect(await outcome(claim, { passwordSignIn: false })).toBe('account_exists');
  });

  it('is not a second person of the provider with the same address, until the first is unlinked', async () => {
    const second = { ...ADA, subject: '8' };
    expect(await outcome(ADA)).toBe('in');
    expect(await outcome(second)).toBe('identity_taken');
    expect(await outcome(second, { passwordSignIn: false })).toBe('identity_taken');
    expect(await outcome(ADA)).toBe('in');
    const user = await store.users.byEmail(ADA.email ?? '');
    await store.identities.unlink(user?.id ?? '');
    expect(await outcome(second)).toBe('in');
    expect(await outcome(ADA)).toBe('identity_taken');
    // Of another provider, it is another identity.
    expect(await outcome({ ...ADA, issuer: 'https://new.example.com' })).toBe('in');
  });

  it('is nobody whose account is deactivated', async () => {
    expect(await outcome(ADA)).toBe('in');
    const user = await store.users.byEmail(ADA.email ?? '');
    await store.users.setDeactivated(user?.id ?? '', 1);
    expect(await outcome(ADA)).toBe('account_deactivated');
  });
});

import type { UpdateUserRequest } from '@footnote/sdk/contract';
import { newId } from '../../platform/ids.ts';
import type { NewUser, OpenInvitation, Revocations, UserRow, Users } from '../../store/types.ts';
import { CONFIRMATION_MS, requireConfirmation } from '../access/confirmation.ts';
import type { UserCredential } from '../access/credentials.ts';
import type { RunningChats } from '../access/running-chats.ts';
import type { Tokens } from '../access/tokens.ts';
import { errors } from '../errors.ts';
import type { AuditEvent, AuditLogService } from './audit-log.ts';
import { hashInvitation, type InvitationService } from './invitations.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { Passwords } from './passwords.ts';
import type { SecondFactorService } from './second-factor.ts';
import { ACCESS_TOKEN_SECONDS, type Device, type SessionService } from './sessions.ts';

interface AccountsDeps {
  users: Users;
  sessions: SessionService;
  secondFactor: SecondFactorService;
  revocations: Revocations;
  chats: RunningChats;
  passwords: Passwords;
  tokens: Tokens;
  throttle: LoginThrottle;
  auditLog: Pick<AuditLogService, 'record'>;
  invitations: Pick<InvitationService, 'look'>;
  /** Of accounts with passwords. */
  registration: 'open' | 'closed';
  /** Whether others than operators may sign in with passwords. */
  passwordSignIn: boolean;
  /** What people know the OpenID Connect provider by; null if there is none. */
  providerName: string | null;
  /** Reports whether this is the token that the first account needs. */
  isSetupToken: (text: string) => boolean;
  now: () => number;
}

export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts(deps: AccountsDeps) {
  const { users, chats, passwords, registration } = deps;
  return {
    /** Whether any account exists, whether registration is open, and how people sign in. */
    setup: async (): Promise<{
      accounts: boolean;
      registration: 'open' | 'closed';
      sign_in: { password: boolean; provider: string | null };
    }> => ({
      accounts: (await users.count()) > 0,
      registration,
      sign_in: { password: deps.passwordSignIn, provider: deps.providerName },
    }),

    /**
     * Throws 400 `email_taken`, 403 `registration_closed`, for the first account 403 `setup_token_required`, and with an invitation 403
     * `invitation_void` or `invitation_for_other`.
     */
    async register(
      account: { email: string; password: string; name: string; setup_token?: string; invitation?: string },
      device: Device,
    ): Promise<UserRow> {
      const invitation = account.invitation && (await deps.invitations.look(account.invitation));
      const user = await register(deps, account);
      await record(deps, user, { action: 'auth.register', outcome: 'done' }, device);
      if (invitation) await recordAcceptance(deps, user, invitation, device);
      return user;
    },
    /**
     * Returns a token. An unknown e-mail and a wrong password get the same 401 after the same time. Only after the right password,
     * throws 401 `second_factor_required` or `invalid_code` if the account has a second factor, and 403
     * `account_deactivated` or `password_sign_in_off`.
     */
    login: (attempt: { email: string; password: string; code?: string } & Device): Promise<string> =>
      login(deps, attempt),
    /** Ends the session of the token. */
    logout: (credential: UserCredential): Promise<void> => logout(deps, credential),
    /**
     * Takes the password once more, for what `requireConfirmation` guards (confirmation.ts). Returns until when it counts, in epoch
     * milliseconds. Throws 400 `wrong_password`, `second_factor_required` or `wrong_code`, and 403 for a token of before
     * there were sessions.
     */
    confirm: (credential: UserCredential, proof: { password: string; code?: string }): Promise<number> =>
      confirm(deps, credential, proof),

    /** Returns the recovery codes. Wrong codes count as wrong passwords of the session. Throws as `SecondFactorService.enable`. */
    async enableSecondFactor({ userId, tokenId }: UserCredential, code: string): Promise<string[]> {
      const attempt = await deps.throttle.proof(tokenId);
      const codes = await deps.secondFactor.enable(userId, code);
      await attempt.succeeded();
      return codes;
    },

    retrieve: (credential: UserCredential): Promise<UserRow> => retrieve(users, credential),

    /** A new password needs the current one (400 `wrong_password`) and revokes every other token. */
    async update(
      credential: UserCredential,
      { name, password, current_password = '' }: UpdateUserRequest,
    ): Promise<UserRow> {
      const user = await retrieve(users, credential);
      if (password !== undefined) await checkPassword(deps, user, credential, current_password);
      const hash = password === undefined ? null : await passwords.hash(password);
      const change = () =>
        users.update(user.id, {
          ...(name !== undefined && { name }),
          ...(hash !== null && { password: { hash, kept: credential } }),
        });
      const updated = await (hash === null ? change() : chats.revoke({ mintedBy: user.id }, change));
      if (!updated) throw errors.tokenRevoked();
      return updated;
    },

    /**
     * Deletes everything that the user owns and ends the answers being written. An account without a
     * password needs a fresh sign-in instead. Resolves once all of it is deleted.
     */
    async delete(credential: UserCredential, password: string): Promise<void> {
      const user = await retrieve(users, credential);
      // Who has no password has shown by a fresh sign-in that it is them.
      if (user.passwordHash === '') requireConfirmation(credential, deps.now());
      else await checkPassword(deps, user, credential, password);
      const deleted = await chats.revoke({ userId: user.id }, () => users.delete(user.id));
      if (!deleted) throw errors.tokenRevoked();
    },
  };
}

async function register(
  { users, passwords, registration, passwordSignIn, isSetupToken, now }: AccountsDeps,
  account: Parameters<Accounts['register']>[0],
): Promise<UserRow> {
  // Checked early to save the hashing. If two requests race for the first account, the store accepts one.
  const { invitation } = account;
  const onlyFirst = registration === 'closed' && invitation === undefined;
  const isFirst = (await users.count()) === 0;
  if (isFirst && !isSetupToken(account.setup_token ?? '')) throw errors.setupTokenRequired();
  if (!isFirst && !passwordSignIn) throw errors.passwordSignInOff();
  if (!isFirst && onlyFirst) throw errors.registrationClosed();
  const user: NewUser = {
    id: newId('usr'),
    email: account.email,
    name: account.name,
    passwordHash: await passwords.hash(account.password),
    createdAt: now(),
  };
  const result = await users.create(user, {
    onlyFirst,
    invitation: invitation && hashInvitation(invitation),
  });
  if (result === 'not-first') throw errors.registrationClosed();
  if (result === 'email-taken') throw errors.emailTaken();
  return retrieve(users, { userId: user.id });
}

async function login(
  deps: AccountsDeps,
  { email, password, code, ...device }: Parameters<Accounts['login']>[0],
): Promise<string> {
  const { users, sessions, secondFactor, passwords, tokens, throttle } = deps;
  const attempt = await throttle.login(email, device.address);
  const user = await users.byEmail(email);
  const recordAs = (outcome: AuditEvent['outcome']) => record(deps, user, { action: 'auth.login', outcome }, device);
  if (!(await passwords.verify(password, user?.passwordHash ?? null)) || !user) {
    // Not waited for: how long it takes would tell whether there is such an account.
    void recordAs('denied');
    throw errors.invalidCredentials();
  }
  if (await secondFactor.isEnabled(user.id)) {
    if (code === undefined) {
      await attempt.codeMissing();
      throw errors.secondFactorRequired();
    }
    await attempt.codeTried();
    if (!(await secondFactor.use(user.id, code))) {
      await recordAs('denied');
      throw errors.invalidCode();
    }
  }
  if (!deps.passwordSignIn && !user.operator) {
    await recordAs('denied');
    throw errors.passwordSignInOff();
  }
  if (user.deactivatedAt !== null) {
    await recordAs('denied');
    throw errors.accountDeactivated();
  }
  await attempt.succeeded(user.id);
  if (passwords.outdated(user.passwordHash)) {
    await users.updatePasswordHash(user.id, await passwords.hash(password));
  }
  const sid = await sessions.begin(user, device);
  // The password has been changed meanwhile.
  if (sid === null) throw errors.invalidCredentials();
  await recordAs('done');
  return tokens.signUser({ sub: user.id, epoch: user.tokenEpoch, sid }, ACCESS_TOKEN_SECONDS);
}

/** Keeps in the log of the project's owner that somebody has registered as a member. */
async function recordAcceptance(
  { auditLog }: AccountsDeps,
  user: UserRow,
  { ownerId, projectId, id }: OpenInvitation,
  device: Device,
): Promise<void> {
  const actor = { kind: 'user', id: user.id } as const;
  const about = { userId: ownerId, projectId, targetId: id, actor };
  await auditLog.record({ ...about, action: 'invitations.accept', outcome: 'done', fields: [] }, device);
}

/** Keeps what was done, or tried, without a token. An e-mail address without an account has no log. */
async function record(
  { auditLog }: AccountsDeps,
  user: UserRow | null,
  { action, outcome }: Pick<AuditEvent, 'action' | 'outcome'>,
  device: Device,
): Promise<void> {
  if (!user) return;
  const actor = { kind: 'user', id: user.id } as const;
  await auditLog.record(
    { userId: user.id, projectId: null, targetId: null, actor, action, outcome, fields: [] },
    device,
  );
}

async function confirm(
  { users, sessions, secondFactor, passwords, throttle }: AccountsDeps,
  credential: UserCredential,
  { password, code }: { password: string; code?: string },
): Promise<number> {
  if (credential.sessionId === null) throw errors.confirmationRequired();
  const user = await retrieve(users, credential);
  const attempt = await throttle.proof(credential.tokenId);
  if (!(await passwords.verify(password, user.passwordHash))) throw errors.wrongPassword('password');
  if (await secondFactor.isEnabled(user.id)) {
    if (code === undefined) {
      await attempt.codeMissing();
      throw errors.codeRequired();
    }
    if (!(await secondFactor.use(user.id, code))) throw errors.wrongCode();
  }
  await attempt.succeeded();
  return (await sessions.confirm(credential.sessionId)) + CONFIRMATION_MS;
}

async function logout({ sessions, revocations }: AccountsDeps, credential: UserCredential): Promise<void> {
  if (credential.sessionId === null) await revocations.revoke(credential.tokenId, credential.expiresAt);
  else await sessions.end(credential, credential.sessionId);
}

async function retrieve(users: Users, { userId }: Pick<UserCredential, 'userId'>): Promise<UserRow> {
  const user = await users.byId(userId);
  if (!user) throw errors.tokenRevoked();
  return user;
}

/** Throws 400 for a wrong password. Failures delay only the session that they come from. */
async function checkPassword(
  { passwords, throttle }: AccountsDeps,
  user: UserRow,
  { tokenId }: UserCredential,
  password: string,
): Promise<void> {
  const attempt = await throttle.proof(tokenId);
  if (!(await passwords.verify(password, user.passwordHash))) throw errors.wrongPassword('current_password');
  await attempt.succeeded();
}

import { newId, randomBase62 } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { openText, sealText } from '../../platform/secret-box.ts';
import { hasInvisibleCharacters, normalizeEmail } from '../../platform/text/email-address.ts';
import { asOneLine } from '../../platform/text/names.ts';
import type { Identities, UserRow, Users } from '../../store/types.ts';
import { requireConfirmation } from '../access/confirmation.ts';
import type { UserCredential } from '../access/credentials.ts';
import type { Tokens } from '../access/tokens.ts';
import { errors } from '../errors.ts';
import type { AuditLogService, RecordedAction } from './audit-log.ts';
import { hashInvitation, type InvitationService } from './invitations.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { ACCESS_TOKEN_SECONDS, type Device, type SessionService } from './sessions.ts';

/** How long somebody may take at the provider. */
const FLOW_MS = 10 * 60_000;
/** More than 256 bits; PKCE asks for 43 to 128 characters. */
const SECRET_LENGTH = 64;
const NAME_LENGTH = 100;

/** Somebody who has signed in with the provider. */
export interface Person {
  issuer: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
}

interface Checks {
  redirectUri: string;
  state: string;
  nonce: string;
  verifier: string;
}

/** An OpenID Connect provider. Its errors have a `reason`. */
export interface IdentityProvider {
  begin(checks: Checks): Promise<string>;
  finish(response: string, checks: Checks): Promise<Person>;
}

/** What the browser brings back: what `begin` has given it, and the query string of the provider's answer. */
export interface ProviderAnswer {
  flow: string;
  response: string;
}

interface ProviderSignInDeps {
  /** Null without one. */
  provider: IdentityProvider | null;
  identities: Identities;
  users: Users;
  sessions: SessionService;
  tokens: Tokens;
  invitations: Pick<InvitationService, 'look'>;
  throttle: Pick<LoginThrottle, 'noteLogin'>;
  auditLog: Pick<AuditLogService, 'record'>;
  /** Whether somebody whom the provider knows may get an account. */
  mayRegister: boolean;
  /** The domains of e-mail addresses that may get one; empty for all. */
  domains: readonly string[];
  /** Take addresses as verified that the provider does not call so. */
  trustEmail: boolean;
  passwordSignIn: boolean;
  secret: string;
  publicUrl: () => string;
  log: Log;
  now: () => number;
}

export type ProviderSignIn = ReturnType<typeof createProviderSignIn>;

export function createProviderSignIn(deps: ProviderSignInDeps) {
  const { identities, users, now } = deps;
  return {
    /**
     * The address of the provider's page, and what the browser keeps until it comes back: encrypted, so that it tells nothing.
     * Throws 404 without a provider, and 400 `provider_unreachable`.
     */
    async begin(): Promise<{ url: string; flow: string }> {
      const provider = requireProvider(deps);
      const [state, nonce, verifier] = [0, 1, 2].map(() => randomBase62(SECRET_LENGTH)) as [string, string, string];
      const url = await answered(deps, provider.begin({ redirectUri: redirectUri(deps), state, nonce, verifier }));
      const kept = JSON.stringify({ state, nonce, verifier, until: now() + FLOW_MS });
      return { url, flow: sealText(kept, sealing(deps)) };
    },

    /**
     * Returns a user token, of a new account if need be. Throws 400 `sign_in_expired`, `sign_in_failed` and `provider_unreachable`, and
     * 403 `email_not_verified`, `account_exists`, `identity_taken`, `registration_closed`, `setup_token_required` and
     * `account_deactivated`.
     */
    async signIn({ invitation, ...answer }: ProviderAnswer & { invitation?: string }, device: Device): Promise<string> {
      const person = await whoIs(deps, answer);
      const user =
        (await known(deps, person)) ??
        (await register(deps, person, invitation, device)) ??
        // Somebody with this address was faster: the same person in another tab, or another one.
        (await known(deps, person));
      if (user === null || user.deactivatedAt !== null) throw errors.accountDeactivated();
      const sid = await deps.sessions.begin(user, device);
      if (sid === null) throw errors.accountDeactivated();
      await deps.throttle.noteLogin(user, device.address);
      await record(deps, user, 'auth.provider-sign-in', device);
      return deps.tokens.signUser({ sub: user.id, epoch: user.tokenEpoch, sid }, ACCESS_TOKEN_SECONDS);
    },

    isLinked: ({ userId }: UserCredential): Promise<boolean> => identities.has(userId),

    /** From now on, this person of the provider signs in to the account. Throws 403 `identity_taken`, and as `signIn`. */
    async link(credential: UserCredential, answer: ProviderAnswer): Promise<void> {
      requireConfirmation(credential, now());
      const { issuer, subject } = await whoIs(deps, answer);
      const linking = await identities.link({ issuer, subject }, credential.userId, now());
      if (linking === 'taken') throw errors.identityTaken();
      if (linking === 'other') throw errors.otherIdentityLinked();
    },

    /** Throws 400 `password_needed` for an account that could not sign in any more. */
    async unlink(credential: UserCredential): Promise<void> {
      requireConfirmation(credential, now());
      const user = await users.byId(credential.userId);
      if (user?.passwordHash === '') throw errors.passwordNeeded();
      await identities.unlink(credential.userId);
    },
  };
}

function requireProvider({ provider }: ProviderSignInDeps): IdentityProvider {
  if (provider === null) throw errors.notFound();
  return provider;
}

const redirectUri = ({ publicUrl }: ProviderSignInDeps): string => `${publicUrl()}/login/provider`;

const sealing = ({ secret }: ProviderSignInDeps) => ({ secret, purpose: 'sign-in with a provider', context: '' });

/** Asks the provider who has signed in. An answer fits only what `begin` gave to the same browser. */
async function whoIs(deps: ProviderSignInDeps, { flow, response }: ProviderAnswer): Promise<Person> {
  const provider = requireProvider(deps);
  const opened = openText(flow, sealing(deps));
  const kept: Omit<Checks, 'redirectUri'> & { until: number } = opened === null ? null : JSON.parse(opened);
  if (kept === null || kept.until <= deps.now()) throw errors.signInExpired();
  const { state, nonce, verifier } = kept;
  return answered(deps, provider.finish(response, { redirectUri: redirectUri(deps), state, nonce, verifier }));
}

/** The account of the person, if there is one. Throws 403 if the one with this address belongs to another person. */
async function known(deps: ProviderSignInDeps, person: Person): Promise<UserRow | null> {
  const { identities, users, passwordSignIn, now } = deps;
  const id = await identities.userOf(person);
  if (id !== null) return users.byId(id);
  const email = verifiedEmail(deps, person);
  const user = await users.byEmail(email);
  if (!user) return null;
  const { issuer, subject } = person;
  // An address may be given to somebody else, who must not get what belongs to the person before.
  const holder = await identities.subjectOf(user.id, issuer);
  if (holder !== null && holder !== subject) throw errors.accountOfAnother();
  // This address may have been registered with a password by somebody else, who must not share the account with its owner.
  if (holder === null && user.passwordHash !== '' && (passwordSignIn || user.operator)) throw errors.accountExists();
  const linking = await users.handToIdentity(user.id, { issuer, subject }, now());
  if (linking === 'taken' || linking === 'other') throw errors.accountOfAnother();
  return users.byId(user.id);
}

/** Null if there is an account with this address meanwhile. */
async function register(
  deps: ProviderSignInDeps,
  person: Person,
  invitation: string | undefined,
  device: Device,
): Promise<UserRow | null> {
  const { users, domains, mayRegister, now } = deps;
  if ((await users.count()) === 0) throw errors.setupTokenRequired();
  const email = verifiedEmail(deps, person);
  const invited = invitation === undefined ? null : await deps.invitations.look(invitation);
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const isWelcome = mayRegister && (domains.length === 0 || domains.includes(domain));
  if (!isWelcome && invited === null) throw errors.registrationClosed();
  const user = {
    id: newId('usr'),
    email,
    name: asOneLine(person.name ?? email).slice(0, NAME_LENGTH) || email.slice(0, NAME_LENGTH),
    passwordHash: '',
    createdAt: now(),
  };
  const { issuer, subject } = person;
  const result = await users.create(user, {
    identity: { issuer, subject },
    invitation: invitation && hashInvitation(invitation),
  });
  if (result !== 'created') return null;
  await record(deps, user, 'auth.register', device);
  if (invited) {
    const about = { userId: invited.ownerId, projectId: invited.projectId, targetId: invited.id };
    const event = { ...about, actor: { kind: 'user', id: user.id } as const };
    await deps.auditLog.record({ ...event, action: 'invitations.accept', outcome: 'done', fields: [] }, device);
  }
  return users.byId(user.id);
}

/** The address of the person, if it is theirs for sure. */
function verifiedEmail({ trustEmail }: ProviderSignInDeps, { email, emailVerified }: Person): string {
  if (email === null || !(emailVerified || trustEmail)) throw errors.emailNotVerified();
  if (!email.includes('@') || email.length > 254 || hasInvisibleCharacters(email)) throw errors.emailNotVerified();
  return normalizeEmail(email);
}

/** Waits for the provider. The log has the cause of a failure; the person gets what they can act on. */
async function answered<Value>({ log }: ProviderSignInDeps, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    const { reason, cause } = error as { reason?: string; cause?: unknown };
    if (reason === undefined) throw error;
    log.warn('provider_sign_in_failed', { reason, error: cause });
    if (reason === 'unreachable') throw errors.providerUnreachable();
    throw errors.signInFailed();
  }
}

async function record(
  { auditLog }: ProviderSignInDeps,
  { id }: Pick<UserRow, 'id'>,
  action: RecordedAction,
  device: Device,
): Promise<void> {
  const actor = { kind: 'user', id } as const;
  const about = { userId: id, projectId: null, targetId: null };
  await auditLog.record({ ...about, actor, action, outcome: 'done', fields: [] }, device);
}

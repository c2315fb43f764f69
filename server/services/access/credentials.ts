import type { KeyScope, Role } from '@footnote/sdk/contract';
import { LRUCache } from 'lru-cache';
import { isWithin } from '../../platform/network/address-ranges.ts';
import type { ApiKeyRow, ApiKeys, Members, Projects, Revocations, Sessions, Users } from '../../store/types.ts';
import { errors } from '../errors.ts';
import { hashApiKey, isApiKeyShaped } from './api-keys.ts';
import { claimedMinter, type Minter, requireMinter } from './minters.ts';
import type { Tokens, UserClaims, WidgetClaims } from './tokens.ts';

/** How long after its expiry a widget token may still be presented for its own renewal, in seconds. */
const RENEWAL_GRACE_SECONDS = 24 * 60 * 60;

export interface UserCredential {
  kind: 'user';
  userId: string;
  tokenId: string;
  /** Null for a token of before there were sessions. */
  sessionId: string | null;
  /** That of the account, which a new password and the end of its sessions change. */
  epoch: number;
  /** When the password was last given: at the login, or later. Epoch milliseconds. */
  confirmedAt: number;
  /** Epoch milliseconds. */
  expiresAt: number;
  /** What the user must at least be in a project, for what the request does there (http/guard.ts). */
  needs: Role;
}

export interface KeyCredential {
  kind: 'key';
  keyId: string;
  projectId: string;
  /** The hash of the secret that was sent. */
  hash: string;
  /** What it may do (http/guard.ts). */
  scopes: KeyScope[];
}

export interface WidgetCredential {
  kind: 'widget';
  projectId: string;
  visitorId: string;
  /** The origin that the token is bound to; null for any origin that the project allows. */
  origin: string | null;
  /** When the first token of this chain of renewals was minted, epoch seconds. */
  chainStartedAt: number;
  /** The project's epoch when the token was minted. The token is revoked once the project has a later one. */
  epoch: number;
  /** Answers to its questions are stored with a trace. */
  trace: boolean;
  /** What it was made with, and ends with; null for a public page. */
  minter: Minter | null;
  /** The member chose the visitor, in whose name it then acts. It ends when the member is no longer the owner. */
  named: boolean;
  /** A program that asks a public project without a token, and so without a page: it sends no `Origin`. */
  program?: true;
  /** Expired, but within the grace period: valid for its own renewal only. */
  expired: boolean;
}

export type Credential = UserCredential | KeyCredential | WidgetCredential;
export type CredentialKind = Credential['kind'];

interface VerifierDeps {
  tokens: Tokens;
  users: Pick<Users, 'byId'>;
  members: Pick<Members, 'roleOf'>;
  sessions: Pick<Sessions, 'byId'>;
  revocations: Revocations;
  apiKeys: ApiKeys;
  projects: Projects;
  onKeyUsed: (keyId: string) => void;
  /** Called when the last noted use is some minutes old, so that a request does not cost a write. */
  onSessionUsed: (sessionId: string) => void;
  now: () => number;
}

const MAX_CACHED_TOKENS = 5_000;

/** How exact the last use of a session is. */
export const SESSION_USE_MS = 5 * 60_000;

/** Turns the token or key of a request into a credential. Throws the matching 401 if it is not valid. */
export type CredentialVerifiers = ReturnType<typeof createCredentialVerifiers>;

/**
 * Verifies each signature once and caches its claims. Expiry, session, account and epochs are checked on every request,
 * so that a logout, a new password, a deleted account or a revoked widget takes effect with the next request.
 */
export function createCredentialVerifiers(deps: VerifierDeps) {
  const { tokens, apiKeys, projects, onKeyUsed, now } = deps;
  const cachedClaims = new LRUCache<string, UserClaims | WidgetClaims>({ max: MAX_CACHED_TOKENS });
  return {
    async bearer(token: string): Promise<Credential> {
      const claims = cachedClaims.get(token) ?? tokens.verifyBearer(token);
      if (!claims) throw errors.tokenInvalid();
      cachedClaims.set(token, claims);
      return claims.aud === 'user' ? userCredential(deps, claims) : widgetCredential(deps, claims);
    },

    /** Throws 403 `address_not_allowed` if the key may not be used from there. */
    async apiKey(key: string, address: string): Promise<Credential> {
      const hash = hashApiKey(key);
      const row = isApiKeyShaped(key) ? await apiKeys.byHash(hash) : null;
      if (!row || !isSecretOf(row, hash, now())) throw errors.tokenInvalid();
      if (row.expiresAt !== null && row.expiresAt <= now()) throw errors.keyExpired();
      if (!isWithin(address, row.addresses)) throw errors.addressNotAllowed(address);
      onKeyUsed(row.id);
      return { kind: 'key', keyId: row.id, projectId: row.projectId, hash, scopes: row.scopes };
    },

    /** Throws 401 if the credential has been revoked since it was verified, or is a key that has expired. */
    async verifyAgain(credential: KeyCredential | WidgetCredential): Promise<void> {
      if (credential.kind === 'key') {
        const row = await apiKeys.byHash(credential.hash);
        if (!row || !isSecretOf(row, credential.hash, now())) throw errors.tokenRevoked();
        if (row.expiresAt !== null && row.expiresAt <= now()) throw errors.keyExpired();
        return;
      }
      const [project] = await Promise.all([projects.byId(credential.projectId), requireMinter(deps, credential)]);
      if (project?.widgetEpoch !== credential.epoch) throw errors.tokenRevoked();
    },
  };
}

/** Whether the hash is that of the key's secret, or of the former one while that is valid, too. */
const isSecretOf = (row: ApiKeyRow, hash: string, now: number): boolean =>
  row.hash === hash || (row.formerHash === hash && now < (row.formerUntil ?? 0));

async function userCredential(deps: VerifierDeps, claims: UserClaims): Promise<UserCredential> {
  if (claims.exp * 1000 <= deps.now()) throw errors.tokenExpired();
  const verified =
    claims.sid === undefined ? await verifyWithoutSession(deps, claims) : await verifySession(deps, claims.sid);
  return {
    kind: 'user',
    userId: claims.sub,
    tokenId: claims.jti,
    sessionId: claims.sid ?? null,
    ...verified,
    expiresAt: claims.exp * 1000,
    needs: 'owner',
  };
}

type Verified = Pick<UserCredential, 'confirmedAt' | 'epoch'>;

/** The store finds no session that has ended, in whatever way. */
async function verifySession({ sessions, onSessionUsed, now }: VerifierDeps, sessionId: string): Promise<Verified> {
  const session = await sessions.byId(sessionId);
  if (!session) throw errors.tokenRevoked();
  if (now() - session.lastUsedAt >= SESSION_USE_MS) onSessionUsed(sessionId);
  return { confirmedAt: session.confirmedAt, epoch: session.tokenEpoch };
}

/** For tokens of before there were sessions: the password was given at the login. */
async function verifyWithoutSession({ users, revocations }: VerifierDeps, claims: UserClaims): Promise<Verified> {
  const user = await users.byId(claims.sub);
  // A password change revokes every earlier token except the one that made the change.
  if (!user || (user.tokenEpoch !== claims.epoch && user.keptToken !== claims.jti)) throw errors.tokenRevoked();
  if (await revocations.isRevoked(claims.jti)) throw errors.tokenRevoked();
  return { confirmedAt: claims.iat * 1000, epoch: user.tokenEpoch };
}

async function widgetCredential(deps: VerifierDeps, claims: WidgetClaims): Promise<WidgetCredential> {
  const { projects, now } = deps;
  const expired = claims.exp * 1000 <= now();
  if (expired && (claims.exp + RENEWAL_GRACE_SECONDS) * 1000 <= now()) throw errors.tokenExpired();
  const { named = false } = claims;
  const minter = claimedMinter(claims);
  const [project] = await Promise.all([
    projects.byId(claims.pid),
    requireMinter(deps, { minter, named, projectId: claims.pid }),
  ]);
  if (!project || project.widgetEpoch !== claims.epoch) throw errors.tokenRevoked();
  return {
    kind: 'widget',
    projectId: claims.pid,
    visitorId: claims.sub,
    origin: claims.org,
    chainStartedAt: claims.auth_time,
    epoch: claims.epoch,
    trace: claims.trace ?? false,
    minter,
    named,
    expired,
  };
}

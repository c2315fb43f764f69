import { LRUCache } from 'lru-cache';
import { errors } from '../platform/errors.ts';
import type { ApiKeys, Projects, Revocations, Users } from '../store/types.ts';
import { hashApiKey, isApiKeyShaped } from './api-keys.ts';
import type { Tokens, UserClaims, WidgetClaims } from './tokens.ts';

/** How long after its expiry a widget token may still be presented for its own renewal, in seconds. */
export const RENEWAL_GRACE_SECONDS = 24 * 60 * 60;

export interface UserCredential {
  kind: 'user';
  userId: string;
  tokenId: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

export interface KeyCredential {
  kind: 'key';
  keyId: string;
  projectId: string;
  /** What is stored of the key. */
  hash: string;
}

export interface WidgetCredential {
  kind: 'widget';
  projectId: string;
  visitorId: string;
  /** The origin that the token is bound to, or null for any that the project allows. */
  origin: string | null;
  /** When the first token of this chain of renewals was minted, epoch seconds. */
  chainStartedAt: number;
  /** Of the project when the token was minted; void once that has moved on. */
  epoch: number;
  /** Answers to its questions are kept with how they came about. */
  trace: boolean;
  /** Expired, but within the grace: good for its own renewal only. */
  expired: boolean;
}

export type Credential = UserCredential | KeyCredential | WidgetCredential;
export type CredentialKind = Credential['kind'];

/** Turns what a request carries into a credential; throws the 401 that fits where it is not one. */
export interface CredentialVerifiers {
  bearer(token: string): Promise<Credential>;
  apiKey(key: string): Promise<Credential>;
  /** Throws 401 where the credential has become void since it was verified. */
  verifyAgain(credential: KeyCredential | WidgetCredential): Promise<void>;
}

/**
 * Signatures are checked once and remembered; expiry, revocation, the account and the epochs are checked on every request,
 * so a logout, a new password, a deleted account or a revoked widget holds from the next request on.
 */
export function createCredentialVerifiers({
  tokens,
  users,
  revocations,
  apiKeys,
  projects,
  onKeyUsed,
  now,
}: {
  tokens: Tokens;
  users: Users;
  revocations: Revocations;
  apiKeys: ApiKeys;
  projects: Projects;
  onKeyUsed: (keyId: string) => void;
  now: () => number;
}): CredentialVerifiers {
  const verified = new LRUCache<string, UserClaims | WidgetClaims>({ max: 5_000 });

  function claimsOf(token: string): UserClaims | WidgetClaims {
    const known = verified.get(token);
    if (known) return known;
    const claims = tokens.verifyBearer(token);
    if (!claims) throw errors.tokenInvalid();
    verified.set(token, claims);
    return claims;
  }

  async function userOf(claims: UserClaims): Promise<UserCredential> {
    if (claims.exp * 1000 <= now()) throw errors.tokenExpired();
    const user = await users.byId(claims.sub);
    // Void: a token of a deleted account, and one from before the password was changed, but the one that changed it.
    if (!user || (user.tokenEpoch !== claims.epoch && user.keptToken !== claims.jti)) throw errors.tokenRevoked();
    if (await revocations.isRevoked(claims.jti)) throw errors.tokenRevoked();
    return { kind: 'user', userId: claims.sub, tokenId: claims.jti, expiresAt: claims.exp * 1000 };
  }

  async function widgetOf(claims: WidgetClaims): Promise<WidgetCredential> {
    const expired = claims.exp * 1000 <= now();
    if (expired && (claims.exp + RENEWAL_GRACE_SECONDS) * 1000 <= now()) throw errors.tokenExpired();
    const project = await projects.byId(claims.pid);
    if (!project || project.widgetEpoch !== claims.epoch) throw errors.tokenRevoked();
    return {
      kind: 'widget',
      projectId: claims.pid,
      visitorId: claims.sub,
      origin: claims.org,
      chainStartedAt: claims.auth_time,
      epoch: claims.epoch,
      trace: claims.trace ?? false,
      expired,
    };
  }

  return {
    async bearer(token) {
      const claims = claimsOf(token);
      return claims.aud === 'user' ? userOf(claims) : widgetOf(claims);
    },

    async apiKey(key) {
      const row = isApiKeyShaped(key) ? await apiKeys.byHash(hashApiKey(key)) : null;
      if (!row) throw errors.tokenInvalid();
      onKeyUsed(row.id);
      return { kind: 'key', keyId: row.id, projectId: row.projectId, hash: row.hash };
    },

    async verifyAgain(credential) {
      const holds =
        credential.kind === 'key'
          ? (await apiKeys.byHash(credential.hash)) !== null
          : (await projects.byId(credential.projectId))?.widgetEpoch === credential.epoch;
      if (!holds) throw errors.tokenRevoked();
    },
  };
}

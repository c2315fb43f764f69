import type { ApiKeyRow, ApiKeys, Members, Users } from '../../store/types.ts';
import { errors } from '../errors.ts';
import type { MinterClaims } from './tokens.ts';

/**
 * What a widget token or a link to a whole document was made with. It is void once that is: the account has a newer epoch (a new
 * password, the end of its sessions), or the secret of the key is no longer valid.
 */
export type Minter = { kind: 'user'; id: string; epoch: number } | { kind: 'key'; id: string; secret: string };

/** Enough of the hash to tell the secrets of one key apart. */
const secretOf = (hash: string): string => hash.slice(0, 16);

/** What a credential of the API may mint with. */
type Minting = { kind: 'user'; userId: string; epoch: number } | { kind: 'key'; keyId: string; hash: string };

export const minterOf = (credential: Minting): Minter =>
  credential.kind === 'key'
    ? { kind: 'key', id: credential.keyId, secret: secretOf(credential.hash) }
    : { kind: 'user', id: credential.userId, epoch: credential.epoch };

/** The claims that name it in a token. */
export function minterClaims(minter: Minter | null): MinterClaims {
  if (minter === null) return {};
  return minter.kind === 'user'
    ? { by: minter.id, by_epoch: minter.epoch }
    : { key: minter.id, key_secret: minter.secret };
}

/** Earlier versions named a member without an epoch: those tokens are void, as no account has the epoch 0. */
export function claimedMinter({ by, by_epoch = 0, key, key_secret = '' }: MinterClaims): Minter | null {
  if (by !== undefined) return { kind: 'user', id: by, epoch: by_epoch };
  return key === undefined ? null : { kind: 'key', id: key, secret: key_secret };
}

interface MinterDeps {
  users: Pick<Users, 'byId'>;
  members: Pick<Members, 'roleOf'>;
  apiKeys: Pick<ApiKeys, 'byId'>;
  now: () => number;
}

/** Throws 401 for a token whose maker could not make it now (`mayStillMint`). */
export async function requireMinter(
  deps: MinterDeps,
  { minter, named, projectId }: { minter: Minter | null; named: boolean; projectId: string },
): Promise<void> {
  if (minter !== null && !(await mayStillMint(deps, { minter, named, projectId }))) throw errors.tokenRevoked();
}

/**
 * False for a key that is deleted, expired or rotated, and for a member who has left, has a new password or is deactivated. What
 * acts for a visitor of a member's choice (`named`) ends as well when the member is no longer the owner.
 */
export async function mayStillMint(
  { users, members, apiKeys, now }: MinterDeps,
  { minter, named, projectId }: { minter: Minter; named: boolean; projectId: string },
): Promise<boolean> {
  if (minter.kind === 'key') {
    const row = await apiKeys.byId(projectId, minter.id);
    return row !== null && isValid(row, minter.secret, now());
  }
  const [user, role] = await Promise.all([users.byId(minter.id), members.roleOf(projectId, minter.id)]);
  const hasRole = named ? role === 'owner' : role !== null;
  return hasRole && user !== null && user.deactivatedAt === null && user.tokenEpoch === minter.epoch;
}

function isValid({ hash, formerHash, formerUntil, expiresAt }: ApiKeyRow, secret: string, now: number): boolean {
  if (expiresAt !== null && expiresAt <= now) return false;
  return (
    secretOf(hash) === secret || (formerHash !== null && secretOf(formerHash) === secret && now < (formerUntil ?? 0))
  );
}

import { createHash } from 'node:crypto';
import type { KeyScope } from '@footnote/sdk/contract';
import { errors } from '../../platform/errors.ts';
import { newId, randomBase62 } from '../../platform/ids.ts';
import type { ApiKeyRow, ApiKeys, Page, Paging } from '../../store/types.ts';
import { type Confirmation, requireConfirmation } from './confirmation.ts';
import type { RunningChats } from './running-chats.ts';

const SHAPE = /^chat_[0-9A-Za-z]{43}$/;
/** Enough characters to recognise a key in a list, too few to guess it. */
const PREFIX_LENGTH = 'chat_'.length + 6;

/** Reports whether the text has the form of an API key. Other texts need no look-up in the store. */
export function isApiKeyShaped(text: string): boolean {
  return SHAPE.test(text);
}

/** The stored form of a key. A fast hash is enough for 256 random bits. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** All scopes: those of a key that is created without naming any. */
const ALL_SCOPES: KeyScope[] = ['ask', 'ingest', 'read', 'manage'];

/** Enough for one for each program. */
export const MAX_KEYS = 100;

/** What the owner decides about a new key. */
export interface NewApiKey {
  name: string;
  /** Default: all. */
  scopes?: KeyScope[] | undefined;
  /** Epoch milliseconds; null if it does not expire. */
  expiresAt: number | null;
  /** Addresses or ranges of them, in their usual form. Default: everywhere. */
  addresses?: string[] | undefined;
}

function newSecret(): { key: string; hash: string; prefix: string } {
  const key = `chat_${randomBase62(43)}`;
  return { key, hash: hashApiKey(key), prefix: key.slice(0, PREFIX_LENGTH) };
}

export interface ApiKeyService {
  /**
   * Returns the key itself, which is not stored and cannot be shown again. Throws 400 if it would have expired already, 400
   * `quota_reached` if the project has too many, 403 if a key that may manage needs the password once more.
   */
  create(projectId: string, wanted: NewApiKey, credential: Confirmation): Promise<{ row: ApiKeyRow; key: string }>;
  /**
   * Gives the key a new secret, which is returned like that of a new key. The secret so far stays valid for as many seconds; one
   * of an earlier rotation is not valid any more. Throws 404 if the project has no such key, 403 as `create`.
   */
  rotate(
    projectId: string,
    keyId: string,
    overlapSeconds: number,
    credential: Confirmation,
  ): Promise<{ row: ApiKeyRow; key: string }>;
  list(projectId: string, paging: Paging): Promise<Page<ApiKeyRow>>;
  /** Revokes the key and ends the answers requested with it. Throws 404 if the project has no such key. */
  delete(projectId: string, keyId: string): Promise<void>;
}

export function createApiKeyService(deps: { apiKeys: ApiKeys; chats: RunningChats; now: () => number }): ApiKeyService {
  const { apiKeys, chats, now } = deps;
  return {
    async create(projectId, { name, scopes = ALL_SCOPES, expiresAt, addresses = [] }, credential) {
      if (scopes.includes('manage')) requireConfirmation(credential, now());
      if (expiresAt !== null && expiresAt <= now()) {
        throw errors.invalidRequest([{ field: 'expires_at', message: 'must be in the future' }]);
      }
      const { key, hash, prefix } = newSecret();
      const given = {
        id: newId('key'),
        projectId,
        name,
        hash,
        prefix,
        scopes: ALL_SCOPES.filter((scope) => scopes.includes(scope)),
        expiresAt,
        addresses: [...new Set(addresses)],
        createdAt: now(),
      };
      return { row: await apiKeys.create(given, MAX_KEYS), key };
    },
    async rotate(projectId, keyId, overlapSeconds, credential) {
      const former = await apiKeys.byId(projectId, keyId);
      if (!former) throw errors.notFound();
      if (former.scopes.includes('manage')) requireConfirmation(credential, now());
      const { key, ...next } = newSecret();
      const replace = () => apiKeys.rotate(former, { ...next, formerUntil: now() + overlapSeconds * 1000 });
      // Answers that were asked for with a secret that is void from now on.
      const ends = overlapSeconds === 0 || (former.formerUntil ?? 0) > now();
      const row = await (ends ? chats.revoke({ projectId, keyId }, replace) : replace());
      if (!row) throw errors.notFound();
      return { row, key };
    },
    list: (projectId, paging) => apiKeys.listByProject(projectId, paging),
    async delete(projectId, keyId) {
      const deleted = await chats.revoke({ projectId, keyId }, () => apiKeys.delete(projectId, keyId));
      if (!deleted) throw errors.notFound();
    },
  };
}

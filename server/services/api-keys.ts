import { createHash } from 'node:crypto';
import { errors } from '../platform/errors.ts';
import { newId, randomBase62 } from '../platform/ids.ts';
import type { ApiKeyRow, ApiKeys, Page, Paging } from '../store/types.ts';
import type { RunningChats } from './running-chats.ts';

const SHAPE = /^chat_[0-9A-Za-z]{43}$/;
/** Enough to tell keys apart in a list, too little to guess one. */
const PREFIX_LENGTH = 'chat_'.length + 6;

/** Could this text be a key of ours? Saves the store a look-up for what cannot. */
export function isApiKeyShaped(text: string): boolean {
  return SHAPE.test(text);
}

/** What is stored in place of a key: 256 random bits need no slow hash. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

export interface ApiKeyService {
  /** The only time that the key itself leaves the server. */
  create(projectId: string, name: string): Promise<{ row: ApiKeyRow; key: string }>;
  list(projectId: string, paging: Paging): Promise<Page<ApiKeyRow>>;
  /** Ends the answers that it asked for. Throws 404 where the project has no such key. */
  delete(projectId: string, keyId: string): Promise<void>;
}

export function createApiKeyService({
  apiKeys,
  chats,
  now,
}: {
  apiKeys: ApiKeys;
  chats: RunningChats;
  now: () => number;
}): ApiKeyService {
  return {
    async create(projectId, name) {
      const key = `chat_${randomBase62(43)}`;
      const row: ApiKeyRow = {
        id: newId('key'),
        projectId,
        name,
        hash: hashApiKey(key),
        prefix: key.slice(0, PREFIX_LENGTH),
        createdAt: now(),
        lastUsedAt: null,
      };
      await apiKeys.create(row);
      return { row, key };
    },
    list: (projectId, paging) => apiKeys.listByProject(projectId, paging),
    async delete(projectId, keyId) {
      const deleted = await chats.revoke({ projectId, keyId }, () => apiKeys.delete(projectId, keyId));
      if (!deleted) throw errors.notFound();
    },
  };
}

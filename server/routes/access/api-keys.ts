import { z } from 'zod';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { parseRange } from '../../platform/network/address-ranges.ts';
import { apiKey, createdApiKey, presentApiKey, presentCreatedApiKey } from '../../presenters/api-keys.ts';
import { deleted, listOf, presentDeleted, presentList } from '../../presenters/common.ts';
import { keyScope } from '../../presenters/enums.ts';
import { field, optional, shape } from '../../presenters/shape.ts';
import type { ApiKeyService } from '../../services/access/api-keys.ts';
import { paging } from '../paging.ts';
import { oneLine } from '../text-fields.ts';

/** A day, in which programs can be given the new key. */
const DEFAULT_OVERLAP_SECONDS = 86_400;
export const MAX_OVERLAP_SECONDS = 30 * 86_400;

/** Enough for the servers of an office and of its clouds. */
const MAX_ADDRESSES = 20;

const addressRange = z
  .string()
  .trim()
  .max(50)
  .refine(
    (text) => parseRange(text) !== null,
    'must be an IP address such as 192.0.2.7, or a range such as 192.0.2.0/24',
  );

const create = shape('CreateApiKeyRequest', 'A new API key.', {
  name: optional(oneLine(100), 'A name that says what the key is for.', 'Website backend'),
  scopes: optional(z.array(keyScope).min(1).max(10), 'What the key may do. Default: everything that a key can do.', [
    'ask',
  ]),
  expires_at: field(
    z.iso.datetime({ offset: true }).nullish(),
    'From then on, the key is not valid. Default: it does not expire.',
    '2027-01-31T12:00:00.000Z',
  ),
  allowed_addresses: optional(
    z.array(addressRange).max(MAX_ADDRESSES),
    'IP addresses, or ranges of them, from which the key may be used; up to 20. Default: everywhere.',
    ['192.0.2.0/24'],
  ),
}).optional();

const rotate = shape('RotateApiKeyRequest', 'How an API key is rotated.', {
  overlap_seconds: optional(
    z.int().min(0).max(MAX_OVERLAP_SECONDS),
    'How long the former key stays valid, up to 30 days; 0 ends it at once. Default: a day.',
    86_400,
  ),
}).optional();

const ours = { tag: 'API keys', resource: 'project', accepts: ['user'], role: 'owner', limit: 'general' } as const;

/** API keys of a project; only its owner sees them. */
export function apiKeyRoutes({ apiKeys }: { apiKeys: ApiKeyService }): Routes {
  const routes = createRoutes('/v1/projects/:project_id/api-keys');

  routes.post(
    '/',
    {
      ...ours,
      name: 'api-keys.create',
      audited: true,
      summary: 'Create an API key',
      description:
        'Only this response contains the key. Fails with `quota_reached` if the project has 100 keys. A key with the scope `manage` needs a fresh password (`POST /v1/auth/confirm`).',
      sdk: {
        method: 'projects.apiKeys.create',
        says: 'Creates a key, which may do everything unless `scopes` says less. `key` is returned only here.',
        example:
          "const { key } = await owner.projects.apiKeys.create(projectId, { name: 'CI', scopes: ['ingest', 'read'] });",
        once: true,
      },
      body: create,
      answers: { 201: createdApiKey },
    },
    async ({ project, credential, body }) => {
      const wanted = {
        name: body?.name ?? '',
        scopes: body?.scopes,
        expiresAt: body?.expires_at == null ? null : Date.parse(body.expires_at),
        addresses: body?.allowed_addresses?.flatMap((text) => parseRange(text) ?? []),
      };
      const { row, key } = await apiKeys.create(project.id, wanted, credential);
      return { status: 201, body: presentCreatedApiKey(row, key) };
    },
  );

  routes.get(
    '/',
    {
      ...ours,
      name: 'api-keys.list',
      summary: 'List the API keys of a project',
      sdk: {
        method: 'projects.apiKeys.list',
        says: 'Lists the keys without their secrets, newest first.',
        example:
          'for await (const { name, last_used_at } of owner.projects.apiKeys.list(projectId)) console.log(name, last_used_at);',
      },
      query: paging,
      answers: { 200: listOf(apiKey, 'ApiKeyList') },
    },
    async ({ project, query }) => ({
      status: 200,
      body: presentList(await apiKeys.list(project.id, query), query, presentApiKey),
    }),
  );

  routes.post(
    '/:key_id/rotate',
    {
      ...ours,
      name: 'api-keys.rotate',
      audited: true,
      summary: 'Rotate an API key',
      description:
        'Replaces the key by a new one with the same id, name, scopes, expiry and addresses. Only this response contains it. The former one stays valid for a while; one of an earlier rotation does not. A key with the scope `manage` needs a fresh password (`POST /v1/auth/confirm`).',
      sdk: {
        method: 'projects.apiKeys.rotate',
        says: 'Replaces a key by a new one with the same id. The former one stays valid for a day, or for `overlap_seconds`. `key` is returned only here.',
        example: 'const { key } = await owner.projects.apiKeys.rotate(projectId, keyId, { overlap_seconds: 3600 });',
        once: true,
      },
      body: rotate,
      answers: { 200: createdApiKey },
    },
    async ({ project, credential, param, body }) => {
      const overlap = body?.overlap_seconds ?? DEFAULT_OVERLAP_SECONDS;
      const { row, key } = await apiKeys.rotate(project.id, param('key_id'), overlap, credential);
      return { status: 200, body: presentCreatedApiKey(row, key) };
    },
  );

  routes.delete(
    '/:key_id',
    {
      ...ours,
      name: 'api-keys.delete',
      audited: true,
      summary: 'Revoke an API key',
      sdk: { method: 'projects.apiKeys.delete', says: 'Revokes a key.' },
      answers: { 200: deleted },
    },
    async ({ project, param }) => {
      await apiKeys.delete(project.id, param('key_id'));
      return { status: 200, body: presentDeleted(param('key_id')) };
    },
  );

  return routes;
}

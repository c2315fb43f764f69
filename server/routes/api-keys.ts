import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { parseRange } from '../platform/network/address-ranges.ts';
import { presentApiKey, presentCreatedApiKey } from '../presenters/api-key.ts';
import { presentDeleted, presentList } from '../presenters/list.ts';
import { keyScope } from '../presenters/shapes/enums.ts';
import { shape } from '../presenters/shapes/shape.ts';
import type { ApiKeyService } from '../services/api-keys.ts';
import { oneLine } from './one-line.ts';
import { paging } from './paging.ts';

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

const create = shape(
  'CreateApiKeyRequest',
  'A new API key.',
  z.strictObject({
    name: oneLine(100).exactOptional(),
    scopes: z.array(keyScope).min(1).max(10).exactOptional(),
    expires_at: z.iso.datetime({ offset: true }).nullish(),
    allowed_addresses: z.array(addressRange).max(MAX_ADDRESSES).exactOptional(),
  }),
).optional();

const rotate = shape(
  'RotateApiKeyRequest',
  'How an API key is rotated.',
  z.strictObject({ overlap_seconds: z.int().min(0).max(MAX_OVERLAP_SECONDS).exactOptional() }),
).optional();

/** API keys of a project; only its owner sees them. */
export function apiKeyRoutes({ apiKeys }: { apiKeys: ApiKeyService }): Routes {
  const routes = createRoutes('/v1/projects/:project_id/api-keys');

  routes.post(
    '/',
    guard(
      {
        name: 'api-keys.create',
        resource: 'project',
        audited: true,
        accepts: ['user'],
        role: 'owner',
        limit: 'general',
        body: create,
        answers: [201],
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
    ),
  );

  routes.get(
    '/',
    guard(
      {
        name: 'api-keys.list',
        resource: 'project',
        accepts: ['user'],
        role: 'owner',
        limit: 'general',
        query: paging,
        answers: [200],
      },
      async ({ project, query }) => {
        return { status: 200, body: presentList(await apiKeys.list(project.id, query), query, presentApiKey) };
      },
    ),
  );

  routes.post(
    '/:key_id/rotate',
    guard(
      {
        name: 'api-keys.rotate',
        resource: 'project',
        audited: true,
        accepts: ['user'],
        role: 'owner',
        limit: 'general',
        body: rotate,
        answers: [200],
      },
      async ({ project, credential, param, body }) => {
        const overlap = body?.overlap_seconds ?? DEFAULT_OVERLAP_SECONDS;
        const { row, key } = await apiKeys.rotate(project.id, param('key_id'), overlap, credential);
        return { status: 200, body: presentCreatedApiKey(row, key) };
      },
    ),
  );

  routes.delete(
    '/:key_id',
    guard(
      {
        name: 'api-keys.delete',
        resource: 'project',
        audited: true,
        accepts: ['user'],
        role: 'owner',
        limit: 'general',
        answers: [200],
      },
      async ({ project, param }) => {
        await apiKeys.delete(project.id, param('key_id'));
        return { status: 200, body: presentDeleted(param('key_id')) };
      },
    ),
  );

  return routes;
}

import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes, type RoutesBelow } from '../http/routes.ts';
import { presentDeleted, presentList } from '../presenters/list.ts';
import { webhookDeliveryStatus, webhookEventType } from '../presenters/shapes/enums.ts';
import { shape } from '../presenters/shapes/shape.ts';
import { presentCreatedWebhook, presentWebhook, presentWebhookDelivery } from '../presenters/webhook.ts';
import type { WebhookService } from '../services/webhooks.ts';
import { oneLine } from './one-line.ts';
import { paging } from './paging.ts';

const MAX_OVERLAP_SECONDS = 30 * 24 * 60 * 60;
const DEFAULT_OVERLAP_SECONDS = 24 * 60 * 60;

const url = z.string().trim().min(1).max(2048);
const description = oneLine(200);
const events = z.array(webhookEventType).min(1).max(20);

const create = shape(
  'CreateWebhookRequest',
  'A new webhook.',
  z.strictObject({
    url,
    description: description.exactOptional(),
    events,
    enabled: z.boolean().exactOptional(),
  }),
);

const update = shape(
  'UpdateWebhookRequest',
  'The fields to change; absent fields stay as they are.',
  z.strictObject({
    url: url.exactOptional(),
    description: description.exactOptional(),
    events: events.exactOptional(),
    enabled: z.boolean().exactOptional(),
  }),
);

const rotate = shape(
  'RotateWebhookSecretRequest',
  'How the secret of a webhook is rotated.',
  z.strictObject({ overlap_seconds: z.int().min(0).max(MAX_OVERLAP_SECONDS).exactOptional() }),
).optional();

const ours = { accepts: ['user'], role: 'owner', limit: 'general', answers: [200] } as const;

interface Deps {
  webhooks: WebhookService;
}

/** Where events of a project are sent; only its owner sees it. */
export function webhookRoutes(deps: Deps): Routes {
  const routes = createRoutes('/v1/projects/:project_id/webhooks');
  addWebhooks(routes, deps);
  addDeliveries(routes, deps);
  return routes;
}

function addWebhooks(routes: RoutesBelow<'/v1/projects/:project_id/webhooks'>, { webhooks }: Deps): void {
  routes.post(
    '/',
    guard(
      { ...ours, name: 'webhooks.create', resource: 'project', audited: true, body: create, answers: [201] },
      async ({ project, body }) => {
        const { row, secret } = await webhooks.create(project.id, body);
        return { status: 201, body: presentCreatedWebhook(row, secret) };
      },
    ),
  );

  routes.get(
    '/',
    guard({ ...ours, name: 'webhooks.list', resource: 'project', query: paging }, async ({ project, query }) => {
      return { status: 200, body: presentList(await webhooks.list(project.id, query), query, presentWebhook) };
    }),
  );

  routes.get(
    '/:webhook_id',
    guard({ ...ours, name: 'webhooks.retrieve', resource: 'project' }, async ({ project, param }) => {
      return { status: 200, body: presentWebhook(await webhooks.retrieve(project.id, param('webhook_id'))) };
    }),
  );

  routes.patch(
    '/:webhook_id',
    guard(
      { ...ours, name: 'webhooks.update', resource: 'project', audited: true, body: update },
      async ({ project, param, body }) => {
        return { status: 200, body: presentWebhook(await webhooks.update(project.id, param('webhook_id'), body)) };
      },
    ),
  );

  routes.delete(
    '/:webhook_id',
    guard({ ...ours, name: 'webhooks.delete', resource: 'project', audited: true }, async ({ project, param }) => {
      await webhooks.delete(project.id, param('webhook_id'));
      return { status: 200, body: presentDeleted(param('webhook_id')) };
    }),
  );

  routes.post(
    '/:webhook_id/rotate',
    guard(
      { ...ours, name: 'webhooks.rotate', resource: 'project', audited: true, body: rotate },
      async ({ project, param, body }) => {
        const overlap = body?.overlap_seconds ?? DEFAULT_OVERLAP_SECONDS;
        const { row, secret } = await webhooks.rotate(project.id, param('webhook_id'), overlap);
        return { status: 200, body: presentCreatedWebhook(row, secret) };
      },
    ),
  );
}

function addDeliveries(routes: RoutesBelow<'/v1/projects/:project_id/webhooks'>, { webhooks }: Deps): void {
  const empty = z.strictObject({}).optional();

  routes.post(
    '/:webhook_id/test',
    guard(
      { ...ours, name: 'webhooks.test', resource: 'project', audited: true, body: empty, answers: [202] },
      async ({ project, param }) => {
        const delivery = await webhooks.test(project.id, param('webhook_id'));
        return { status: 202, body: presentWebhookDelivery(delivery) };
      },
    ),
  );

  routes.get(
    '/:webhook_id/deliveries',
    guard(
      {
        ...ours,
        name: 'webhooks.deliveries',
        resource: 'project',
        query: paging.extend({ status: webhookDeliveryStatus.exactOptional() }),
      },
      async ({ project, param, query: { limit, offset, ...filter } }) => {
        const page = await webhooks.deliveries(project.id, param('webhook_id'), filter, { limit, offset });
        return { status: 200, body: presentList(page, { limit, offset }, presentWebhookDelivery) };
      },
    ),
  );

  routes.post(
    '/:webhook_id/deliveries/:delivery_id/redeliver',
    guard(
      { ...ours, name: 'webhooks.redeliver', resource: 'project', audited: true, body: empty, answers: [202] },
      async ({ project, param }) => {
        const delivery = await webhooks.redeliver(project.id, param('webhook_id'), param('delivery_id'));
        return { status: 202, body: presentWebhookDelivery(delivery) };
      },
    ),
  );
}

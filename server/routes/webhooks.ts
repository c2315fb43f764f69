import { z } from 'zod';
import { createRoutes, type Routes, type RoutesBelow } from '../http/routes.ts';
import { deleted, listOf, presentDeleted, presentList } from '../presenters/common.ts';
import { webhookDeliveryStatus, webhookEventType } from '../presenters/enums.ts';
import { field, flag, optional, shape } from '../presenters/shape.ts';
import {
  createdWebhook,
  presentCreatedWebhook,
  presentWebhook,
  presentWebhookDelivery,
  webhook,
  webhookDelivery,
} from '../presenters/webhooks.ts';
import type { WebhookService } from '../services/webhooks.ts';
import { paging } from './paging.ts';
import { oneLine } from './text-fields.ts';

const MAX_OVERLAP_SECONDS = 30 * 24 * 60 * 60;
const DEFAULT_OVERLAP_SECONDS = 24 * 60 * 60;

const url = field(
  z.string().trim().min(1).max(2048),
  'Where messages are sent: a public http or https address on port 80 or 443. For one inside a private network, the operator must allow its range with `SCRAPE_ALLOW_CIDRS`.',
  'https://example.com/hooks/footnote',
);
const description = field(oneLine(200), 'What it is for.', 'Posts unanswered questions to the support channel');
const events = field(z.array(webhookEventType).min(1).max(20), 'What it is told.', [
  'question.unanswered',
  'feedback.created',
]);

const create = shape('CreateWebhookRequest', 'A new webhook.', {
  url,
  description: description.exactOptional(),
  events,
  enabled: flag(
    'Whether messages are sent. Default: true. What waits is sent when it is switched on again.',
    true,
  ).exactOptional(),
});

const update = shape('UpdateWebhookRequest', 'The fields to change; absent fields stay as they are.', {
  url: url.exactOptional(),
  description: description.exactOptional(),
  events: events.exactOptional(),
  enabled: flag(
    'Whether messages are sent. Default: true. What waits is sent when it is switched on again.',
    true,
  ).exactOptional(),
});

const rotate = shape('RotateWebhookSecretRequest', 'How the secret of a webhook is rotated.', {
  overlap_seconds: optional(
    z.int().min(0).max(MAX_OVERLAP_SECONDS),
    'How long messages are also signed with the former secret, up to 30 days; 0 for not at all. Default: a day.',
    86_400,
  ),
}).optional();

const ours = { tag: 'Webhooks', accepts: ['user'], role: 'owner', limit: 'general', resource: 'project' } as const;

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
    {
      ...ours,
      name: 'webhooks.create',
      audited: true,
      summary: 'Create a webhook',
      description:
        'Only this response contains the secret. Fails with `quota_reached` if the project has ten webhooks, and with `url_not_allowed` if the address may not be used.',
      sdk: {
        method: 'projects.webhooks.create',
        says: 'Creates a webhook. `secret` is returned only here.',
        example: [
          'const { id, secret } = await owner.projects.webhooks.create(projectId, {',
          "  url: 'https://example.com/hooks/footnote',",
          "  events: ['question.unanswered'],",
          '});',
        ],
        once: true,
      },
      body: create,
      answers: { 201: createdWebhook },
    },
    async ({ project, body }) => {
      const { row, secret } = await webhooks.create(project.id, body);
      return { status: 201, body: presentCreatedWebhook(row, secret) };
    },
  );

  routes.get(
    '/',
    {
      ...ours,
      name: 'webhooks.list',
      summary: 'List the webhooks of a project',
      sdk: {
        method: 'projects.webhooks.list',
        says: 'Lists the webhooks, newest first.',
        example:
          'for await (const { url, enabled } of owner.projects.webhooks.list(projectId)) console.log(url, enabled);',
      },
      query: paging,
      answers: { 200: listOf(webhook, 'WebhookList') },
    },
    async ({ project, query }) => ({
      status: 200,
      body: presentList(await webhooks.list(project.id, query), query, presentWebhook),
    }),
  );

  routes.get(
    '/:webhook_id',
    {
      ...ours,
      name: 'webhooks.retrieve',
      summary: 'Retrieve a webhook',
      sdk: {
        method: 'projects.webhooks.retrieve',
        example: 'const { disabled_reason } = await owner.projects.webhooks.retrieve(projectId, webhookId);',
      },
      answers: { 200: webhook },
    },
    async ({ project, param }) => ({
      status: 200,
      body: presentWebhook(await webhooks.retrieve(project.id, param('webhook_id'))),
    }),
  );

  routes.patch(
    '/:webhook_id',
    {
      ...ours,
      name: 'webhooks.update',
      audited: true,
      summary: 'Change a webhook',
      description: 'Switching it on forgets why the server had switched it off.',
      sdk: {
        method: 'projects.webhooks.update',
        example: 'await owner.projects.webhooks.update(projectId, webhookId, { enabled: true });',
      },
      body: update,
      answers: { 200: webhook },
    },
    async ({ project, param, body }) => ({
      status: 200,
      body: presentWebhook(await webhooks.update(project.id, param('webhook_id'), body)),
    }),
  );

  routes.delete(
    '/:webhook_id',
    {
      ...ours,
      name: 'webhooks.delete',
      audited: true,
      summary: 'Delete a webhook',
      description: 'Its messages are deleted, too.',
      sdk: { method: 'projects.webhooks.delete', says: 'Deletes a webhook with its messages.' },
      answers: { 200: deleted },
    },
    async ({ project, param }) => {
      await webhooks.delete(project.id, param('webhook_id'));
      return { status: 200, body: presentDeleted(param('webhook_id')) };
    },
  );

  routes.post(
    '/:webhook_id/rotate',
    {
      ...ours,
      name: 'webhooks.rotate',
      audited: true,
      summary: 'Rotate the secret of a webhook',
      description: 'Only this response contains the new secret. For a while, messages are signed with both.',
      sdk: {
        method: 'projects.webhooks.rotate',
        says: 'Replaces the secret. Messages are also signed with the former one for a day, or for `overlap_seconds`. `secret` is returned only here.',
        example: 'const { secret } = await owner.projects.webhooks.rotate(projectId, webhookId);',
        once: true,
      },
      body: rotate,
      answers: { 200: createdWebhook },
    },
    async ({ project, param, body }) => {
      const overlap = body?.overlap_seconds ?? DEFAULT_OVERLAP_SECONDS;
      const { row, secret } = await webhooks.rotate(project.id, param('webhook_id'), overlap);
      return { status: 200, body: presentCreatedWebhook(row, secret) };
    },
  );
}

function addDeliveries(routes: RoutesBelow<'/v1/projects/:project_id/webhooks'>, { webhooks }: Deps): void {
  const empty = z.strictObject({}).optional();

  routes.post(
    '/:webhook_id/test',
    {
      ...ours,
      name: 'webhooks.test',
      audited: true,
      summary: 'Send a test',
      description: 'Queues a message of the type `webhook.test`. Fails with `webhook_disabled` if it is switched off.',
      sdk: { method: 'projects.webhooks.test', once: true },
      body: empty,
      answers: { 202: webhookDelivery },
    },
    async ({ project, param }) => {
      const delivery = await webhooks.test(project.id, param('webhook_id'));
      return { status: 202, body: presentWebhookDelivery(delivery) };
    },
  );

  routes.get(
    '/:webhook_id/deliveries',
    {
      ...ours,
      name: 'webhooks.deliveries',
      summary: 'List the messages of a webhook',
      description:
        'Newest first. A message is kept for 30 days, and no longer than the conversation or source that it tells of.',
      sdk: {
        method: 'projects.webhooks.deliveries',
        says: 'Lists the messages and what became of them, newest first.',
        example: "const failed = await owner.projects.webhooks.deliveries(projectId, webhookId, { status: 'failed' });",
        query: 'WebhookDeliveryQuery',
      },
      query: paging.extend({
        status: optional(webhookDeliveryStatus, 'Only messages in this state.', 'failed'),
      }),
      answers: { 200: listOf(webhookDelivery, 'WebhookDeliveryList') },
    },
    async ({ project, param, query: { limit, offset, ...filter } }) => {
      const page = await webhooks.deliveries(project.id, param('webhook_id'), filter, { limit, offset });
      return { status: 200, body: presentList(page, { limit, offset }, presentWebhookDelivery) };
    },
  );

  routes.post(
    '/:webhook_id/deliveries/:delivery_id/redeliver',
    {
      ...ours,
      name: 'webhooks.redeliver',
      audited: true,
      summary: 'Send a message again',
      description:
        'Queues it with all attempts and the same id, also if it waits for another attempt after a failure. Fails with `delivery_pending` before its first attempt has ended, and with `webhook_disabled`.',
      sdk: { method: 'projects.webhooks.redeliver', says: 'Sends a message once more.', once: true },
      body: empty,
      answers: { 202: webhookDelivery },
    },
    async ({ project, param }) => {
      const delivery = await webhooks.redeliver(project.id, param('webhook_id'), param('delivery_id'));
      return { status: 202, body: presentWebhookDelivery(delivery) };
    },
  );
}

import type { OperationDocs } from '../http/openapi/openapi-types.ts';
import { deleted, listOf } from '../presenters/shapes/common.ts';
import { createdWebhook, webhook, webhookDelivery } from '../presenters/shapes/webhooks.ts';
import { paging } from './paging.ts';

const fields = {
  url: [
    'Where messages are sent: a public http or https address on port 80 or 443. For one inside a private network, the operator must allow its range with `SCRAPE_ALLOW_CIDRS`.',
    'https://example.com/hooks/footnote',
  ],
  description: ['What it is for.', 'Posts unanswered questions to the support channel'],
  events: ['What it is told.', ['question.unanswered', 'feedback.created']],
  enabled: ['Whether messages are sent. Default: true. What waits is sent when it is switched on again.', true],
} as const;

/** Where events of a project are sent. */
export const webhookOperations: Record<string, OperationDocs> = {
  'webhooks.create': {
    tag: 'Webhooks',
    summary: 'Create a webhook',
    description:
      'Only this response contains the secret. Fails with `quota_reached` if the project has ten webhooks, and with `url_not_allowed` if the address may not be used.',
    input: { ...fields },
    answers: { 201: createdWebhook },
  },
  'webhooks.list': {
    tag: 'Webhooks',
    summary: 'List the webhooks of a project',
    input: paging,
    answers: { 200: listOf(webhook, 'WebhookList') },
  },
  'webhooks.retrieve': {
    tag: 'Webhooks',
    summary: 'Retrieve a webhook',
    answers: { 200: webhook },
  },
  'webhooks.update': {
    tag: 'Webhooks',
    summary: 'Change a webhook',
    description: 'Switching it on forgets why the server had switched it off.',
    input: { ...fields },
    answers: { 200: webhook },
  },
  'webhooks.delete': {
    tag: 'Webhooks',
    summary: 'Delete a webhook',
    description: 'Its messages are deleted, too.',
    answers: { 200: deleted },
  },
  'webhooks.rotate': {
    tag: 'Webhooks',
    summary: 'Rotate the secret of a webhook',
    description: 'Only this response contains the new secret. For a while, messages are signed with both.',
    input: {
      overlap_seconds: [
        'How long messages are also signed with the former secret, up to 30 days; 0 for not at all. Default: a day.',
        86_400,
      ],
    },
    answers: { 200: createdWebhook },
  },
  'webhooks.test': {
    tag: 'Webhooks',
    summary: 'Send a test',
    description: 'Queues a message of the type `webhook.test`. Fails with `webhook_disabled` if it is switched off.',
    answers: { 202: webhookDelivery },
  },
  'webhooks.deliveries': {
    tag: 'Webhooks',
    summary: 'List the messages of a webhook',
    description:
      'Newest first. A message is kept for 30 days, and no longer than the conversation or source that it tells of.',
    input: { ...paging, status: ['Only messages in this state.', 'failed'] },
    answers: { 200: listOf(webhookDelivery, 'WebhookDeliveryList') },
  },
  'webhooks.redeliver': {
    tag: 'Webhooks',
    summary: 'Send a message again',
    description:
      'Queues it with all attempts and the same id, also if it waits for another attempt after a failure. Fails with `delivery_pending` before its first attempt has ended, and with `webhook_disabled`.',
    answers: { 202: webhookDelivery },
  },
};

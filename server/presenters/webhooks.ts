import type { CreatedWebhook, Webhook, WebhookDelivery } from '@footnote/sdk/contract';
import { z } from 'zod';
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../store/types.ts';
import { rating, sourceType, webhookDeliveryStatus, webhookEventType } from './enums.ts';
import {
  count,
  field,
  flag,
  id,
  named,
  nullableTime,
  nullableTimestamp,
  shape,
  text,
  time,
  timestamp,
} from './shape.ts';

const projectId = id('proj', 'The project.');

const eventSource = {
  project_id: projectId,
  source_id: id('src', 'The source.'),
  type: sourceType,
  name: text('The source’s title, file name or address.', 'manual.pdf'),
  external_id: field(z.string().nullable(), 'The source’s external id; `null` if it has none.', 'guide/install.md'),
};

const eventQuestion = {
  project_id: projectId,
  conversation_id: id('conv', 'The conversation.'),
  message_id: id('msg', 'The answer.'),
  question: text('The question, as it was asked.', 'How long is the warranty?'),
};

/** The body of a message of this type. */
function event<Type extends string, Data extends z.ZodRawShape>(
  type: Type,
  name: string,
  description: string,
  data: Data,
) {
  return shape(name, description, {
    type: z.literal(type),
    timestamp: time('When it happened.'),
    data: field(z.strictObject(data), 'What happened.'),
  });
}

export const webhookEvent = named(
  'WebhookEvent',
  'The body of a message. New types and fields may be added: ignore what you do not know.',
  z.discriminatedUnion('type', [
    event('source.completed', 'SourceCompletedEvent', 'A source was read and can be asked about.', {
      ...eventSource,
      chunks_count: count('The number of its passages.', 42),
    }),
    event('source.failed', 'SourceFailedEvent', 'A source could not be read. What was read of it earlier stays.', {
      ...eventSource,
      error: field(
        z.strictObject({ code: text('A stable code.', 'encrypted_pdf'), message: text('What to do about it.') }),
        'Why.',
      ),
    }),
    event('sync.finished', 'SyncFinishedEvent', 'No source of the project is waiting or being read any more.', {
      project_id: projectId,
      completed: count('Sources of the project that were read.', 300),
      failed: count('Sources of the project that could not be read.', 2),
    }),
    event('question.unanswered', 'QuestionUnansweredEvent', 'The documents do not answer a question, or may not.', {
      ...eventQuestion,
      outcome: field(z.enum(['refused', 'unsure']), 'How the answer ended.', 'refused'),
    }),
    event('feedback.created', 'FeedbackCreatedEvent', 'A reader rated an answer, or changed a rating.', {
      ...eventQuestion,
      rating,
      comment: field(z.string().nullable(), 'What the reader wrote; `null` for nothing.', 'The page is outdated.'),
    }),
    event('budget.spent', 'BudgetSpentEvent', 'As many questions were asked today as `daily_budget` allows.', {
      project_id: projectId,
      day: field(z.string().meta({ format: 'date' }), 'The day, in UTC.', '2026-01-31'),
      requests: count('The limit.', 1000),
    }),
    event('handover.created', 'HandoverCreatedEvent', 'A visitor handed a question over to a person.', {
      project_id: projectId,
      handover_id: id('hov', 'The handover.'),
      conversation_id: field(z.string().nullable(), 'The conversation before it; `null` if there was none.', null),
      email: text('Where the visitor wants the answer.', 'visitor@example.com'),
      question: text('The question, as the visitor wrote it.', 'Can I return a used item?'),
      page_url: field(z.string().nullable(), 'The page that it was asked from; `null` if it is not known.', null),
    }),
    event(
      'refusals.risen',
      'RefusalsRisenEvent',
      'The share of refused and unsure answers in the last 7 days is clearly above that of the 28 days before. Told at most once in 7 days.',
      {
        project_id: projectId,
        answers: count('The number of answers in the last 7 days.', 120),
        share: field(z.number(), 'The share of refused and unsure answers among them, from 0 to 1.', 0.31),
        unsure_share: field(z.number(), 'The share of unsure answers alone.', 0.11),
        share_before: field(z.number(), 'The share in the 28 days before.', 0.08),
      },
    ),
    event('webhook.test', 'WebhookTestEvent', 'A test that you asked for.', {
      project_id: projectId,
      webhook_id: id('whk', 'The webhook.'),
    }),
  ]),
);

const webhookFields = {
  id: id('whk', 'The webhook’s id.'),
  url: text('The address that messages are sent to.', 'https://example.com/hooks/footnote'),
  description: text('What it is for.', 'Posts unanswered questions to the support channel'),
  events: field(z.array(webhookEventType), 'What it is told.', ['question.unanswered']),
  enabled: flag('Whether messages are sent.', true),
  disabled_reason: field(
    z.enum(['gone', 'failing']).nullable(),
    'Why the server switched it off. `gone`: it answered 410. `failing`: nothing was accepted for five days. `null` if the server did not.',
    null,
  ),
  failing_since: nullableTime('The first failed attempt since the last that succeeded; `null` if none failed.'),
  former_secret_until: nullableTime('Until then, messages are also signed with the former secret; `null` otherwise.'),
  created_at: time('The time of creation.'),
  updated_at: time('The time of the last change.'),
};

export const webhook = shape('Webhook', 'Where events of a project are sent, without its secret.', webhookFields);

export const createdWebhook = shape(
  'CreatedWebhook',
  'A new webhook, or one with a new secret. Only this response contains the secret.',
  {
    ...webhookFields,
    secret: text('The secret that messages are signed with. `verifyWebhook` of the SDK needs it.', 'whsec_C2FVsBQIhr…'),
  },
);

export const webhookDelivery = shape('WebhookDelivery', 'A message to a webhook, and what became of it.', {
  id: id('whd', 'The id of the message, the same in each attempt (`webhook-id`).'),
  event: field(z.union([webhookEventType, z.literal('webhook.test')]), 'What it is about.', 'question.unanswered'),
  status: webhookDeliveryStatus,
  attempts: count('How often it was sent.', 1),
  response_status: field(z.int().nullable(), 'The status of the last answer; `null` if there was none.', 200),
  response_text: field(
    z.string().nullable(),
    'The first thousand characters of the last answer; `null` if there was none.',
    'ok',
  ),
  error: field(z.string().nullable(), 'Why the last attempt failed; `null` if it did not.', null),
  milliseconds: field(z.int().nullable(), 'How long the last attempt took.', 120),
  created_at: time('When the event happened.'),
  last_attempt_at: nullableTime('The last attempt; `null` before the first.'),
  next_attempt_at: nullableTime('The next attempt; `null` if there is none.'),
  payload: webhookEvent,
});

export function presentWebhook(row: WebhookEndpointRow): Webhook {
  const { id, url, description, events, enabled, disabledReason, failingSince, formerUntil } = row;
  return {
    id,
    url,
    description,
    events,
    enabled,
    disabled_reason: disabledReason,
    failing_since: nullableTimestamp(failingSince),
    former_secret_until: nullableTimestamp(formerUntil),
    created_at: timestamp(row.createdAt),
    updated_at: timestamp(row.updatedAt),
  };
}

/** The only response that contains the secret itself. */
export const presentCreatedWebhook = (row: WebhookEndpointRow, secret: string): CreatedWebhook => ({
  ...presentWebhook(row),
  secret,
});

export function presentWebhookDelivery(row: WebhookDeliveryRow): WebhookDelivery {
  const { id, event, status, attempts, error, milliseconds, payload } = row;
  return {
    id,
    event,
    status,
    attempts,
    response_status: row.responseStatus,
    response_text: row.responseText,
    error,
    milliseconds,
    created_at: timestamp(row.createdAt),
    last_attempt_at: nullableTimestamp(row.attemptedAt),
    next_attempt_at: status === 'pending' ? timestamp(row.dueAt) : null,
    payload,
  };
}

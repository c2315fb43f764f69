import type { Handover, HandoverReceipt } from '@footnote/sdk/contract';
import { z } from 'zod';
import type { HandoverRow } from '../store/types.ts';
import { handoverStatus } from './enums.ts';
import { field, id, nullableTime, nullableTimestamp, shape, text, time, timestamp } from './shape.ts';

export const handover = shape('Handover', 'A question that a visitor handed over to a person.', {
  id: id('hov', 'The handover’s id.'),
  email: text('Where the visitor wants the answer.', 'visitor@example.com'),
  question: text('The question, as the visitor wrote it.', 'Can I return a used item?'),
  page_url: field(z.string().nullable(), 'The page that it was asked from; `null` if it is not known.', null),
  conversation_id: field(z.string().nullable(), 'The conversation before it; `null` if there was none.', null),
  consent: text('The text that the visitor agreed to.', 'You may answer me by mail.'),
  status: handoverStatus,
  assignee: field(z.string().nullable(), 'Who looks after it; `null` for no one yet.', 'Ann'),
  created_at: time('The time of creation.'),
  updated_at: time('The time of the last change.'),
  closed_at: nullableTime('When it was closed; `null` while it is open.', null),
});

export const handoverReceipt = shape('HandoverReceipt', 'What a visitor is told of a handover.', {
  id: id('hov', 'The handover’s id.'),
  created_at: time('The time of creation.'),
});

export const presentHandover = (row: HandoverRow): Handover => ({
  id: row.id,
  email: row.email,
  question: row.question,
  page_url: row.pageUrl,
  conversation_id: row.conversationId,
  consent: row.consent,
  status: row.status,
  assignee: row.assignee,
  created_at: timestamp(row.createdAt),
  updated_at: timestamp(row.updatedAt),
  closed_at: nullableTimestamp(row.closedAt),
});

export const presentHandoverReceipt = ({ id, createdAt }: HandoverRow): HandoverReceipt => ({
  id,
  created_at: timestamp(createdAt),
});

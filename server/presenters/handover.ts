import type { Handover, HandoverReceipt } from '@footnote/sdk/contract';
import type { HandoverRow } from '../store/types.ts';
import { timestamp } from './timestamp.ts';

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
  closed_at: row.closedAt === null ? null : timestamp(row.closedAt),
});

export const presentHandoverReceipt = ({ id, createdAt }: HandoverRow): HandoverReceipt => ({
  id,
  created_at: timestamp(createdAt),
});

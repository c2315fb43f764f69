import type { HandoverStatus } from '@footnote/sdk/contract';
import { hidden, large, nullable, oneOf, type Row, table, text, time } from '../table.ts';
import type { Page, Paging } from './paging.ts';

export const handovers = table('handovers', {
  id: text,
  number: hidden(large),
  projectId: text,
  conversationId: nullable(text),
  visitorId: text,
  email: text,
  question: text,
  pageUrl: nullable(text),
  /** The text that the visitor agreed to. */
  consent: text,
  status: oneOf<HandoverStatus>(),
  assignee: nullable(text),
  createdAt: time,
  updatedAt: time,
  closedAt: nullable(time),
});
export type HandoverRow = Row<typeof handovers>;

export type HandoverChanges = Partial<Pick<HandoverRow, 'status' | 'assignee'>>;

/** A handover goes with its conversation, and with the conversations of its visitor. */
export interface Handovers {
  /** Also tells webhooks. False if its project or conversation has been deleted meanwhile. */
  create(row: HandoverRow): Promise<boolean>;
  byId(projectId: string, id: string): Promise<HandoverRow | null>;
  /** Newest first. */
  list(projectId: string, filter: { status?: HandoverStatus }, paging: Paging): Promise<Page<HandoverRow>>;
  update(projectId: string, id: string, changes: HandoverChanges, at: number): Promise<HandoverRow | null>;
  delete(projectId: string, id: string): Promise<boolean>;
  /** Deletes those of a visitor, or of the whole project (null). */
  deleteAll(projectId: string, visitorId: string | null): Promise<void>;
  /** Deletes those without a conversation that have not changed since, of one project, or of all without a retention of their own (null). */
  deleteOlderThan(updatedBefore: number, projectId: string | null): Promise<void>;
}

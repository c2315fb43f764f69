import type { WebhookDeliveryStatus, WebhookEvent, WebhookEventType } from '@footnote/sdk/contract';
import {
  flag,
  hidden,
  initially,
  json,
  large,
  type NewRow,
  named,
  nullable,
  oneOf,
  type Row,
  table,
  text,
  time,
  whole,
} from '../table.ts';
import type { Page, Paging } from './paging.ts';

export const webhookEndpoints = table('webhook_endpoints', {
  id: text,
  number: hidden(large),
  projectId: text,
  url: text,
  description: text,
  events: json<WebhookEventType[]>(),
  /** Encrypted. */
  secret: text,
  /** The one before the last rotation, which messages are also signed with until `formerUntil`. */
  formerSecret: initially(null, nullable(text)),
  formerUntil: initially(null, nullable(time)),
  enabled: flag,
  disabledReason: initially(null, nullable(oneOf<'gone' | 'failing'>())),
  /** The first failed attempt since the last that succeeded. */
  failingSince: initially(null, nullable(time)),
  createdAt: time,
  updatedAt: time,
});
export type WebhookEndpointRow = Row<typeof webhookEndpoints>;

export type WebhookChanges = Partial<Pick<WebhookEndpointRow, 'url' | 'description' | 'events' | 'enabled'>>;

export interface WebhookEndpoints {
  /** Throws 400 `quota_reached` if the project has `most`, 404 if it has been deleted. */
  create(row: NewRow<typeof webhookEndpoints>, most: number): Promise<WebhookEndpointRow>;
  byId(projectId: string, id: string): Promise<WebhookEndpointRow | null>;
  listByProject(projectId: string, paging: Paging): Promise<Page<WebhookEndpointRow>>;
  /** Switching it on forgets why it was switched off. */
  update(projectId: string, id: string, changes: WebhookChanges, at: number): Promise<WebhookEndpointRow | null>;
  /** Replaces the secret, if it is still the row's. */
  rotate(
    row: WebhookEndpointRow,
    next: { secret: string; formerUntil: number | null; at: number },
  ): Promise<WebhookEndpointRow | null>;
  /** Also deletes its deliveries. */
  delete(projectId: string, id: string): Promise<boolean>;
}

export const webhookDeliveries = table('webhook_deliveries', {
  id: text,
  number: hidden(large),
  endpointId: text,
  projectId: text,
  event: oneOf<WebhookEventType | 'webhook.test'>(),
  payload: json<WebhookEvent>(),
  /** The source or conversation with which it is deleted. */
  subjectId: hidden(nullable(text)),
  status: oneOf<WebhookDeliveryStatus>(),
  attempts: named('attempt', whole),
  /** When the next attempt is due, while it is pending. */
  dueAt: time,
  attemptedAt: initially(null, nullable(time)),
  responseStatus: initially(null, nullable(whole)),
  responseText: initially(null, nullable(text)),
  error: initially(null, nullable(text)),
  milliseconds: initially(null, nullable(whole)),
  createdAt: time,
});
export type WebhookDeliveryRow = Row<typeof webhookDeliveries>;

/** A delivery that this process is to make. Its `attempts` are the fence. */
export interface ClaimedDelivery {
  delivery: WebhookDeliveryRow;
  endpoint: WebhookEndpointRow;
  /** The account of the project. */
  accountId: string;
}

/** What became of an attempt. */
export interface DeliveryResult {
  status: WebhookDeliveryStatus;
  /** Of the next attempt. */
  dueAt: number;
  responseStatus: number | null;
  responseText: string | null;
  error: string | null;
  milliseconds: number;
  /** Switches the endpoint off. */
  gone: boolean;
}

export interface WebhookDeliveries {
  /** Newest first. */
  list(
    projectId: string,
    endpointId: string,
    filter: { status?: WebhookDeliveryStatus },
    paging: Paging,
  ): Promise<Page<WebhookDeliveryRow>>;
  /** Queues an event for one endpoint, whatever it listens to. Null: it has been deleted. */
  add(endpoint: Pick<WebhookEndpointRow, 'id' | 'projectId'>, event: WebhookEvent): Promise<WebhookDeliveryRow | null>;
  /** Queues it once more, with all attempts. Null if there is none; 'pending' if no attempt has ended yet. */
  requeue(
    projectId: string,
    endpointId: string,
    id: string,
    at: number,
  ): Promise<WebhookDeliveryRow | 'pending' | null>;
  /**
   * Takes the delivery that is due first, for `leaseMs`: if nothing is settled until then, it is due again. Those of the excepted
   * endpoints and accounts, and of endpoints that are switched off, are left alone.
   */
  claim(
    now: number,
    leaseMs: number,
    except: { endpoints: string[]; accounts: string[] },
  ): Promise<ClaimedDelivery | null>;
  /**
   * Writes what became of the attempt, unless another process has taken the delivery meanwhile, and whether its endpoint fails. One
   * that has failed for `failingMs` is switched off when a delivery is given up. Returns whether it was.
   */
  settle(
    claimed: ClaimedDelivery,
    result: DeliveryResult,
    now: number,
    failingMs: number,
  ): Promise<'settled' | 'disabled' | 'lost'>;
  /** When the next delivery is due; null if none waits. */
  nextDueAt(): Promise<number | null>;
  /** Deletes what was created before. Returns how many. */
  sweep(before: number): Promise<number>;
}

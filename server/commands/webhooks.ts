import { parseArgs } from 'node:util';
import type { CreatedWebhook, Deleted, List, Webhook, WebhookDelivery } from '@footnote/sdk/contract';
import type { Command } from './command.ts';
import { createProjectApi, ownerConnectionOf, type ProjectApi } from './project-api.ts';

/** The most that a list has in one answer; a project has fewer webhooks. */
const PAGE = 100;
/** What `add` listens to unless it is told otherwise: the same as in the console. */
const DEFAULT_EVENTS = ['question.unanswered'];

const OPTIONS = {
  project: { type: 'string' },
  server: { type: 'string' },
  event: { type: 'string', multiple: true },
  description: { type: 'string' },
  status: { type: 'string' },
  limit: { type: 'string' },
} as const;

type Action = (api: ProjectApi, given: Given, say: Command['say']) => Promise<void>;

interface Given {
  ids: string[];
  events: string[] | undefined;
  description: string | undefined;
  status: string | undefined;
  limit: number;
}

/** Each action, with how many arguments and which options it has of its own. */
const ACTIONS: Record<string, { takes: number; options: (keyof typeof OPTIONS)[]; run: Action }> = {
  list: { takes: 0, options: [], run: list },
  add: { takes: 1, options: ['event', 'description'], run: add },
  deliveries: { takes: 1, options: ['status', 'limit'], run: deliveries },
  redeliver: { takes: 2, options: [], run: redeliver },
  remove: { takes: 1, options: [], run: remove },
};

/**
 * `footnote webhooks list | add URL | deliveries ID | redeliver ID DELIVERY | remove ID`: the webhooks of a project, through the API
 * of a server, as its owner.
 */
export async function webhooks({ words, env, say, signal }: Command): Promise<boolean> {
  const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options: OPTIONS });
  const [name = '', ...ids] = positionals;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action || ids.length !== action.takes) return false;
  const own = Object.keys(values).filter((option) => option !== 'project' && option !== 'server');
  if (own.some((option) => !action.options.includes(option as keyof typeof OPTIONS))) return false;
  const { event: events, description, status } = values;
  const given = { ids, events, description, status, limit: limitOf(values.limit) };
  await action.run(createProjectApi(ownerConnectionOf(values, env, signal), say), given, say);
  return true;
}

function limitOf(text = '20'): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > PAGE) throw new Error(`--limit must be from 1 to ${PAGE}.`);
  return limit;
}

async function list({ call }: ProjectApi, _: Given, say: Command['say']): Promise<void> {
  const { items } = await call<List<Webhook>>('GET', `/webhooks?limit=${PAGE}`);
  if (items.length === 0) say('The project has no webhooks. Add one with footnote webhooks add URL.');
  for (const { id, url, events, description, ...state } of items) {
    say(`${id}  ${url}  (${stateOf(state)})${description && `  ${printable(description)}`}`);
    say(`  ${events.join(', ')}`);
  }
}

function stateOf(options: Pick<Webhook, 'enabled' | 'disabled_reason' | 'failing_since'>) {
  const { enabled, disabled_reason, failing_since } = options;
  if (!enabled) return disabled_reason === null ? 'off' : `switched off: ${disabled_reason}`;
  return failing_since === null ? 'on' : `failing since ${failing_since}`;
}

async function add({ call }: ProjectApi, given: Given, say: Command['say']): Promise<void> {
  const { ids, events = DEFAULT_EVENTS, description } = given;
  const body = { url: ids[0], events, ...(description !== undefined && { description }) };
  const created = await call<CreatedWebhook>('POST', '/webhooks', body, { once: true });
  say(`${created.id}  ${created.url}  ${created.events.join(', ')}`);
  say(`Its secret, which is shown only now: ${created.secret}`);
}

async function deliveries({ call }: ProjectApi, { ids, status, limit }: Given, say: Command['say']): Promise<void> {
  const query = new URLSearchParams({ limit: String(limit), ...(status !== undefined && { status }) });
  const { items, total } = await call<List<WebhookDelivery>>('GET', `${pathOf(ids)}/deliveries?${query}`);
  if (total === 0) say('There are no messages.');
  for (const { id, event, status: state, attempts, created_at, response_status, error } of items) {
    const answer = response_status === null ? '' : `, answered ${response_status}`;
    say(
      `${id}  ${created_at}  ${event}  ${state}, attempts: ${attempts}${answer}${error === null ? '' : `, ${printable(error)}`}`,
    );
  }
  if (total > items.length) say(`The latest ${items.length} of ${total}; --limit shows more.`);
}

async function redeliver({ call }: ProjectApi, { ids }: Given, say: Command['say']): Promise<void> {
  const [webhook = '', delivery = ''] = ids;
  const path = `${pathOf([webhook])}/deliveries/${encodeURIComponent(delivery)}/redeliver`;
  const { id, event } = await call<WebhookDelivery>('POST', path, undefined, { once: true });
  say(`${id} (${event}) is sent again. footnote webhooks deliveries ${webhook} shows what became of it.`);
}

async function remove({ call }: ProjectApi, { ids }: Given, say: Command['say']): Promise<void> {
  const { id } = await call<Deleted>('DELETE', pathOf(ids), undefined, { once: true });
  say(`${id} is removed, with its messages.`);
}

const pathOf = ([id = '']: string[]) => `/webhooks/${encodeURIComponent(id)}`;

/** A receiver may answer anything, also what moves the cursor of a terminal. */
const printable = (text: string) => text.replace(/\p{Cc}+/gu, ' ');

import type { WebhookEventType } from '@footnote/sdk/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type {
  DeliveryResult,
  Store,
  WebhookDeliveryRow,
  WebhookEndpointRow,
} from '../../../../../server/store/types.ts';
import {
  aChunk,
  aSource,
  claimed,
  ingested,
  published,
  staged,
  temporaryPlaces,
  withProject,
} from '../../../../helpers/stores/rows.ts';
import { rowStores } from '../../../../helpers/stores/tested-stores.ts';

const ALL: WebhookEventType[] = [
  ...(['source.completed', 'source.failed', 'sync.finished'] as const),
  ...(['question.unanswered', 'feedback.created', 'budget.spent'] as const),
];
const NONE = { endpoints: [], accounts: [] };
const FIVE_DAYS = 5 * 24 * 60 * 60_000;
const PAGE = { limit: 100, offset: 0 };

let made = 0;
const anEndpoint = (projectId: string, changes: Partial<WebhookEndpointRow> = {}): WebhookEndpointRow => {
  made += 1;
  return {
    ...{ id: `whk_${made}`, projectId, url: 'https://hooks.example.com/', description: '', events: ALL },
    ...{ secret: 'sealed', formerSecret: null, formerUntil: null, enabled: true, disabledReason: null },
    ...{ failingSince: null, createdAt: 1_000, updatedAt: 1_000, ...changes },
  };
};
const aResult = (changes: Partial<DeliveryResult> = {}): DeliveryResult => ({
  ...{ status: 'delivered', dueAt: 0, responseStatus: 200, responseText: 'ok', error: null, milliseconds: 3 },
  ...{ gone: false, ...changes },
});

for (const { name, open } of rowStores()) {
  describe(`webhooks (${name})`, () => {
    const places = temporaryPlaces();
    let store: Store;
    beforeEach(async () => {
      store = places.track(await open(places.directory()));
    });
    afterEach(() => places.clear());

    const listening = async (changes: Partial<WebhookEndpointRow> = {}) => {
      const project = await withProject(store);
      const endpoint = anEndpoint(project.id, changes);
      await store.webhookEndpoints.create(endpoint, 10);
      return { project, endpoint };
    };
    const queued = async ({ id, projectId }: WebhookEndpointRow): Promise<WebhookDeliveryRow[]> =>
      (await store.webhookDeliveries.list(projectId, id, {}, PAGE)).rows.reverse();
    const events = async (endpoint: WebhookEndpointRow) => (await queued(endpoint)).map(({ payload }) => payload);
    const take = async (now = 4e12) => {
      const taken = await store.webhookDeliveries.claim(now, 60_000, NONE);
      if (!taken) throw new Error('Nothing is due.');
      return taken;
    };
    const tested = async (endpoint: WebhookEndpointRow) => {
      const data = { project_id: endpoint.projectId, webhook_id: endpoint.id };
      const event = { type: 'webhook.test', timestamp: new Date(1_000).toISOString(), data } as const;
      return store.webhookDeliveries.add(endpoint, event);
    };
    const ask = async (projectId: string, finishReason: 'refused' | 'unsure' | 'stop') => {
      const at = { createdAt: 2_000, citations: [], usage: null };
      const conversation = { id: `conv_${finishReason}`, projectId, visitorId: 'vis_1', createdAt: 1, updatedAt: 1 };
      const question = { ...at, id: `msg_q_${finishReason}`, role: 'user', text: 'How?', finishReason: null } as const;
      await store.conversations.create(conversation, question);
      const answer = {
        ...at,
        id: `msg_a_${finishReason}`,
        role: 'assistant',
        text: 'Not here.',
        finishReason,
      } as const;
      await store.conversations.append(projectId, conversation.id, { ...answer, finishReason: null });
      await store.conversations.append(projectId, conversation.id, answer);
      return { conversationId: conversation.id, messageId: answer.id };
    };

    it('are told of a source that was read, and that nothing waits any more, once', async () => {
      const { project, endpoint } = await listening();
      const first = aSource(project.id, { externalId: 'a.md' });
      await store.sources.create(first);
      await store.sources.create(aSource(project.id));
      for (const text of ['One.', 'Two.']) {
        const job = await claimed(store);
        const chunks = [aChunk(0, text)];
        await published(store, job, await staged(store, job, chunks), chunks);
      }
      expect(await events(endpoint)).toMatchObject([
        {
          type: 'source.completed',
          data: { source_id: first.id, name: 'guide.md', external_id: 'a.md', chunks_count: 1 },
        },
        { type: 'source.completed' },
        { type: 'sync.finished', data: { project_id: project.id, completed: 2, failed: 0 } },
      ]);
    });

    it('are told of a source that failed, also with its worker', async () => {
      const { project, endpoint } = await listening({ events: ['source.failed', 'sync.finished'] });
      const error = { code: 'no_text', message: 'No text was found in this file.' };
      const source = aSource(project.id);
      await store.sources.create(source);
      await store.sources.fail(await claimed(store), source.id, error);
      expect(await events(endpoint)).toMatchObject([
        { type: 'source.failed', data: { source_id: source.id, error } },
        { type: 'sync.finished', data: { completed: 0, failed: 1 } },
      ]);
      await store.sources.create(aSource(project.id));
      for (const now of [10_000, 20_000, 30_000]) await store.jobs.claim('worker', now, 1_000);
      await store.jobs.failAbandoned(40_000, { code: 'interrupted', message: 'It was interrupted.' });
      expect((await events(endpoint)).map(({ type }) => type).slice(2)).toEqual(['source.failed', 'sync.finished']);
    });

    it('are told of questions without an answer, and not of answers', async () => {
      const { project, endpoint } = await listening();
      await ask(project.id, 'stop');
      const refused = await ask(project.id, 'refused');
      await ask(project.id, 'unsure');
      expect(await events(endpoint)).toMatchObject([
        {
          type: 'question.unanswered',
          data: {
            ...{ project_id: project.id, conversation_id: refused.conversationId, message_id: refused.messageId },
            ...{ question: 'How?', outcome: 'refused' },
          },
        },
        { type: 'question.unanswered', data: { outcome: 'unsure' } },
      ]);
    });

    it('are told of a rating when it changes, and not when it is taken back', async () => {
      const { project, endpoint } = await listening({ events: ['feedback.created'] });
      const { conversationId, messageId } = await ask(project.id, 'stop');
      const rate = (rating: 'up' | 'down' | null, comment: string | null) =>
        store.conversations.rate(project.id, conversationId, messageId, rating, comment);
      await rate('up', null);
      await rate('up', null);
      await rate('down', 'Outdated.');
      await rate(null, null);
      expect(await events(endpoint)).toMatchObject([
        { type: 'feedback.created', data: { question: 'How?', rating: 'up', comment: null } },
        { type: 'feedback.created', data: { question: 'How?', rating: 'down', comment: 'Outdated.' } },
      ]);
    });

    it('are told once a day that the budget is spent, and not if the last question was not taken', async () => {
      const { project, endpoint } = await listening();
      const limits = { project: 2, visitor: 1, address: null };
      const askAs = (visitorId: string, day = '2026-01-31') =>
        store.budgets.take(project.id, { visitorId, address: null }, day, limits);
      expect(await askAs('vis_1')).toBe(true);
      expect(await askAs('vis_1')).toBe(false);
      expect(await events(endpoint)).toEqual([]);
      expect(await askAs('vis_2')).toBe(true);
      expect(await askAs('vis_3')).toBe(false);
      expect(await events(endpoint)).toMatchObject([
        { type: 'budget.spent', data: { project_id: project.id, day: '2026-01-31', requests: 2 } },
      ]);
    });

    it('are told nothing of other projects, of what they do not listen to, or while they are off', async () => {
      const { project } = await listening({ events: ['budget.spent'] });
      const off = anEndpoint(project.id, { enabled: false });
      await store.webhookEndpoints.create(off, 10);
      const { endpoint: foreign } = await listening();
      await ask(project.id, 'refused');
      expect(await events(off)).toEqual([]);
      expect(await events(foreign)).toEqual([]);
      expect(await store.webhookDeliveries.nextDueAt()).toBeNull();
    });

    it('queue nothing for an answer that was not stored', async () => {
      const { project, endpoint } = await listening();
      const { messageId } = await ask(project.id, 'stop');
      const answer = { id: messageId, role: 'assistant' as const, text: '', citations: [], usage: null, createdAt: 1 };
      await store.conversations.append(project.id, 'conv_gone', { ...answer, finishReason: 'refused' });
      expect(await events(endpoint)).toEqual([]);
    });

    it('have each message taken once, again after its lease, and settled by who took it last', async () => {
      const { endpoint } = await listening();
      await tested(endpoint);
      const claims = await Promise.all([1, 2, 3].map(() => store.webhookDeliveries.claim(5_000, 1_000, NONE)));
      const [first] = claims.filter((claim) => claim !== null);
      expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
      if (!first) throw new Error('Nobody has taken it.');
      expect(await store.webhookDeliveries.claim(5_999, 1_000, NONE)).toBeNull();
      const second = await take(6_000);
      expect(second.delivery).toMatchObject({ id: first.delivery.id, attempts: 2 });
      const settle = (claim: typeof first) => store.webhookDeliveries.settle(claim, aResult(), 6_500, FIVE_DAYS);
      expect([await settle(first), await settle(second), await settle(second)]).toEqual(['lost', 'settled', 'lost']);
      expect(await queued(endpoint)).toMatchObject([{ status: 'delivered', responseText: 'ok', attempts: 2 }]);
    });

    it('leave those of excepted webhooks and accounts for others', async () => {
      const { project, endpoint } = await listening();
      await tested(endpoint);
      const claim = (except: Partial<typeof NONE>) =>
        store.webhookDeliveries.claim(5_000, 1_000, { ...NONE, ...except } as typeof NONE);
      expect(await claim({ endpoints: [endpoint.id] as never[] })).toBeNull();
      expect(await claim({ accounts: [project.userId] as never[] })).toBeNull();
      expect((await claim({}))?.accountId).toBe(project.userId);
    });

    it('wait until the next attempt, and can be sent again as soon as one has ended', async () => {
      const { project, endpoint } = await listening();
      const delivery = await tested(endpoint);
      const again = () => store.webhookDeliveries.requeue(project.id, endpoint.id, delivery?.id ?? '', 70_000);
      expect(await again()).toBe('pending');
      const first = await take(2_000);
      expect(await again()).toBe('pending');
      const retry = aResult({ status: 'pending', dueAt: 50_000, responseStatus: 500, error: 'It answered 500.' });
      await store.webhookDeliveries.settle(first, retry, 2_100, FIVE_DAYS);
      expect(await store.webhookDeliveries.nextDueAt()).toBe(50_000);
      expect(await again()).toMatchObject({ status: 'pending', attempts: 0, dueAt: 70_000 });
      expect(await again()).toBe('pending');
      await store.webhookDeliveries.settle(await take(70_000), aResult(), 70_100, FIVE_DAYS);
      expect(await again()).toMatchObject({ status: 'pending', attempts: 0, dueAt: 70_000 });
      expect(await store.webhookDeliveries.requeue('proj_other', endpoint.id, delivery?.id ?? '', 1)).toBeNull();
    });

    it('are switched off by 410, or when a message is given up after five days without success', async () => {
      const fail = async (endpoint: WebhookEndpointRow, at: number, changes: Partial<DeliveryResult> = {}) => {
        await tested(endpoint);
        const failed = aResult({ status: 'failed', responseStatus: 500, error: 'It answered 500.', ...changes });
        return store.webhookDeliveries.settle(await take(), failed, at, FIVE_DAYS);
      };
      const state = ({ projectId, id }: WebhookEndpointRow) => store.webhookEndpoints.byId(projectId, id);
      const { endpoint: gone } = await listening();
      expect(await fail(gone, 10_000, { responseStatus: 410, gone: true })).toBe('disabled');
      expect(await state(gone)).toMatchObject({ enabled: false, disabledReason: 'gone' });
      const { endpoint: failing } = await listening();
      expect(await fail(failing, 10_000)).toBe('settled');
      expect(await fail(failing, 10_000 + FIVE_DAYS - 1)).toBe('settled');
      expect(await fail(failing, 10_000 + FIVE_DAYS, { status: 'pending' })).toBe('settled');
      await store.webhookDeliveries.settle(await take(), aResult(), 20_000, FIVE_DAYS);
      expect(await state(failing)).toMatchObject({ enabled: true, failingSince: null });
      await fail(failing, 30_000);
      expect(await fail(failing, 30_000 + FIVE_DAYS)).toBe('disabled');
      expect(await state(failing)).toMatchObject({ enabled: false, disabledReason: 'failing', failingSince: 30_000 });
      const on = await store.webhookEndpoints.update(failing.projectId, failing.id, { enabled: true }, 90_000);
      expect(on).toMatchObject({ enabled: true, disabledReason: null, failingSince: null });
    });

    it('keep what waits while they are off, and send it when they are on again', async () => {
      const { project, endpoint } = await listening();
      await tested(endpoint);
      await store.webhookEndpoints.update(project.id, endpoint.id, { enabled: false }, 2_000);
      expect(await store.webhookDeliveries.claim(5_000, 1_000, NONE)).toBeNull();
      expect(await store.webhookDeliveries.nextDueAt()).toBeNull();
      await store.webhookEndpoints.update(project.id, endpoint.id, { enabled: true }, 3_000);
      expect(await take(5_000)).toMatchObject({ endpoint: { id: endpoint.id } });
    });

    it('are changed in what is given, and not more than so many for a project', async () => {
      const { project, endpoint } = await listening();
      const changed = await store.webhookEndpoints.update(project.id, endpoint.id, { events: ['budget.spent'] }, 9_000);
      expect(changed).toEqual({ ...endpoint, events: ['budget.spent'], updatedAt: 9_000 });
      const rotated = { secret: 'next', formerUntil: 80_000, at: 9_500 };
      expect(await store.webhookEndpoints.rotate(endpoint, rotated)).toMatchObject({
        ...{ secret: 'next', formerSecret: 'sealed', formerUntil: 80_000 },
      });
      expect(await store.webhookEndpoints.rotate(endpoint, rotated)).toBeNull();
      await expect(store.webhookEndpoints.create(anEndpoint(project.id), 1)).rejects.toMatchObject({
        code: 'quota_reached',
      });
    });

    it('are deleted with their messages, and messages with the conversation or source that they tell of', async () => {
      const { project, endpoint } = await listening();
      const { conversationId } = await ask(project.id, 'refused');
      const source = await ingested(store, project.id, ['Some text.']);
      const types = async () => (await events(endpoint)).map(({ type }) => type);
      expect(await types()).toEqual(['question.unanswered', 'source.completed', 'sync.finished']);
      await store.conversations.delete(project.id, conversationId);
      expect(await types()).toEqual(['source.completed', 'sync.finished']);
      await store.sources.delete(project.id, source.id);
      expect(await types()).toEqual(['sync.finished']);
      expect(await store.webhookDeliveries.sweep(Number.MAX_SAFE_INTEGER)).toBe(1);
      await tested(endpoint);
      expect(await store.webhookEndpoints.delete(project.id, endpoint.id)).toBe(true);
      expect(await store.webhookEndpoints.delete(project.id, endpoint.id)).toBe(false);
      expect(await types()).toEqual([]);
      expect(await tested(endpoint)).toBeNull();
      const next = anEndpoint(project.id);
      await store.webhookEndpoints.create(next, 10);
      await tested(next);
      await store.projects.delete(project.id);
      expect(await events(next)).toEqual([]);
      expect(await store.webhookDeliveries.sweep(Number.MAX_SAFE_INTEGER)).toBe(0);
    });
  });
}

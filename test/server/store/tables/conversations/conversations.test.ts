import type { TracedPassage } from '@footnote/sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../../../../server/platform/errors.ts';
import { REMOVED_NOTICE } from '../../../../../server/store/deletion/redact.ts';
import type { NewMessage, Store, StoredCitation, StoredTrace } from '../../../../../server/store/types.ts';
import { aCitation, ingested, temporaryPlaces, withProject } from '../../../../helpers/stores/rows.ts';
import { rowStores } from '../../../../helpers/stores/tested-stores.ts';

const aMessage = (id: string, changes: Partial<NewMessage> = {}): NewMessage => ({
  id,
  role: 'user',
  text: `text of ${id}`,
  citations: [],
  finishReason: null,
  usage: null,
  createdAt: 2_000,
  ...changes,
});

const anAnswer = (id: string, text: string, citations: StoredCitation[]) =>
  aMessage(id, { role: 'assistant', text, citations, finishReason: 'stop' });

const aTracedPassage = (sourceId: string, number: number): TracedPassage => ({
  chunk_id: String(number),
  source_id: sourceId,
  title: 'Guide',
  heading: 'Part',
  page: null,
  text: `passage ${number}`,
  text_rank: number,
  text_score: 1,
  vector_rank: null,
  vector_score: null,
  reader_rank: null,
  fused_rank: number,
  fused_score: 1,
  reranked: number,
  use: 'cited',
  reason: null,
  offered_as: number,
  cited_as: number,
});

const aTrace = (passages: TracedPassage[]): StoredTrace => ({
  question: { asked: 'Is it?', text: 'Is it?', context: '', language: 'en', terms: [] },
  passages,
  claims: passages.map((_, at) => ({ sentence: `Claim ${at + 1}.`, markers: [at + 1] })),
  dropped: [...passages.map((_, at) => at + 1), null].map((marker) => ({
    sentence: `Dropped ${marker}.`,
    marker,
    reason: 'unsupported',
  })),
  verdict: { outcome: 'answered', reason: null, score: null, threshold: null },
  engines: { embedder: null, reranker: null, answerer: 'extractive' },
  timings: { wait: null, understand: 1, retrieve: 1, rerank: 1, generate: 1, first_text: 1, total: 5 },
  prompt_tokens: null,
  shortened: false,
});

for (const { name, open } of rowStores()) {
  describe(`conversations (${name})`, () => {
    const places = temporaryPlaces();
    let store: Store;
    let projectId: string;
    beforeEach(async () => {
      store = places.track(await open(places.directory()));
      projectId = (await withProject(store)).id;
      await store.conversations.create({ id: 'conv_1', projectId, visitorId: 'vis_1', createdAt: 1, updatedAt: 1 });
    });
    afterEach(() => places.clear());

    it('number their messages without a gap, also under parallel calls', async () => {
      const appended = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          store.conversations.append(projectId, 'conv_1', aMessage(`msg_${index}`)),
        ),
      );
      const seqs = appended.map((message) => message?.seq ?? 0).sort((a, b) => a - b);
      expect(seqs).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    });

    it('return their last messages unchanged, oldest first', async () => {
      const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
      for (const id of ['msg_1', 'msg_2', 'msg_3'])
        await store.conversations.append(projectId, 'conv_1', aMessage(id, { usage, certainty: 0.8125 }));
      const messages = await store.conversations.recentMessages(projectId, 'conv_1', 2);
      expect(messages.map(({ seq }) => seq)).toEqual([2, 3]);
      expect(messages[1]).toEqual({
        ...aMessage('msg_3', { usage, certainty: 0.8125 }),
        curatedId: null,
        seq: 3,
        conversationId: 'conv_1',
        pageUrl: null,
        reason: null,
        rating: null,
        comment: null,
      });
      expect((await store.conversations.byId(projectId, 'conv_1'))?.updatedAt).toBe(2_000);
    });

    it('begin together with their first message, or not at all', async () => {
      const row = { id: 'conv_new', projectId, visitorId: null, createdAt: 1, updatedAt: 1 };
      await store.conversations.create(row, aMessage('msg_first'));
      expect(await store.conversations.recentMessages(projectId, 'conv_new', 5)).toMatchObject([{ seq: 1 }]);
      const again = store.conversations.create(
        { ...row, id: 'conv_newer' },
        aMessage('msg_2', { text: null as never }),
      );
      await expect(again).rejects.toThrow();
      expect(await store.conversations.byId(projectId, 'conv_newer')).toBeNull();
    });

    it('are found only in their own project, and start only in an existing one', async () => {
      const other = await withProject(store);
      expect(await store.conversations.byId(projectId, 'conv_1')).toMatchObject({ visitorId: 'vis_1' });
      expect(await store.conversations.byId(other.id, 'conv_1')).toBeNull();
      await store.conversations.append(projectId, 'conv_1', anAnswer('msg_own', 'Yes.', []));
      expect(await store.conversations.append(other.id, 'conv_1', aMessage('msg_foreign'))).toBeNull();
      expect(await store.conversations.append(other.id, 'conv_1', anAnswer('msg_own', 'No.', []))).toBeNull();
      expect(await store.conversations.rate(other.id, 'conv_1', 'msg_own', 'up', null)).toBeNull();
      expect(await store.conversations.recentMessages(other.id, 'conv_1', 5)).toEqual([]);
      expect((await store.conversations.messages(other.id, 'conv_1', { limit: 5, offset: 0 })).total).toBe(0);
      expect(await store.conversations.recentMessages(projectId, 'conv_1', 5)).toMatchObject([{ text: 'Yes.' }]);
      expect(await store.conversations.append(projectId, 'conv_unknown', aMessage('msg_1'))).toBeNull();
      const orphan = { id: 'conv_2', projectId: 'proj_gone', visitorId: null, createdAt: 1, updatedAt: 1 };
      await expect(store.conversations.create(orphan)).rejects.toThrow(ApiError);
    });

    it('are listed newest first, by their first question, and by visitor', async () => {
      const other = await withProject(store);
      const at = { createdAt: 1, updatedAt: 1 };
      await store.conversations.create({ id: 'conv_2', projectId, visitorId: 'vis_2', ...at });
      await store.conversations.create({ id: 'conv_3', projectId, visitorId: null, ...at });
      await store.conversations.create({ id: 'conv_4', projectId: other.id, visitorId: 'vis_1', ...at });
      await store.conversations.append(projectId, 'conv_2', aMessage('msg_1', { text: 'First?' }));
      await store.conversations.append(projectId, 'conv_2', aMessage('msg_2', { text: 'Second?' }));
      const all = await store.conversations.list(projectId, {}, { limit: 2, offset: 0 });
      expect([all.total, all.rows.map(({ id }) => id)]).toEqual([3, ['conv_3', 'conv_2']]);
      expect(all.rows[1]).toMatchObject({ title: 'First?', messages: 2, visitorId: 'vis_2' });
      const own = await store.conversations.list(projectId, { visitorId: 'vis_1' }, { limit: 20, offset: 0 });
      expect([own.total, own.rows.map(({ id, title }) => [id, title])]).toEqual([1, [['conv_1', '']]]);
    });

    it('list their messages oldest first, in pages, with the rating of each answer', async () => {
      const messages = ['msg_1', 'msg_2', 'msg_3'].map((id) => aMessage(id, { role: 'assistant' }));
      for (const message of messages) await store.conversations.append(projectId, 'conv_1', message);
      await store.conversations.append(projectId, 'conv_1', aMessage('msg_4'));
      expect(await store.conversations.rate(projectId, 'conv_1', 'msg_2', 'down', 'Not true.')).toEqual({
        before: null,
        answeredAt: 2_000,
      });
      const page = await store.conversations.messages(projectId, 'conv_1', { limit: 2, offset: 1 });
      expect([page.total, page.rows.map(({ id, rating, comment }) => [id, rating, comment])]).toEqual([
        4,
        [
          ['msg_2', 'down', 'Not true.'],
          ['msg_3', null, null],
        ],
      ]);
      expect(await store.conversations.rate(projectId, 'conv_1', 'msg_4', 'up', null)).toBeNull();
      expect(await store.conversations.rate(projectId, 'conv_2', 'msg_2', 'up', null)).toBeNull();
      expect(await store.conversations.byAnswer(projectId, 'msg_2')).toMatchObject({ id: 'conv_1' });
      expect(await store.conversations.byAnswer(projectId, 'msg_4')).toBeNull();
      expect(await store.conversations.byAnswer('proj_other', 'msg_2')).toBeNull();
    });

    it('are deleted one by one, within their project', async () => {
      await store.conversations.append(projectId, 'conv_1', aMessage('msg_1'));
      expect(await store.conversations.delete('proj_other', 'conv_1')).toBe(false);
      expect(await store.conversations.delete(projectId, 'conv_1')).toBe(true);
      expect(await store.conversations.delete(projectId, 'conv_1')).toBe(false);
      expect((await store.conversations.messages(projectId, 'conv_1', { limit: 20, offset: 0 })).total).toBe(0);
    });

    it('are deleted with their messages when they have grown old', async () => {
      await store.conversations.append(projectId, 'conv_1', aMessage('msg_1', { createdAt: 5_000 }));
      for (let index = 2; index < 50; index += 1) {
        const id = `conv_${index}`;
        await store.conversations.create({ id, projectId, visitorId: null, createdAt: 1, updatedAt: 1_000 });
        await store.conversations.append(projectId, id, aMessage(`msg_${index}`, { createdAt: 1_000 }));
      }
      expect(await store.conversations.deleteOlderThan(4_999, null)).toBe(48);
      expect(await store.conversations.byId(projectId, 'conv_2')).toBeNull();
      expect(await store.conversations.recentMessages(projectId, 'conv_2', 5)).toEqual([]);
      expect(await store.conversations.recentMessages(projectId, 'conv_1', 5)).toHaveLength(1);
    });

    it("are kept for their project's retention period, if it has one", async () => {
      const short = await withProject(store, { retentionDays: 7 });
      const long = await withProject(store, { retentionDays: 3650 });
      for (const [at, { id }] of [short, long].entries()) {
        const row = { id: `conv_of_${at}`, projectId: id, visitorId: null, createdAt: 1, updatedAt: 1_000 };
        await store.conversations.create(row);
      }
      expect(await store.projects.retentions()).toEqual([
        { id: short.id, days: 7 },
        { id: long.id, days: 3650 },
      ]);
      expect(await store.conversations.deleteOlderThan(4_999, null)).toBe(1);
      expect(await store.conversations.byId(short.id, 'conv_of_0')).not.toBeNull();
      expect(await store.conversations.deleteOlderThan(999, short.id)).toBe(0);
      expect(await store.conversations.deleteOlderThan(1_001, short.id)).toBe(1);
      expect(await store.conversations.byId(long.id, 'conv_of_1')).not.toBeNull();
    });

    it('are deleted all at once, of one visitor or of the project', async () => {
      const other = await withProject(store);
      const of = (id: string, project: string, visitorId: string | null) =>
        store.conversations.create({ id, projectId: project, visitorId, createdAt: 1, updatedAt: 1 });
      for (let at = 2; at < 30; at += 1) await of(`conv_${at}`, projectId, 'vis_1');
      await of('conv_30', projectId, 'vis_2');
      await of('conv_31', projectId, null);
      await of('conv_32', other.id, 'vis_1');
      await store.conversations.append(projectId, 'conv_2', aMessage('msg_1'));
      expect(await store.conversations.deleteAll(projectId, 'vis_1')).toBe(29);
      expect(await store.conversations.recentMessages(projectId, 'conv_2', 5)).toEqual([]);
      expect(await store.conversations.deleteAll(projectId, 'vis_1')).toBe(0);
      expect(await store.conversations.deleteAll(projectId, null)).toBe(2);
      expect(await store.conversations.byId(other.id, 'conv_32')).not.toBeNull();
    });

    it('keep the trace of an answer, without the text of deleted sources', async () => {
      const doomed = await ingested(store, projectId, ['the secret passage']);
      const kept = await ingested(store, projectId, ['the public passage']);
      const trace = aTrace([aTracedPassage(doomed.id, 1), aTracedPassage(kept.id, 2)]);
      await store.conversations.append(projectId, 'conv_1', { ...anAnswer('msg_1', 'Yes.', []), trace });
      expect(await store.conversations.trace(projectId, 'msg_1')).toEqual(trace);
      expect(await store.conversations.trace((await withProject(store)).id, 'msg_1')).toBeNull();
      expect(await store.conversations.trace(projectId, 'msg_0')).toBeNull();

      await store.sources.delete(projectId, doomed.id);
      const left = await store.conversations.trace(projectId, 'msg_1');
      expect(left?.passages).toEqual([{ ...trace.passages[0], title: '', heading: '', text: '' }, trace.passages[1]]);
      expect(left?.claims.map(({ sentence }) => sentence)).toEqual([REMOVED_NOTICE, 'Claim 2.']);
      expect(left?.dropped.map(({ sentence }) => sentence)).toEqual([REMOVED_NOTICE, 'Dropped 2.', REMOVED_NOTICE]);
      // A source that went while the answer was being written is as if it had been deleted afterwards.
      await store.conversations.append(projectId, 'conv_1', { ...anAnswer('msg_2', 'Yes.', []), trace });
      expect((await store.conversations.trace(projectId, 'msg_2'))?.passages[0]?.text).toBe('');

      await store.conversations.delete(projectId, 'conv_1');
      expect(await store.conversations.trace(projectId, 'msg_1')).toBeNull();
      await store.sources.delete(projectId, kept.id);
    });

    it('lose only the text of a deleted source', async () => {
      const doomed = await ingested(store, projectId, ['the secret passage']);
      const kept = await ingested(store, projectId, ['the public passage']);
      const citations = [aCitation(1, doomed.id, 'the secret passage'), aCitation(2, kept.id, 'the public passage')];
      await store.conversations.append(
        projectId,
        'conv_1',
        anAnswer('msg_1', 'The secret is out [1]. The rest is public [2].', citations),
      );
      await store.conversations.append(
        projectId,
        'conv_1',
        anAnswer('msg_2', 'Only public [1].', [aCitation(1, kept.id, 'public')]),
      );
      await store.sources.delete(projectId, doomed.id);
      const [redacted, untouched] = await store.conversations.recentMessages(projectId, 'conv_1', 9);
      expect(redacted?.text).toBe(`${REMOVED_NOTICE} The rest is public [2].`);
      expect(redacted?.citations[0]).toMatchObject({ id: 1, sourceId: doomed.id, text: '', quote: '', heading: null });
      expect(redacted?.citations[1]).toEqual(citations[1]);
      expect(untouched?.text).toBe('Only public [1].');
    });

    it('do not cite a source that was deleted while the answer was written', async () => {
      const doomed = await ingested(store, projectId, ['the secret passage']);
      await store.sources.delete(projectId, doomed.id);
      const late = anAnswer('msg_1', 'The secret is out [1].', [aCitation(1, doomed.id, 'the secret passage')]);
      const stored = await store.conversations.append(projectId, 'conv_1', late);
      expect(stored?.text).toBe(REMOVED_NOTICE);
      expect(stored?.citations[0]?.text).toBe('');
      expect(await store.conversations.recentMessages(projectId, 'conv_1', 1)).toEqual([stored]);
    });

    it('reserve the position of an answer while it is written, but not for ever', async () => {
      const source = await ingested(store, projectId, ['a kept passage']);
      const doomed = await ingested(store, projectId, ['a doomed passage']);
      const cites = [aCitation(1, source.id, 'kept'), aCitation(2, doomed.id, 'doomed')];
      const growing = (text: string, writtenUntil: number) =>
        aMessage('msg_a', { role: 'assistant', text, citations: cites, createdAt: 3_000, writtenUntil });
      const all = async () => (await store.conversations.messages(projectId, 'conv_1', { limit: 9, offset: 0 })).rows;
      const later = store.now() + 60_000;
      await store.conversations.append(projectId, 'conv_1', aMessage('msg_q'));
      await store.conversations.append(projectId, 'conv_1', growing('First. [1]', later));
      await store.conversations.append(projectId, 'conv_1', aMessage('msg_q2'));
      await store.conversations.append(projectId, 'conv_1', growing('First. [1] Second. [2]', later));
      expect((await all()).map(({ id, seq, finishReason }) => [id, seq, finishReason])).toEqual([
        ['msg_q', 1, null],
        ['msg_a', 2, null],
        ['msg_q2', 3, null],
      ]);
      expect((await all())[1]?.text).toBe('First. [1] Second. [2]');

      // What was cited so far is told no more, and does not come back with what follows.
      await store.sources.delete(projectId, doomed.id);
      expect((await all())[1]?.text).not.toContain('Second');
      await store.conversations.append(projectId, 'conv_1', growing('First. [1] Second. [2] Third. [1]', later));
      expect((await all())[1]?.text).toContain(REMOVED_NOTICE);
      expect((await all())[1]?.text).not.toContain('Second');

      // Its writer died without a word.
      await store.conversations.append(projectId, 'conv_1', growing('First. [1] Half', store.now() - 1));
      expect((await all())[1]).toMatchObject({ text: 'First. [1] Half', finishReason: 'aborted' });
      expect((await store.conversations.recentMessages(projectId, 'conv_1', 2))[0]?.finishReason).toBe('aborted');

      const whole = anAnswer('msg_a', 'First. [1]', cites.slice(0, 1));
      expect((await store.conversations.append(projectId, 'conv_1', whole))?.seq).toBe(2);
      expect((await all())[1]).toMatchObject({ text: 'First. [1]', finishReason: 'stop' });
      await store.sources.delete(projectId, source.id);
      expect((await all())[1]?.text).not.toContain('First');
    });
  });
}

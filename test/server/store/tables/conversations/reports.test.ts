import type { FinishReason } from '@footnote/sdk/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConversationFilter, ExportCursor, Store } from '../../../../../server/store/types.ts';
import { aSource, temporaryPlaces, withProject } from '../../../../helpers/stores/rows.ts';
import { rowStores } from '../../../../helpers/stores/tested-stores.ts';

const ALL = { limit: 100, offset: 0 };

for (const { name, open } of rowStores()) {
  describe(`reports (${name})`, () => {
    const places = temporaryPlaces();
    let store: Store;
    let projectId: string;
    let asked = 0;

    /** A conversation of one question and its answer; returns the answer's id. */
    async function held(
      id: string,
      question: string,
      answer: {
        text?: string;
        reason?: FinishReason;
        at?: number;
        visitorId?: string | null;
        project?: string;
        certainty?: number;
      } = {},
    ): Promise<string> {
      const { text = 'Yes.', reason = 'stop', at = 1_000, visitorId = null, project = projectId } = answer;
      await store.conversations.create({ id, projectId: project, visitorId, createdAt: at, updatedAt: at });
      return exchanged(id, question, text, reason, at, null, project, answer.certainty ?? null);
    }

    async function exchanged(
      id: string,
      question: string,
      text: string,
      finishReason: FinishReason,
      createdAt: number,
      reason: string | null = null,
      project = projectId,
      certainty: number | null = null,
    ) {
      asked += 1;
      const message = { citations: [], usage: null, createdAt };
      const before = { ...message, id: `msg_q${asked}`, role: 'user', text: question, finishReason: null } as const;
      await store.conversations.append(project, id, before);
      const answerId = `msg_a${asked}`;
      await store.conversations.append(project, id, {
        ...message,
        id: answerId,
        role: 'assistant',
        text,
        finishReason,
        reason,
        certainty,
      });
      return answerId;
    }

    const found = async (filter: ConversationFilter) => {
      const { rows, total } = await store.reports.conversations(projectId, filter, ALL);
      expect(total).toBe(rows.length);
      return rows.map(({ id }) => id);
    };

    beforeEach(async () => {
      store = places.track(await open(places.directory()));
      projectId = (await withProject(store)).id;
    });
    afterEach(() => places.clear());

    it('find conversations by words of questions and answers, in any script and with any characters', async () => {
      const other = await withProject(store);
      await held('conv_1', 'When are you open on Sundays?', { text: 'From nine to 100 % noon.' });
      await held('conv_2', 'Wann ist die Öffnungszeit?', { text: 'Um neun_Uhr.' });
      await held('conv_3', '営業時間はいつですか？', { text: '9時です。' });
      await held('conv_4', 'When are you open?', { project: other.id });
      expect(await found({ words: ['SUNDAYS'] })).toEqual(['conv_1']);
      expect(await found({ words: ['open', 'noon'] })).toEqual(['conv_1']);
      expect(await found({ words: ['open', 'Uhr'] })).toEqual([]);
      expect(await found({ words: ['öffnungszeit'] })).toEqual(['conv_2']);
      expect(await found({ words: ['営業時間'] })).toEqual(['conv_3']);
      expect(await found({ words: ['%'] })).toEqual(['conv_1']);
      expect(await found({ words: ['n_U'] })).toEqual(['conv_2']);
      for (const odd of ["'", '"', '\\', '%%', '" OR 1=1 --', '\u0000', '\ud800', '*', '(', 'AND']) {
        expect(await found({ words: [odd] }), odd).toEqual([]);
      }
    });

    it('find them by feedback, refusals, visitors and time, and by all of these together', async () => {
      const good = await held('conv_1', 'One?', { at: 1_000, visitorId: 'vis_1' });
      const bad = await held('conv_2', 'Two?', { at: 2_000, reason: 'refused', visitorId: 'vis_1' });
      await held('conv_3', 'Three?', { at: 3_000, reason: 'refused' });
      await store.conversations.rate(projectId, 'conv_1', good, 'up', null);
      await store.conversations.rate(projectId, 'conv_2', bad, 'down', null);
      expect(await found({})).toEqual(['conv_3', 'conv_2', 'conv_1']);
      expect(await found({ feedback: 'up' })).toEqual(['conv_1']);
      expect(await found({ feedback: 'down' })).toEqual(['conv_2']);
      expect(await found({ feedback: 'any' })).toEqual(['conv_2', 'conv_1']);
      expect(await found({ refused: true })).toEqual(['conv_3', 'conv_2']);
      expect(await found({ refused: false })).toEqual(['conv_1']);
      expect(await found({ visitorId: 'vis_1' })).toEqual(['conv_2', 'conv_1']);
      expect(await found({ from: 2_000 })).toEqual(['conv_3', 'conv_2']);
      expect(await found({ to: 2_000 })).toEqual(['conv_1']);
      expect(await found({ refused: true, visitorId: 'vis_1', feedback: 'down', words: ['two'], to: 2_001 })).toEqual([
        'conv_2',
      ]);
      // One that went on is found on each of its days.
      await exchanged('conv_1', 'Still there?', 'Yes.', 'stop', 9_000);
      expect(await found({ from: 9_000 })).toEqual(['conv_1']);
      expect(await found({ from: 500, to: 1_500 })).toEqual(['conv_1']);
      const { rows } = await store.reports.conversations(projectId, { feedback: 'any' }, ALL);
      expect(rows.map(({ messages, refused, up, down }) => [messages, refused, up, down])).toEqual([
        [2, 1, 0, 1],
        [4, 0, 1, 0],
      ]);
    });

    it('hand out every message once, in parts of any size', async () => {
      await held('conv_1', 'One?', { visitorId: 'vis_1' });
      for (let more = 0; more < 6; more += 1) await exchanged('conv_1', `More ${more}?`, 'Yes.', 'stop', 1_000);
      await store.conversations.create({ id: 'conv_2', projectId, visitorId: null, createdAt: 1, updatedAt: 1 });
      await held('conv_3', 'Three?', { reason: 'refused' });
      const drained = async (limit: number, filter: ConversationFilter = {}) => {
        const texts: string[] = [];
        let after: ExportCursor | null = null;
        do {
          const part: Awaited<ReturnType<Store['reports']['messages']>> = await store.reports.messages(
            projectId,
            filter,
            after,
            limit,
          );
          expect(part.rows.length).toBeLessThanOrEqual(limit);
          texts.push(...part.rows.map(({ conversationId, visitorId, seq }) => `${conversationId} ${visitorId} ${seq}`));
          after = part.next;
        } while (after !== null);
        return texts;
      };
      const whole = await drained(100);
      expect(whole).toEqual([
        'conv_3 null 1',
        'conv_3 null 2',
        ...Array.from({ length: 14 }, (_, at) => `conv_1 vis_1 ${at + 1}`),
      ]);
      for (const limit of [1, 2, 3, 7, 16]) expect(await drained(limit)).toEqual(whole);
      expect(await drained(5, { refused: true })).toEqual(['conv_3 null 1', 'conv_3 null 2']);
      expect(await drained(5, { words: ['nobody'] })).toEqual([]);
    });

    it('list refused and unsure questions, latest first, until they are dismissed', async () => {
      const other = await withProject(store);
      const first = await held('conv_1', 'Is there parking?', { reason: 'refused', at: 1_000 });
      const answered = await held('conv_2', 'Is there a shop?', { at: 2_000 });
      const second = await exchanged('conv_2', 'And a garden?', 'No.', 'refused', 3_000);
      await exchanged('conv_2', 'And in an empty project?', 'No.', 'refused', 2_500, 'no_sources');
      await exchanged('conv_2', 'And in one that is being read?', 'No.', 'refused', 2_600, 'indexing');
      const closest = await exchanged('conv_2', 'And a pond?', 'This may not answer. [1]', 'unsure', 3_500);
      const foreign = await held('conv_3', 'Elsewhere?', { reason: 'refused', project: other.id });
      const unanswered = async (range = { from: 0, to: 10_000 }, limit = 10) =>
        (await store.reports.unanswered(projectId, range, limit)).map(({ text, finishReason, askedAt }) => [
          text,
          finishReason,
          askedAt,
        ]);
      expect(await unanswered()).toEqual([
        ['And a pond?', 'unsure', 3_500],
        ['And a garden?', 'refused', 3_000],
        ['Is there parking?', 'refused', 1_000],
      ]);
      expect(await unanswered({ from: 0, to: 3_000 })).toEqual([['Is there parking?', 'refused', 1_000]]);
      expect(await unanswered({ from: 1_001, to: 3_001 }, 1)).toEqual([['And a garden?', 'refused', 3_000]]);
      expect(await store.conversations.dismiss(projectId, [first, answered, foreign, 'msg_0'])).toBe(1);
      expect(await store.conversations.dismiss(projectId, [first])).toBe(0);
      expect(await store.conversations.dismiss(projectId, [closest])).toBe(1);
      expect(await unanswered()).toEqual([['And a garden?', 'refused', 3_000]]);
      expect(await store.conversations.dismiss(projectId, [second])).toBe(1);
      expect(await store.reports.unanswered(other.id, { from: 0, to: 10_000 }, 10)).toHaveLength(1);
    });

    it('list what was answered as sure, the least certain first, until it is dismissed', async () => {
      const other = await withProject(store);
      const weak = await held('conv_1', 'Is the filter free of plastic?', { certainty: 0.375, at: 1_000 });
      await held('conv_2', 'How long is the warranty?', { certainty: 0.9375, at: 2_000 });
      await held('conv_3', 'Which colours are there?', { certainty: 0.5, reason: 'length', at: 3_000 });
      await held('conv_4', 'Is there a shop?', { certainty: 0.25, reason: 'unsure', at: 3_100 });
      await held('conv_5', 'Is there a gym?', { certainty: 0.0625, reason: 'refused', at: 3_200 });
      await held('conv_6', 'Who are you?', { at: 3_300 });
      const foreign = await held('conv_7', 'Elsewhere?', { certainty: 0.125, project: other.id });
      const weakest = async (range = { from: 0, to: 10_000 }, limit = 10) =>
        (await store.reports.weakest(projectId, range, limit)).map(({ text, certainty, askedAt }) => [
          text,
          certainty,
          askedAt,
        ]);
      const [filter, colours, warranty] = [
        ['Is the filter free of plastic?', 0.375, 1_000],
        ['Which colours are there?', 0.5, 3_000],
        ['How long is the warranty?', 0.9375, 2_000],
      ];
      expect(await weakest()).toEqual([filter, colours, warranty]);
      expect(await weakest({ from: 1_001, to: 3_000 })).toEqual([warranty]);
      expect(await weakest({ from: 0, to: 10_000 }, 2)).toEqual([filter, colours]);
      expect(await store.conversations.dismiss(projectId, [weak, foreign])).toBe(1);
      expect(await weakest()).toEqual([colours, warranty]);
    });

    it('find sources by status, type, site and name, and count them', async () => {
      const url = (parentId: string | null) => ({ parentId, crawl: null, refreshHours: null, validators: null });
      const metadata = (title: string) => ({ url: `https://docs.example.com/${title}`, title });
      await store.sources.create(aSource(projectId, { id: 'src_1', metadata: { filename: 'Äpfel_1.pdf' } }));
      await store.sources.create(aSource(projectId, { id: 'src_2', type: 'text', metadata: { title: 'Hours' } }));
      await store.sources.create(
        aSource(projectId, { id: 'src_3', type: 'url', metadata: metadata('Site'), web: url(null) }),
      );
      await store.sources.create(
        aSource(projectId, {
          id: 'src_4',
          type: 'url',
          status: 'failed',
          metadata: metadata('Hours'),
          web: url('src_3'),
        }),
      );
      const listed = async (filter: Parameters<Store['reports']['sources']>[1], paging = ALL) => {
        const { rows, total } = await store.reports.sources(projectId, filter, paging);
        return [total, ...rows.map(({ id }) => id)];
      };
      expect(await listed({})).toEqual([4, 'src_4', 'src_3', 'src_2', 'src_1']);
      expect(await listed({}, { limit: 2, offset: 1 })).toEqual([4, 'src_3', 'src_2']);
      expect(await listed({ status: 'failed' })).toEqual([1, 'src_4']);
      expect(await listed({ type: 'url' })).toEqual([2, 'src_4', 'src_3']);
      expect(await listed({ parentId: 'src_3' })).toEqual([1, 'src_4']);
      expect(await listed({ parentId: null })).toEqual([3, 'src_3', 'src_2', 'src_1']);
      expect(await listed({ words: ['HOURS'] })).toEqual([2, 'src_4', 'src_2']);
      expect(await listed({ words: ['äpfel', '_1'] })).toEqual([1, 'src_1']);
      expect(await listed({ words: ['docs.example.com', 'site'] })).toEqual([1, 'src_3']);
      // The keys of what is stored are no names.
      expect(await listed({ words: ['filename'] })).toEqual([0]);
      expect(await listed({ words: ['"', '%'] })).toEqual([0]);
      expect(await store.reports.sourceCounts(projectId)).toEqual([
        { status: 'failed', type: 'url', sources: 1 },
        { status: 'pending', type: 'file', sources: 1 },
        { status: 'pending', type: 'text', sources: 1 },
        { status: 'pending', type: 'url', sources: 1 },
      ]);
    });
  });
}

import { beforeEach, describe, expect, it } from 'vitest';
import type { CuratedAnswerRow, Store } from '../../../../../server/store/types.ts';
import { temporaryPlaces, withProject } from '../../../../helpers/stores/rows.ts';
import { rowStores } from '../../../../helpers/stores/tested-stores.ts';

const ALL = { limit: 100, offset: 0 };
const VECTORS = { embedder: 'test', values: ['AACAPw=='] };

for (const { name, open } of rowStores()) {
  describe(`curated answers (${name})`, () => {
    const places = temporaryPlaces();
    let store: Store;
    let projectId: string;
    const row = (id: string, given: Partial<CuratedAnswerRow> = {}): CuratedAnswerRow => ({
      ...{ id, projectId, question: `${id}?`, wordings: ['again?'], answer: 'Yes.', enabled: true, expiresAt: 5 },
      ...{ reviewAt: 4, uses: 0, lastUsedAt: null, createdAt: 1, updatedAt: 2 },
      ...given,
    });
    const live = async () => (await store.curatedAnswers.live(projectId)).map(({ id, vectors }) => [id, vectors]);

    beforeEach(async () => {
      store = places.track(await open(places.directory()));
      projectId = (await withProject(store)).id;
    });

    it('keeps them, newest first, up to a limit, and for its project only', async () => {
      await store.curatedAnswers.create(row('a'), 2);
      await store.curatedAnswers.create(row('b', { enabled: false, expiresAt: null, reviewAt: null }), 2);
      await expect(store.curatedAnswers.create(row('c'), 2)).rejects.toMatchObject({ code: 'quota_reached' });
      await expect(store.curatedAnswers.create(row('d', { projectId: 'gone' }), 2)).rejects.toMatchObject({
        code: 'not_found',
      });
      expect(await store.curatedAnswers.list(projectId, ALL)).toEqual({
        rows: [row('b', { enabled: false, expiresAt: null, reviewAt: null }), row('a')],
        total: 2,
      });
      expect(await store.curatedAnswers.byId('another', 'a')).toBeNull();
      expect(await store.curatedAnswers.delete('another', 'a')).toBe(false);
      expect(await store.curatedAnswers.update('another', 'a', { answer: 'No.' }, 3)).toBeNull();
    });

    it('forgets the vectors of other wordings, and refuses those of earlier ones', async () => {
      await store.curatedAnswers.create(row('a'), 9);
      await store.curatedAnswers.setVectors(projectId, 'a', 2, VECTORS);
      await store.curatedAnswers.update(projectId, 'a', { answer: 'No.' }, 3);
      expect(await live()).toEqual([['a', VECTORS]]);
      await store.curatedAnswers.update(projectId, 'a', { wordings: [] }, 4);
      await store.curatedAnswers.setVectors(projectId, 'a', 3, VECTORS);
      expect(await live()).toEqual([['a', null]]);
    });

    it('has another revision after each change of what is used, and none without enabled answers', async () => {
      const seen = [await store.curatedAnswers.revision(projectId)];
      const note = async () => seen.push(await store.curatedAnswers.revision(projectId));
      await store.curatedAnswers.create(row('a'), 9);
      await note();
      await store.curatedAnswers.update(projectId, 'a', { answer: 'No.' }, 3);
      await note();
      await store.curatedAnswers.create(row('b', { updatedAt: 3 }), 9);
      await note();
      await store.curatedAnswers.delete(projectId, 'b');
      await store.curatedAnswers.create(row('c', { updatedAt: 3 }), 9);
      await note();
      expect([new Set(seen).size, seen[0]]).toEqual([seen.length, null]);
      await store.curatedAnswers.used(projectId, 'a', 7);
      expect(await store.curatedAnswers.revision(projectId)).toBe(seen.at(-1));
      expect(await store.curatedAnswers.byId(projectId, 'a')).toMatchObject({ uses: 1, lastUsedAt: 7, updatedAt: 3 });
    });

    it('goes with its project, and a message keeps its id', async () => {
      await store.curatedAnswers.create(row('a'), 9);
      const at = { createdAt: 1, updatedAt: 1 };
      await store.conversations.create({ id: 'conv', projectId, visitorId: null, ...at });
      await store.conversations.append(projectId, 'conv', {
        ...{ id: 'msg', role: 'assistant', text: 'Yes.', citations: [], finishReason: 'stop', usage: null },
        ...{ createdAt: 1, curatedId: 'a' },
      });
      expect((await store.conversations.messages(projectId, 'conv', ALL)).rows).toMatchObject([{ curatedId: 'a' }]);
      await store.projects.delete(projectId);
      expect((await store.curatedAnswers.list(projectId, ALL)).total).toBe(0);
    });
  });
}

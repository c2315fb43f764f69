import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../../server/store/types.ts';
import {
  aCitation,
  aProject,
  aSource,
  aVector,
  claimed,
  ingested,
  staged,
  temporaryPlaces,
  withProject,
  withUser,
} from '../../../helpers/stores/rows.ts';
import { rowStores } from '../../../helpers/stores/tested-stores.ts';

for (const { name, open } of rowStores()) {
  describe(`projects (${name})`, () => {
    const places = temporaryPlaces();
    let store: Store;
    beforeEach(async () => {
      store = places.track(await open(places.directory()));
    });
    afterEach(() => places.clear());

    it('are returned as they were stored', async () => {
      const project = aProject({
        allowedOrigins: ['https://example.com'],
        dailyBudget: { requests: 5, per_visitor: null, message: 'Tomorrow.' },
        openOriginals: true,
        ...{ recordPages: true, alertMails: false },
      });
      await withUser(store, project.userId);
      await store.projects.create(project);
      expect(await store.projects.byId(project.id)).toEqual(project);
      expect(await store.projects.byId('proj_unknown')).toBeNull();
    });

    it('are counted with their sources, several at once', async () => {
      const [one, two, empty] = [await withProject(store), await withProject(store), await withProject(store)];
      for (const project of [one, one, two]) await store.sources.create(aSource(project.id));
      expect(await store.projects.countSources([one.id, two.id, empty.id, 'proj_unknown'])).toEqual(
        new Map([
          [one.id, 2],
          [two.id, 1],
        ]),
      );
      expect(await store.projects.countSources([])).toEqual(new Map());
    });

    it('are told once in a time that refusals rise, with what their webhooks get', async () => {
      const { id } = await withProject(store);
      const hook = { id: 'whk_1', projectId: id, url: 'https://hooks.example.com/', description: '', secret: 's' };
      const unused = { formerSecret: null, formerUntil: null, disabledReason: null, failingSince: null };
      const [events, times] = [['refusals.risen'] as const, { createdAt: 1, updatedAt: 1 }];
      await store.webhookEndpoints.create({ ...hook, ...unused, ...times, events: [...events], enabled: true }, 10);
      const risen = { answers: 40, share: 0.5, unsure_share: 0.25, share_before: 0.1 };
      const tell = (at: number) => store.projects.tellRefusals(id, risen, at, at - 100);
      expect((await Promise.all([tell(1000), tell(1000)])).sort()).toEqual([false, true]);
      expect([await tell(1099), await tell(1100), await tell(1101)]).toEqual([false, true, false]);
      expect(await store.projects.tellRefusals('proj_gone', risen, 5000, 1)).toBe(false);
      const { rows } = await store.webhookDeliveries.list(id, 'whk_1', {}, { limit: 10, offset: 0 });
      expect(rows.map(({ payload }) => payload.timestamp)).toEqual(
        [1100, 1000].map((at) => new Date(at).toISOString()),
      );
      expect(rows[0]?.payload).toMatchObject({ type: 'refusals.risen', data: { project_id: id, ...risen } });
    });

    it('and their sources are no more than they may be, however many are created at once', async () => {
      const { userId, id: projectId } = await withProject(store);
      const outcomes = async (creations: Promise<unknown>[]) =>
        (await Promise.allSettled(creations)).map((settled) =>
          settled.status === 'fulfilled' ? 'created' : settled.reason.code,
        );
      const expected = (created: number, refused: number) => [
        ...Array<string>(created).fill('created'),
        ...Array<string>(refused).fill('quota_reached'),
      ];
      const projects = Array.from({ length: 8 }, () => store.projects.create(aProject({ userId }), null, 4));
      expect((await outcomes(projects)).sort()).toEqual(expected(3, 5));
      const quotas = { sources: 3, bytes: null, projectBytes: null };
      const sources = Array.from({ length: 8 }, () =>
        store.sources.create(aSource(projectId), null, { size: 10, quotas }),
      );
      expect((await outcomes(sources)).sort()).toEqual(expected(3, 5));
      expect((await store.sources.listByProject(projectId, { limit: 1, offset: 0 })).total).toBe(3);
      expect(await store.sources.hasRoom(projectId, quotas)).toBe(false);
    });

    it('of an account have so many bytes together, with the texts of pages, and what other accounts have does not count', async () => {
      const [one, other] = [await withProject(store), await withProject(store, { userId: 'usr_other' })];
      const same = aProject({ userId: one.userId });
      await store.projects.create(same);
      const quotas = { sources: null, bytes: 100, projectBytes: null };
      const add = (projectId: string, size: number) => store.sources.create(aSource(projectId), null, { size, quotas });
      await store.sources.create(aSource(one.id, { type: 'url', fileId: null, metadata: {} }), null, {
        size: 0,
        quotas,
      });
      const job = await claimed(store);
      const text = 'x'.repeat(60);
      const generation = await staged(store, job, []);
      const document = { title: null, language: 'en', text };
      await store.chunks.publish(job, generation, { document, chunksCount: 0, metadata: {}, at: 1 });
      await add(same.id, 30);
      await expect(add(one.id, 11)).rejects.toMatchObject({ code: 'quota_reached' });
      await add(other.id, 100);
      expect(await store.sources.hasRoom(one.id, quotas)).toBe(true);
      await add(one.id, 10);
      expect(await store.sources.hasRoom(same.id, quotas)).toBe(false);
    });

    it('know how many sources they have, and of how many bytes, whatever has become of these', async () => {
      const { id } = await withProject(store);
      const totals = async () => {
        const { sources, bytes } = await store.reports.quotaUse(id, '2026-11-24');
        return [sources, bytes];
      };
      expect(await totals()).toEqual([0, 0]);
      const unlimited = { sources: null, bytes: null, projectBytes: null };
      const add = (size: number, source = aSource(id)) =>
        store.sources.create(source, null, { size, quotas: unlimited });
      const page = await add(0, aSource(id, { type: 'url', fileId: null, metadata: {} }));
      const publish = async (length: number) => {
        const job = await claimed(store);
        const generation = await staged(store, job, []);
        const document = { title: null, language: 'en', text: 'x'.repeat(length) };
        await store.chunks.publish(job, generation, { document, chunksCount: 0, metadata: {}, at: 1 });
      };
      await publish(60);
      expect(await totals()).toEqual([1, 60]);
      await store.sources.requeue(id, page.id, 1);
      await publish(20);
      expect(await totals()).toEqual([1, 20]);
      const file = await add(40);
      const replacement = { fileId: 'file_2', metadata: { size: 90 } };
      await store.sources.supersede(id, file.id, 1, replacement, { size: 90, quotas: unlimited });
      expect(await totals()).toEqual([2, 110]);
      await store.sources.delete(id, page.id);
      expect(await totals()).toEqual([1, 90]);
      await store.sources.delete(id, page.id);
      expect(await totals()).toEqual([1, 90]);
    });

    it('have quotas of their own in place of the server’s, and are listed with what they store', async () => {
      const { id, userId } = await withProject(store, { quotas: { sources: 1, bytes: 50, daily_questions: null } });
      const quotas = { sources: 9, bytes: null, projectBytes: 900 };
      const add = (size: number) => store.sources.create(aSource(id), null, { size, quotas });
      await expect(add(51)).rejects.toMatchObject({ code: 'quota_reached' });
      expect(await store.sources.hasRoom(id, quotas)).toBe(true);
      await add(50);
      await expect(add(1)).rejects.toMatchObject({ code: 'quota_reached' });
      expect(await store.sources.hasRoom(id, quotas)).toBe(false);
      await store.projects.update(id, { quotas: null }, 2);
      await add(1);
      const day = '2026-11-24';
      await store.budgets.takeQuota(id, day, 5);
      expect(await store.reports.quotaUse(id, day)).toEqual({
        sources: 2,
        bytes: 51,
        accountBytes: 51,
        questionsToday: 1,
      });
      const other = aProject({ userId });
      await store.projects.create(other);
      const { rows, total } = await store.reports.storage({ day }, { limit: 1, offset: 0 });
      expect(total).toBe(2);
      expect(rows).toMatchObject([
        {
          project: { id, quotas: null },
          ...{ sources: 2, originalsBytes: 51, documentsBytes: 0, passages: 0, indexBytes: 0 },
          ...{ conversations: 0, conversationsBytes: 0, questionsToday: 1, ownerEmail: expect.stringContaining('@') },
        },
      ]);
      expect((await store.reports.storage({ search: 'nobody', day }, { limit: 1, offset: 0 })).total).toBe(0);
    });

    it('change only in the given properties', async () => {
      const project = await withProject(store, { dailyBudget: { requests: 1, per_visitor: 1, message: '' } });
      const changes = {
        name: 'New',
        description: 'd',
        allowedOrigins: ['https://a.example'],
        widgetAccess: 'public',
        language: 'de',
        widget: { ...project.widget, title: 'Help' },
        openOriginals: true,
        dailyBudget: null,
        widgetEpoch: 2,
      } as const;
      const expected = { ...project, ...changes, updatedAt: 2_000 };
      expect(
        await store.projects.update(project.id, { ...changes, allowedOrigins: ['https://a.example'] }, 2_000),
      ).toEqual(expected);
      expect(await store.projects.update(project.id, { name: 'Newer' }, 3_000)).toEqual({
        ...expected,
        name: 'Newer',
        updatedAt: 3_000,
      });
      expect(await store.projects.update('proj_unknown', { name: 'x' }, 1)).toBeNull();
    });

    it('are listed by owner, newest first, also within one millisecond', async () => {
      const ids: string[] = [];
      for (let index = 0; index < 4; index += 1) ids.unshift((await withProject(store)).id);
      await withProject(store, { userId: 'usr_other' });
      const page = await store.projects.listByUser('usr_owner', { limit: 2, offset: 1 });
      expect(page.total).toBe(4);
      expect(page.rows.map(({ id }) => id)).toEqual(ids.slice(1, 3));
    });

    it('are asked for an allowed origin all together', async () => {
      for (let index = 0; index < 250; index += 1)
        await withProject(store, { allowedOrigins: [`https://${index}.example`] });
      const allows = (origin: string) => store.projects.anyAllowsOrigin((origins) => origins.includes(origin));
      expect(await allows('https://3.example')).toBe(true);
      expect(await allows('https://249.example')).toBe(true);
      expect(await allows('https://250.example')).toBe(false);
    });

    it('keep a picture of each kind, beside what is known of it, until it is replaced or removed', async () => {
      const [project, other] = [await withProject(store), await withProject(store)];
      const image = (name: string) => ({ name, width: 4, height: 3, content: Buffer.from(`\0\xff ${name}`, 'latin1') });
      const put = store.widgetImages.put.bind(store.widgetImages);
      const known = { name: 'one.png', width: 4, height: 3 };
      await put(project.id, 'avatar', image('one.png'), 5);
      await put(other.id, 'logo', image('other.png'), 5);
      const both = await put(project.id, 'logo', image('one.png'), 6);
      expect(both).toMatchObject({ widgetImages: { logo: known, avatar: known }, updatedAt: 6 });
      expect(await store.projects.byId(project.id)).toEqual(both);
      const content = await store.widgetImages.content(project.id, 'one.png');
      expect(Buffer.from(content ?? [])).toEqual(image('one.png').content);
      expect(await store.widgetImages.content(project.id, 'other.png')).toBeNull();

      await put(project.id, 'logo', image('two.webp'), 7);
      await put(project.id, 'avatar', null, 8);
      expect(await store.widgetImages.content(project.id, 'one.png')).toBeNull();
      expect(await store.widgetImages.content(project.id, 'two.webp')).not.toBeNull();
      const { widgetImages } = (await store.projects.byId(project.id)) ?? {};
      expect(widgetImages).toEqual({ logo: { ...known, name: 'two.webp' }, avatar: null });

      await store.projects.delete(project.id);
      expect(await store.widgetImages.content(project.id, 'two.webp')).toBeNull();
      expect(await store.widgetImages.content(other.id, 'other.png')).not.toBeNull();
      expect(await put(project.id, 'logo', image('one.png'), 9)).toBeNull();
      expect(await store.widgetImages.content(project.id, 'one.png')).toBeNull();
    });

    it('are deleted with everything that depends on them, and nothing else', async () => {
      const doomed = await withProject(store);
      const kept = await withProject(store);
      for (const project of [doomed, kept]) {
        await ingested(store, project.id, ['words one', 'words two']);
        await store.apiKeys.create({
          id: `key_${project.id}`,
          projectId: project.id,
          name: '',
          hash: `hash-${project.id}`,
          prefix: 'chat_',
          scopes: ['ask'],
          expiresAt: null,
          addresses: [],
          createdAt: 1,
          lastUsedAt: null,
        });
        const id = `conv_${project.id}`;
        await store.conversations.create({ id, projectId: project.id, visitorId: null, createdAt: 1, updatedAt: 1 });
      }
      const upload = join(store.files.temporaryDirectory, 'upload');
      await writeFile(upload, 'original');
      const fileId = await store.files.adopt(upload);
      const [source] = (await store.sources.listByProject(doomed.id, { limit: 1, offset: 0 })).rows;
      const queued = { ...source, id: 'src_queued', projectId: doomed.id, fileId } as NonNullable<typeof source>;
      await store.sources.create(queued);
      await store.conversations.append(doomed.id, `conv_${doomed.id}`, {
        id: 'msg_1',
        role: 'assistant',
        text: 'Words [1].',
        citations: [aCitation(1, source?.id ?? '', 'words one')],
        finishReason: 'stop',
        usage: null,
        createdAt: 2,
      });

      const deleted = store.projects.delete(doomed.id);
      expect(await deleted).toBe(true);
      expect(await store.projects.delete(doomed.id)).toBe(false);
      expect(await store.projects.byId(doomed.id)).toBeNull();
      expect(await store.sources.byId('src_queued')).toBeNull();
      expect(await store.files.find(fileId)).toBeNull();
      expect(await store.apiKeys.byHash(`hash-${doomed.id}`)).toBeNull();
      expect(await store.conversations.byId(doomed.id, `conv_${doomed.id}`)).toBeNull();
      expect(await store.conversations.recentMessages(doomed.id, `conv_${doomed.id}`, 9)).toEqual([]);
      expect(await store.search.text(doomed.id, ['words'], 9)).toEqual([]);
      expect(await store.jobs.claim('worker', 99_000, 1)).toBeNull();

      expect(await store.search.text(kept.id, ['words'], 9)).toHaveLength(2);
      expect(await store.search.vector(kept.id, aVector(0), 9)).toHaveLength(2);
      expect(await store.apiKeys.byHash(`hash-${kept.id}`)).not.toBeNull();
      expect(await store.conversations.byId(kept.id, `conv_${kept.id}`)).not.toBeNull();
    });

    it('cannot be found once their deletion has started', async () => {
      const project = await withProject(store);
      const source = await ingested(
        store,
        project.id,
        Array.from({ length: 300 }, (_, index) => `words ${index}`),
      );
      const deletion = store.projects.delete(project.id);
      while ((await store.projects.byId(project.id)) !== null) await new Promise((resolve) => setImmediate(resolve));
      expect(await store.search.text(project.id, ['words'], 5)).toEqual([]);
      expect(await store.chunks.byIds(project.id, ['1', '300'])).toEqual([]);
      expect(await store.sources.byId(source.id)).toBeNull();
      expect(await store.documents.bySource(project.id, source.id)).toBeNull();
      expect(await deletion).toBe(true);
    });
  });
}

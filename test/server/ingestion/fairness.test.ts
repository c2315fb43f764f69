import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { ParserPool } from '../../../server/ingestion/parse/parser-pool.ts';
import { html } from '../../helpers/ingestion/site.ts';
import { IN_PROCESS, openWebSources, type WebSources } from '../../helpers/ingestion/web-sources.ts';
import { withProject } from '../../helpers/stores/rows.ts';
import { until } from '../../helpers/timing/until.ts';

const SHORT = 'Twenty-seven bytes of text.';

describe('what one account gives the server to do', () => {
  let web: WebSources;
  afterEach(() => web.close());

  const projectsOf = async (userId: string, count: number) => {
    const ids: string[] = [];
    while (ids.length < count) ids.push((await withProject(web.store, { userId })).id);
    return ids;
  };
  const statusOf = async (id: string) => (await web.store.sources.byId(id))?.status;
  const text = async (projectId: string, title: string) =>
    (await web.sources.addText(projectId, { title, text: SHORT })).id;
  const page = async (projectId: string, path: string) =>
    (await web.sources.addUrl(projectId, { url: web.at(path) })).id;

  it('fetches at most four pages at a time, so that slow ones delay neither files nor pages of others', async () => {
    web = await openWebSources({ parser: IN_PROCESS, deadline: 300_000 });
    const held: ServerResponse[] = [];
    web.site.pages.set('/slow', (_request, response) => held.push(response));
    web.site.pages.set('/fast', html('<p>It answers at once.</p>'));
    const slow: string[] = [];
    for (const id of await projectsOf('busy', 12)) slow.push(await page(id, '/slow'));
    await until(() => held.length > 0, 'a slow page is being fetched');

    const [calm = ''] = await projectsOf('calm', 1);
    for (const id of [await text(calm, 'a file'), await page(calm, '/fast')]) {
      expect((await web.settled(id)).status).toBe('completed');
    }
    expect(held).toHaveLength(4);
    expect(new Set(await Promise.all(slow.map(statusOf)))).toEqual(new Set(['processing', 'pending']));

    web.site.pages.set('/slow', html('<p>It answers in the end.</p>'));
    for (const response of held) response.setHeader('content-type', 'text/html').end('<p>It answers in the end.</p>');
    for (const id of slow) expect((await web.settled(id)).status).toBe('completed');
  });

  it('reads two documents of an account at once, and one while others are about', async () => {
    const reading: (() => void)[] = [];
    const parser: ParserPool = {
      ...IN_PROCESS,
      async prepareDocument(file, options) {
        if (file.fileName !== 'calm') await new Promise<void>((resolve) => reading.push(resolve));
        return IN_PROCESS.prepareDocument(file, options);
      },
    };
    web = await openWebSources({ parser, concurrency: 2 });
    const [busy = ''] = await projectsOf('busy', 1);
    const [calm = ''] = await projectsOf('calm', 1);
    const ids: string[] = [];
    while (ids.length < 5) ids.push(await text(busy, 'busy'));
    await until(() => reading.length === 2, 'two documents are being read');
    expect((await web.settled(await text(calm, 'calm'))).status).toBe('completed');

    for (const done of reading.splice(0)) done();
    for (let left = 3; left > 0; left -= 1) {
      await until(() => reading.length > 0, 'another document is being read');
      // Whoever comes next finds a place.
      expect((await web.settled(await text(calm, 'calm'))).status).toBe('completed');
      expect(reading).toHaveLength(1);
      reading.shift()?.();
    }
    for (const id of ids) expect((await web.settled(id)).status).toBe('completed');
  });

  it('leaves a place in which a document of another account is read', async () => {
    const begun: string[] = [];
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const parser: ParserPool = {
      ...IN_PROCESS,
      async prepareDocument(file, options) {
        begun.push((await readFile(file.path, 'utf8')).includes('page') ? 'page' : file.fileName);
        if (file.fileName !== 'calm') await gate;
        return IN_PROCESS.prepareDocument(file, options);
      },
    };
    web = await openWebSources({ parser });
    web.site.pages.set('/page', html('<p>A page of the busy account.</p>'));
    const busy = await projectsOf('busy', 3);
    const waiting: string[] = [];
    for (const id of busy) waiting.push(await text(id, 'busy'));
    await until(() => begun.length > 0, 'a document is being read');
    for (const id of busy) waiting.push(await page(id, '/page'));
    await until(() => web.site.hits.length === 3, 'the pages have been fetched');

    const [calm = ''] = await projectsOf('calm', 1);
    expect((await web.settled(await text(calm, 'calm'))).status).toBe('completed');
    expect(begun).toEqual(['busy', 'calm']);

    open();
    for (const id of waiting) expect((await web.settled(id)).status).toBe('completed');
    expect(begun).toHaveLength(7);
  });
});

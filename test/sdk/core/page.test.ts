import { Footnote, NotFoundError } from '@footnote/sdk';
import { describe, expect, it } from 'vitest';
import { failure, type Step, scriptedServer } from '../scripted-server.ts';

/** Serves a list like the API, from an array that the test may change meanwhile. */
function listing(ids: string[]): Step {
  return (response, { url }) => {
    const query = new URL(url, 'http://a.test').searchParams;
    const limit = Number(query.get('limit') ?? 20);
    const offset = Number(query.get('offset') ?? 0);
    const items = ids.slice(offset, offset + limit).map((id) => ({ id }));
    response.end(JSON.stringify({ items, total: ids.length, limit, offset }));
  };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `proj_${index}`);

async function lister(ids: string[]) {
  const { baseURL, received } = await scriptedServer(listing(ids));
  return { footnote: new Footnote({ baseURL }), received };
}

describe('a list', () => {
  it('is one page when awaited', async () => {
    const { footnote, received } = await lister(numbered(5));
    const page = await footnote.projects.list({ limit: 2, offset: 1 });
    expect(page).toMatchObject({ items: [{ id: 'proj_1' }, { id: 'proj_2' }], total: 5, limit: 2, offset: 1 });
    expect(page.hasNext()).toBe(true);
    expect(received.map(({ url }) => url)).toEqual(['/v1/projects?limit=2&offset=1']);
  });

  it('has a next page until the last', async () => {
    const { footnote } = await lister(numbered(3));
    const second = await (await footnote.projects.list({ limit: 2 })).next();
    expect(second.items).toEqual([{ id: 'proj_2' }]);
    expect(second.hasNext()).toBe(false);
    expect((await second.next()).items).toEqual([]);
  });

  it('of a crawl yields every address when iterated, although addresses have no ids', async () => {
    const addresses = Array.from({ length: 30 }, (_, at) => ({ kind: at % 2 ? 'page' : 'robots', url: `/${at >> 1}` }));
    const { baseURL } = await scriptedServer((response, { url }) => {
      const offset = Number(new URL(url, 'http://a.test').searchParams.get('offset') ?? 0);
      const items = addresses.slice(offset, offset + 20);
      response.end(JSON.stringify({ items, total: addresses.length, limit: 20, offset }));
    });
    const seen = [];
    for await (const address of new Footnote({ baseURL }).sources.crawl('src_1')) seen.push(address);
    expect(seen).toEqual(addresses);
  });

  it.each([0, 1, 20, 21, 45])('of %i items yields all of them in order when iterated', async (count) => {
    const { footnote, received } = await lister(numbered(count));
    const ids: string[] = [];
    for await (const project of footnote.projects.list()) ids.push(project.id);
    expect(ids).toEqual(numbered(count));
    expect(received).toHaveLength(Math.max(1, Math.ceil(count / 20)));
  });

  it('loads no more pages than the loop needs', async () => {
    const { footnote, received } = await lister(numbered(45));
    for await (const project of footnote.projects.list()) if (project.id === 'proj_3') break;
    expect(received).toHaveLength(1);
  });

  it('skips nothing when the loop deletes its items', async () => {
    const ids = numbered(45);
    const { footnote } = await lister(ids);
    const seen: string[] = [];
    for await (const { id } of footnote.projects.list({ limit: 10 })) {
      seen.push(id);
      ids.splice(ids.indexOf(id), 1);
    }
    expect(seen).toEqual(numbered(45));
    expect(ids).toEqual([]);
  });

  it('repeats nothing when new items shift the others', async () => {
    const ids = numbered(6);
    const { footnote } = await lister(ids);
    const seen: string[] = [];
    for await (const { id } of footnote.projects.list({ limit: 2 })) {
      if (seen.length < 3) ids.unshift(`new_${seen.length}`);
      seen.push(id);
    }
    expect(seen).toEqual(numbered(6));
  });

  it('fails with its request, awaited or iterated', async () => {
    const { baseURL } = await scriptedServer(failure(404));
    const { projects } = new Footnote({ baseURL });
    await expect(projects.list()).rejects.toBeInstanceOf(NotFoundError);
    const iterate = async () => {
      for await (const _ of projects.list());
    };
    await expect(iterate()).rejects.toBeInstanceOf(NotFoundError);
  });
});

import { APIAbortError, APITimeoutError, Footnote, NotFoundError, type Source, SourceFailedError } from '@footnote/sdk';
import { describe, expect, it } from 'vitest';
import { failure, type Step, scriptedServer } from '../scripted-server.ts';

function source(id: string, changes: Partial<Source> = {}): Source {
  return {
    id,
    project_id: 'proj_1',
    type: 'file',
    status: 'processing',
    metadata: { filename: `${id}.md` },
    chunks_count: 0,
    error: null,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    completed_at: null,
    ...changes,
  };
}

const completed = { status: 'completed' } as const;
const failed = {
  status: 'failed',
  error: { code: 'password_protected', message: 'This file is password-protected.' },
} as const;

const listOf = (sources: Source[], total = sources.length, offset = 0): Step => ({
  json: { items: sources, total, limit: 100, offset },
});

async function scripted(...script: Step[]) {
  const { baseURL, received } = await scriptedServer(...script);
  return { received, sources: new Footnote({ baseURL }).sources };
}

describe.concurrent('waitUntilReady', () => {
  it('returns the completed record, and reports each change once', async () => {
    const reading = source('src_1', { progress: { stage: 'parse', done: 1, total: 2 } });
    const { sources, received } = await scripted(
      { json: reading },
      { json: reading },
      { json: source('src_1', completed) },
    );
    const seen: string[] = [];
    const ready = await sources.waitUntilReady(source('src_1'), {
      onProgress: ({ status, progress }) => seen.push(`${status} ${progress?.stage ?? ''}`),
    });
    expect(ready.status).toBe('completed');
    expect(seen).toEqual(['processing ', 'processing parse', 'completed ']);
    expect(received.map(({ url }) => url)).toEqual(Array(3).fill('/v1/sources/src_1'));
  });

  it('requests nothing if all sources are settled already', async () => {
    const { sources, received } = await scripted({ json: {} });
    await expect(sources.waitUntilReady(source('src_1', completed))).resolves.toMatchObject(completed);
    await expect(sources.waitUntilReady([])).resolves.toEqual([]);
    expect(received).toEqual([]);
  });

  it("throws the server's error message", async () => {
    const { sources } = await scripted({ json: source('src_1', failed) });
    const error = await sources.waitUntilReady(source('src_1')).catch((thrown) => thrown);
    expect(SourceFailedError.isInstance(error)).toBe(true);
    expect(error.message).toBe('src_1.md: This file is password-protected.');
    expect(error.sources).toMatchObject([{ id: 'src_1', error: { code: 'password_protected' } }]);
  });

  it('throws if a refresh has failed, though what was read before stays searchable', async () => {
    const { sources } = await scripted({ json: source('src_1', { ...completed, error: failed.error }) });
    const error = await sources.waitUntilReady(source('src_1')).catch((thrown) => thrown);
    expect(SourceFailedError.isInstance(error)).toBe(true);
    expect(error.sources).toMatchObject([{ id: 'src_1', status: 'completed', error: { code: 'password_protected' } }]);
  });

  it('waits for several sources with one list, and returns them in the given order', async () => {
    const all = ['src_1', 'src_2', 'src_3', 'src_4'];
    const { sources, received } = await scripted(
      listOf([
        source('src_4'),
        source('other'),
        source('src_3', completed),
        source('src_2'),
        source('src_1', completed),
      ]),
      { json: source('src_2', completed) },
      { json: source('src_4', completed) },
    );
    const seen: string[] = [];
    const ready = await sources.waitUntilReady(
      all.map((id) => source(id)),
      {
        onProgress: ({ id, status }) => seen.push(`${id} ${status}`),
      },
    );
    expect(ready.map(({ id, status }) => `${id} ${status}`)).toEqual(all.map((id) => `${id} completed`));
    expect(seen.filter((line) => line.startsWith('other'))).toEqual([]);
    // For the last two, single requests are fewer than a list.
    expect(received.map(({ url }) => url)).toEqual([
      '/v1/projects/proj_1/sources?limit=100',
      '/v1/sources/src_2',
      '/v1/sources/src_4',
    ]);
  });

  it('lets the others finish before it throws for one of them', async () => {
    const { sources } = await scripted(
      listOf([source('src_1', failed), source('src_2'), source('src_3')]),
      { json: source('src_2', completed) },
      { json: source('src_3', completed) },
    );
    const given = ['src_1', 'src_2', 'src_3'].map((id) => source(id));
    const error = await sources.waitUntilReady(given).catch((thrown) => thrown);
    expect(error.sources.map(({ id }: Source) => id)).toEqual(['src_1']);
  });

  it('pages through a long list until it has found them all, and no further', async () => {
    const ids = Array.from({ length: 150 }, (_, index) => `src_${index}`);
    const done = ids.map((id) => source(id, completed));
    const { sources, received } = await scripted(listOf(done.slice(0, 100), 400), listOf(done.slice(100), 400, 100));
    await sources.waitUntilReady(ids.map((id) => source(id)));
    expect(received).toHaveLength(2);
  });

  it('fails if a source is deleted meanwhile', async () => {
    const { sources } = await scripted(listOf([source('src_1'), source('src_2')]), failure(404));
    const given = ['src_1', 'src_2', 'src_3'].map((id) => source(id));
    await expect(sources.waitUntilReady(given)).rejects.toBeInstanceOf(NotFoundError);
  });

  it('continues after a rate limit, when allowed', async () => {
    const { sources } = await scripted(failure(429, { 'retry-after': '1' }), { json: source('src_1', completed) });
    const started = Date.now();
    await expect(sources.waitUntilReady(source('src_1'))).resolves.toMatchObject(completed);
    expect(Date.now() - started).toBeGreaterThanOrEqual(1200);
  });

  it('ends at its timeout and on the caller’s signal', async () => {
    const { sources } = await scripted({ json: source('src_1') });
    await expect(sources.waitUntilReady(source('src_1'), { timeout: 400 })).rejects.toBeInstanceOf(APITimeoutError);
    const signal = AbortSignal.timeout(400);
    await expect(sources.waitUntilReady(source('src_1'), { signal })).rejects.toBeInstanceOf(APIAbortError);
  });

  it('slows down: at most 5 requests in the first two seconds, however many sources there are', async () => {
    const ids = Array.from({ length: 150 }, (_, index) => source(`src_${index}`));
    const pages: Step = (response, { url }) => {
      const offset = Number(new URL(url, 'http://a.test').searchParams.get('offset') ?? 0);
      response.end(JSON.stringify({ items: ids.slice(offset, offset + 100), total: 150, limit: 100, offset }));
    };
    for (const given of [ids.slice(0, 1), ids]) {
      const { sources, received } = await scripted(given.length === 1 ? { json: source('src_0') } : pages);
      await expect(sources.waitUntilReady(given, { timeout: 2_000 })).rejects.toBeInstanceOf(APITimeoutError);
      expect(received.length).toBeLessThanOrEqual(5);
    }
  });
});

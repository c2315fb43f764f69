import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createOwnerWithProject,
  expectStatus,
  type OwnerFixture,
  publish,
} from '../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../helpers/server/test-app.ts';

let app: TestApp;
let owner: OwnerFixture;
let path: string;
beforeAll(async () => {
  app = await startApp();
  owner = await createOwnerWithProject(app, 'owner');
  const { id, sourceId } = owner.project;
  await publish(app.store, { projectId: id, id: sourceId }, 'Old text.');
  path = `/v1/sources/${sourceId}`;
});
afterAll(() => app.close());

const replace = (content: string, name: string, credential: { key?: string; token?: string } = owner.project) => {
  const body = new FormData();
  body.append('file', new Blob([content]), name);
  return app.call('PUT', `${path}/file`, { key: credential.key, token: credential.token, body });
};
const originals = () => readdir(join(app.store.files.temporaryDirectory, '../uploads'));

describe('a replacement file', () => {
  it('is refused like an upload, and leaves nothing behind', async () => {
    const before = await originals();
    for (const [content, name, code] of [
      ['MZ', 'tool.exe', 'unsupported_file_type'],
      ['<html></html>', 'not-a.pdf', 'unsupported_file_type'],
      ['', 'empty.md', 'file_empty'],
    ] as const) {
      const refused = await replace(content, name);
      expect([refused.status, refused.body.code]).toEqual([400, code]);
    }
    const asJson = await app.call('PUT', `${path}/file`, { key: owner.project.key, body: { title: 'a', text: 'b' } });
    expect([asJson.status, asJson.body.code]).toEqual([400, 'file_required']);
    expect((await app.call('PUT', `${path}/file?project_id=x`, { key: owner.project.key, body: {} })).status).toBe(400);
    expect((await app.call('GET', path, { key: owner.project.key })).body).toMatchObject({ status: 'completed' });
    expect(await originals()).toEqual(before);
    expect(await app.temporaryFiles()).toEqual([]);
  });

  it('is queued while the record still describes the old one, and another one has to wait', async () => {
    const accepted = expectStatus(await replace('# New', 'new.md', { token: owner.token }), 202).body;
    expect(accepted).toMatchObject({
      id: owner.project.sourceId,
      status: 'pending',
      metadata: { filename: 'owner.md' },
      chunks_count: 1,
      error: null,
    });
    expect(app.notified()).toBeGreaterThan(1);
    const before = await originals();
    const busy = await replace('# Newer', 'newer.md');
    expect([busy.status, busy.body.code, busy.headers.get('retry-after')]).toEqual([429, 'in_progress', '5']);
    expect((await app.call('POST', `${path}/sync`, { key: owner.project.key })).body.code).toBe('in_progress');
    expect(await originals()).toEqual(before);
  });

  it('counts against the limit of its project', async () => {
    const limited = await startApp({ env: { rateLimits: { general: 0, chat: 0, search: 0, ingestion: 2 } } });
    const { token, project } = await createOwnerWithProject(limited, 'limited');
    const put = (kind: string, credential: object) =>
      limited.call('PUT', `/v1/sources/${project.sourceId}/${kind}`, { ...credential, body: {} });
    expect((await put('file', { token })).status).toBe(400);
    expect((await put('text', { key: project.key })).body.code).toBe('rate_limited');
    await limited.close();
  });
});

describe('a replacement text', () => {
  it('replaces only a text', async () => {
    const { key } = owner.project;
    const text = await app.call('POST', '/v1/sources', { key, body: { type: 'text', title: 'A', text: 'B' } });
    const address = await app.call('POST', '/v1/sources/url', { key, body: { url: 'https://example.com/' } });
    const body = { title: 'Notes', text: 'New notes.' };
    const form = new FormData();
    form.append('file', new Blob(['x']), 'a.md');
    for (const [id, kind, sent] of [
      [owner.project.sourceId, 'text', body],
      [text.body.id, 'file', form],
      [address.body.id, 'file', form],
      [address.body.id, 'text', body],
    ] as const) {
      const refused = await app.call('PUT', `/v1/sources/${id}/${kind}`, { key, body: sent });
      expect([refused.status, refused.body.code]).toEqual([400, 'not_replaceable']);
    }
    for (const wrong of [{ title: 'A' }, { ...body, type: 'text' }, { ...body, text: ' ' }]) {
      expect((await app.call('PUT', `/v1/sources/${text.body.id}/text`, { key, body: wrong })).body.code).toBe(
        'invalid_request',
      );
    }
    expect((await app.call('PUT', `/v1/sources/${text.body.id}/text`, { key, body })).body.code).toBe('in_progress');
    let job = await app.store.jobs.claim('test', Date.now() + 1_000, 60_000);
    while (job && job.sourceId !== text.body.id) {
      job = await app.store.jobs.claim('test', Date.now() + 1_000, 60_000);
    }
    if (job) await app.store.sources.fail(job, text.body.id, { code: 'no_text', message: 'No.' });
    const accepted = await app.call('PUT', `/v1/sources/${text.body.id}/text`, { key, body });
    // The old one was never read, so the new one replaces it at once.
    expect([accepted.status, accepted.body.status, accepted.body.metadata]).toEqual([
      202,
      'pending',
      { title: 'Notes' },
    ]);
  });
});

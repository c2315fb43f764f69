import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTokens } from '../../../server/services/access/tokens.ts';
import { createOwner, expectStatus, publish, upload } from '../../helpers/server/owner-with-project.ts';
import { SECRET, startApp, type TestApp } from '../../helpers/server/test-app.ts';

const TEXT = 'Read the manual first.';

let app: TestApp;
let owner: { token: string };
beforeAll(async () => {
  app = await startApp();
  owner = await createOwner(app, 'owner@example.org');
});
afterAll(() => app.close());

/** A project with one indexed file, and the link of a citation from it. */
async function cited(name: string, content: string) {
  const project = expectStatus(await app.call('POST', '/v1/projects', { ...owner, body: { name: 'P' } }), 201).body;
  const sourced = expectStatus(await upload(app, owner, name, content, `?project_id=${project.id}`), 202).body;
  const chunkId = await publish(app.store, { projectId: project.id, id: sourced.id }, TEXT);
  const tokens = createTokens({ secret: SECRET, now: Date.now });
  const claims = {
    pid: project.id as string,
    sid: sourced.id as string,
    cid: chunkId,
    quote: [0, 4] as [number, number],
  };
  const link = `/v1/passages/${tokens.signPassage(claims, 60)}`;
  const open = (open_originals: boolean) =>
    app.call('PATCH', `/v1/projects/${project.id}`, { ...owner, body: { open_originals } });
  return { link, open, sourceId: sourced.id as string };
}

describe('the stored file of a citation', () => {
  it('opens only if the owner allows it, until the owner forbids it again', async () => {
    const { link, open } = await cited('manual.pdf', '%PDF-1.7\nfake but whole');
    expect((await app.call('GET', `${link}/original`)).body.code).toBe('not_found');
    expect((await app.call('GET', link)).text).not.toContain('original');
    await open(true);
    expect((await app.call('GET', link)).text).toContain(`href="${app.url}${link}/original#page=7"`);
    expect((await app.call('GET', `${link}/original`)).status).toBe(200);
    await open(false);
    expect((await app.call('GET', `${link}/original`)).status).toBe(404);
  });

  it('is shown if it is a PDF, and saved otherwise', async () => {
    const pdf = await cited('資料 "1".pdf', '%PDF-1.7\nfake but whole');
    await pdf.open(true);
    const shown = await app.call('GET', `${pdf.link}/original`);
    expect([shown.status, shown.text]).toEqual([200, '%PDF-1.7\nfake but whole']);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^inline; filename=".+"; filename\*=UTF-8''%E8%B3%87/),
      'content-length': '23',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    const head = await app.call('HEAD', `${pdf.link}/original`);
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', '23']);

    const page = '<script>alert(1)</script>';
    const html = await cited('page.html', page);
    await html.open(true);
    const saved = await app.call('GET', `${html.link}/original`);
    expect([saved.status, saved.text]).toEqual([200, page]);
    expect(saved.headers.get('content-disposition')).toBe('attachment; filename="page.html"');
    expect(saved.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect((await app.call('GET', html.link)).text).toContain(`href="${app.url}${html.link}/original"`);
  });

  it('has a page for people where programs get an error', async () => {
    const { link, sourceId } = await cited('page.md', '# Page');
    const browse = (path: string) => app.call('GET', path, { headers: { accept: 'text/html,*/*;q=0.8' } });
    const file = await browse(`${link}/original`);
    expect([file.status, file.text]).toEqual([404, expect.stringContaining('This file cannot be opened')]);
    expect((await browse('/v1/passages/nonsense')).text).toContain('This link is not valid');
    const { items } = (await app.call('GET', `/v1/sources/${sourceId}/passages`, owner)).body;
    const ofOwner = new URL(items[0].url).pathname;
    await app.call('DELETE', `/v1/sources/${sourceId}`, owner);
    const gone = await browse(link);
    expect([gone.status, gone.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(gone.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(gone.text).toContain('This passage is no longer there');
    expect(gone.text).not.toContain('<a ');
    expect((await browse(ofOwner)).text).toMatch(/href="http[^"]+\/projects\/proj_\w+\/sources\/src_\w+"/);
    expect((await app.call('GET', link)).body.code).toBe('not_found');
  });

  it('and the whole document open by a link that its owner got', async () => {
    const { link, open, sourceId } = await cited('whole.md', '# Whole');
    const { items } = (await app.call('GET', `/v1/sources/${sourceId}/passages`, owner)).body;
    expect(items[0]).toMatchObject({ seq: 0, text: TEXT });
    const { pathname } = new URL(items[0].url);
    expect((await app.call('GET', `${pathname}?utm=x`)).text).toContain(`tabindex="-1">${TEXT}</mark>`);
    expect((await app.call('GET', `${pathname}?part=1`)).text).toContain(`<p dir="auto">${TEXT}</p>`);
    expect((await app.call('GET', `${pathname}?part=99`)).status).toBe(200);
    expect((await app.call('GET', `${pathname}?part=no`)).status).toBe(200);
    expect((await app.call('GET', `${pathname}/original`)).status).toBe(200);
    await open(false);
    expect((await app.call('GET', `${link}/original`)).status).toBe(404);
  });

  it('is gone with its source', async () => {
    const { link, open, sourceId } = await cited('gone.md', '# Gone');
    await open(true);
    expect((await app.call('GET', `${link}/original`)).status).toBe(200);
    await app.call('DELETE', `/v1/sources/${sourceId}`, owner);
    expect((await app.call('GET', `${link}/original`)).status).toBe(404);
  });
});

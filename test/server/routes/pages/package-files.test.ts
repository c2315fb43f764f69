import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../helpers/server/test-app.ts';

let app: TestApp;
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'footnote-packages-'));
  const directory = join(root, 'packages');
  await mkdir(directory);
  await writeFile(join(directory, 'footnote-sdk.tgz'), 'packed');
  await writeFile(join(directory, 'notes.js'), 'notes()');
  await writeFile(join(root, 'secret.tgz'), 'secret');
  app = await startApp({ packagesDirectory: directory });
});
afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true });
});

describe('GET /packages/{file}', () => {
  it('gives a package to anyone, and asks to be asked again after an update', async () => {
    const answer = await app.call('GET', '/packages/footnote-sdk.tgz');
    expect([answer.status, await answer.body]).toEqual([200, 'packed']);
    expect(answer.headers.get('content-type')).toBe('application/gzip');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    // By default, fetch adds `cache-control: no-cache`.
    const etag = { 'if-none-match': answer.headers.get('etag') ?? '', 'cache-control': 'max-age=0' };
    expect((await app.call('GET', '/packages/footnote-sdk.tgz', { headers: etag })).status).toBe(304);
  });

  it.each(['footnote-other.tgz', 'notes.js', '..%2Fsecret.tgz', '%00.tgz'])('has nothing else: %s', async (file) => {
    expect((await app.call('GET', `/packages/${file}`)).status).toBe(404);
  });
});

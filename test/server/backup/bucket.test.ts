import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBucket } from '../../../server/backup/bucket.ts';
import { BUCKET, type BucketServer, startBucketServer } from '../../helpers/server/bucket-server.ts';

const NAME = 'footnote-scheduled-2026-11-24T030000Z.fnb';
const PART = 50_000;

describe('a bucket for backups', () => {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-bucket-'));
  const file = join(folder, 'backup');
  let server: BucketServer;
  beforeAll(async () => {
    server = await startBucketServer();
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    server.objects.clear();
    server.uploads.clear();
    server.interfere = null;
  });

  const bucketOf = (changes: Partial<typeof BUCKET & { endpoint: string; prefix: string }> = {}) =>
    createBucket(
      { endpoint: server.url, prefix: 'footnote/', ...BUCKET, ...changes },
      { partBytes: PART, firstPause: 1 },
    );
  const never = new AbortController().signal;
  const write = (size: number) => {
    const bytes = randomBytes(size);
    writeFileSync(file, bytes);
    return bytes;
  };
  const upload = (signal = never, onProgress: (done: number, total: number) => void = () => undefined) =>
    bucketOf().upload(NAME, file, onProgress, signal);
  const fails = (promise: Promise<unknown>) => promise.then(String, ({ message }: Error) => message);

  it.each([
    ['one request', 1_000, [1_000]],
    ['parts, each of which is small', 3 * PART + 7, [PART, 2 * PART, 3 * PART, 3 * PART + 7, 3 * PART + 7]],
  ])('takes a file in %s, and gives it back', async (_how, size, expected) => {
    const bytes = write(size);
    const progress: number[] = [];
    await upload(never, (done, total) => {
      expect(total).toBe(size);
      progress.push(done);
    });
    expect(progress).toEqual(expected);
    expect(server.largest()).toBeLessThanOrEqual(PART);
    expect(server.objects.get(`footnote/${NAME}`)?.equals(bytes)).toBe(true);
    const opened = await bucketOf().open(NAME);
    expect(opened?.size).toBe(size);
    expect(opened && (await buffer(opened.stream)).equals(bytes)).toBe(true);
    expect(server.uploads.size).toBe(0);
  });

  it('lists the backups below its prefix over several pages, and nothing else', async () => {
    const names = [0, 1, 2, 3, 4].map((n) => `footnote-2026-11-2${n}T030000Z.fnb`);
    for (const name of names) server.objects.set(`footnote/${name}`, Buffer.alloc(7));
    for (const other of ['footnote/notes.txt', 'footnote/deep/a.fnb', 'elsewhere/b.fnb'])
      server.objects.set(other, Buffer.alloc(1));
    expect(await bucketOf().list()).toEqual(
      names.map((name) => ({ name, size: 7, at: Date.parse('2026-11-24T03:00:00Z') })),
    );
    expect(await bucketOf({ prefix: 'none/' }).list()).toEqual([]);
  });

  it('removes a backup, and says whether it was there', async () => {
    server.objects.set(`footnote/${NAME}`, Buffer.alloc(1));
    expect(await bucketOf().remove(NAME)).toBe(true);
    expect(await bucketOf().remove(NAME)).toBe(false);
    expect(await bucketOf().remove('../notes.txt')).toBe(false);
    expect(await bucketOf().open(NAME)).toBeNull();
  });

  it('is tried again where that may help', async () => {
    const bytes = write(2 * PART);
    let left = 3;
    server.interfere = (method) => (method === 'PUT' && left-- > 0 ? 503 : undefined);
    await upload();
    expect(server.objects.get(`footnote/${NAME}`)?.equals(bytes)).toBe(true);
  });

  it('keeps nothing of an upload that fails or is stopped', async () => {
    write(4 * PART);
    server.interfere = (_method, url) => (url.searchParams.get('partNumber') === '3' ? 400 : undefined);
    expect(await fails(upload())).toContain('has refused the request (Interfered: It is so.)');
    const stop = new AbortController();
    server.interfere = null;
    const stopped = upload(stop.signal, () => stop.abort(new Error('stopped.')));
    expect(await fails(stopped)).toBe('stopped.');
    expect([server.uploads.size, server.objects.size]).toEqual([0, 0]);
  });

  it.each([
    ['a wrong secret', () => bucketOf({ secret: 'another' }), /refuses the key \(SignatureDoesNotMatch.*BACKUP_S3_/],
    ['a wrong region', () => bucketOf({ region: 'us-east-1' }), /refuses the key/],
    [
      'a bucket that is not there',
      () => bucketOf({ bucket: 'other-bucket' }),
      /There is no bucket other-bucket at http/,
    ],
    ['no server', () => bucketOf({ endpoint: 'http://127.0.0.1:1' }), /does not answer \(.+\)\.$/],
  ])('says in words what is wrong with %s, and never the secret', async (_what, bucket, expected) => {
    const message = await fails(bucket().list());
    expect(message).toMatch(expected);
    expect(message).not.toMatch(/another|a secret/);
  });

  it('follows no redirect', async () => {
    server.interfere = () => 307;
    expect(await fails(bucketOf().list())).toContain('is at another address');
  });
});

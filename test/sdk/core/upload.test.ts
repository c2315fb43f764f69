import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Footnote, FootnoteError, type Uploadable } from '@footnote/sdk';
import { fileFromPath } from '@footnote/sdk/node';
import { afterAll, describe, expect, it } from 'vitest';
import { failure, type Received, scriptedServer } from '../scripted-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'footnote-upload-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The only part of a multipart body, parsed by the platform's own parser. */
async function partOf({ headers, body }: Received): Promise<{ field: string; name: string; text: string }> {
  const form = await new Response(body, { headers: { 'content-type': headers['content-type'] ?? '' } }).formData();
  const [[field, file] = ['', '']] = [...form];
  if (typeof file === 'string') throw new Error('the part is not a file');
  return { field, name: file.name, text: await file.text() };
}

async function* pieces() {
  yield 'Opening ';
  yield new TextEncoder().encode('hours');
}

describe('an upload', () => {
  it.each<[string, () => Uploadable]>([
    ['a File', () => new File(['Opening hours'], 'guide.md')],
    ['a Blob', () => new Blob(['Opening hours'])],
    ['a Buffer', () => Buffer.from('Opening hours')],
    ['a view of larger memory', () => new TextEncoder().encode('> Opening hours <').subarray(2, 15)],
    ['an ArrayBuffer', () => new TextEncoder().encode('Opening hours').slice().buffer],
    ['a ReadableStream', () => new Blob(['Opening hours']).stream()],
    ['an async iterable', pieces],
  ])('of %s is one form field "file"', async (_, file) => {
    const { baseURL, received } = await scriptedServer({ status: 202, json: { id: 'src_1' } });
    const footnote = new Footnote({ baseURL, apiKey: 'chat_1' });
    await expect(footnote.sources.upload({ file: file(), name: 'guide.md' })).resolves.toEqual({ id: 'src_1' });
    expect(received[0]?.url).toBe('/v1/sources/upload');
    expect(await partOf(received[0] as Received)).toEqual({ field: 'file', name: 'guide.md', text: 'Opening hours' });
  });

  it('uses the name of a File unless another is given', async () => {
    const { baseURL, received } = await scriptedServer({ json: {} });
    const { sources } = new Footnote({ baseURL });
    const file = new File(['a'], 'a.md');
    await sources.upload({ file });
    await sources.upload({ file, name: 'b.md' });
    expect(await Promise.all(received.map(partOf))).toMatchObject([{ name: 'a.md' }, { name: 'b.md' }]);
  });

  it('keeps names in any script', async () => {
    const { baseURL, received } = await scriptedServer({ json: {} });
    await new Footnote({ baseURL }).sources.upload({ file: new File(['a'], '使用 "説明".md') });
    expect((await partOf(received[0] as Received)).name).toBe('使用 "説明".md');
  });

  it('names the project for a user token', async () => {
    const { baseURL, received } = await scriptedServer({ json: {} });
    await new Footnote({ baseURL }).sources.upload({ file: new File(['a'], 'a.md'), project_id: 'proj_1' });
    expect(received[0]?.url).toBe('/v1/sources/upload?project_id=proj_1');
  });

  it.each<[string, () => Uploadable]>([
    ['a stream', () => new Blob(['Opening hours']).stream()],
    ['an async iterable', pieces],
  ])('of %s is sent in full again after a failure', async (_, file) => {
    const { baseURL, received } = await scriptedServer(failure(500), { json: {} });
    await new Footnote({ baseURL }).sources.upload({ file: file(), name: 'guide.md' });
    expect((await Promise.all(received.map(partOf))).map(({ text }) => text)).toEqual([
      'Opening hours',
      'Opening hours',
    ]);
  });

  it('without a name is refused with an explanation, and nothing is sent', async () => {
    const { baseURL, received } = await scriptedServer({ json: {} });
    const call = new Footnote({ baseURL }).sources.upload({ file: new Blob(['a']) });
    await expect(call).rejects.toThrow('needs a name');
    expect(received).toEqual([]);
  });

  it.each(['guide.md', 7, {}, null])('of %j is refused with advice', async (file) => {
    const call = new Footnote({ baseURL: 'http://a.test' }).sources.upload({ file: file as never, name: 'guide.md' });
    await expect(call).rejects.toBeInstanceOf(FootnoteError);
    await expect(call).rejects.toThrow('fileFromPath');
  });

  it("of a failing stream fails with the stream's error", async () => {
    async function* broken() {
      yield 'a';
      throw new Error('the disk is gone');
    }
    const call = new Footnote({ baseURL: 'http://a.test' }).sources.upload({ file: broken(), name: 'guide.md' });
    await expect(call).rejects.toThrow('the disk is gone');
  });
});

describe('fileFromPath', () => {
  it('returns a named file that can be uploaded', async () => {
    const path = join(folder, 'guide.md');
    writeFileSync(path, 'Opening hours');
    const { baseURL, received } = await scriptedServer({ json: {} });
    await new Footnote({ baseURL }).sources.upload({ file: await fileFromPath(path) });
    expect(await partOf(received[0] as Received)).toMatchObject({ name: 'guide.md', text: 'Opening hours' });
  });

  it('rejects if the file does not exist', async () => {
    await expect(fileFromPath(join(folder, 'nothing.md'))).rejects.toThrow();
  });
});

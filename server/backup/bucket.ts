import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { KeptFile } from './backup-folder.ts';
import { isBackupFile } from './backup-name.ts';
import { type BucketAnswer, type BucketSettings, createBucketClient, readXml } from './bucket-client.ts';

const PART_BYTES = 16 * 2 ** 20;
/** S3 takes 10,000 parts. */
const MAX_PARTS = 9_000;
export const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 1_000;
/** A list of this many pages has a million entries. */
const MAX_PAGES = 1_000;

export interface BucketOptions {
  /** Bytes; smaller in tests. */
  partBytes?: number;
  /** Milliseconds before the second attempt; shorter in tests. */
  firstPause?: number;
}

/** The backups in a bucket of a server that is compatible with S3. */
export function createBucket(
  settings: BucketSettings,
  { partBytes = PART_BYTES, firstPause = FIRST_PAUSE_MS }: BucketOptions = {},
) {
  const { send, address } = createBucketClient(settings);
  const keyOf = (name: string) => settings.prefix + name;

  /** Tries again what another attempt may mend: no answer, or one that is not the request's fault. */
  async function sendPatiently(...[request, signal]: Parameters<typeof send>): Promise<BucketAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send(request, signal);
      } catch (error) {
        if (signal?.aborted || attempt === ATTEMPTS || !(error as { again?: boolean }).again) throw error;
        await pause(firstPause * 2 ** (attempt - 1), undefined, { signal });
      }
    }
  }

  async function uploadParts(name: string, file: string, size: number, report: Report): Promise<void> {
    const key = keyOf(name);
    const { signal } = report;
    const begun = await sendPatiently({ method: 'POST', key, query: { uploads: '' } }, signal);
    const [uploadId = ''] = readXml(begun.text, 'UploadId').flat();
    try {
      const tags: string[] = [];
      let done = 0;
      for await (const part of partsOf(file, Math.max(partBytes, Math.ceil(size / MAX_PARTS)))) {
        const query = { partNumber: String(tags.length + 1), uploadId };
        const { headers } = await sendPatiently({ method: 'PUT', key, query, body: part }, signal);
        tags.push(headers.get('etag') ?? '');
        done += part.length;
        report.onProgress(done, size);
      }
      const listed = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
      const body = Buffer.from(`<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`);
      await sendPatiently({ method: 'POST', key, query: { uploadId }, body }, signal);
    } catch (error) {
      // Parts of an upload that is not finished are paid for, and are in no list.
      await send({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined);
      throw error;
    }
  }

  return {
    /** Where it is, for people. */
    address,

    async list(): Promise<KeptFile[]> {
      const found: KeptFile[] = [];
      let token = '';
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const more = token && { 'continuation-token': token };
        const query = { 'list-type': '2', prefix: settings.prefix, ...more };
        const { text } = await sendPatiently({ method: 'GET', key: null, query });
        for (const [key = '', at = '', size = ''] of readXml(text, 'Contents', ['Key', 'LastModified', 'Size'])) {
          const name = key.slice(settings.prefix.length);
          if (key === keyOf(name) && isBackupFile(name)) found.push({ name, size: Number(size), at: Date.parse(at) });
        }
        [token = ''] = readXml(text, 'NextContinuationToken').flat();
        if (token === '') break;
      }
      return found;
    },

    /** Sends a file in parts, each of which is in memory alone. Nothing is left of one that fails. */
    async upload(
      name: string,
      file: string,
      onProgress: (done: number, total: number) => void,
      signal: AbortSignal,
    ): Promise<void> {
      const handle = await open(file, 'r');
      const { size } = await handle.stat().finally(() => handle.close());
      if (size > partBytes) await uploadParts(name, file, size, { onProgress, signal });
      else {
        for await (const body of partsOf(file, partBytes)) {
          await sendPatiently({ method: 'PUT', key: keyOf(name), body }, signal);
        }
      }
      onProgress(size, size);
      const { headers } = await sendPatiently({ method: 'HEAD', key: keyOf(name) }, signal);
      if (Number(headers.get('content-length')) === size) return;
      await send({ method: 'DELETE', key: keyOf(name) }).catch(() => undefined);
      throw new Error(`The bucket ${address} has kept another number of bytes than it was sent.`);
    },

    /** Begins to read a backup; null if there is no such one. */
    async open(name: string): Promise<{ size: number; stream: Readable } | null> {
      if (!isBackupFile(name)) return null;
      const answer = await send({ method: 'GET', key: keyOf(name), streamed: true }).catch(nullIfMissing);
      if (!answer?.body) return null;
      // The types of the platform's streams differ in name alone.
      const body = answer.body as Parameters<typeof Readable.fromWeb>[0];
      return { size: Number(answer.headers.get('content-length')), stream: Readable.fromWeb(body) };
    },

    /** Returns false if there is no such backup. */
    async remove(name: string): Promise<boolean> {
      if (!isBackupFile(name)) return false;
      // Deleting what is not there succeeds as well.
      if ((await send({ method: 'HEAD', key: keyOf(name) }).catch(nullIfMissing)) === null) return false;
      await send({ method: 'DELETE', key: keyOf(name) });
      return true;
    },
  };
}

interface Report {
  onProgress: (done: number, total: number) => void;
  signal: AbortSignal;
}

/** The file in parts of this size, one after the other. */
async function* partsOf(file: string, bytes: number): AsyncGenerator<Buffer> {
  const handle = await open(file, 'r');
  try {
    for (;;) {
      const part = Buffer.allocUnsafe(bytes);
      const { bytesRead } = await handle.read(part, 0, bytes, null);
      if (bytesRead === 0) return;
      yield part.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

function nullIfMissing(error: Error & { status?: number }): null {
  if (error.status === 404) return null;
  throw error;
}

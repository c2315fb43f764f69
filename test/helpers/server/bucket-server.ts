import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A server that is compatible with S3 as far as backups need it, and strict: it verifies each signature and the hash of each body. */
export interface BucketServer {
  url: string;
  /** The objects by their names. */
  objects: Map<string, Buffer>;
  /** The uploads in parts that have been begun and not ended. */
  uploads: Map<string, Map<number, Buffer>>;
  /** The largest body so far, in bytes. */
  largest(): number;
  /** Called before each request is answered; a status that it returns is the answer. */
  interfere: ((method: string, url: URL) => number | undefined) | null;
  close(): Promise<void>;
}

export const BUCKET = { region: 'eu-test-1', bucket: 'backups', keyId: 'AKTEST', secret: 'a secret/with+signs' };
/** Entries of a page of its lists: few, so that lists have several. */
const PAGE = 2;

export async function startBucketServer(): Promise<BucketServer> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  let largest = 0;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', `http://${request.headers.host}`);
    const body = await buffer(request);
    largest = Math.max(largest, body.length);
    const status = bucketServer.interfere?.(request.method ?? '', url);
    if (status !== undefined) return fail(response, status, 'Interfered');
    if (!isSigned(request, url, body)) return fail(response, 403, 'SignatureDoesNotMatch');
    const [, bucket, ...rest] = url.pathname.split('/');
    if (bucket !== BUCKET.bucket) return fail(response, 404, 'NoSuchBucket');
    answer(request.method ?? '', rest.join('/'), url.searchParams, body, response);
  });

  function answer(
    method: string,
    key: string,
    query: URLSearchParams,
    body: Buffer,
    response: ServerResponse,
  ): unknown {
    const uploadId = query.get('uploadId');
    const parts = uploads.get(uploadId ?? '');
    if (uploadId !== null && !parts) return fail(response, 404, 'NoSuchUpload');
    if (method === 'GET' && key === '') return list(query, response);
    if (method === 'POST' && query.has('uploads')) {
      uploads.set(`upload-${uploads.size}&1`, new Map());
      return send(
        response,
        `<InitiateMultipartUploadResult><UploadId>upload-${uploads.size - 1}&amp;1</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    if (parts && method === 'PUT') {
      parts.set(Number(query.get('partNumber')), body);
      response.setHeader('etag', tagOf(body));
      return send(response, '');
    }
    if (parts && method === 'POST') {
      const listed = [...String(body).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)</g)];
      const whole = listed.map(([, number, tag]) => {
        const part = parts.get(Number(number));
        return part && tagOf(part) === tag ? part : null;
      });
      if (whole.length !== parts.size || whole.includes(null)) return send(response, error('InvalidPart'));
      objects.set(key, Buffer.concat(whole.filter((part) => part !== null)));
      uploads.delete(uploadId ?? '');
      return send(response, '<CompleteMultipartUploadResult/>');
    }
    if (parts && method === 'DELETE') {
      uploads.delete(uploadId ?? '');
      response.statusCode = 204;
      return send(response, '');
    }
    if (method === 'PUT') {
      objects.set(key, body);
      return send(response, '');
    }
    if (method === 'DELETE') {
      objects.delete(key);
      response.statusCode = 204;
      return send(response, '');
    }
    const found = objects.get(key);
    if (!found) return fail(response, 404, 'NoSuchKey');
    response.setHeader('content-length', found.length);
    return response.end(method === 'HEAD' ? undefined : found);
  }

  function list(query: URLSearchParams, response: ServerResponse): unknown {
    const names = [...objects.keys()].filter((name) => name.startsWith(query.get('prefix') ?? '')).sort();
    const from = Number(query.get('continuation-token') ?? 0);
    const contents = names
      .slice(from, from + PAGE)
      .map(
        (name) =>
          `<Contents><Key>${name}</Key><LastModified>2026-11-24T03:00:00.000Z</LastModified><Owner><ID>x</ID></Owner><Size>${objects.get(name)?.length}</Size></Contents>`,
      );
    const next = from + PAGE < names.length ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : '';
    return send(response, `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${next}</ListBucketResult>`);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bucketServer: BucketServer = {
    ...{ objects, uploads, largest: () => largest, interfere: null },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return bucketServer;
}

const tagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;
const error = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>It is so.</Message></Error>`;

function send(response: ServerResponse, text: string): unknown {
  return response.end(text);
}

function fail(response: ServerResponse, status: number, code: string): unknown {
  response.statusCode = status;
  return response.end(error(code));
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/** As in AWS's description of Signature Version 4, with the body's hash among what is signed. */
function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const { authorization = '', ...headers } = request.headers;
  const [, keyId, day = '', region = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? [];
  const time = String(headers['x-amz-date'] ?? '');
  const hash = headers['x-amz-content-sha256'];
  if (keyId !== BUCKET.keyId || region !== BUCKET.region || !time.startsWith(day) || hash !== sha256(body))
    return false;
  const signed = names.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) return false;
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const canonical = [
    request.method,
    url.pathname.split('/').map(decodeURIComponent).map(encode).join('/'),
    query.join('&'),
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    hash,
  ].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${BUCKET.secret}`, day) as Buffer);
  const scope = `${day}/${region}/s3/aws4_request`;
  return hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString('hex') === signature;
}

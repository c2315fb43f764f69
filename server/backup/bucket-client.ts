import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { Parser } from 'htmlparser2';

/** A bucket, and the key to it. The secret is never shown. */
export interface BucketSettings {
  /** The address of the server, without a slash at its end. */
  endpoint: string;
  region: string;
  bucket: string;
  /** What the names of its objects begin with; empty, or with a slash at its end. */
  prefix: string;
  keyId: string;
  secret: string;
}

interface BucketRequest {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** The name of an object; null for the bucket itself. */
  key: string | null;
  query?: Record<string, string>;
  body?: Buffer;
  /** The body of the answer is not read. */
  streamed?: boolean;
}

/** An answer that is no error. `body` is unread if the request was `streamed`; else `text` has its beginning. */
export interface BucketAnswer {
  headers: Headers;
  text: string;
  body: Response['body'];
}

/** Why a request failed, in a sentence. */
class BucketError extends Error {
  /** The status of the answer; 0 without one. */
  readonly status: number;
  /** Whether another attempt may succeed. */
  readonly again: boolean;

  constructor(
    message: string,
    { status = 0, again = false }: { status?: number; again?: boolean } = {},
    cause?: unknown,
  ) {
    super(message, { cause });
    this.status = status;
    this.again = again;
  }
}

/** A part of 16 MB passes within this time at half a megabit a second. */
const DEADLINE_MS = 5 * 60_000;
const ANSWER_MS = 60_000;
/** A page of a list has a thousand entries. */
const MAX_ANSWER_CHARACTERS = 4_000_000;
const KEY_REFUSED =
  'Check BACKUP_S3_ACCESS_KEY_ID, BACKUP_S3_SECRET_ACCESS_KEY, BACKUP_S3_REGION, what the key may do, and the clock of this machine.';

/**
 * Signs requests (AWS Signature Version 4, with the hash of each body) and sends them to the address that the operator has set. It
 * follows no redirect: the signature is for this host alone.
 */
export function createBucketClient({ endpoint, region, bucket, prefix, keyId, secret }: BucketSettings) {
  const address = `${endpoint}/${bucket}/${prefix}`;

  async function send(
    { method, key, query = {}, body, streamed = false }: BucketRequest,
    signal?: AbortSignal,
  ): Promise<BucketAnswer> {
    const url = new URL(`${endpoint}/${bucket}${key === null ? '' : `/${key}`}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const signer = new AwsV4Signer({
      url: url.href,
      method,
      service: 's3',
      region,
      accessKeyId: keyId,
      secretAccessKey: secret,
      headers: { 'x-amz-content-sha256': hash },
    });
    const { url: signedUrl, headers } = await signer.sign();
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), streamed ? ANSWER_MS : DEADLINE_MS);
    try {
      const response = await fetch(signedUrl, {
        method,
        headers,
        redirect: 'manual',
        body: (body as Uint8Array<ArrayBuffer> | undefined) ?? null,
        signal: signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal,
      });
      if (response.ok && streamed) return { headers: response.headers, text: '', body: response.body };
      const text = await beginningOf(response);
      const [code] = readXml(text, 'Error', ['Code', 'Message']);
      // The end of an upload in parts may fail after its answer has begun.
      if (!response.ok || code) throw refusal(response.status, code);
      return { headers: response.headers, text, body: null };
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error instanceof BucketError) throw error;
      throw unreachable(error, deadline.signal.aborted);
    } finally {
      clearTimeout(timer);
    }
  }

  function refusal(status: number, [code = '', message = '']: string[] = []): BucketError {
    const said = [code, message.slice(0, 300)].filter(Boolean).join(': ') || `status ${status}`;
    const again = status >= 500 || status === 429 || code === 'InternalError' || code === 'SlowDown';
    const options = { status, again };
    if (code === 'NoSuchBucket') return new BucketError(`There is no bucket ${bucket} at ${endpoint}.`, options);
    if (status === 401 || status === 403)
      return new BucketError(`The bucket ${address} refuses the key (${said}). ${KEY_REFUSED}`, options);
    if (status >= 300 && status < 400)
      return new BucketError(
        `The bucket ${address} is at another address (${said}). Check BACKUP_S3_ENDPOINT and BACKUP_S3_REGION.`,
        options,
      );
    return new BucketError(`The bucket ${address} has refused the request (${said}).`, options);
  }

  function unreachable(error: unknown, late: boolean): BucketError {
    const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
    const why = late ? 'it took too long' : (cause?.code ?? cause?.message ?? message);
    return new BucketError(`The bucket ${address} does not answer (${why}).`, { again: true }, error);
  }

  return { address, send };
}

async function beginningOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > MAX_ANSWER_CHARACTERS) break;
  }
  return text + decoder.decode();
}

/**
 * The text of each element of this name, or of the elements in it that `fields` names, in their order. A field that is missing is
 * empty.
 */
export function readXml(xml: string, name: string, fields: readonly string[] = [name]): string[][] {
  const found: string[][] = [];
  let current: string[] | null = null;
  let field = -1;
  const parser = new Parser(
    {
      onopentag(tag) {
        if (tag === name) current = fields.map(() => '');
        field = fields.indexOf(tag);
      },
      ontext(text) {
        if (current && field >= 0) current[field] += text;
      },
      onclosetag(tag) {
        field = -1;
        if (tag !== name || !current) return;
        found.push(current);
        current = null;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  return found;
}

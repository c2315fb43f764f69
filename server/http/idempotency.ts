import { createHash, randomUUID } from 'node:crypto';
import { hashFile } from '../platform/files/hash-file.ts';
import type { Credential } from '../services/access/credentials.ts';
import type { Answer, KeyedRequest, RequestContent, RequestContext, RunOnce } from './context.ts';
import { errors } from './errors.ts';

const LIFETIME_MS = 24 * 60 * 60_000;
const MAX_KEY_LENGTH = 255;
const RETRY_EVERY_MS = 1000;
/** Five minutes. After that, the store itself releases the key of a server that is silent. */
const MAX_RETRIES = 300;

type EarlierRequest =
  | { state: 'running' }
  | { state: 'mismatch' }
  | { state: 'made'; resourceId: string }
  | { state: 'done'; status: number; answer: unknown };

export interface IdempotencyOptions {
  /** Where answers are stored (store: `Idempotency`). */
  store: {
    begin(request: KeyedRequest, now: number, expiredAt: number): Promise<EarlierRequest | null>;
    finish(request: KeyedRequest, answer: { status: number; body: unknown; resourceId: string }): Promise<void>;
    forget(request: KeyedRequest): Promise<void>;
  };
  now: () => number;
}

/**
 * Implements `Idempotency-Key`: a request repeated within 24 hours with the same key and credential creates nothing again. This
 * holds after a restart or a crash, because the key is stored with the created record. A failed request releases its key.
 */
export function idempotency({ store, now }: IdempotencyOptions): RunOnce {
  return async (context, content, { run, replay, resourceId }) => {
    const key = readKey(context);
    if (key === null || content.credential === null) return run(null);
    const request = {
      key,
      credential: ownerOf(content.credential),
      fingerprint: await fingerprintOf(context, content),
      runner: randomUUID(),
    };

    const earlier = await store.begin(request, now(), now() - LIFETIME_MS);
    if (earlier?.state === 'mismatch') throw errors.idempotencyMismatch();
    if (earlier?.state === 'running') throw errors.inProgress(1);
    if (earlier?.state === 'made') return replay(earlier.resourceId);
    if (earlier) {
      // The created record has been deleted since.
      if (earlier.answer === null) throw errors.notFound();
      return { status: earlier.status, body: earlier.answer };
    }

    let answer: Answer;
    try {
      answer = await run(request);
    } catch (error) {
      await store.forget(request).catch(() => forgetLater(store, request));
      throw error;
    }
    const { id } = answer.body as { id: string };
    await store.finish(request, { status: answer.status, body: answer.body, resourceId: resourceId ?? id });
    return answer;
  };
}

/** Retries until the database is back or has released the key. A request that failed often did so because of the database. */
function forgetLater(store: IdempotencyOptions['store'], request: KeyedRequest): void {
  let retries = 0;
  const retry = async () => {
    retries += 1;
    await store.forget(request).catch(() => retries < MAX_RETRIES && setTimeout(retry, RETRY_EVERY_MS).unref());
  };
  setTimeout(retry, RETRY_EVERY_MS).unref();
}

function readKey(context: RequestContext): string | null {
  const key = context.get('idempotency-key').trim();
  if (key === '') return null;
  if (key.length > MAX_KEY_LENGTH || !/^[\x20-\x7e]+$/.test(key)) {
    throw errors.invalidRequest([
      { field: 'idempotency-key', message: `must be at most ${MAX_KEY_LENGTH} printable ASCII characters` },
    ]);
  }
  return key;
}

/** A user's keys are valid across logins. */
function ownerOf(credential: Credential): string {
  if (credential.kind === 'user') return `user ${credential.userId}`;
  return credential.kind === 'key' ? `key ${credential.keyId}` : `visitor ${credential.visitorId}`;
}

/** Hashes the files of a form instead of its raw bytes, which differ at every attempt by the boundary between the parts. */
async function fingerprintOf(context: RequestContext, { body, files }: RequestContent): Promise<string> {
  const parts = [context.method, context.path, context.querystring, JSON.stringify(sortKeys(body)) ?? ''];
  for (const { name, temporaryPath } of files) parts.push(name, await hashFile(temporaryPath));
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Makes objects with the same entries equal, whatever their order. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, inner]) => [name, sortKeys(inner)]);
}

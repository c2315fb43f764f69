import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { errors } from '../platform/errors.ts';
import type { Credential } from '../services/credentials.ts';
import type { Answer, KeyedRequest, Once, RequestContext, Said } from './context.ts';

const KEPT_MS = 24 * 60 * 60_000;
const LONGEST_KEY = 255;
const FORGET_EVERY_MS = 1000;
/** After five minutes the store takes whoever is silent for gone. */
const MOST_TRIES = 300;

type Earlier =
  | { state: 'running' }
  | { state: 'mismatch' }
  | { state: 'made'; resourceId: string }
  | { state: 'done'; status: number; answer: unknown };

export interface IdempotencyOptions {
  /** Where answers are remembered (store: `Idempotency`). */
  store: {
    begin(request: KeyedRequest, now: number, expiredAt: number): Promise<Earlier | null>;
    finish(request: KeyedRequest, answer: { status: number; body: unknown; resourceId: string }): Promise<void>;
    forget(request: KeyedRequest): Promise<void>;
  };
  now: () => number;
}

/**
 * `Idempotency-Key`: a request that is sent again makes nothing again, for 24 hours and per credential, also after a
 * restart or a crash, as what was made carries its key. One that failed made nothing, so its key is free again.
 */
export function idempotency({ store, now }: IdempotencyOptions): Once {
  /** Where the database is away, which is why most requests fail then: until it can be told, or has given the request up itself. */
  function forgetLater(request: KeyedRequest): void {
    let tries = 0;
    const again = async () => {
      tries += 1;
      await store.forget(request).catch(() => tries < MOST_TRIES && setTimeout(again, FORGET_EVERY_MS).unref());
    };
    setTimeout(again, FORGET_EVERY_MS).unref();
  }

  return async (context, said, { make, made }) => {
    const key = keyOf(context);
    if (key === null || said.credential === null) return make(null);
    const request = {
      key,
      credential: nameOf(said.credential),
      fingerprint: await fingerprintOf(context, said),
      runner: randomUUID(),
    };

    const earlier = await store.begin(request, now(), now() - KEPT_MS);
    if (earlier?.state === 'mismatch') throw errors.idempotencyMismatch();
    if (earlier?.state === 'running') throw errors.inProgress(1);
    if (earlier?.state === 'made') return made(earlier.resourceId);
    if (earlier) {
      // What it made has been deleted since.
      if (earlier.answer === null) throw errors.notFound();
      return { status: earlier.status, body: earlier.answer };
    }

    let answer: Answer;
    try {
      answer = await make(request);
    } catch (error) {
      await store.forget(request).catch(() => forgetLater(request));
      throw error;
    }
    const { id } = answer.body as { id: string };
    await store.finish(request, { status: answer.status, body: answer.body, resourceId: id });
    return answer;
  };
}

function keyOf(context: RequestContext): string | null {
  const key = context.get('idempotency-key').trim();
  if (key === '') return null;
  if (key.length > LONGEST_KEY || !/^[\x20-\x7e]+$/.test(key)) {
    throw errors.invalidRequest([
      { field: 'idempotency-key', message: `must be at most ${LONGEST_KEY} printable ASCII characters` },
    ]);
  }
  return key;
}

/** Whose key it is: the user's over all logins, the API key's own. */
function nameOf(credential: Credential): string {
  if (credential.kind === 'user') return `user ${credential.userId}`;
  return credential.kind === 'key' ? `key ${credential.keyId}` : `visitor ${credential.visitorId}`;
}

/** Of a form it is the file that counts: its raw bytes differ at every try, by the boundary between its parts. */
async function fingerprintOf(context: RequestContext, { body, file }: Said): Promise<string> {
  const parts = [context.method, context.path, context.querystring, JSON.stringify(inOrder(body)) ?? ''];
  if (file) parts.push(file.name, await hashOf(file.temporaryPath));
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** The same for objects that say the same in another order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, inner]) => [name, inOrder(inner)]);
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path)) hash.update(bytes);
  return hash.digest('hex');
}

import { BadRequestError, type BatchReport, type BatchRequest, type Footnote, RateLimitError } from '@footnote/sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { App } from '../../server/console/app.ts';
import { UNSUPPORTED } from '../../server/console/views/sources/file-formats.ts';
import { type Sent, uploadsOf } from '../../server/console/views/sources/upload-queue.ts';

type Files = NonNullable<BatchRequest['files']>;

/** A batch that has reached the server. */
interface Batch {
  names: string[];
  files: Files;
  key: string;
  signal: AbortSignal;
  /** Takes all of it, except for files with these names. */
  take(refused?: string[]): void;
  fail(error: unknown): void;
}

function report(files: Files, refused: string[]): BatchReport {
  const items = files.map(({ name, external_id = null }) => {
    const isRefused = refused.some((one) => name.endsWith(`/${one}`));
    const error = { code: 'file_empty', message: 'The file is empty.' };
    return {
      name,
      external_id,
      outcome: isRefused ? ('refused' as const) : ('created' as const),
      ...(isRefused && { error }),
    };
  });
  const created = files.length - refused.length;
  return { created, replaced: 0, updated: 0, unchanged: 0, removed: 0, refused: refused.length, items };
}

/** The console of an owner who is signed in, and what it has sent. */
function signedIn() {
  const sent: Batch[] = [];
  const session = Object.assign(new EventTarget(), { signedIn: true });
  const sources = {
    batch(
      _project: string,
      { files = [] }: BatchRequest,
      { signal, idempotencyKey }: { signal: AbortSignal; idempotencyKey: string },
    ): Promise<BatchReport> {
      const { promise, resolve, reject } = Promise.withResolvers<BatchReport>();
      sent.push({
        ...{ names: files.map(({ name }) => name.replace(/^\d+\//, '')), files, key: idempotencyKey, signal },
        ...{ take: (refused = []) => resolve(report(files, refused)), fail: reject },
      });
      signal.addEventListener('abort', () => reject(signal.reason));
      return promise;
    },
  };
  const client = { withOptions: () => ({ sources }) } as unknown as Footnote;
  const signOut = () => {
    session.signedIn = false;
    session.dispatchEvent(new Event('changed'));
  };
  return { app: { client, session } as unknown as App, sent, session, signOut };
}
const files = (...names: string[]) => names.map((name) => ({ file: new File(['Text.'], name), path: null }));
const settle = () => new Promise(setImmediate);
const tooLarge = () =>
  new BadRequestError(400, { code: 'file_too_large', detail: 'No.', requestId: undefined, retryAfter: undefined });
const limited = () =>
  new RateLimitError(429, { code: 'rate_limited', detail: 'No.', requestId: undefined, retryAfter: 0.01 });

describe('the uploads of a project', () => {
  beforeEach(() => {
    vi.stubGlobal('addEventListener', () => undefined);
    vi.stubGlobal('removeEventListener', () => undefined);
  });
  afterEach(() => void vi.unstubAllGlobals());

  it('are sent many at a time, each with the path that it has in its folder', async () => {
    const { app, sent } = signedIn();
    const queue = uploadsOf(app, 'proj_1');
    const done: Sent[] = [];
    queue.addEventListener('sent', (event) => done.push((event as CustomEvent<Sent>).detail));
    const folder = Array.from({ length: 250 }, (_, at) => ({
      file: new File(['Text.'], 'a.md'),
      path: `docs/${at}/a.md`,
    }));
    queue.add(folder);
    queue.add(files('loose.md'));
    expect(sent.map(({ names }) => names.length)).toEqual([100]);
    sent[0]?.take();
    await settle();
    // What was sent keeps its row until all is.
    expect([queue.uploads.length, queue.progress]).toEqual([251, { done: 500, total: 1255 }]);
    sent[1]?.take();
    await settle();
    expect(sent.map(({ names }) => names.length)).toEqual([100, 100, 51]);
    const ids = sent.flatMap(({ files: given }) => given.map(({ external_id }) => external_id));
    expect(ids).toEqual([...folder.map(({ path }) => path), null]);
    expect(new Set(sent[0]?.files.map(({ name }) => name)).size).toBe(100);
    expect(done).toEqual([]);
    sent[2]?.take();
    await settle();
    expect([queue.taken, queue.uploads]).toEqual([251, []]);
    expect(done).toEqual([{ created: 251, replaced: 0, unchanged: 0 }]);
  });

  it('are fewer at a time if they are large, or more than the server takes', async () => {
    const { app, sent } = signedIn();
    const large = (name: string) => ({ file: new File([new Uint8Array(5_000_000)], name), path: null });
    uploadsOf(app, 'proj_1').add([large('a.pdf'), large('b.pdf'), ...files('c.md', 'd.md', 'e.md', 'f.md')]);
    expect(sent.at(-1)?.names).toEqual(['a.pdf']);
    sent.at(-1)?.take();
    await settle();
    expect(sent.at(-1)?.names).toEqual(['b.pdf', 'c.md', 'd.md', 'e.md', 'f.md']);
    sent.at(-1)?.fail(tooLarge());
    await settle();
    expect(sent.at(-1)?.names).toEqual(['b.pdf', 'c.md', 'd.md']);
    sent.at(-1)?.take();
  });

  it('are not sent if their type is not supported, which their name or the browser tells', async () => {
    const { app, sent } = signedIn();
    const queue = uploadsOf(app, 'proj_1');
    queue.add(files('setup.EXE', 'film.mp4'));
    expect(sent).toEqual([]);
    queue.add([{ file: new File(['Text.'], 'notes.text', { type: 'text/plain' }), path: null }]);
    queue.add(files('README', 'Guide.MD'));
    expect(sent.map(({ names }) => names)).toEqual([['notes.text']]);
    sent[0]?.take();
    await settle();
    expect(sent[1]?.names).toEqual(['README', 'Guide.MD']);
    sent[1]?.take();
    await settle();
    expect(queue.uploads.map(({ file, state, error }) => [file.name, state, error])).toEqual(
      ['setup.EXE', 'film.mp4'].map((name) => [name, 'refused', { message: UNSUPPORTED, mayRetry: false }]),
    );
  });

  it('are refused one by one by the server, or all together where it does not answer', async () => {
    const { app, sent } = signedIn();
    const queue = uploadsOf(app, 'proj_1');
    queue.add(files('one.md', 'empty.md'));
    sent[0]?.take(['empty.md']);
    await settle();
    expect(queue.uploads.map(({ file, error }) => [file.name, error])).toEqual([
      ['empty.md', { message: 'The file is empty.', mayRetry: false }],
    ]);
    queue.cancelAll();
    queue.add(files('two.md', 'three.md'));
    sent[1]?.fail(new Error('The connection failed.'));
    await settle();
    expect(queue.uploads.map(({ error }) => error?.mayRetry)).toEqual([true, true]);
    for (const upload of queue.uploads) queue.retry(upload);
    await settle();
    expect(sent.slice(2).flatMap(({ names }) => names)).toEqual(['two.md']);
    sent[2]?.take();
    await settle();
    expect(sent[3]?.names).toEqual(['three.md']);
    sent[3]?.take();
  });

  it('wait for the limit of the server, and are then sent again under the same key', async () => {
    const { app, sent } = signedIn();
    const queue = uploadsOf(app, 'proj_1');
    queue.add(files('one.md', 'two.md'));
    sent[0]?.fail(limited());
    await settle();
    expect(queue.uploads.map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    await expect.poll(() => sent.length).toBe(2);
    expect([sent[1]?.names, sent[1]?.key]).toEqual([['one.md', 'two.md'], sent[0]?.key]);
    sent[1]?.take();
  });

  it('go on without one that is cancelled', async () => {
    const { app, sent } = signedIn();
    const queue = uploadsOf(app, 'proj_1');
    queue.add(files('one.md', 'two.md'));
    const [first] = queue.uploads;
    if (first) queue.cancel(first);
    await settle();
    expect(sent.map(({ names, signal }) => [names, signal.aborted])).toEqual([
      [['one.md', 'two.md'], true],
      [['two.md'], false],
    ]);
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
    sent[1]?.take();
  });

  it('end when the owner signs out, and are not those of who signs in next', async () => {
    const { app, sent, session, signOut } = signedIn();
    const queues = ['proj_1', 'proj_2'].map((project) => uploadsOf(app, project));
    for (const queue of queues) queue.add(files('sending.md', 'also.md'));
    signOut();
    await settle();
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    expect(queues.map(({ uploads }) => uploads)).toEqual([[], []]);
    session.signedIn = true;
    expect(uploadsOf(app, 'proj_1')).not.toBe(queues[0]);
  });

  it('go on when the session changes and the owner stays signed in', async () => {
    const { app, sent, session } = signedIn();
    uploadsOf(app, 'proj_1').add(files('one.md'));
    session.dispatchEvent(new Event('changed'));
    await settle();
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([false]);
    sent[0]?.take();
  });
});

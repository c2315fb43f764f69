import type { Footnote, Source } from '@footnote/sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { App } from '../../server/console/app.ts';
import { uploadsOf } from '../../server/console/views/sources/upload-queue.ts';

/** An upload that has reached the server. */
interface Sent {
  name: string;
  signal: AbortSignal;
  take(): void;
}

/** The console of an owner who is signed in, and what it has sent. */
function signedIn() {
  const sent: Sent[] = [];
  const session = Object.assign(new EventTarget(), { signedIn: true });
  const sources = {
    upload({ file }: { file: File }, { signal }: { signal: AbortSignal }): Promise<Source> {
      const { promise, resolve, reject } = Promise.withResolvers<Source>();
      sent.push({ name: file.name, signal, take: () => resolve({ id: file.name } as Source) });
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
const files = (...names: string[]) => names.map((name) => new File(['Text.'], name));
const settle = () => new Promise(setImmediate);

describe('the uploads of a project', () => {
  beforeEach(() => {
    vi.stubGlobal('addEventListener', () => undefined);
    vi.stubGlobal('removeEventListener', () => undefined);
  });
  afterEach(() => void vi.unstubAllGlobals());

  it('are sent one after the other', async () => {
    const { app, sent } = signedIn();
    const queue = uploadsOf(app, 'proj_1');
    queue.add(files('one.md', 'two.md'));
    expect(sent.map(({ name }) => name)).toEqual(['one.md']);
    sent[0]?.take();
    await settle();
    expect(sent.map(({ name }) => name)).toEqual(['one.md', 'two.md']);
    sent[1]?.take();
    await settle();
    expect([queue.taken, queue.uploads]).toEqual([2, []]);
  });

  it('end when the owner signs out, and are not those of who signs in next', async () => {
    const { app, sent, session, signOut } = signedIn();
    const queues = ['proj_1', 'proj_2'].map((project) => uploadsOf(app, project));
    for (const queue of queues) queue.add(files('sending.md', 'waiting.md'));
    signOut();
    await settle();
    expect(sent.map(({ name, signal }) => [name, signal.aborted])).toEqual([
      ['sending.md', true],
      ['sending.md', true],
    ]);
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

import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RequestContent, RequestContext } from '../../../server/http/context.ts';
import { idempotency } from '../../../server/http/idempotency.ts';

const context = {
  method: 'POST',
  path: '/v1/projects',
  querystring: '',
  get: (name: string) => (name === 'idempotency-key' ? 'one key' : ''),
} as unknown as RequestContext;
const content = { credential: { kind: 'key', keyId: 'key_1' }, body: {}, files: [] } as unknown as RequestContent;

afterEach(() => vi.useRealTimers());

describe('a keyed request that fails while the database is unreachable', () => {
  it('throws its own error, and releases its key once the database is back', async () => {
    vi.useFakeTimers();
    const away = new Error('The database cannot be reached.');
    let forgotten = 0;
    let isAway = true;
    const once = idempotency({
      store: {
        begin: async () => null,
        finish: async () => undefined,
        async forget() {
          if (isAway) throw away;
          forgotten += 1;
        },
      },
      now: Date.now,
    });
    const why = new Error('It could not be created.');
    const replay = () => Promise.reject(new Error('unreachable'));
    await expect(once(context, content, { run: () => Promise.reject(why), replay })).rejects.toBe(why);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(forgotten).toBe(0);
    isAway = false;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(forgotten).toBe(1);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CachedToken, TokenController, type TokenSource } from '../../widget/src/element/token-controller.ts';
import { until } from '../helpers/timing/until.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A token like the server's, without a signature. */
function tokenOf(issuedAt: number, livesFor: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part({ iat: issuedAt / 1000, exp: (issuedAt + livesFor) / 1000 })}.x`;
}

describe('the widget token', () => {
  let minted: { authorization: string | null; body: string }[];
  let refuse: ((authorization: string | null) => number) | undefined;
  let kept: CachedToken | undefined;
  let ended = (_refused: boolean) => true;
  const store = () => ({
    read: () => kept,
    write: (value: CachedToken | undefined) => {
      kept = value;
    },
  });
  const controller = (source: Partial<TokenSource> = {}) =>
    new TokenController(
      () => ({ baseURL: 'http://api.test/v1', project: 'proj_1', ...source }),
      store,
      (refused) => ended(refused),
    );

  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-01-31T12:00:00Z') });
    minted = [];
    refuse = undefined;
    kept = undefined;
    ended = () => true;
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      const authorization = new Headers(init.headers).get('authorization');
      minted.push({ authorization, body: String(init.body) });
      const status = refuse?.(authorization) ?? 200;
      const body = status === 200 ? { token: `t${minted.length}`, expires_in: 3600 } : { code: 'x', detail: 'x' };
      return new Response(JSON.stringify(body), { status });
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is created by the page itself, once for all that wait for it', async () => {
    const tokens = controller();
    expect(await Promise.all([tokens.get(), tokens.get(), tokens.get()])).toEqual(['t1', 't1', 't1']);
    expect(minted).toEqual([{ authorization: null, body: '{"project_id":"proj_1"}' }]);
  });

  it('is used for 80 % of its lifetime, then renewed in the background, then awaited', async () => {
    const tokens = controller();
    await tokens.get();
    vi.advanceTimersByTime(47 * MINUTE);
    expect(await tokens.get()).toBe('t1');
    expect(minted).toHaveLength(1);
    vi.advanceTimersByTime(2 * MINUTE);
    expect(await tokens.get()).toBe('t1');
    await until(async () => (await tokens.get()) === 't2', 'the new token');
    expect(minted[1]).toEqual({ authorization: 'Bearer t1', body: '{}' });
    vi.advanceTimersByTime(2 * HOUR);
    expect(await tokens.get()).toBe('t3');
  });

  it('is still used if its renewal in the background fails', async () => {
    const tokens = controller();
    await tokens.get();
    vi.advanceTimersByTime(50 * MINUTE);
    refuse = () => 500;
    expect(await tokens.get()).toBe('t1');
    await until(() => minted.length === 2, 'the renewal');
    expect(await tokens.get()).toBe('t1');
  });

  it('survives a reload if the page created it, and is created again if it can no longer be renewed', async () => {
    await controller().get();
    expect(await controller().get()).toBe('t1');
    vi.advanceTimersByTime(2 * HOUR);
    refuse = (authorization) => (authorization ? 401 : 200);
    expect(await controller().get()).toBe('t3');
    expect(minted.at(-1)?.authorization).toBeNull();
  });

  it('is renewed when the server refuses it', async () => {
    const tokens = controller();
    await tokens.get();
    expect(await tokens.get('t1')).toBe('t2');
    expect(await tokens.get()).toBe('t2');
  });

  it("fails with the server's message", async () => {
    refuse = () => 403;
    await expect(controller().get()).rejects.toMatchObject({ status: 403 });
  });

  it('comes from the page’s own backend if there is one, and is never stored', async () => {
    const given = [tokenOf(Date.now(), HOUR), tokenOf(Date.now() + 49 * MINUTE, HOUR)];
    const tokens = controller({ getToken: () => given.shift() ?? 'none' });
    const first = await tokens.get();
    vi.advanceTimersByTime(47 * MINUTE);
    expect(await tokens.get()).toBe(first);
    vi.advanceTimersByTime(2 * MINUTE);
    expect(await tokens.get()).toBe(first);
    await until(async () => (await tokens.get()) !== first, 'another token');
    expect(minted).toEqual([]);
    expect(kept).toBeUndefined();
  });

  it('is used as given in an attribute, renews itself, and is replaced when the attribute changes', async () => {
    const source = { token: tokenOf(Date.now(), HOUR) };
    const tokens = controller(source);
    expect(await tokens.get()).toBe(source.token);
    expect(await tokens.get(source.token)).toBe('t1');
    expect(minted[0]?.authorization).toBe(`Bearer ${source.token}`);
    const changed = controller(source);
    await changed.get();
    source.token = tokenOf(Date.now(), 2 * HOUR);
    expect(await changed.get()).toBe(source.token);
    expect(kept).toBeUndefined();
  });

  it('is used as long as it works if it states no expiry', async () => {
    const tokens = controller({ token: 'opaque' });
    vi.advanceTimersByTime(30 * 24 * HOUR);
    expect(await tokens.get()).toBe('opaque');
  });

  it('reports its end, whether refused or expired, and stays if the page prevents the renewal', async () => {
    const told: boolean[] = [];
    ended = (refused) => told.push(refused) > 2;
    const tokens = controller();
    await tokens.get();
    expect(await tokens.get('t1')).toBe('t1');
    vi.advanceTimersByTime(2 * HOUR);
    expect(await tokens.get()).toBe('t1');
    expect(await tokens.get()).toBe('t2');
    expect(told).toEqual([true, false, false]);
  });

  it('is the one that the page sets when the last one expires', async () => {
    const source: Partial<TokenSource> = { token: 'one' };
    ended = () => {
      source.token = 'two';
      return true;
    };
    const tokens = controller(source);
    expect(await tokens.get()).toBe('one');
    expect(await tokens.get('one')).toBe('two');
    expect(minted).toEqual([]);
  });
});

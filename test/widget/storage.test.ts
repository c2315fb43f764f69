import { afterEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '../../widget/src/base/storage.ts';

/** A tab's storage, as far as the widget uses it. */
function storage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}
const denied = () => {
  throw new DOMException('denied', 'SecurityError');
};
const full = () => {
  throw new DOMException('full', 'QuotaExceededError');
};

describe('what the widget keeps of a visit', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('survives a reload of the page', () => {
    vi.stubGlobal('sessionStorage', storage());
    sessionStore<string>('conversation').write('conv_1');
    expect(sessionStore<string>('conversation').read()).toBe('conv_1');
    expect(sessionStore<string>('other').read()).toBeUndefined();
  });

  it.each([
    ['cookies are blocked', { getItem: denied, setItem: denied, removeItem: denied }],
    ['the quota is used up', { ...storage(), setItem: full }],
  ])('lasts as long as the page where %s', (_, broken) => {
    vi.stubGlobal('sessionStorage', broken);
    const kept = sessionStore<string>('conversation');
    expect(kept.read()).toBeUndefined();
    kept.write('conv_1');
    expect(kept.read()).toBe('conv_1');
    kept.write(undefined);
    expect(kept.read()).toBeUndefined();
  });
});

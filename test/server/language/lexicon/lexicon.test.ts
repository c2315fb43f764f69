import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const freshModule = () => import('../../../../server/language/lexicon/lexicon.ts');

beforeEach(() => vi.resetModules());
afterEach(() => vi.resetModules());

describe('the English lexicon', () => {
  it('is the same whether it is made at once or ahead, in steps', async () => {
    const atOnce = (await freshModule()).lexiconFor('en');
    vi.resetModules();
    const ahead = await freshModule();
    await ahead.loadWordNet();
    const inSteps = ahead.lexiconFor('en');
    expect(inSteps).not.toBe(atOnce);
    expect(inSteps).toEqual(atOnce);
  });

  it('lets others run between its steps', async () => {
    const { loadWordNet } = await freshModule();
    let turns = 0;
    let loading = true;
    const count = () => {
      turns++;
      if (loading) setImmediate(count);
    };
    setImmediate(count);
    await loadWordNet();
    loading = false;
    expect(turns).toBeGreaterThan(20);
  });

  it('can be used while it is being made', async () => {
    const { lexiconFor, loadWordNet } = await freshModule();
    const loading = loadWordNet();
    const used = lexiconFor('en');
    await loading;
    expect(lexiconFor('en')).toBe(used);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { createTextCache, forgetTexts } from '../../../../server/platform/text/text-cache.ts';

const counted = () => vi.fn((text: string, language: string) => ({ text, language }));

describe('what is made of texts', () => {
  it('is made once of each text in each language', () => {
    const make = counted();
    const made = createTextCache(make);
    expect(made('Die Kinder', 'de')).toBe(made('Die Kinder', 'de'));
    expect(made('Die Kinder', 'en')).toEqual({ text: 'Die Kinder', language: 'en' });
    expect(make).toHaveBeenCalledTimes(2);
  });

  it('is forgotten with the texts', () => {
    const make = counted();
    const made = createTextCache(make);
    const first = made('A secret');
    forgetTexts();
    expect(made('A secret')).not.toBe(first);
    expect(made('A secret')).toEqual(first);
  });

  it('is kept within a limit, the latest used longest', () => {
    const make = counted();
    const made = createTextCache(make);
    const text = (at: number) => `${at} ${'x'.repeat(100_000)}`;
    const first = made(text(0));
    for (let at = 1; at <= 70; at += 1) made(text(at));
    expect(made(text(0))).not.toBe(first);
  });

  it('is not kept of a text beyond the limit', () => {
    const make = counted();
    const made = createTextCache(make);
    const long = 'x'.repeat(7_000_000);
    expect(made(long)).toEqual(made(long));
    expect(make).toHaveBeenCalledTimes(2);
  });
});

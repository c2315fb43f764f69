import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NUMBERS, withNumbers } from '../../examples/docs/numbers.ts';

const textOf = (page: string) => readFileSync(new URL(`../../examples/docs/${page}`, import.meta.url), 'utf8');

describe('a page of the guide', () => {
  it.each([...new Set(NUMBERS.map(({ page }) => page))])('%s has the numbers of the code', (page) => {
    const text = textOf(page);
    expect(withNumbers(page, text), 'It is stale: run `node examples/docs/make.ts`').toBe(text);
  });

  it('gets the number of the code in place of a copy that is stale', () => {
    const page = 'developer/webhooks.md';
    const text = textOf(page);
    const stale = text.replace('may have ten webhooks', 'may have seven webhooks');
    expect(stale).not.toBe(text);
    expect(withNumbers(page, stale)).toBe(text);
  });

  it('is refused if it no longer has the words around a number', () => {
    const page = 'developer/webhooks.md';
    expect(() => withNumbers(page, textOf(page).replace('may have ten webhooks', 'may have some'))).toThrow(
      'does not say "A project may have ten webhooks" once',
    );
  });
});

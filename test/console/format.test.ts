import { RateLimitError, type Source } from '@footnote/sdk';
import { expect, it } from 'vitest';
import { errorMessage, formatCertainty } from '../../server/console/format.ts';
import { ownMetadata } from '../../server/console/views/source/source-facts.ts';
import { FOUND_METADATA } from '../../server/platform/found-metadata.ts';

it("shows the server's message about when to try again once", () => {
  const told = { code: 'rate_limited', requestId: undefined, retryAfter: 900 };
  const detail = 'Too many requests. Try again in 15 minutes.';
  expect(errorMessage(new RateLimitError(429, { ...told, detail }))).toBe(detail);
});

it('takes for the own metadata of a source what the server has not found of it', () => {
  const metadata = Object.fromEntries([...FOUND_METADATA, 'version'].map((name) => [name, '2']));
  expect(ownMetadata({ metadata } as Source)).toEqual([['version', '2']]);
});

it.each([
  [0.004, '0 %'],
  [0.664, '66 %'],
  [0.999, '99 %'],
])('calls nothing certain: %s is %s', (certainty, text) => expect(formatCertainty(certainty)).toBe(text));

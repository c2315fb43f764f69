import { RateLimitError } from '@footnote/sdk';
import { expect, it } from 'vitest';
import { errorMessage } from '../../server/console/format.ts';

it('tells an owner once when to try again, in the words of the server', () => {
  const told = { code: 'rate_limited', requestId: undefined, retryAfter: 900 };
  const detail = 'Too many requests. Try again in 15 minutes.';
  expect(errorMessage(new RateLimitError(429, { ...told, detail }))).toBe(detail);
});

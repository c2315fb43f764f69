import { RateLimitError } from '@footnote/sdk';
import { expect, it } from 'vitest';
import { errorMessage } from '../../server/console/format.ts';

it("shows the server's message about when to try again once", () => {
  const told = { code: 'rate_limited', requestId: undefined, retryAfter: 900 };
  const detail = 'Too many requests. Try again in 15 minutes.';
  expect(errorMessage(new RateLimitError(429, { ...told, detail }))).toBe(detail);
});

import { describe, expect, it } from 'vitest';
import { errorBody } from '../../../server/platform/errors.ts';
import { errors } from '../../../server/services/errors.ts';

describe('an error that says when to try again', () => {
  it.each([
    [1, '1 second'],
    [120, '120 seconds'],
    [121, '3 minutes'],
    [7200, '120 minutes'],
    [7201, '3 hours'],
    [52_387, '15 hours'],
    [86_400, '24 hours'],
  ])('puts %i seconds into words', (seconds, words) => {
    const all = [errors.rateLimited, errors.loginThrottled, errors.inProgress].map((make) => make(seconds));
    for (const error of [...all, errors.budgetExhausted('', seconds)]) {
      expect(errorBody(error).detail).toMatch(new RegExp(` in ${words}\\.$`));
      expect(error.retryAfter).toBe(seconds);
    }
  });

  it('says what the owner has written in place of its own words, and that it is the owner who says it', () => {
    const body = errorBody(errors.budgetExhausted('Call us.', 60));
    expect(body).toEqual({ code: 'budget_exhausted', detail: 'Call us.', owner_message: 'Call us.' });
  });
});

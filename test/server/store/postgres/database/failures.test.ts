import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../../../server/store/postgres/database/failures.ts';

describe('a failure of Postgres', () => {
  it('because its disk is full says so, without the words of the database', () => {
    const cause = Object.assign(new Error('could not extend file "base/1/2": No space left on device'), {
      code: '53100',
    });
    const failure = failureOf(cause);
    expect(failure).toMatchObject({ status: 500, code: 'storage_full' });
    expect(String(failure)).not.toContain('base/');
  });
});

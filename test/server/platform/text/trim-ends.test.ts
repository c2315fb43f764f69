import { describe, expect, it } from 'vitest';
import { withoutEnd, withoutEnds } from '../../../../server/platform/text/trim-ends.ts';

describe('a text without its ends', () => {
  it.each([
    ['///a/b//', '///a/b', 'a/b'],
    ['a', 'a', 'a'],
    ['///', '', ''],
    ['', '', ''],
  ])('%j is %j without its end, and %j without both', (text, withoutOne, withoutBoth) => {
    expect([withoutEnd(text, /\//), withoutEnds(text, /\//)]).toEqual([withoutOne, withoutBoth]);
  });
});

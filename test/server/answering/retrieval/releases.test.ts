import { describe, expect, it } from 'vitest';
import type { RankedPassage } from '../../../../server/answering/retrieval/feature-rerank.ts';
import {
  isOfOtherRelease,
  rankOtherReleasesLower,
  releaseOf,
} from '../../../../server/answering/retrieval/releases.ts';
import { passage } from '../passages.ts';

const below = (...headings: string[]) => passage('', { title: 'Changes', headings });

/** Passages below these headings, the first one most likely, and the headings of those that come first for a question. */
function first(text: string, ...paths: string[][]): string[] {
  const ranked = paths.map((headings, at) => {
    return { match: { passage: below(...headings) }, logit: -at, ownLogit: -at, probability: 0 } as RankedPassage;
  });
  return rankOtherReleasesLower(ranked, { text })[0]?.match.passage.headings ?? [];
}

describe('the heading of a release', () => {
  it.each([
    ['v2.3.0', '2.3'],
    ['2.3.1', '2.3.1'],
    ['[2.3.1] - 2026-03-01', '2.3.1'],
    ['v2.3.1 – TBA', '2.3.1'],
    ['Kettle 2.3.1', '2.3.1'],
    ['Version 2.3: the summer release', '2.3'],
    ['2.4.0-rc.1 (2026-03-01)', '2.4.0-rc.1'],
  ])('names its version: %s', (heading, version) => {
    expect(releaseOf(heading)).toBe(version);
  });

  it.each([
    '4.3 Common elements',
    '4.3: Common elements',
    'Section 4.3',
    'How to move from 1.0 to 2.0',
    'Release 7',
    'Fixed',
  ])('is not %s', (heading) => {
    expect(releaseOf(heading)).toBeNull();
  });
});

describe('a question that names a release', () => {
  it.each(['what changed in 2.3?', 'What is new in v2.3.0', 'Kettle 2.3: which bugs were fixed'])(
    'is answered by that one: %s',
    (question) => {
      const asked = ['v2.3.0 - 2026-03-01', 'Fixed'];
      expect(first(question, ['v2.3.1 - 2026-04-01'], ['v2.4.0', 'Fixed'], asked)).toEqual(asked);
    },
  );

  it('may be answered by what is of no release', () => {
    expect(first('How do I install 2.3?', ['Install'], ['v2.3.0'], ['v2.4.0'])).toEqual(['Install']);
  });

  it('may name what no heading does, such as a version of something else', () => {
    expect(first('When was Python 3.8 dropped?', ['v2.4.0', 'Removed'], ['v2.3.0'])).toEqual(['v2.4.0', 'Removed']);
  });

  it('is not answered by another release', () => {
    expect(isOfOtherRelease('what changed in 2.3', below('v2.4.0', 'Fixed'))).toBe(true);
    expect(isOfOtherRelease('what changed in 2.3', below('v2.3.0', 'Fixed'))).toBe(false);
    expect(isOfOtherRelease('what changed in 2.3', below('Upgrading'))).toBe(false);
    expect(isOfOtherRelease('what changed last week', below('v2.4.0'))).toBe(false);
  });

  it('is answered by one of several that a passage holds', () => {
    const text = 'v2.3.0\nFaster.\nv2.2.0\nSmaller.';
    const blocks = [
      { kind: 'heading' as const, level: 2, start: 0, end: 6 },
      { kind: 'paragraph' as const, start: 7, end: 14 },
      { kind: 'heading' as const, level: 2, start: 15, end: 21 },
      { kind: 'paragraph' as const, start: 22, end: 30 },
    ];
    const several = passage(text, { title: 'Changes', blocks });
    expect(isOfOtherRelease('what changed in 2.2', several)).toBe(false);
    expect(isOfOtherRelease('what changed in 2.1', several)).toBe(true);
  });
});

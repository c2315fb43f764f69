import { describe, expect, it } from 'vitest';
import { createSelection } from '../../../../server/answering/retrieval/select-different.ts';
import type { Passage } from '../../../../server/answering/types.ts';

const select = (places: number, texts: string[]) => {
  const selection = createSelection(places);
  for (const text of texts) selection.offer({ text } as Passage);
  return { texts: selection.chosen().map(({ text }) => text), left: selection.left() };
};
const release = (version: number) => `Release ${version} fixes bugs and is faster than all before.`;

describe('the passages that go on to the ranking', () => {
  it('have each text once, whatever its white space and capitals', () => {
    const { texts, left } = select(3, ['It opens at nine.', 'it  opens at\nnine. ', 'It closes at six.']);
    expect(texts).toEqual(['It opens at nine.', 'It closes at six.']);
    expect(left).toBe(1);
  });

  it('are of one kind in two places of three at most, as long as others follow', () => {
    const releases = [1, 2, 3, 4, 5].map(release);
    const { texts, left } = select(3, [...releases, 'The museum opens at nine.']);
    expect(texts).toEqual([release(1), release(2), 'The museum opens at nine.']);
    expect(left).toBe(0);
  });

  it('fill all places in the order of the search where there is nothing else', () => {
    const { texts } = select(4, [release(1), 'The museum opens at nine.', release(2), release(3), release(4)]);
    expect(texts).toEqual([release(1), 'The museum opens at nine.', release(2), release(3)]);
  });
});

import { describe, expect, it } from 'vitest';
import { withoutShownSteps } from '../../../../../server/answering/extractive/excerpts/outline-steps.ts';
import type { Excerpt } from '../../../../../server/answering/passages/render-excerpt.ts';
import { passage } from '../../passages.ts';

const STEPS = ['1. Open it.', '2. Fill it.', '3. Close it.', '4. Boil it.', '5. Pour it.'];
const spans = STEPS.map((step, at) => {
  const start = STEPS.slice(0, at).join('\n').length + Math.min(at, 1);
  return { start, end: start + step.length };
});

/** An excerpt that shows some of the steps whole, and some by their beginning. The passage begins at `from` of its page. */
function excerptOf(whole: number[], outlined: number[], from = 1_000, sourceId = 'kettle'): Excerpt {
  const own = passage(STEPS.join('\n'), { sourceId, start: from });
  const span = (at: number) => spans[at] ?? { start: 0, end: 0 };
  return {
    passage: own,
    start: span(whole[0] ?? 0).start,
    end: span(whole.at(-1) ?? 0).end,
    key: null,
    steps: outlined.map(span),
  };
}

const stepsOf = ({ passage: { text }, steps = [] }: Excerpt) => steps.map(({ start, end }) => text.slice(start, end));

describe('the other steps of a second excerpt', () => {
  it('are those that the first one of the same list does not show, whole or by their beginning', () => {
    const first = excerptOf([0], [1, 2]);
    expect(stepsOf(withoutShownSteps([first], excerptOf([4], [0, 1, 2, 3])))).toEqual(['4. Boil it.']);
  });

  it('are all of them in another place or on another page', () => {
    const all = STEPS.slice(0, 4);
    expect(stepsOf(withoutShownSteps([excerptOf([0], [1, 2], 5_000)], excerptOf([4], [0, 1, 2, 3])))).toEqual(all);
    expect(stepsOf(withoutShownSteps([excerptOf([0], [1, 2], 1_000, 'pot')], excerptOf([4], [0, 1, 2, 3])))).toEqual(
      all,
    );
    expect(stepsOf(withoutShownSteps([], excerptOf([4], [0, 1, 2, 3])))).toEqual(all);
  });
});

import { expect, it } from 'vitest';
import { mostFrequentWording } from '../../../../server/services/answers/most-frequent-wording.ts';

const asked = (text: string, askedAt: number) => ({ text, askedAt });

it.each([
  ['the one that most have', [asked('Can I pay later?', 3), asked('pay later', 2), asked('Can I pay later?', 1)]],
  ['in its latest form', [asked('can I  pay later?', 1), asked('Can I pay later?', 3), asked('pay later', 2)]],
  ['the latest of equally frequent ones', [asked('pay later', 1), asked('Can I pay later?', 2)]],
])('the wording of questions that ask the same is %s', (_, questions) => {
  expect(mostFrequentWording(questions)).toBe('Can I pay later?');
  expect(mostFrequentWording(questions.toReversed())).toBe('Can I pay later?');
});

it('the wording of no questions is empty', () => {
  expect(mostFrequentWording([])).toBe('');
});

import { describe, expect, it } from 'vitest';
import { createRepetitionDetector } from '../../../../../server/answering/generation/support/repetition-detector.ts';

/** After which sentence the detector sees a loop, and how many sentences it has; null if it sees none. */
function loopIn(sentences: string[]): [at: number, length: number] | null {
  const detector = createRepetitionDetector();
  for (const [at, sentence] of sentences.entries()) {
    const { loop } = detector.add(sentence);
    if (loop > 0) return [at, loop];
  }
  return null;
}

describe('the repetition detector', () => {
  it.each<[string, string[], [number, number] | null]>([
    ['the same sentence', Array(120).fill('It opens at nine.'), [3, 3]],
    ['sentences in turn', Array(40).fill(['It opens.', 'It closes.', 'Pay here.']).flat(), [5, 3]],
    ['numbered items', Array.from({ length: 40 }, (_, at) => `${at}. **Pay** here`), [3, 3]],
    ['one sentence without an end', [`It opens ${'and the gate is open '.repeat(60)}`], [0, 1]],
  ])('sees a loop of %s', (_, sentences, expected) => expect(loopIn(sentences)).toEqual(expected));

  it.each<[string, string[]]>([
    ['a summary', ['It opens at nine.', 'Pay 12 euros.', 'Take bus 14.', 'It opens at nine.', 'Pay 12 euros.']],
    ['similar items', Array.from({ length: 40 }, (_, at) => `- Room ${at} is open`)],
    ['dividers', Array(20).fill('---')],
    [
      'a long sentence',
      ['word'.split('').join(' ').repeat(3) + Array.from({ length: 300 }, (_, at) => ` w${at}`).join('')],
    ],
  ])('sees none in %s', (_, sentences) => expect(loopIn(sentences)).toBeNull());
});

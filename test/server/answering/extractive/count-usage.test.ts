import { describe, expect, it } from 'vitest';
import { countUsage } from '../../../../server/answering/extractive/count-usage.ts';
import { fc } from '../../../helpers/input/fast-check.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
const words = (text: string) => [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length;

describe('the usage of an answer without a model', () => {
  it.each([
    'The museum opens at 9:30 a.m., on week-days; max_tokens = 3.5 (see C++).',
    'One\ntwo  three\tfour\r\nfive',
    'l’heure d’été, “quoted” — and: so',
    '博物馆早上九点开门。 open ทุกวัน word',
  ])('counts words as ICU does: %s', (text) => {
    expect(countUsage([text, text], text)).toEqual({
      prompt_tokens: 2 * words(text),
      completion_tokens: words(text),
      total_tokens: 3 * words(text),
    });
  });

  it('counts words as ICU does, whatever stands between them', () => {
    const signs = [
      ...'aaabcZ  .,:;!?\'"()_-0129\n\t',
      'é',
      '\u0301',
      '\u200d',
      'ก',
      '漢',
      '’',
      '\u00ad',
      '\u00a0',
      'א',
    ];
    const text = fc.array(fc.constantFrom(...signs), { maxLength: 14 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (one) => countUsage([one], '').prompt_tokens === words(one)),
      { seed: 1, numRuns: 1_000 },
    );
  });
});

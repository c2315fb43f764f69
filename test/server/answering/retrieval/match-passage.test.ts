import { describe, expect, it } from 'vitest';
import { weigh } from '../../../../server/answering/query/query-terms.ts';
import { matchPassage, termProximity } from '../../../../server/answering/retrieval/match-passage.ts';
import { readQuestion } from '../../../../server/language/read-question.ts';
import { passage } from '../passages.ts';

function togetherness(question: string, text: string, language: string): number {
  const roles = readQuestion(question, [language]).roles;
  const terms = weigh(roles, [], 10, new Map([...roles.keys()].map((term) => [term, 1])));
  return termProximity(matchPassage(passage(text, { language }), terms), terms);
}

describe('neighbouring terms of a question', () => {
  it('are neighbours in the passage as they are in the question', () => {
    const question = 'solar panel warranty';
    expect(togetherness(question, 'The solar panel warranty lasts ten years.', 'en')).toBe(1);
    const apart =
      'The panel is blue and made in a small town. Its warranty lasts as long as the old and solid one of solar lamps.';
    expect(togetherness(question, apart, 'en')).toBe(0);
  });

  it('are not the n-grams of one word that is written without spaces', () => {
    expect(togetherness('图书馆', '图书馆很大。', 'zh')).toBe(0);
    expect(togetherness('แผงโซลาร์เซลล์', 'แผงโซลาร์เซลล์ราคาแพง', 'th')).toBe(0);
  });
});

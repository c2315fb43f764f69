import { describe, expect, it } from 'vitest';
import { endsClause, endsMarkdownSentence, endsSentence } from '../../../../server/language/sentences/sentence-end.ts';

const WHOLE = [
  'It is done.',
  'Really?!',
  'And so on…',
  'He said “stop.”',
  'Er sagte: „Halt!“',
  '«Bien sûr.» ',
  '(It is optional.)',
  '完成了。',
  '「はい。」',
  'هل تم؟',
  'यह हो गया।',
  'እሺ።',
  'រួច។',
  'ပြီးပြီ။',
];
const FRAGMENTS = ['Settings', 'version 2.4', 'It is done. And', '(optional)', '', '“Stop”'];

describe('the end of a sentence', () => {
  it.each(WHOLE)('is at the end of %s', (text) => {
    expect([endsSentence(text), endsMarkdownSentence(text), endsClause(text)]).toEqual([true, true, true]);
  });

  it.each(FRAGMENTS)('is not at the end of “%s”', (text) => {
    expect([endsSentence(text), endsMarkdownSentence(text), endsClause(text)]).toEqual([false, false, false]);
  });

  it('may be followed by the end of emphasis or code in Markdown alone', () => {
    for (const text of ['**It is done.**', 'It is `done.`', '_“Stop.”_']) {
      expect(endsMarkdownSentence(text)).toBe(true);
      expect(endsSentence(text)).toBe(false);
    }
  });

  it('is not that of a clause, which a list or an explanation follows', () => {
    for (const text of ['You need:', 'one; ', 'the “following”:', '必要なもの：', '第一；']) {
      expect(endsClause(text)).toBe(true);
      expect(endsSentence(text)).toBe(false);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { candidates } from '../../../../../server/services/answers/proposals/candidates.ts';
import type { ChunkRow, GoldenQuestionRow } from '../../../../../server/store/types.ts';

const golden = (question: string, refused = false) => ({ id: question, question, refused }) as GoldenQuestionRow;
const chunk = (sourceId: string, heading: string, language = 'en') =>
  ({ sourceId, headings: ['Guide', heading], language, text: '', blocks: [] as ChunkRow['blocks'] }) as ChunkRow;
const questions = (...given: Parameters<typeof candidates>) => candidates(...given).map(({ question }) => question);

describe('what may be proposed for an empty chat', () => {
  it('is golden questions first, then what headings ask, one of each page in turn', () => {
    const chunks = [
      chunk('a', 'How to add a printer'),
      chunk('a', 'Removing a printer'),
      chunk('b', 'What does it cost?'),
      chunk('a', 'How to add a printer'),
    ];
    expect(questions([golden('Which printers work?')], chunks, 'en')).toEqual([
      'Which printers work?',
      'How do I add a printer?',
      'What does it cost?',
      'How do I remove a printer?',
    ]);
  });

  it('is asked by the short sections within a passage, too', () => {
    const text = 'Is it loud?\n\nNo.';
    const blocks: ChunkRow['blocks'] = [
      { kind: 'heading', start: 0, end: 11 },
      { kind: 'paragraph', start: 13, end: 16 },
    ];
    expect(questions([], [{ ...chunk('a', 'Lamp'), text, blocks }], 'en')).toEqual(['Is it loud?']);
  });

  it('is no heading of nouns, no question that must be refused, and nothing in another language', () => {
    const chunks = [
      chunk('a', 'Installation'),
      chunk('b', 'Was kostet das Gerät?', 'de'),
      chunk('c', 'Why is it loud?'),
    ];
    expect(questions([golden('Who won the cup?', true)], chunks, 'en')).toEqual(['Why is it loud?']);
    expect(questions([], chunks, 'de')).toEqual(['Was kostet das Gerät?']);
  });

  it('is one line that fits a button, asked once whatever its case, without an address', () => {
    const chunks = [
      chunk('a', 'What?'),
      chunk('a', `Why ${'really '.repeat(20)}?`),
      chunk('b', 'Have you seen https://evil.example?'),
      chunk('c', 'How is it\n  cleaned?'),
      chunk('d', 'HOW IS IT CLEANED?'),
    ];
    expect(questions([], chunks, 'en')).toEqual(['How is it cleaned?']);
  });
});

import { describe, expect, it } from 'vitest';
import { REMOVED_NOTICE as NOTICE, redact } from '../../../../server/store/deletion/redact.ts';
import { aCitation } from '../../../helpers/stores/rows.ts';

type Range = { start: number; end: number };

describe('redacting a stored answer', () => {
  const citations = [aCitation(1, 'gone', 'a'), aCitation(2, 'kept', 'b'), aCitation(12, 'kept', 'c')];
  it.each([
    ['a marker inside the sentence', 'One is so [1]. Two is so [2].', `${NOTICE} Two is so [2].`],
    ['a marker after the full stop', 'One is so. [1] Two is so. [2]', `${NOTICE} Two is so. [2]`],
    ['a sentence that rests on both', 'Both are so [2][1]. Two is so [2].', `${NOTICE} Two is so [2].`],
    ['neighbouring sentences', 'One [1]. More [1]. Two [2].', `${NOTICE} Two [2].`],
    ['lines of a list', '- one [1]\n- two [2]\n- three [1]\n', `${NOTICE}\n- two [2]\n${NOTICE}\n`],
    ['a number that only begins alike', 'Twelve [12].', 'Twelve [12].'],
    ['a text without markers', 'Nothing cited.', 'Nothing cited.'],
    ['Chinese', '第一句话[1]。第二句话[2]。', `${NOTICE}第二句话[2]。`],
    ['the marker of a later line', 'Intro. No marker here.\nFact [1].', `Intro. No marker here.\n${NOTICE}`],
  ])('handles %s', (_, text, expected) => {
    expect(redact({ text, citations }, (id) => id === 'gone').text).toBe(expected);
  });

  it('keeps of a citation of the source no name, either', () => {
    const named = citations.map((citation) => ({ ...citation, sourceName: 'guide/a.md' }));
    const left = redact({ text: 'One [1]. Two [2].', citations: named }, (id) => id === 'gone').citations;
    expect(left.map(({ title, sourceName }) => [title, sourceName])).toEqual([
      ['', undefined],
      ['Guide', 'guide/a.md'],
      ['Guide', 'guide/a.md'],
    ]);
  });

  it('removes the whole part of an answer that shows the source, and keeps the other ranges true', () => {
    const [lead, first, second] = [
      'Closest:\n\n',
      '**Path** [1]\n\nOne. Two.\n\n- three',
      '\n\n**Other** [2]\n\nFour.',
    ];
    const ranges = [
      { start: lead.length, end: lead.length + first.length },
      { start: lead.length + first.length + 2, end: lead.length + first.length + second.length },
    ];
    const shown = citations.slice(0, 2).map((citation, at) => ({ ...citation, answerRange: ranges[at] as Range }));
    const left = redact({ text: lead + first + second, citations: shown }, (id) => id === 'gone');
    expect(left.text).toBe(`${lead}${NOTICE}${second}`);
    expect(left.citations[0]).not.toHaveProperty('answerRange');
    const { start = 0, end = 0 } = left.citations[1]?.answerRange ?? {};
    expect(left.text.slice(start, end)).toBe(second.trim());
    expect(redact({ text: `${lead}**Path** [1]`, citations: shown }, (id) => id === 'gone').text).toBe(lead + NOTICE);
  });

  it('leaves an answer alone that cites nothing of the source', () => {
    const answer = { text: 'Two [2].', citations };
    expect(redact(answer, () => false)).toBe(answer);
  });
});

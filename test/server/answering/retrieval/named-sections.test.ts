import { describe, expect, it } from 'vitest';
import type { RankedPassage } from '../../../../server/answering/retrieval/feature-rerank.ts';
import { rankNamedSectionsFirst } from '../../../../server/answering/retrieval/named-sections.ts';
import { passage } from '../passages.ts';

/** Passages below these headings, the first one most likely, and the headings of those that come first for a question. */
function first(text: string, ...paths: string[][]): string[] {
  const ranked = paths.map((headings, at) => {
    const match = { passage: passage('', { title: 'Bylaws', headings }) };
    return { match, logit: -at, ownLogit: -at, probability: 0 } as RankedPassage;
  });
  const [best] = rankNamedSectionsFirst(ranked, { text });
  return best?.match.passage.headings ?? [];
}

describe('the section that a question names by its number', () => {
  it.each([
    ['What does section 4.3 say?', '4.3 Common elements'],
    ['What does section 4.3 say?', '4.03. Common elements'],
    ['what is in sec. 4.3', 'Section 4.3: Common elements'],
    ['Is a fence allowed by § 12?', '§ 12 Fences'],
    ['Is a fence allowed by clause 12?', '12) Fences'],
    ['Is a fence allowed by article vii?', 'ARTICLE VII – Fences'],
    ['Is a fence allowed by Article 7?', 'Article VII'],
    ['Was steht in Abschnitt 4.3?', '4.3 Zäune'],
    ['О чём говорится в статье 12?', 'Статья 12. Заборы'],
  ])('comes first: %s', (question, heading) => {
    expect(first(question, ['5.4 Section 4 and others'], ['14.3 More'], [heading])).toEqual([heading]);
  });

  it('is that below all numbers that the question names, or below one of them', () => {
    const path = ['Article VII Meetings', 'Section 2 Notice'];
    expect(first('What does Article VII, Section 2 say?', ['Article VII Meetings'], ['Section 2 Fees'], path)).toEqual(
      path,
    );
    expect(first('How do section 2 and section 9 differ?', ['1 Scope'], ['Section 2 Fees'])).toEqual([
      'Section 2 Fees',
    ]);
  });

  it.each([
    ['of another kind', 'What does article 2 say?', 'Section 2 Fees'],
    ['that only begins alike', 'What does section 4 say?', '4.3 Common elements'],
    ['of a word that is no number', 'Is there a civil section?', 'I. Scope'],
    ['of a version', 'What is new in Kettle 4.3?', '4.3 Common elements'],
    ['of a count', 'How many steps are in section one of 3 rooms?', '3 Rooms'],
    ['of a sentence that begins with “I”', 'What does section 1 say?', 'I want to leave'],
  ])('is none %s', (_, question, heading) => {
    expect(first(question, ['Overview'], [heading])).toEqual(['Overview']);
  });
});

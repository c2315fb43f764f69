import { describe, expect, it } from 'vitest';
import { curveOf, curveTable } from './curve.ts';
import { foreignFollowUps, foreignTo } from './foreign.ts';
import type { Observation } from './measure.ts';
import type { Group, SetQuestion } from './sets.ts';

const first = () => 0;

function group(set: string, language: string, titles: string[], history?: SetQuestion['history']): Group {
  const documents = titles.map((title) => ({ doc_id: `${set}:${title}`, title, lang: language, format: 'md' }));
  const questions = documents.map(
    ({ doc_id, title }): SetQuestion => ({
      id: doc_id,
      lang: language,
      question: `What is ${title}?`,
      answers: [title],
      answer_type: 'extractive',
      answerable: true,
      gold: [{ doc_id }],
      ...(history && { history }),
    }),
  );
  const scoring = { load: () => null, judge: () => ({ doc: 0, hit: null, ans: null }) };
  return { name: `${set} ${language}`, set, language, folder: '', documents, questions, loaded: null, scoring };
}

describe('foreign questions', () => {
  const groups = [
    group('a', 'en', ['Rome', 'Oslo']),
    group('b', 'en', ['Oslo', 'Bern']),
    group('c', 'en', ['Lima'], []),
    group('d', 'zh', ['北京', '上海', '广州', '深圳']),
  ];

  it('come from sets of the language that share no document, and have no right answer', () => {
    const { questions, documents } = foreignTo(groups[0] as Group, groups, 10, first);
    expect(questions).toMatchObject([{ question: 'What is Lima?', answerable: false, answers: [], gold: [] }]);
    expect(documents).toBe(groups[0]?.documents);
  });

  it('are about the other half of the documents where no other set speaks the language', () => {
    const { questions, documents } = foreignTo(groups[3] as Group, groups, 10, first);
    expect(documents.map(({ title }) => title)).toEqual(['北京', '广州']);
    expect(questions.map(({ question }) => question)).toEqual(['What is 上海?', 'What is 深圳?']);
  });

  it('are put into the conversations of a group that has some, and after a question of any other', () => {
    const talking = group('e', 'en', ['Kyiv'], [{ role: 'user', text: 'Hello' }]);
    const { questions } = foreignTo(groups[2] as Group, groups, 10, first);
    expect(foreignFollowUps(talking, questions)[0]?.history).toEqual([{ role: 'user', text: 'Hello' }]);
    const alone = groups[0] as Group;
    const asked = alone.questions.map(({ question }) => question);
    for (const { history } of foreignFollowUps(alone, questions)) {
      expect(history).toEqual([{ role: 'user', text: expect.toBeOneOf(asked) }]);
    }
    expect(foreignFollowUps(alone, questions)).toHaveLength(questions.length);
  });
});

describe('the curve', () => {
  const seen = (probability: number, answerable: boolean) =>
    ({ certainty: { probability, outcome: 'sure' }, question: { answerable } }) as Observation;

  it('says what share would be refused below each threshold', () => {
    const curve = curveOf('set', [seen(0.12, true), seen(0.95, true), seen(0.3, false)], [seen(0.01, false)]);
    expect(curve.answerable.at(0)).toBe(0);
    expect(curve.answerable.at(-1)).toBe(0.5);
    expect(curve.foreign.every((share) => share === 1)).toBe(true);
    expect(curve.unanswerable.at(0)).toBe(0);
    expect(curve.unanswerable.at(-1)).toBe(1);
    expect(curveTable([curve]).split('\n')).toHaveLength(4);
    expect(curveTable([curve])).toMatch(/^set +answerable +0 +0 +50/m);
  });
});

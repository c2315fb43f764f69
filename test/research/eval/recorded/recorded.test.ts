import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../server/answering/output/to-answer.ts';
import { dataFolder } from '../sets.ts';
import { outcomeAsWritten, outcomeOf } from './outcome.ts';
import { FAMILIES, LABELS, type RecordedAnswer, recordedAnswers, recordedQuestions } from './recorded-files.ts';
import { answerTable, comparisonTable, faultsOf, sentenceTable } from './report.ts';
import { playRecorded } from './run.ts';

const data = dataFolder();

const recorded = (...text: RecordedAnswer['text']): RecordedAnswer => ({ question: 'q', family: '8B', text });

function played(recordedAnswer: RecordedAnswer, text: string, changes: Partial<Answer> = {}) {
  const citations = [...text.matchAll(/\[(\d)\]/g)].map(([, id]) => ({ id: Number(id) })) as Answer['citations'];
  const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
  const answer: Answer = { text, citations, suggestions: [], unsupported: [], usage, finishReason: 'stop', ...changes };
  return outcomeOf(recordedAnswer, { answer, error: null });
}

describe('what became of a recorded answer', () => {
  const three = recorded(
    ['supported', 'It opens at nine [§1]. '],
    ['contradicted', 'Adults pay 13 euros (passage §2). '],
    ['absent', 'Dogs may enter.'],
  );

  it('says of each sentence whether it was kept, cited and doubted', () => {
    const text = 'It opens at nine [1]. Dogs may enter.';
    const { sentences } = played(three, text, { unsupported: [{ start: 22, end: 37 }] });
    expect(sentences.map(({ kept, cited, unsupported }) => [kept, cited, unsupported])).toEqual([
      [true, true, false],
      [false, false, false],
      [true, false, true],
    ]);
  });

  it('knows a right answer that is lost from a wrong one that is refused', () => {
    const refused = { finishReason: 'refused' } as const;
    const right = recorded(['not-a-claim', 'Yes. '], ['supported', 'It opens at nine [§1].']);
    expect(played(right, 'I could not find an answer.', refused).lost).toBe(true);
    expect(played(three, 'I could not find an answer.', refused).lost).toBe(false);
    expect(outcomeOf(right, { answer: null, error: 'answer_empty' })).toMatchObject({
      end: 'answer_empty',
      lost: true,
    });
  });

  it('counts a right answer as shown if an unsure one cites a passage that says it', () => {
    const right = recorded(['supported', 'It opens at nine [§2].']);
    const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
    const rest = { text: 'The closest passages: …', suggestions: [], unsupported: [], usage };
    const unsure = (chunkId: string): Answer => {
      return { ...rest, citations: [{ chunkId }] as Answer['citations'], finishReason: 'unsure' };
    };
    const lost = (chunkId: string, answer = right) =>
      outcomeOf(answer, { answer: unsure(chunkId), error: null }, [['a'], ['b']]).lost;
    expect([lost('b'), lost('a')]).toEqual([false, true]);
    const unmarked = recorded(['supported', 'It opens at nine.']);
    expect([lost('b', unmarked), lost('b', { ...unmarked, saidBy: 2 })]).toEqual([true, false]);
    const { sentences } = outcomeOf(right, { answer: unsure('b'), error: null }, [['a'], ['b']]);
    expect(sentences.map(({ kept }) => kept)).toEqual([false]);
  });

  it('takes a sentence for itself and not for the thinking that drafted it', () => {
    const drafted = recorded(['not-a-claim', 'Say: it opens at nine. '], ['supported', 'It opens at nine [§1].']);
    expect(played(drafted, 'It opens at nine [1].').sentences.map(({ kept }) => kept)).toEqual([false, true]);
  });

  it('is compared with what the model wrote', () => {
    const written = recorded(['not-a-claim', '<think>Hm.</think>'], ...three.text);
    const shown = played(written, 'It opens at nine [1].');
    expect(comparisonTable([shown])).toMatch(/^8B +100\.0 % → 100\.0 % +100\.0 % → 0\.0 % +50\.0 % → 0\.0 % +1 → 0$/m);
    expect(outcomeAsWritten({ ...written, stalls: true })).toMatchObject({ shown: '', lost: true, broken: [] });
  });

  it.each([
    ['code that differs', '```sh\nmuseum --hours\n```', '```sh\nmuseum --hours [1]\n```', 'code differs'],
    ['a list that falls apart', '1. A\n   ```\n   b\n   ```\n2. C', '1. A\n   ```\n   b\n   ```\n\n[1]\n2. C', 'items'],
    ['a table that is none', '| a | b |\n|---|---|\n| c | d |', '| a | b [1] |\n| c | d |', 'row outside'],
    ['a marker as the model wrote it', 'It opens at nine 【§1†source】.', 'It opens at nine 【1†source】.', 'marker'],
    ['thinking', '<think>Hm.</think>At nine.', '<think>Hm.</think>At nine.', 'thinking'],
    ['a citation without a marker', 'At nine [§1].', 'At nine.', 'has no marker'],
  ])('finds %s', (_, written, text, fault) => {
    const citations = [{ id: 1 }] as Answer['citations'];
    expect(played(recorded(['supported', written]), text, { citations }).broken.join()).toContain(fault);
  });

  it('finds nothing broken in what is whole', () => {
    const written = '1. **A** [§1]\n   - b\n\n```js\nx[1]\n```\n\n| a | b |\n|---|---|\n| c | d |\n\n[§1]';
    const text = '1. **A** [1]\n   - b\n\n```js\nx[1]\n```\n\n| a | b |\n|---|---|\n| c | d [1] |';
    const outcome = played(recorded(['supported', written]), text);
    expect(faultsOf(outcome)).toEqual([]);
    expect(answerTable([outcome])).toMatch(/^8B +1 +100\.0 %/m);
    expect(sentenceTable([outcome])).toMatch(/^8B supported +1 +1 +1 +0 +0 +0$/m);
  });
});

describe('the recorded answers', () => {
  const questions = recordedQuestions();
  const answers = recordedAnswers();

  it('are two of every question, of different families of models', () => {
    expect([questions.length, answers.length]).toEqual([150, 300]);
    for (const { id } of questions) {
      const families = answers.filter(({ question }) => question === id).map(({ family }) => family);
      expect([id, new Set(families).size]).toEqual([id, 2]);
      expect(FAMILIES).toEqual(expect.arrayContaining(families));
    }
  });

  it('are labelled and cite passages of their prompts', () => {
    const counts = new Map(questions.map(({ id, passages }) => [id, passages.length]));
    for (const { question, text } of answers) {
      for (const [label, words] of text) {
        expect(LABELS).toContain(label);
        const numbers = [...words.matchAll(/§(\d+)/g)].map(([, number]) => Number(number));
        for (const number of numbers)
          expect([question, number <= (counts.get(question) ?? 0)]).toEqual([question, true]);
      }
    }
  });

  it('name a passage by at most eight of its words', () => {
    const names = questions.flatMap(({ passages }) => passages.flat());
    for (const { words } of names) expect(words.split(' ').length).toBeLessThanOrEqual(8);
  });
});

/** One of each kind: steps with code, a table, thinking, another language, an error, a loop, an answer that is cut off. */
const PLAYED = [
  ['traefik-001', 'stop'],
  ['traefik-032', 'stop'],
  ['traefik-046', 'stop'],
  ['traefik-047', 'stop'],
  ['traefik-051', 'refused'],
  ['laravel-001', 'answer_empty'],
  ['laravel-007', 'stop'],
  ['laravel-013', 'length'],
  ['handbook-018', 'answer_cut_off'],
  ['handbook-031', 'stop'],
  ['contoso-b392b6035e', 'length'],
  ['squad2-4d6dcdfedce23af0d6bfff0da', 'stop'],
] as const;

describe.skipIf(data === null)('recorded answers that are played (skipped where ../shared/data is absent)', () => {
  it('reach the reader without their right sentences lost or their formatting broken', async () => {
    const wanted = recordedAnswers().filter(({ question }) => PLAYED.some(([id]) => id === question));
    const { outcomes, problems } = await playRecorded(data ?? '', recordedQuestions(), wanted);
    expect(problems).toEqual([]);
    for (const [id, end] of PLAYED) {
      const ends = outcomes.filter(({ recorded: { question } }) => question === id).map((outcome) => outcome.end);
      expect([id, ends]).toEqual([id, expect.arrayContaining([end])]);
    }
    for (const { lost, broken, sentences, recorded: answer } of outcomes) {
      const dropped = sentences.filter(({ label, kept }) => label === 'supported' && !kept);
      expect([answer.question, lost, broken, dropped]).toEqual([answer.question, false, [], []]);
    }
  });

  it('are reported if a passage or a question is not there any more', async () => {
    const [question] = recordedQuestions().filter(({ id }) => id === 'laravel-015');
    const answers = recordedAnswers().filter((answer) => answer.question === 'laravel-015');
    const [, ...rest] = question?.passages ?? [];
    const changed = question && {
      ...question,
      passages: [[{ document: 'releases.md', words: 'no such words' }], ...rest],
    };
    const { problems, outcomes } = await playRecorded(data ?? '', changed ? [changed] : [], answers);
    expect([problems, outcomes.length]).toEqual([['laravel-015: passage 1 is not there any more'], 2]);
    expect((await playRecorded(data ?? '', [], answers)).problems).toContain('laravel-015 is not recorded');
  });
});

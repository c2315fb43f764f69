import { describe, expect, it } from 'vitest';
import { answerOutcome, EMPTY_ANSWER, reduceAnswer } from '../../../../server/answering/output/reduce-answer.ts';
import type { AnswerEvent, CitedPassage } from '../../../../server/answering/types.ts';

const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
const citations = [{ id: 1 } as CitedPassage];
const reduce = (...events: AnswerEvent[]) => events.reduce(reduceAnswer, EMPTY_ANSWER);

describe('the reducer of answer events', () => {
  it('joins the text and keeps the latest citations', () => {
    const answer = reduce(
      { type: 'status', position: 1 },
      { type: 'text', delta: 'Open ' },
      { type: 'citations', citations },
      { type: 'text', delta: 'daily [1]' },
    );
    expect(answer).toEqual({ ...EMPTY_ANSWER, text: 'Open daily [1]', citations });
  });

  it('replaces the text and the citations with a verdict', () => {
    const answer = reduce(
      { type: 'text', delta: 'Wrong [1]' },
      { type: 'citations', citations },
      { type: 'verdict', response: 'Not in the documents.' },
      { type: 'finish', reason: 'refused', noSources: 'indexing', usage, suggestions: [], unsupported: [] },
    );
    expect(answer).toMatchObject({ text: 'Not in the documents.', citations: [], finishReason: 'refused', usage });
    expect(answer.noSources).toBe('indexing');
  });

  it('replaces the text and the citations with a revision', () => {
    const answer = reduce(
      { type: 'text', delta: 'Wrong. Right [1]' },
      { type: 'revision', response: 'Right [1]', citations, addition: '' },
    );
    expect(answer).toMatchObject({ text: 'Right [1]', citations });
  });

  it('has one outcome for each finish reason', () => {
    const reasons = ['stop', 'length', 'unsure', 'refused', 'aborted', 'error'] as const;
    expect(reasons.map(answerOutcome)).toEqual(['answered', 'answered', 'unsure', 'refused', 'aborted', 'failed']);
  });
});
